// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"convertd/core/divergence"
	"convertd/web/library/columns"
)

// What lists, totals and menus say from memory is what SQLite says of the file,
// for filters that a seed makes, while games come, change, are named and go, and
// after the index has been opened again.
func TestMemorySaysWhatTheFileSays(t *testing.T) {
	for seed := range uint64(6) {
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 23))
			path := filepath.Join(t.TempDir(), "library.sqlite")
			index, _, err := Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			for range 6 {
				changeAtRandom(t, index, random)
				for range 15 {
					compareWithFile(t, index, random)
				}
			}
			if err := index.Close(); err != nil {
				t.Fatal(err)
			}
			index = openIndex(t, path)
			for range 30 {
				compareWithFile(t, index, random)
			}
			if err := index.Clear(t.Context()); err != nil {
				t.Fatal(err)
			}
			compareWithFile(t, index, random)
		})
	}
}

// changeAtRandom adds games or puts others in their places, names and removes some.
func changeAtRandom(t *testing.T, index *Index, random *rand.Rand) {
	t.Helper()
	const games = 60
	for range 20 {
		entry := made(random.IntN(games))
		g := &entry.Game
		g.Format, g.Map.Name = pick(random, "orarep", "kwreplay", ""), fmt.Sprintf("Map %d", random.IntN(5))
		g.LengthMS, g.JudgedPermille = uint64(random.IntN(20))*500, uint64(random.IntN(10))
		g.Verdict = pick(random, append(divergence.Verdicts(), "")...)
		g.Players = g.Players[:random.IntN(len(g.Players)+1)]
		entry.Chat = pick(random, "good luck", "well played", "good game")
		if err := index.Add(t.Context(), entry); err != nil {
			t.Fatal(err)
		}
		if random.IntN(3) == 0 {
			labels := map[string]string{pick(random, "cup", "cup:a", "league"): pick(random, "a", "b", "a:b", "")}
			if _, err := index.Attach(t.Context(), Naming{Game: g.ID, Job: "job", Labels: labels}); err != nil {
				t.Fatal(err)
			}
		}
		if random.IntN(4) == 0 {
			if err := index.RemoveGame(t.Context(), made(random.IntN(games)).Game.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func pick[V any](random *rand.Rand, from ...V) V { return from[random.IntN(len(from))] }

// filterAtRandom asks for one to four things.
func filterAtRandom(random *rand.Rand) Filter {
	f := Filter{}
	day := func() *time.Time {
		at := time.Date(2020, 1, 1, random.IntN(60), 0, 0, 0, time.UTC)
		return &at
	}
	parts := []func(){
		func() { f.Query = pick(random, "good", "go", `"good luck"`, "player 1", "absent", "map", "cup") },
		func() { f.Games = []string{pick(random, "ra", "kw", "none"), "zerohour"} },
		func() { f.Formats = []string{pick(random, "orarep", "kwreplay", "")} },
		func() { f.Maps = []string{pick(random, "Map 1", "m2", "Map 9"), fmt.Sprintf("m%d", random.IntN(60))} },
		func() { f.Players = []string{fmt.Sprintf("Player %d", random.IntN(60)), "Player 7", "Player 14"} },
		func() { f.Factions = []string{pick(random, "GDI", "Nod", "Yuri")} },
		func() { f.Matchups = []string{pick(random, "Allies v Soviets", "")} },
		func() { f.Builds = []string{pick(random, "Power Plant > Barracks 3", "")} },
		func() { f.Verdicts = []string{string(pick(random, divergence.Verdicts()...)), "proven"} },
		func() { f.Outcomes = []string{pick(random, OutcomeCompleted, OutcomeDraw)} },
		func() {
			f.Labels = []string{pick(random, "cup", "league:a", "cup:a", "cup:a:b", "league:a:b", "cup:", "none")}
		},
		func() { f.Source = fmt.Sprintf("%064x", random.IntN(30)) },
		func() { f.CoverageMin = number(random.Int64N(10)) },
		func() { f.CoverageMax = number(random.Int64N(10)) },
		func() { f.LengthMin, f.LengthMax = number(random.Int64N(5)), number(random.Int64N(10)) },
		func() { f.From = day() },
		func() { f.To = day() },
	}
	for range random.IntN(4) {
		parts[random.IntN(len(parts))]()
	}
	return f
}

// fileColumns are the columns of the sorts in the file.
var fileColumns = map[Sort]string{
	SortDate: "date", SortAdded: "added", SortLength: "length", SortCoverage: "coverage", SortVerdict: "verdict_rank",
	SortGame: "game", SortMap: "map", SortOrders: "orders", SortPlayers: "players",
}

func compareWithFile(t *testing.T, index *Index, random *rand.Rand) {
	t.Helper()
	filter, by, ascending := filterAtRandom(random), Sort(pick(random, Sorts()...)), random.IntN(2) == 0
	where := filter.condition()
	direction := " DESC"
	if ascending != (by == SortVerdict) {
		direction = " ASC"
	}
	want := fileTexts(t, index, "SELECT id FROM games"+where.where()+" ORDER BY "+fileColumns[by]+direction+", number"+direction, where.arguments)
	if got := wholeList(t, index, filter, by, ascending, 1+random.IntN(20)); !slices.Equal(got, want) {
		t.Errorf("%s by %s, ascending %v: memory has\n%v, the file\n%v", filter.key(), by, ascending, got, want)
	}
	facets, err := index.Facets(t.Context(), filter)
	if err != nil {
		t.Fatal(err)
	}
	selected := " IN (SELECT number FROM games" + where.where() + ")"
	for _, menu := range []struct {
		got         []Facet
		value, from string
	}{
		{facets.Games, "game", "games"},
		{facets.Formats, "format", "games"},
		{facets.Verdicts, "verdict", "games"},
		{facets.Maps, "map", "games"},
		{facets.Matchups, "matchup", "games"},
		{facets.Outcomes, "outcome", "games"},
		{facets.Players, "name", "players"},
		{facets.Factions, "faction", "players"},
		{facets.Labels, "name || ':' || value", "labels"},
	} {
		column := "game"
		if menu.from == "games" {
			column = "number"
		}
		want := fileTexts(t, index, "SELECT v || ' ' || n FROM (SELECT "+menu.value+" AS v, count(DISTINCT "+column+") AS n FROM "+menu.from+" WHERE "+column+selected+
			" GROUP BY v HAVING v <> '' ORDER BY n DESC, v LIMIT "+fmt.Sprint(maxFacets)+")", where.arguments)
		got := []string{}
		for _, facet := range menu.got {
			got = append(got, fmt.Sprintf("%s %d", facet.Value, facet.Count))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: of %s memory counts\n%v, the file\n%v", filter.key(), menu.value, got, want)
		}
	}
}

// wholeList is all pages of a list, one behind the other.
func wholeList(t *testing.T, index *Index, filter Filter, by Sort, ascending bool, limit int) []string {
	t.Helper()
	list := []string{}
	request := Request{Filter: filter, Sort: by, Ascending: ascending, Limit: limit}
	var total int64
	for {
		page, err := index.List(t.Context(), request)
		if err != nil {
			t.Fatal(err)
		}
		if page.Total != nil {
			total = *page.Total
		}
		list = append(list, ids(t, page)...)
		if page.Next == nil {
			break
		}
		request.Cursor = *page.Next
	}
	if int64(len(list)) != total {
		t.Errorf("%s: %d games, and the total is %d", filter.key(), len(list), total)
	}
	return list
}

func fileTexts(t *testing.T, index *Index, query string, arguments []any) []string {
	t.Helper()
	list := []string{}
	err := index.each(t.Context(), query, arguments, func(scan func(...any) error) error {
		var text string
		err := scan(&text)
		list = append(list, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A row that no column reaches is refused before it is in the file.
func TestRowsBeyondTheColumnsAreRefused(t *testing.T) {
	for number, wanted := range map[int64]bool{0: false, 1: true, columns.MaxNumber: true, columns.MaxNumber + 1: false} {
		if err := (&columns.Row{Number: number}).Check(); (err == nil) != wanted {
			t.Errorf("row %d: %v", number, err)
		}
	}
	index := filled(t, 1)
	if _, err := index.write.Exec("UPDATE games SET number = ?", columns.MaxNumber); err != nil {
		t.Fatal(err)
	}
	err := index.Add(t.Context(), made(1))
	if err == nil || !strings.Contains(err.Error(), columns.ErrNumber.Error()) {
		t.Errorf("a game behind the last row: %v", err)
	}
	if has, err := index.Has(t.Context(), made(1).Game.ID); err != nil || has {
		t.Errorf("the refused game is in the file: %v, %v", has, err)
	}
}
