// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"
)

// benchmarkGames is how many games the figures of docs/benchmarks.md are over.
const benchmarkGames = 100_000

// BenchmarkFilters measures the first page, with its count, of every kind of
// filter and sort over 100,000 games on disk.
func BenchmarkFilters(b *testing.B) {
	path := filepath.Join(b.TempDir(), "library.sqlite")
	index := openIndex(b, path)
	fill(b, index, benchmarkGames)
	day := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		name   string
		filter Filter
	}{
		{"none", Filter{}},
		{"game", Filter{Games: []string{"ra"}}},
		{"map", Filter{Maps: []string{"Map 5"}}},
		{"player", Filter{Players: []string{"Player 8"}}},
		{"faction", Filter{Factions: []string{"Nod"}}},
		{"verdict", Filter{Verdicts: []string{"proven"}}},
		{"outcome", Filter{Outcomes: []string{OutcomeDraw}}},
		{"coverage", Filter{CoverageMin: number(990)}},
		{"length", Filter{LengthMin: number(600), LengthMax: number(700)}},
		{"date", Filter{From: &day}},
		{"matchup", Filter{Matchups: []string{"GDI v Soviets"}}},
		{"common-word", Filter{Query: "luck"}},
		{"rare-word", Filter{Query: "number77777"}},
		{"everything", Filter{
			Query: "fun", Games: []string{"ra"}, Verdicts: []string{"proven"}, Players: []string{"Player 8", "Player 9"}, CoverageMin: number(100), From: &day,
		}},
	} {
		for _, sort := range []Sort{SortDate, SortLength} {
			b.Run(fmt.Sprintf("%s/by-%s", test.name, sort), func(b *testing.B) {
				for b.Loop() {
					index.revision.Add(1) // nothing is remembered
					if _, err := index.List(context.Background(), Request{Filter: test.filter, Sort: sort, Limit: 50}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
	for name, filter := range map[string]Filter{"all": {}, "faction": {Factions: []string{"Nod"}}, "common-word": {Query: "luck"}} {
		b.Run("menus/"+name, func(b *testing.B) {
			for b.Loop() {
				index.revision.Add(1) // nothing is remembered
				if _, err := index.Facets(context.Background(), filter); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			again, _, err := Open(context.Background(), path)
			if err != nil {
				b.Fatal(err)
			}
			if err := again.Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, by := range GroupsBy() {
		b.Run("groups-by-"+by, func(b *testing.B) {
			for b.Loop() {
				if _, err := index.Groups(context.Background(), GroupRequest{By: GroupBy(by), Sort: "games", Limit: 50}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("last-page", func(b *testing.B) {
		cursor := cursor{Sort: SortDate, Value: made(60).Game.PlayedAt.Unix(), Number: 61}.text()
		for b.Loop() {
			page, err := index.List(context.Background(), Request{Sort: SortDate, Limit: 50, Cursor: cursor})
			if err != nil || len(page.Games) != 50 {
				b.Fatal(len(page.Games), err)
			}
		}
	})
}
