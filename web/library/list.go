// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"convertd/web/library/columns"
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

// sortNumbers and sortTexts are the columns of the sorts.
var (
	sortNumbers = map[Sort]columns.Number{
		SortDate: columns.Date, SortAdded: columns.Added, SortLength: columns.Length, SortCoverage: columns.Coverage,
		SortVerdict: columns.VerdictRank, SortOrders: columns.Orders, SortPlayers: columns.Players,
	}
	sortTexts = map[Sort]columns.Field{SortGame: columns.Game, SortMap: columns.Map}
)

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
	if request.Limit < 1 || request.Limit > MaxPage {
		return nil, fmt.Errorf("library: no such list: sort %q, limit %d", request.Sort, request.Limit)
	}
	from := &cursor{}
	if request.Cursor != "" {
		var err error
		if from, err = parseCursor(request.Cursor, request.Sort); err != nil {
			return nil, err
		}
	}
	query, err := x.query(ctx, &request.Filter)
	if err != nil {
		return nil, err
	}
	places, total, err := x.places(query, request, from)
	if err != nil {
		return nil, err
	}
	page := &Page{}
	if request.Cursor == "" {
		page.Total = &total
	}
	if len(places) > request.Limit {
		places = places[:request.Limit]
		next := places[request.Limit-1].text()
		page.Next = &next
	}
	page.Games, err = x.documents(ctx, places)
	return page, err
}

// places finds where the rows of a page stand, and of the one after it.
func (x *Index) places(query columns.Query, request Request, from *cursor) ([]cursor, int64, error) {
	first := request.Cursor == ""
	if by, known := sortTexts[request.Sort]; known {
		order := columns.Order[string]{Ascending: request.Ascending}
		if value, is := from.Value.(string); is {
			order.After = &columns.Place[string]{Value: value, Number: from.Number}
		} else if !first {
			return nil, 0, ErrCursor
		}
		places, total := x.columns.PageByText(query, by, order, request.Limit+1)
		return cursors(request.Sort, places), total, nil
	}
	by, known := sortNumbers[request.Sort]
	if !known {
		return nil, 0, fmt.Errorf("library: no such list: sort %q", request.Sort)
	}
	// The best verdict has the lowest rank: descending is best first.
	order := columns.Order[int64]{Ascending: request.Ascending != (request.Sort == SortVerdict)}
	if value, is := from.Value.(int64); is {
		order.After = &columns.Place[int64]{Value: value, Number: from.Number}
	} else if !first {
		return nil, 0, ErrCursor
	}
	places, total := x.columns.PageByNumber(query, by, order, request.Limit+1)
	return cursors(request.Sort, places), total, nil
}

func cursors[V cmp.Ordered](sort Sort, places []columns.Place[V]) []cursor {
	list := make([]cursor, len(places))
	for i, place := range places {
		list[i] = cursor{Sort: sort, Value: place.Value, Number: place.Number}
	}
	return list
}

// documents reads the rows of a page. One that has been removed in the meantime
// is left out.
func (x *Index) documents(ctx context.Context, places []cursor) ([]json.RawMessage, error) {
	numbers := make([]int64, len(places))
	for i := range places {
		numbers[i] = places[i].Number
	}
	set, err := json.Marshal(numbers)
	if err != nil {
		return nil, fmt.Errorf("library: %w", err)
	}
	read := make(map[int64]json.RawMessage, len(places))
	err = x.each(ctx, "SELECT number, document FROM documents WHERE number IN (SELECT value FROM json_each(?))", []any{string(set)}, func(scan func(...any) error) error {
		var number int64
		var document []byte
		if err := scan(&number, &document); err != nil {
			return err
		}
		read[number] = document
		return nil
	})
	list := make([]json.RawMessage, 0, len(places))
	for _, number := range numbers {
		if document := read[number]; document != nil {
			list = append(list, document)
		}
	}
	return list, err
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
