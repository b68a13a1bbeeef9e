// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"

	"convertd/core/naming"
	"convertd/web/library/columns"
)

// Facet is one value that games have, and how many have it.
type Facet struct {
	Value string `json:"value"`
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

// Facets are the values of a filter's games, most frequent first.
type Facets struct {
	Games    []Facet `json:"games"`
	Formats  []Facet `json:"formats"`
	Verdicts []Facet `json:"verdicts"`
	Maps     []Facet `json:"maps"`
	Players  []Facet `json:"players"`
	Factions []Facet `json:"factions"`
	Matchups []Facet `json:"matchups"`
	Outcomes []Facet `json:"outcomes"`
	Labels   []Facet `json:"labels"`
}

// maxFacets is the most values of one kind.
const maxFacets = 50

const maxRecentFacets = 64

// Facets counts the values that the games of a filter have.
func (x *Index) Facets(ctx context.Context, filter Filter) (*Facets, error) {
	revision, key := x.Revision(), filter.key()
	if known, ok := x.facets.get(revision, key); ok {
		return known, nil
	}
	query, err := x.query(ctx, &filter)
	if err != nil {
		return nil, err
	}
	facets := &Facets{}
	kinds := []struct {
		field columns.Field
		into  *[]Facet
	}{
		{columns.Game, &facets.Games},
		{columns.Format, &facets.Formats},
		{columns.Verdict, &facets.Verdicts},
		{columns.Map, &facets.Maps},
		{columns.Matchup, &facets.Matchups},
		{columns.Outcome, &facets.Outcomes},
		{columns.Player, &facets.Players},
		{columns.Faction, &facets.Factions},
		{columns.Label, &facets.Labels},
	}
	fields := make([]columns.Field, len(kinds))
	for i := range kinds {
		fields[i] = kinds[i].field
	}
	for i, counts := range x.columns.Counts(query, fields, maxFacets) {
		list := make([]Facet, len(counts))
		for k, count := range counts {
			list[k] = Facet{Value: count.Text, Name: count.Text, Count: count.Games}
		}
		*kinds[i].into = list
	}
	for i := range facets.Games {
		facets.Games[i].Name = naming.Game(facets.Games[i].Value)
	}
	x.facets.put(revision, key, facets)
	return facets, nil
}
