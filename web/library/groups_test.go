// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"
	"fmt"
	"reflect"
	"testing"
	"time"

	"convertd/core/icrep"
)

// kindsOfFile are columns of the index file and what besides the filter must hold.
var kindsOfFile = map[GroupBy]struct {
	key   string // column
	where string // besides the filter
}{
	ByPlayer:  {"p.name", "p.plays AND p.name <> ''"},
	ByFaction: {"p.faction", "p.plays AND p.faction <> ''"},
	ByBuild:   {"p.build", "p.plays AND p.build <> ''"},
	ByMatchup: {"g.matchup", "p.plays AND g.matchup <> '' AND substr(g.matchup, 1, length(p.side) + 3) = p.side || ' v ' AND " +
		"p.slot = (SELECT min(q.slot) FROM players q WHERE q.game = p.game AND q.plays AND q.side = p.side)"},
	ByMap:    {"g.map", "g.map <> ''"},
	ByGame:   {"g.game", "g.game <> ''"},
	ByFormat: {"g.format", "g.format <> ''"},
}

var sortsOfFile = map[string]string{
	"games": "games", "wins": "wins", "win_share": "share", "length": "mean", "last": "last", "first": "first", "name": "key",
}

// groupsOfFile counts as Groups does, by a query of SQLite over the index file.
func groupsOfFile(ctx context.Context, x *Index, request GroupRequest) (*GroupPage, error) {
	kind, sort := kindsOfFile[request.By], sortsOfFile[request.Sort]
	where := request.Filter.condition()
	// The filter names columns of games alone.
	filter := ""
	if len(where.clauses) > 0 {
		filter = " AND g.number IN (SELECT number FROM games" + where.where() + ")"
	}
	// Of maps, games and formats no side is meant: their players do not enter.
	from := " FROM players p JOIN games g ON g.number = p.game"
	results := "count(*) FILTER (WHERE p.result = 1) AS wins, count(*) FILTER (WHERE p.result = 2) AS losses, " +
		"count(*) FILTER (WHERE p.result = 0) AS undecided, avg(p.apm) FILTER (WHERE p.apm > 0) AS apm"
	if kind.key[0] == 'g' && request.By != ByMatchup {
		from = " FROM games g"
		results = "0 AS wins, 0 AS losses, count(*) FILTER (WHERE g.outcome <> 'completed') AS undecided, NULL AS apm"
	}
	inner := "SELECT " + kind.key + " AS key, count(DISTINCT g.number) AS games, count(*) AS appearances, " + results +
		", avg(g.length) AS mean, min(g.length) AS shortest, max(g.length) AS longest, sum(g.length) AS total, min(g.date) AS first, max(g.date) AS last" +
		from + " WHERE " + kind.where + filter + " GROUP BY key"
	page := &GroupPage{By: request.By, Rows: []Group{}}
	direction := " DESC"
	if request.Ascending {
		direction = " ASC"
	}
	query := "SELECT key, games, appearances, wins, losses, undecided, apm, mean, shortest, longest, total, first, last, " +
		"CASE WHEN wins + losses > 0 THEN wins * 1000 / (wins + losses) END AS share, count(*) OVER () FROM (" + inner + ")" +
		" ORDER BY " + sort + direction + " NULLS LAST, key LIMIT ? OFFSET ?"
	rows, err := x.read.QueryContext(ctx, query, append(where.arguments, request.Limit, request.Offset)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // read only
	for rows.Next() {
		var g Group
		var apm *float64
		var mean float64
		var firstAt, lastAt int64
		if err := rows.Scan(&g.Key, &g.Games, &g.Appearances, &g.Wins, &g.Losses, &g.Undecided, &apm, &mean, &g.ShortestMS, &g.LongestMS,
			&g.TotalMS, &firstAt, &lastAt, &g.WinShare, &page.Total); err != nil {
			return nil, err
		}
		g.Name, g.MeanMS = g.Key, int64(mean+0.5)
		if apm != nil {
			rounded := int64(*apm + 0.5)
			g.APM = &rounded
		}
		first, last := time.Unix(firstAt, 0).UTC(), time.Unix(lastAt, 0).UTC()
		g.FirstAt, g.LastAt = &first, &last
		page.Rows = append(page.Rows, g)
	}
	return page, rows.Err()
}

// Groups in memory are those of the file, for every way to put games together, sort
// and page, and after games were put anew and cleared.
func TestGroupsInMemoryAreThoseOfTheFile(t *testing.T) {
	index := openIndex(t, "")
	fill(t, index, 400)
	for n, change := range map[int]func(*Entry){
		3:  func(e *Entry) { e.Game.Players[0].Name, e.Game.Players[1].Name = "", "\u05d0\u05d1 v \u05d2" },
		5:  func(e *Entry) { e.Game.Players[0].Faction, e.Game.Players[1].Faction = "Nod", "Nod" },
		8:  func(e *Entry) { e.Game.Map.Name, e.Game.Outcome.Kind, e.Game.Outcome.Winner = "", OutcomeDraw, nil },
		11: func(e *Entry) { e.Game.Players[1].Name = e.Game.Players[0].Name },
		13: func(e *Entry) { e.Game.Players[1].Kind = icrep.KindSpectator },
		17: func(e *Entry) { e.Builds = map[int]string{} },
		19: func(e *Entry) { e.Game.Players[0].APM = 0 },
		23: func(e *Entry) { e.Game.Players, e.Builds = nil, map[int]string{} },
	} {
		entry := made(n)
		change(entry)
		entry.Game.Matchup = matchup(entry.Game.Players)
		if err := index.Add(t.Context(), entry); err != nil {
			t.Fatal(err)
		}
	}
	for name, filter := range map[string]Filter{
		"all": {}, "a word": {Query: "number42"}, "of a faction": {Factions: []string{"Nod"}}, "of a length": {LengthMin: number(20), LengthMax: number(300)}, "none": {Query: "absent"},
	} {
		for _, by := range GroupsBy() {
			for _, sort := range GroupSorts() {
				for _, ascending := range []bool{false, true} {
					request := GroupRequest{Filter: filter, By: GroupBy(by), Sort: sort, Ascending: ascending, Limit: 1 << 30}
					want, err := groupsOfFile(t.Context(), index, request)
					if err != nil {
						t.Fatal(err)
					}
					got, err := index.Groups(t.Context(), request)
					if err != nil {
						t.Fatal(err)
					}
					if !reflect.DeepEqual(got, want) {
						t.Fatalf("%s, by %s, sorted by %s, ascending %v:\n%+v\nwant\n%+v", name, by, sort, ascending, got, want)
					}
					request.Offset, request.Limit = 2, 3
					part, err := index.Groups(t.Context(), request)
					if err != nil {
						t.Fatal(err)
					}
					begin := min(2, len(want.Rows))
					if rows := want.Rows[begin:min(5, len(want.Rows))]; part.Total != want.Total || !reflect.DeepEqual(part.Rows, rows) {
						t.Fatalf("%s, by %s: rows 2 to 4 of %d are %+v, want %+v", name, by, part.Total, part.Rows, rows)
					}
				}
			}
		}
	}
}

// BenchmarkGroups compares groups from memory with the same from the file.
func BenchmarkGroups(b *testing.B) {
	index := openIndex(b, b.TempDir()+"/library.sqlite")
	fill(b, index, benchmarkGames)
	for _, by := range GroupsBy() {
		for name, groups := range map[string]func(context.Context, *Index, GroupRequest) (*GroupPage, error){
			"file": groupsOfFile,
			"memory": func(ctx context.Context, x *Index, request GroupRequest) (*GroupPage, error) {
				return x.Groups(ctx, request)
			},
		} {
			b.Run(fmt.Sprintf("%s/%s", by, name), func(b *testing.B) {
				for b.Loop() {
					if _, err := groups(b.Context(), index, GroupRequest{By: GroupBy(by), Sort: "games", Limit: 50}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
