// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"convertd/core/icrep"
	"convertd/internal/corpus"
	"convertd/plugins/orarep"
)

// eventTable reads the table of docs/icrep.md that says which kinds of events occur in
// which files: by column and kind "yes", "can" or "".
func eventTable(t *testing.T) map[string]map[string]string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "icrep.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "### Which kinds occur\n")
	if !found {
		t.Fatal("docs/icrep.md has no section on which kinds occur")
	}
	table, columns := map[string]map[string]string{}, []string(nil)
	for line := range strings.Lines(rest) {
		if strings.HasPrefix(line, "#") {
			break
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) < 3 || strings.HasPrefix(strings.TrimSpace(cells[1]), "---") {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if columns == nil {
			columns = cells[1:]
			for _, column := range columns {
				table[column] = map[string]string{}
			}
			continue
		}
		for i, cell := range cells[1:] {
			table[columns[i]][cells[0]] = cell
		}
	}
	return table
}

// columnOf is the column of the table that a file belongs to.
func columnOf(metadata *icrep.Metadata) string {
	switch source := metadata.ConvertedFrom.Source; source {
	case "orarep":
		if metadata.GameModule == "plausible" {
			return "OpenRA, no map"
		}
		return "OpenRA"
	case "genrep":
		return "Generals, Zero Hour"
	case "bfmereplay", "bfme2replay":
		return "BFME"
	case "cnc3replay", "kwreplay", "ra3replay", "cnc4replay":
		return "C&C 3 to 4, RA3"
	case "ra-record", "td-record":
		return "Westwood"
	case "murk":
		return "Murk"
	case "rts-replay":
		return "RTS"
	default:
		return source
	}
}

// kindCounts counts by column and kind.
type kindCounts map[string]map[string]int

func (k kindCounts) add(t *testing.T, reader *icrep.Reader) {
	t.Helper()
	column := columnOf(reader.Metadata())
	if k[column] == nil {
		k[column] = map[string]int{}
	}
	if !reader.HasEvents() {
		return
	}
	events := reader.Events(0)
	for events.Next() {
		k[column][events.Event().EventKind().String()]++
	}
	if err := events.Err(); err != nil {
		t.Fatal(err)
	}
}

// agreeWith compares what occurred with the table. What the table has as occurring must
// have occurred, where every file that it was made from was read.
func (k kindCounts) agreeWith(t *testing.T, table map[string]map[string]string, whole bool) {
	t.Helper()
	for _, column := range slices.Sorted(maps.Keys(k)) {
		if table[column] == nil {
			t.Errorf("the table has no column %q", column)
			continue
		}
		for _, kind := range icrep.EventKindNames() {
			cell, listed := table[column][kind]
			switch count := k[column][kind]; {
			case !listed:
				t.Errorf("the table has no row %q", kind)
			case count > 0 && cell != "yes" && (cell != "can" || whole):
				t.Errorf("%s: %d of %s occur, the table says %q", column, count, kind, cell)
			case count == 0 && cell == "yes" && whole:
				t.Errorf("%s: no %s occurs, the table says it does", column, kind)
			}
		}
	}
}

// addExactGames counts the games of OpenRA in the repository, and the longest of the corpus
// whose map is at hand.
func (k kindCounts) addExactGames(t *testing.T, whole bool) {
	t.Helper()
	for name := range engineGames {
		k.add(t, convertEngineGame(t, name))
	}
	if !whole {
		return
	}
	folder := corpus.Dir(t, "orarep")
	source, _ := decode(t, orarep.New(), filepath.Join(folder, "ra-dev2026-rl-da822cf490a3.orarep"))
	k.add(t, convertWith(t, source, mapWith(t, source.header().Map.ID)))
}
