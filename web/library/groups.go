// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"convertd/web/library/columns"
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

// groupFields are what games of a group have in common.
var groupFields = map[GroupBy]columns.Field{
	ByPlayer: columns.Player, ByMap: columns.Map, ByMatchup: columns.Matchup, ByFaction: columns.Faction, ByBuild: columns.Build,
	ByGame: columns.Game, ByFormat: columns.Format,
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
var groupSorts = map[string]func(a, b *columns.Group, ascending bool) int{
	"games":  by(func(g *columns.Group) int64 { return g.Games }),
	"wins":   by(func(g *columns.Group) int64 { return g.Wins }),
	"length": by(func(g *columns.Group) float64 { return float64(g.Length) / float64(g.Appearances) }),
	"last":   by(func(g *columns.Group) int64 { return g.Last }),
	"first":  by(func(g *columns.Group) int64 { return g.First }),
	"name":   by(func(g *columns.Group) string { return g.Text }),
	"win_share": func(a, b *columns.Group, ascending bool) int {
		one, decided := winShare(a)
		other, otherDecided := winShare(b)
		if decided != otherDecided { // those without a share stand last, whatever the direction
			if decided {
				return -1
			}
			return 1
		}
		return directed(cmp.Compare(one, other), ascending)
	},
}

func by[V cmp.Ordered](value func(*columns.Group) V) func(a, b *columns.Group, ascending bool) int {
	return func(a, b *columns.Group, ascending bool) int {
		return directed(cmp.Compare(value(a), value(b)), ascending)
	}
}

func directed(order int, ascending bool) int {
	if ascending {
		return order
	}
	return -order
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

// Groups counts the games of a filter together. Figures come from memory; rows of
// one size stand in the order of their keys.
func (x *Index) Groups(ctx context.Context, request GroupRequest) (*GroupPage, error) {
	field, known := groupFields[request.By]
	compare, sortable := groupSorts[request.Sort]
	if !known || !sortable {
		return nil, fmt.Errorf("library: no such groups: by %q, sort %q", request.By, request.Sort)
	}
	query, err := x.query(ctx, &request.Filter)
	if err != nil {
		return nil, err
	}
	groups := x.columns.Groups(query, field)
	slices.SortFunc(groups, func(a, b columns.Group) int {
		return cmp.Or(compare(&a, &b, request.Ascending), cmp.Compare(a.Text, b.Text))
	})
	page := &GroupPage{By: request.By, Total: int64(len(groups)), Rows: []Group{}}
	begin := min(request.Offset, len(groups))
	end := begin + min(request.Limit, len(groups)-begin)
	for i := range groups[begin:end] {
		page.Rows = append(page.Rows, groupOf(&groups[begin+i]))
	}
	return page, nil
}

func groupOf(g *columns.Group) Group {
	first, last := time.Unix(g.First, 0).UTC(), time.Unix(g.Last, 0).UTC()
	group := Group{
		Key: g.Text, Name: g.Text, Games: g.Games, Appearances: g.Appearances, Wins: g.Wins, Losses: g.Losses, Undecided: g.Undecided,
		MeanMS: rounded(g.Length, g.Appearances), ShortestMS: g.Shortest, LongestMS: g.Longest, TotalMS: g.Length, FirstAt: &first, LastAt: &last,
	}
	if share, decided := winShare(g); decided {
		group.WinShare = &share
	}
	if g.Active > 0 {
		apm := rounded(g.Actions, g.Active)
		group.APM = &apm
	}
	return group
}

// rounded is a mean to the nearest whole number.
func rounded(sum, count int64) int64 { return int64(float64(sum)/float64(count) + 0.5) }

// winShare is in permille of the decided appearances, if there are any.
func winShare(g *columns.Group) (permille int64, decided bool) {
	if g.Wins+g.Losses == 0 {
		return 0, false
	}
	return g.Wins * 1000 / (g.Wins + g.Losses), true
}
