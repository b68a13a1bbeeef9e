// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"convertd/core/divergence"
	"convertd/core/icrep"
)

// Add puts games into the index, or in the place of those that have their ids.
// What jobs said of a game before (Attach) stays.
func (x *Index) Add(ctx context.Context, entries ...*Entry) error {
	err := x.changeGames(ctx, func(tx *sql.Tx) (touched []int64, err error) {
		for _, entry := range entries {
			number, err := x.add(ctx, tx, entry)
			if err != nil {
				return nil, fmt.Errorf("game %s: %w", entry.Game.ID, err)
			}
			touched = append(touched, number)
		}
		return touched, nil
	})
	if err != nil {
		return err
	}
	return x.look(ctx, len(entries))
}

// Naming is what a job says of its result.
type Naming struct {
	Game     string // id
	Job      string
	Filename string
	Labels   map[string]string
}

// Attach writes what the newest job says of a game into its row; ErrNotFound if
// the game is not there.
func (x *Index) Attach(ctx context.Context, naming Naming) (*Game, error) {
	var game *Game
	err := x.changeGames(ctx, func(tx *sql.Tx) (touched []int64, err error) {
		var number int64
		if game, number, err = readGame(ctx, tx, naming.Game); err != nil {
			return nil, err
		}
		var chat string
		if err := tx.QueryRowContext(ctx, "SELECT chat FROM extras WHERE number = ?", number).Scan(&chat); err != nil {
			return nil, err
		}
		game.Job, game.Labels = naming.Job, naming.Labels
		if game.Labels == nil {
			game.Labels = map[string]string{}
		}
		if naming.Filename != "" {
			game.Filename = naming.Filename
		}
		return []int64{number}, writeNames(ctx, tx, number, game, chat)
	})
	return game, err
}

// querier is a database or a transaction.
type querier interface {
	QueryRowContext(ctx context.Context, query string, arguments ...any) *sql.Row
}

func readGame(ctx context.Context, q querier, id string) (*Game, int64, error) {
	var number int64
	var document []byte
	err := q.QueryRowContext(ctx, "SELECT number, document FROM games JOIN documents USING (number) WHERE id = ?", id).Scan(&number, &document)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, 0, fmt.Errorf("game %s: %w", id, ErrNotFound)
	}
	if err != nil {
		return nil, 0, err
	}
	game := &Game{}
	return game, number, json.Unmarshal(document, game)
}

// Game returns a game; ErrNotFound if it is not there.
func (x *Index) Game(ctx context.Context, id string) (*Game, error) {
	game, _, err := readGame(ctx, x.read, id)
	return game, err
}

func (x *Index) add(ctx context.Context, tx *sql.Tx, entry *Entry) (int64, error) {
	g := &entry.Game
	present, number, err := readGame(ctx, tx, g.ID)
	switch {
	case err == nil:
		g.Job, g.Labels, g.AddedAt = present.Job, present.Labels, present.AddedAt
		if present.Filename != "" {
			g.Filename = present.Filename
		}
		if err := clearRow(ctx, tx, number); err != nil {
			return 0, err
		}
	case !errors.Is(err, ErrNotFound):
		return 0, err
	}
	if number, err = insertGame(ctx, tx, number, g); err != nil {
		return 0, err
	}
	for slot := range g.Players {
		if err := insertPlayer(ctx, tx, number, g, &g.Players[slot], entry.Builds); err != nil {
			return 0, err
		}
	}
	for _, rejection := range entry.Rejections {
		if _, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO rejections VALUES (?, ?, ?)", number, rejection.Reason, int64(rejection.Count)); err != nil {
			return 0, err
		}
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO extras VALUES (?, ?)", number, entry.Chat); err != nil {
		return 0, err
	}
	return number, writeNames(ctx, tx, number, g, entry.Chat)
}

// clearRow removes what hangs on a row.
func clearRow(ctx context.Context, tx *sql.Tx, number int64) error {
	for _, statement := range []string{
		"DELETE FROM games WHERE number = ?", "DELETE FROM extras WHERE number = ?", "DELETE FROM players WHERE game = ?",
		"DELETE FROM rejections WHERE game = ?",
	} {
		if _, err := tx.ExecContext(ctx, statement, number); err != nil {
			return err
		}
	}
	return nil
}

func insertGame(ctx context.Context, tx *sql.Tx, number int64, g *Game) (int64, error) {
	converted := g.AddedAt
	if g.ConvertedAt != nil {
		converted = *g.ConvertedAt
	}
	date := converted
	if g.PlayedAt != nil {
		date = *g.PlayedAt
	}
	orders, playing, decoder := uint64(0), 0, Decoder{}
	if g.Orders != nil {
		orders = g.Orders.Total
	}
	if g.Decoder != nil {
		decoder = *g.Decoder
	}
	for i := range g.Players {
		if g.Players[i].Plays() {
			playing++
		}
	}
	row := any(nil)
	if number != 0 {
		row = number
	}
	result, err := tx.ExecContext(ctx, "INSERT INTO games VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
		row, g.ID, g.SourceSHA256, g.Format, g.Game, g.Map.Name, g.Map.ID, string(g.Verdict), verdictRank(g.Verdict), g.Outcome.Kind, g.Matchup,
		date.Unix(), g.AddedAt.UnixMilli(), converted.Unix(), int64(g.LengthMS), int64(g.JudgedPermille), int64(orders), playing,
		g.Partial, decoder.Name, decoder.Version)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

// verdictRank sorts verdicts best first; what has none comes last.
func verdictRank(verdict divergence.Verdict) int {
	if at := slices.Index(divergence.Verdicts(), verdict); at >= 0 {
		return at
	}
	return len(divergence.Verdicts())
}

// Results of players in the table.
const (
	resultWon  = 1
	resultLost = 2
)

func insertPlayer(ctx context.Context, tx *sql.Tx, number int64, g *Game, p *Player, builds map[int]string) error {
	result := 0
	switch p.Outcome {
	case icrep.OutcomeWon:
		result = resultWon
	case icrep.OutcomeLost, icrep.OutcomeDisconnected:
		result = resultLost
	}
	_, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO players VALUES (?,?,?,?,?,?,?,?,?,?)",
		number, p.Slot, p.Title(), p.FactionTitle(), p.Team, sideOf(g, p), result, p.Plays(), p.APM, builds[p.Slot])
	return err
}

// sideOf is the player's part of the match-up.
func sideOf(g *Game, p *Player) string {
	if p.Team == 0 {
		return p.FactionTitle()
	}
	var names []string
	for i := range g.Players {
		if other := &g.Players[i]; other.Plays() && other.Team == p.Team {
			names = append(names, other.FactionTitle())
		}
	}
	slices.Sort(names)
	return strings.Join(names, " + ")
}

// writeNames writes what a job may change: the row's document, labels and the
// text that is searched.
func writeNames(ctx context.Context, tx *sql.Tx, number int64, g *Game, chat string) error {
	document, err := json.Marshal(g)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO documents VALUES (?, ?)", number, document); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM labels WHERE game = ?", number); err != nil {
		return err
	}
	var names, labels []string
	for name, value := range g.Labels {
		if _, err := tx.ExecContext(ctx, "INSERT INTO labels VALUES (?, ?, ?)", number, name, value); err != nil {
			return err
		}
		labels = append(labels, name, value)
	}
	slices.Sort(labels)
	for i := range g.Players {
		names = append(names, g.Players[i].Name, g.Players[i].DisplayName)
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM text WHERE rowid = ?", number); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO text (rowid, names, map, filename, labels, chat) VALUES (?,?,?,?,?,?)",
		number, strings.Join(names, "\n"), g.Map.Name, g.Filename, strings.Join(labels, "\n"), chat)
	return err
}

// RemoveGame takes a game out of the index; one that is not there is no error.
func (x *Index) RemoveGame(ctx context.Context, id string) error {
	return x.changeGames(ctx, func(tx *sql.Tx) (touched []int64, err error) {
		_, number, err := readGame(ctx, tx, id)
		if errors.Is(err, ErrNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		for _, statement := range []string{"DELETE FROM documents WHERE number = ?", "DELETE FROM labels WHERE game = ?", "DELETE FROM text WHERE rowid = ?"} {
			if _, err := tx.ExecContext(ctx, statement, number); err != nil {
				return nil, err
			}
		}
		return []int64{number}, clearRow(ctx, tx, number)
	})
}

// Has reports whether a game is in the index.
func (x *Index) Has(ctx context.Context, id string) (bool, error) {
	var there int
	err := x.read.QueryRowContext(ctx, "SELECT count(*) FROM games WHERE id = ?", id).Scan(&there)
	return there > 0, err
}

// CountGames is how many games there are.
func (x *Index) CountGames(ctx context.Context) (int64, error) {
	var n int64
	err := x.read.QueryRowContext(ctx, "SELECT count(*) FROM games").Scan(&n)
	return n, err
}
