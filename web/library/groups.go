// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"
	"fmt"
	"time"
)

// GroupBy is what games are put together by.
type GroupBy string

// Ways to put games together.
const (
	ByPlayer  GroupBy = "player"
	ByMap     GroupBy = "map"
	ByMatchup GroupBy = "matchup"
	ByFaction GroupBy = "faction"
	ByBuild   GroupBy = "build"
	ByGame    GroupBy = "game"
	ByFormat  GroupBy = "format"
)

// GroupsBy lists all of them.
func GroupsBy() []string {
	return []string{string(ByPlayer), string(ByMap), string(ByMatchup), string(ByFaction), string(ByBuild), string(ByGame), string(ByFormat)}
}

// groupKinds say how a group is counted. Of players, factions and builds every
// appearance counts; of match-ups one of the side that is named first, and of two
// sides with one name the one with the lower slot; of maps, games and formats
// the games.
var groupKinds = map[GroupBy]struct {
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

// Group is the figures of games that have something in common. Games without a
// known winner are undecided and do not enter the win share.
type Group struct {
	Key         string     `json:"key"`
	Name        string     `json:"name"`
	Games       int64      `json:"games"`
	Appearances int64      `json:"appearances"`
	Wins        int64      `json:"wins"`
	Losses      int64      `json:"losses"`
	Undecided   int64      `json:"undecided"`
	WinShare    *int64     `json:"win_share"` // permille of the decided ones
	MeanMS      int64      `json:"mean_ms"`
	ShortestMS  int64      `json:"shortest_ms"`
	LongestMS   int64      `json:"longest_ms"`
	TotalMS     int64      `json:"total_ms"`
	FirstAt     *time.Time `json:"first_at"`
	LastAt      *time.Time `json:"last_at"`
	APM         *int64     `json:"apm"` // mean of the appearances with actions
}

// GroupPage is one page of groups.
type GroupPage struct {
	By    GroupBy `json:"by"`
	Total int64   `json:"total"`
	Rows  []Group `json:"rows"`
}

// groupSorts are what groups can be sorted by.
var groupSorts = map[string]string{
	"games": "games", "wins": "wins", "win_share": "share", "length": "mean", "last": "last", "first": "first", "name": "key",
}

// GroupSorts lists all of them.
func GroupSorts() []string {
	return []string{"games", "wins", "win_share", "length", "last", "first", "name"}
}

// GroupRequest asks for groups.
type GroupRequest struct {
	Filter    Filter
	By        GroupBy
	Sort      string
	Ascending bool
	Limit     int
	Offset    int
}

// Groups counts the games of a filter together.
func (x *Index) Groups(ctx context.Context, request GroupRequest) (*GroupPage, error) {
	kind, known := groupKinds[request.By]
	sort, sortable := groupSorts[request.Sort]
	if !known || !sortable {
		return nil, fmt.Errorf("library: no such groups: by %q, sort %q", request.By, request.Sort)
	}
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
		return nil, fmt.Errorf("library: %w", err)
	}
	defer rows.Close() //nolint:errcheck // read only
	for rows.Next() {
		var g Group
		var apm *float64
		var mean float64
		var firstAt, lastAt int64
		if err := rows.Scan(&g.Key, &g.Games, &g.Appearances, &g.Wins, &g.Losses, &g.Undecided, &apm, &mean, &g.ShortestMS, &g.LongestMS,
			&g.TotalMS, &firstAt, &lastAt, &g.WinShare, &page.Total); err != nil {
			return nil, fmt.Errorf("library: %w", err)
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
