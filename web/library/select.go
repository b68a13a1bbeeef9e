// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"
	"fmt"
	"math"

	"github.com/RoaringBitmap/roaring/v2"

	"convertd/web/library/columns"
)

// query says to the columns what a filter selects, as condition says it to
// SQLite. Only texts and sources are looked up in the file.
func (x *Index) query(ctx context.Context, f *Filter) (columns.Query, error) {
	q := columns.Query{}
	for _, part := range []struct {
		texts  []string
		fields []columns.Field
	}{
		{f.Games, []columns.Field{columns.Game}},
		{f.Formats, []columns.Field{columns.Format}},
		{f.Maps, []columns.Field{columns.Map, columns.MapID}},
		{f.Players, []columns.Field{columns.Player}},
		{f.Factions, []columns.Field{columns.Faction}},
		{f.Matchups, []columns.Field{columns.Matchup}},
		{f.Builds, []columns.Field{columns.Build}},
		{f.Verdicts, []columns.Field{columns.Verdict}},
		{f.Outcomes, []columns.Field{columns.Outcome}},
		{f.Labels, []columns.Field{columns.LabelName, columns.Label}},
	} {
		if len(part.texts) == 0 {
			continue
		}
		var alternatives []columns.Value
		for _, text := range part.texts {
			for _, field := range part.fields {
				alternatives = append(alternatives, columns.Value{Field: field, Text: text})
			}
		}
		q.AnyOf = append(q.AnyOf, alternatives)
	}
	q.Between = ranges(f)
	if typed := textQuery(f.Query); typed != "" {
		found, err := x.textMatches(ctx, typed)
		if err != nil {
			return q, err
		}
		q.Within = append(q.Within, found)
	}
	if f.Source != "" {
		found, err := x.rowSet(ctx, "SELECT json_group_array(number) FROM games WHERE source = ?", f.Source)
		if err != nil {
			return q, err
		}
		q.Within = append(q.Within, found)
	}
	return q, nil
}

func ranges(f *Filter) []columns.Range {
	var list []columns.Range
	between := func(number columns.Number, least, most *int64, unit int64) {
		if least == nil && most == nil {
			return
		}
		r := columns.Range{Number: number, Least: math.MinInt64, Most: math.MaxInt64}
		if least != nil {
			r.Least = *least * unit
		}
		if most != nil {
			r.Most = *most * unit
		}
		list = append(list, r)
	}
	between(columns.Coverage, f.CoverageMin, f.CoverageMax, 1)
	between(columns.Length, f.LengthMin, f.LengthMax, 1000)
	var from, last *int64
	if f.From != nil {
		seconds := f.From.Unix()
		from = &seconds
	}
	if f.To != nil {
		seconds := f.To.Unix() - 1
		last = &seconds
	}
	between(columns.Date, from, last, 1)
	return list
}

const maxRecentTexts = 16

// textMatches gives the rows that a query of the text index finds.
func (x *Index) textMatches(ctx context.Context, query string) (*roaring.Bitmap, error) {
	revision := x.Revision()
	if known, ok := x.texts.get(revision, query); ok {
		return known, nil
	}
	found, err := x.rowSet(ctx, "SELECT json_group_array(rowid) FROM text WHERE text MATCH ?", query)
	if err != nil {
		return nil, err
	}
	x.texts.put(revision, query, found)
	return found, nil
}

// rowSet gives the numbers of rows that a query collects into one array: as rows
// of a result a hundred thousand of them take ten times as long. So many are read
// digit by digit here, as a package for JSON takes as long as SQLite does.
func (x *Index) rowSet(ctx context.Context, query string, argument any) (*roaring.Bitmap, error) {
	var array []byte
	if err := x.read.QueryRowContext(ctx, query, argument).Scan(&array); err != nil {
		return nil, fmt.Errorf("library: %w", err)
	}
	var numbers []uint32
	number, digits := uint32(0), false
	for _, c := range array {
		if c >= '0' && c <= '9' {
			number, digits = number*10+uint32(c-'0'), true
			continue
		}
		if digits {
			numbers = append(numbers, number)
		}
		number, digits = 0, false
	}
	return roaring.BitmapOf(numbers...), nil
}
