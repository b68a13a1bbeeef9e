// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Sort is the order of a list.
type Sort string

// Sorts of games.
const (
	SortDate     Sort = "date" // played, else converted, else added
	SortAdded    Sort = "added"
	SortLength   Sort = "length"
	SortCoverage Sort = "coverage"
	SortVerdict  Sort = "verdict" // descending is best first
	SortGame     Sort = "game"
	SortMap      Sort = "map"
	SortOrders   Sort = "orders"
	SortPlayers  Sort = "players"
)

// sortColumns are the columns of the index file. Each has an index of its own.
var sortColumns = map[Sort]string{
	SortDate: "date", SortAdded: "added", SortLength: "length", SortCoverage: "coverage", SortVerdict: "verdict_rank",
	SortGame: "game", SortMap: "map", SortOrders: "orders", SortPlayers: "players",
}

// Sorts lists all of them.
func Sorts() []string {
	return []string{
		string(SortDate), string(SortAdded), string(SortLength), string(SortCoverage), string(SortVerdict),
		string(SortGame), string(SortMap), string(SortOrders), string(SortPlayers),
	}
}

// MaxPage is the most rows of a page.
const MaxPage = 200

// Request asks for one page of a list.
type Request struct {
	Filter    Filter
	Sort      Sort
	Ascending bool
	Limit     int    // 1 to MaxPage
	Cursor    string // Page.Next of the page before, "" for the first
}

// Page is one page. A page costs the same wherever it is in the list: it begins
// where the one before ended, and nothing before is counted.
type Page struct {
	Games []json.RawMessage `json:"games"`
	Total *int64            `json:"total"` // of the filter; on the first page only
	Next  *string           `json:"next"`  // nil on the last page
}

// ErrCursor says that a cursor is none, or one of another sort.
var ErrCursor = errors.New("the cursor is not one of this list")

// cursor is where a page ended: the sorted value and the number of its last row.
type cursor struct {
	Sort   Sort  `json:"s"`
	Value  any   `json:"v"`
	Number int64 `json:"n"`
}

func (c cursor) text() string {
	data, err := json.Marshal(c)
	if err != nil {
		return "" // numbers and texts of the index file
	}
	return base64.RawURLEncoding.EncodeToString(data)
}

func parseCursor(text string, sort Sort) (*cursor, error) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, ErrCursor
	}
	var c cursor
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	decoder.UseNumber()
	if err := decoder.Decode(&c); err != nil || c.Sort != sort {
		return nil, ErrCursor
	}
	switch value := c.Value.(type) {
	case json.Number:
		if c.Value, err = value.Int64(); err != nil {
			return nil, ErrCursor
		}
	case string:
	default:
		return nil, ErrCursor
	}
	return &c, nil
}

// List gives one page of the games that a filter selects.
func (x *Index) List(ctx context.Context, request Request) (*Page, error) {
	column, known := sortColumns[request.Sort]
	if !known || request.Limit < 1 || request.Limit > MaxPage {
		return nil, fmt.Errorf("library: no such list: sort %q, limit %d", request.Sort, request.Limit)
	}
	page := &Page{Games: []json.RawMessage{}}
	where := request.Filter.condition()
	if request.Cursor == "" {
		var total int64
		if err := x.read.QueryRowContext(ctx, "SELECT count(*) FROM games"+where.where(), where.arguments...).Scan(&total); err != nil {
			return nil, fmt.Errorf("library: %w", err)
		}
		page.Total = &total
	}
	// The best verdict has the lowest rank: descending is best first.
	direction, compare := " DESC", "<"
	if request.Ascending != (request.Sort == SortVerdict) {
		direction, compare = " ASC", ">"
	}
	if request.Cursor != "" {
		from, err := parseCursor(request.Cursor, request.Sort)
		if err != nil {
			return nil, err
		}
		where.add("("+column+", number) "+compare+" (?, ?)", from.Value, from.Number)
	}
	query := "SELECT number, " + column + " FROM games" + where.where() +
		" ORDER BY " + column + direction + ", number" + direction + " LIMIT ?"
	query = "SELECT number, " + column + ", document FROM (" + query + ") JOIN documents USING (number)" +
		" ORDER BY " + column + direction + ", number" + direction
	rows, err := x.read.QueryContext(ctx, query, append(where.arguments, request.Limit+1)...)
	if err != nil {
		return nil, fmt.Errorf("library: %w", err)
	}
	defer rows.Close() //nolint:errcheck // read only
	last := cursor{Sort: request.Sort}
	for rows.Next() {
		if len(page.Games) == request.Limit {
			next := last.text()
			page.Next = &next
			break
		}
		var document []byte
		if err := rows.Scan(&last.Number, &last.Value, &document); err != nil {
			return nil, fmt.Errorf("library: %w", err)
		}
		page.Games = append(page.Games, document)
	}
	return page, rows.Err()
}

// Each gives every game that a filter selects, newest first, to use.
func (x *Index) Each(ctx context.Context, filter Filter, use func(*Game) error) error {
	where := filter.condition()
	rows, err := x.read.QueryContext(ctx, "SELECT document FROM games JOIN documents USING (number)"+where.where()+" ORDER BY date DESC, number DESC", where.arguments...)
	if err != nil {
		return fmt.Errorf("library: %w", err)
	}
	defer rows.Close() //nolint:errcheck // read only
	for rows.Next() {
		var document []byte
		if err := rows.Scan(&document); err != nil {
			return fmt.Errorf("library: %w", err)
		}
		var game Game
		if err := json.Unmarshal(document, &game); err != nil {
			return fmt.Errorf("library: %w", err)
		}
		if err := use(&game); err != nil {
			return err
		}
	}
	return rows.Err()
}
