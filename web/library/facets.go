// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"
	"fmt"
	"sync"

	"convertd/core/naming"
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

// facetCache keeps the last answers: menus ask for the same ones again and again.
type facetCache struct {
	mu       sync.Mutex
	revision uint64
	answers  map[string]*Facets
}

const maxCachedFacets = 64

func (c *facetCache) get(revision uint64, key string) *Facets {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.revision != revision {
		return nil
	}
	return c.answers[key]
}

func (c *facetCache) put(revision uint64, key string, facets *Facets) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.revision != revision || len(c.answers) >= maxCachedFacets {
		c.revision, c.answers = revision, map[string]*Facets{}
	}
	if c.answers == nil {
		c.answers = map[string]*Facets{}
	}
	c.answers[key] = facets
}

// Facets counts the values that the games of a filter have.
func (x *Index) Facets(ctx context.Context, filter Filter) (*Facets, error) {
	revision, key := x.Revision(), filter.key()
	if known := x.facets.get(revision, key); known != nil {
		return known, nil
	}
	facets := &Facets{}
	where := filter.condition()
	for _, kind := range []struct {
		into  *[]Facet
		value string
		from  string
	}{
		{&facets.Games, "game", ""},
		{&facets.Formats, "format", ""},
		{&facets.Verdicts, "verdict", ""},
		{&facets.Maps, "map", ""},
		{&facets.Matchups, "matchup", ""},
		{&facets.Outcomes, "outcome", ""},
		{&facets.Players, "name", "players"},
		{&facets.Factions, "faction", "players"},
		{&facets.Labels, "name || ':' || value", "labels"},
	} {
		list, err := x.facet(ctx, kind.value, kind.from, where)
		if err != nil {
			return nil, fmt.Errorf("library: %w", err)
		}
		*kind.into = list
	}
	for i := range facets.Games {
		facets.Games[i].Name = naming.Game(facets.Games[i].Value)
	}
	x.facets.put(revision, key, facets)
	return facets, nil
}

func (x *Index) facet(ctx context.Context, value, table string, where *condition) ([]Facet, error) {
	query := "SELECT " + value + " AS v, count(*) AS n FROM games" + where.where()
	if table != "" {
		query = "SELECT " + value + " AS v, count(DISTINCT game) AS n FROM " + table
		if len(where.clauses) > 0 {
			query += " WHERE game IN (SELECT number FROM games" + where.where() + ")"
		}
	}
	rows, err := x.read.QueryContext(ctx, query+" GROUP BY v ORDER BY n DESC, v LIMIT ?", append(where.arguments[:len(where.arguments):len(where.arguments)], maxFacets)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // read only
	list := []Facet{}
	for rows.Next() {
		var facet Facet
		if err := rows.Scan(&facet.Value, &facet.Count); err != nil {
			return nil, err
		}
		if facet.Value == "" {
			continue
		}
		facet.Name = facet.Value
		list = append(list, facet)
	}
	return list, rows.Err()
}
