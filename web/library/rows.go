// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"convertd/web/library/columns"
)

// load fills the columns from the file.
func (x *Index) load(ctx context.Context) error {
	rows, err := readRows(ctx, x.read, nil)
	if err != nil {
		return fmt.Errorf("library: %w", err)
	}
	x.columns.Change(nil, rows)
	return nil
}

// rowReader is a database or a transaction.
type rowReader interface {
	QueryContext(ctx context.Context, query string, arguments ...any) (*sql.Rows, error)
}

// readRows reads what the columns hold of the games with these numbers, or of
// all. A number without a game gives no row.
func readRows(ctx context.Context, from rowReader, numbers []int64) ([]*columns.Row, error) {
	of := func(string) string { return "" }
	var arguments []any
	if numbers != nil {
		set, err := json.Marshal(numbers)
		if err != nil {
			return nil, err
		}
		of = func(column string) string { return " WHERE " + column + " IN (SELECT value FROM json_each(?))" }
		arguments = []any{string(set)}
	}
	var rows []*columns.Row
	byNumber := map[int64]*columns.Row{}
	err := eachRow(ctx, from, "SELECT number, date, added, length, coverage, verdict_rank, orders, players,"+
		" game, map, map_id, format, matchup, verdict, outcome FROM games"+of("number"), arguments, func(scan func(...any) error) error {
		row := &columns.Row{Values: make([]columns.Value, 7, 16)}
		n, v := &row.Numbers, row.Values
		for i, field := range []columns.Field{
			columns.Game, columns.Map, columns.MapID, columns.Format, columns.Matchup, columns.Verdict, columns.Outcome,
		} {
			v[i].Field = field
		}
		err := scan(&row.Number, &n[columns.Date], &n[columns.Added], &n[columns.Length], &n[columns.Coverage], &n[columns.VerdictRank],
			&n[columns.Orders], &n[columns.Players], &v[0].Text, &v[1].Text, &v[2].Text, &v[3].Text, &v[4].Text, &v[5].Text, &v[6].Text)
		if err != nil {
			return err
		}
		byNumber[row.Number] = row
		rows = append(rows, row)
		return row.Check()
	})
	if err != nil {
		return nil, err
	}
	more := func(number int64, values ...columns.Value) {
		if row := byNumber[number]; row != nil {
			row.Values = append(row.Values, values...)
		}
	}
	var number int64
	var a, b, c string
	err = eachRow(ctx, from, "SELECT game, name, faction, build FROM players"+of("game"), arguments, func(scan func(...any) error) error {
		err := scan(&number, &a, &b, &c)
		more(number, columns.Value{Field: columns.Player, Text: a}, columns.Value{Field: columns.Faction, Text: b}, columns.Value{Field: columns.Build, Text: c})
		return err
	})
	if err != nil {
		return nil, err
	}
	err = eachRow(ctx, from, "SELECT game, name, value FROM labels"+of("game"), arguments, func(scan func(...any) error) error {
		err := scan(&number, &a, &b)
		more(number, columns.Value{Field: columns.LabelName, Text: a}, columns.Value{Field: columns.Label, Text: a + ":" + b})
		return err
	})
	return rows, err
}

// eachRow runs a query and gives its rows to use.
func eachRow(ctx context.Context, from rowReader, query string, arguments []any, use func(scan func(...any) error) error) error {
	rows, err := from.QueryContext(ctx, query, arguments...)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // read only
	for rows.Next() {
		if err := use(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}
