// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"

	"convertd/core/icreptools"
	"convertd/web/gamepage"
	"convertd/web/library"
)

const (
	typeCSV   = "text/csv; charset=utf-8"
	typeText  = "text/plain; charset=utf-8"
	typeLines = "application/jsonl"
)

// table writes rows as CSV. Spreadsheets take what begins with some characters
// for a formula and would run it: such a text gets an apostrophe before it.
type table struct {
	writer *csv.Writer
}

func newTable(response http.ResponseWriter, name string, heading ...string) (*table, error) {
	attachment(response, typeCSV, name)
	t := &table{csv.NewWriter(response)}
	return t, t.writer.Write(heading)
}

func (t *table) row(cells ...string) error {
	for i, cell := range cells {
		if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) && !isNumber(cell) {
			cells[i] = "'" + cell
		}
	}
	return t.writer.Write(cells)
}

func isNumber(text string) bool {
	_, err := strconv.ParseInt(text, 10, 64)
	return err == nil
}

// end flushes. Whoever asked may be gone: then nothing is left to say.
func (t *table) end() error {
	t.writer.Flush()
	return nil
}

func number[T ~int | ~int32 | ~int64](n T) string   { return strconv.FormatInt(int64(n), 10) }
func count[T ~uint | ~uint32 | ~uint64](n T) string { return strconv.FormatUint(uint64(n), 10) }

func optional(ms *uint64) string {
	if ms == nil {
		return ""
	}
	return count(*ms)
}

func (a *API) buildTable(response http.ResponseWriter, request *http.Request) error {
	game, recording, err := a.open(request)
	if err != nil {
		return err
	}
	defer recording.Close() //nolint:errcheck // read only
	build, _, err := gamepage.ReadBuildAndChat(recording.File)
	if err != nil {
		return err
	}
	t, err := newTable(response, stem(game)+".build.csv", "time_ms", "player", "name", "kind", "item", "item_name", "count", "placed_ms", "started_ms", "completed_ms")
	if err != nil {
		return nil //nolint:nilerr // whoever asked is gone
	}
	for i := range build.Steps {
		s := &build.Steps[i]
		if t.row(count(s.TimeMS), number(s.Player), playerName(game, int(s.Player)), s.Kind, s.Item, s.Name, number(s.Count),
			optional(s.PlacedMS), optional(s.StartedMS), optional(s.CompletedMS)) != nil {
			return nil
		}
	}
	return t.end()
}

func playerName(game *library.Game, slot int) string {
	for i := range game.Players {
		if game.Players[i].Slot == slot {
			return game.Players[i].Title()
		}
	}
	return ""
}

func (a *API) seriesTable(response http.ResponseWriter, request *http.Request) error {
	game, recording, err := a.open(request)
	if err != nil {
		return err
	}
	defer recording.Close() //nolint:errcheck // read only
	report, err := a.reportOf(request.Context(), game.ID)
	if err != nil {
		return err
	}
	series, err := gamepage.ReadSeries(recording.File, report)
	if err != nil {
		return err
	}
	t, err := newTable(response, stem(game)+".series.csv", "time_ms", "group", "player", "name", "series", "unit", "value")
	if err != nil {
		return nil //nolint:nilerr // whoever asked is gone
	}
	for _, name := range gamepage.Groups() {
		group := series.Groups[name]
		for i := range group.Series {
			line := &group.Series[i]
			for j, value := range line.Values {
				if value != nil && t.row(count(group.TimesMS[j]), name, number(line.Player), playerName(game, line.Player), line.Name, line.Unit, number(*value)) != nil {
					return nil
				}
			}
		}
	}
	return t.end()
}

func (a *API) events(format icreptools.EventFormat, contentType, extension string) handler {
	return func(response http.ResponseWriter, request *http.Request) error {
		game, recording, err := a.open(request)
		if err != nil {
			return err
		}
		defer recording.Close() //nolint:errcheck // read only
		attachment(response, contentType, stem(game)+".events."+extension)
		if _, err := icreptools.WriteEvents(response, recording.File, format, icreptools.EventFilter{}); err != nil {
			panic(http.ErrAbortHandler) // a part was sent: only cutting it off tells that it is one
		}
		return nil
	}
}

func (a *API) ordersText(response http.ResponseWriter, request *http.Request) error {
	game, recording, err := a.open(request)
	if err != nil {
		return err
	}
	defer recording.Close() //nolint:errcheck // read only
	attachment(response, typeText, stem(game)+".orders.txt")
	if _, err := icreptools.WriteOrders(response, recording.File); err != nil {
		panic(http.ErrAbortHandler) // a part was sent
	}
	return nil
}

// gamesTable writes all games of a filter.
func (a *API) gamesTable(response http.ResponseWriter, request *http.Request) error {
	q := readQuery(request)
	filter := q.filter()
	if err := q.end(); err != nil {
		return err
	}
	t, err := newTable(response, "games.csv", "id", "source_sha256", "filename", "format", "game", "version", "map", "map_id", "played_at", "converted_at",
		"length_ms", "verdict", "judged_permille", "bound_permille", "outcome", "winner", "matchup", "players", "orders", "partial")
	if err != nil {
		return nil //nolint:nilerr // whoever asked is gone
	}
	err = a.Index.Each(request.Context(), filter, func(g *library.Game) error {
		return t.row(gameCells(g)...)
	})
	if err != nil {
		a.Log.Debug("a table was not sent whole", "error", err)
		panic(http.ErrAbortHandler)
	}
	return t.end()
}

const timeLayout = "2006-01-02T15:04:05Z"

func gameCells(g *library.Game) []string {
	played, converted, winner, orders := "", "", "", ""
	if g.PlayedAt != nil {
		played = g.PlayedAt.UTC().Format(timeLayout)
	}
	if g.ConvertedAt != nil {
		converted = g.ConvertedAt.UTC().Format(timeLayout)
	}
	if g.Outcome.Winner != nil {
		winner = playerName(g, *g.Outcome.Winner)
	}
	if g.Orders != nil {
		orders = count(g.Orders.Total)
	}
	var names []string
	for i := range g.Players {
		if p := &g.Players[i]; p.Plays() {
			names = append(names, p.Title()+" ("+p.FactionTitle()+")")
		}
	}
	return []string{
		g.ID, g.SourceSHA256, g.Filename, g.Format, g.Game, g.Version, g.Map.Name, g.Map.ID, played, converted,
		count(g.LengthMS), string(g.Verdict), count(g.JudgedPermille), count(g.BoundPermille), g.Outcome.Kind, winner, g.Matchup,
		strings.Join(names, "; "), orders, strconv.FormatBool(g.Partial),
	}
}
