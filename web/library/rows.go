// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

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
	if err := readPlayers(ctx, from, of("game"), arguments, byNumber); err != nil {
		return nil, err
	}
	var number int64
	var a, b string
	err = eachRow(ctx, from, "SELECT game, name, value FROM labels"+of("game"), arguments, func(scan func(...any) error) error {
		err := scan(&number, &a, &b)
		if row := byNumber[number]; row != nil {
			row.Values = append(row.Values, columns.Value{Field: columns.LabelName, Text: a}, columns.Value{Field: columns.Label, Text: a + ":" + b})
		}
		return err
	})
	return rows, err
}

// matchupColumn is where readRows puts the match-up among a row's values.
const matchupColumn = 4

// readPlayers adds to rows who played in their games, and who watched.
func readPlayers(ctx context.Context, from rowReader, which string, arguments []any, rows map[int64]*columns.Row) error {
	seen := map[string]bool{} // sides of the game that is being read
	current := int64(0)
	query := "SELECT game, name, faction, build, side, plays, result, apm FROM players" + which + " ORDER BY game, slot"
	return eachRow(ctx, from, query, arguments, func(scan func(...any) error) error {
		var a columns.Appearance
		var game int64
		var side string
		var plays bool
		if err := scan(&game, &a.Name, &a.Faction, &a.Build, &side, &plays, &a.Result, &a.APM); err != nil {
			return err
		}
		row := rows[game]
		if row == nil {
			return nil
		}
		row.Values = append(row.Values, columns.Value{Field: columns.Player, Text: a.Name},
			columns.Value{Field: columns.Faction, Text: a.Faction}, columns.Value{Field: columns.Build, Text: a.Build})
		if !plays {
			return nil
		}
		if game != current {
			clear(seen)
			current = game
		}
		// Of two sides with one name the one with the lower slot counts.
		a.FirstSide = !seen[side] && strings.HasPrefix(row.Values[matchupColumn].Text, side+" v ")
		seen[side] = true
		row.Appearances = append(row.Appearances, a)
		return nil
	})
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
