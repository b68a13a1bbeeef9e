// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"convertd/web/library/columns"
)

// readers is how many queries run at the same time.
const readers = 4

// Index is the library on disk, and in memory what lists are filtered, sorted
// and counted by. It is safe for several goroutines; of several processes each
// needs a file of its own.
type Index struct {
	read     *sql.DB
	write    *sql.DB
	writing  sync.Mutex
	columns  *columns.Columns
	texts    recent[*roaring.Bitmap] // by what was typed
	revision atomic.Uint64           // counts changes
	facets   recent[*Facets]         // by filter
	unknown  atomic.Int64            // games added since their values were last looked at
}

// Open opens the index at path and makes it if it is absent, or of another
// version. fresh says that it is empty and has to be filled. With path "" it is
// in memory and gone when it is closed.
func Open(ctx context.Context, path string) (index *Index, fresh bool, err error) {
	if path != "" {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, false, fmt.Errorf("library: its folder cannot be made: %w", err)
		}
	}
	index, version, err := open(ctx, path)
	if err == nil && version == schemaVersion {
		if err = index.load(ctx); err == nil {
			return index, false, nil
		}
		if !isNoIndex(err) {
			return nil, false, errors.Join(err, index.Close())
		}
	}
	if err == nil && version != 0 || isNoIndex(err) {
		if index != nil {
			err = index.Close()
		}
		if err := errors.Join(err, remove(path)); err != nil && !isNoIndex(err) {
			return nil, false, fmt.Errorf("library: the index of another version cannot be removed: %w", err)
		}
		index, _, err = open(ctx, path)
	}
	if err != nil {
		return nil, false, fmt.Errorf("library: %w", err)
	}
	if err := index.create(ctx); err != nil {
		return nil, false, errors.Join(fmt.Errorf("library: %w", err), index.Close())
	}
	return index, true, nil
}

// memories tells indexes in memory apart.
var memories atomic.Uint64

func open(ctx context.Context, path string) (*Index, int, error) {
	settings := url.Values{"_pragma": {"busy_timeout(10000)", "synchronous(NORMAL)", "cache_size(-65536)", "temp_store(MEMORY)", "foreign_keys(OFF)"}}
	name := "file:" + (&url.URL{Path: path}).EscapedPath()
	if path == "" {
		name = fmt.Sprintf("file:library-%d", memories.Add(1))
		settings.Set("mode", "memory")
		settings.Set("cache", "shared")
		settings.Add("_pragma", "read_uncommitted(1)")
	} else {
		settings.Add("_pragma", "journal_mode(WAL)")
	}
	name += "?" + settings.Encode()
	write, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, 0, err
	}
	write.SetMaxOpenConns(1)
	write.SetConnMaxIdleTime(0) // the last connection keeps what is in memory
	read, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, 0, errors.Join(err, write.Close())
	}
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	index := &Index{
		read: read, write: write, columns: columns.New(),
		texts: recent[*roaring.Bitmap]{most: maxRecentTexts}, facets: recent[*Facets]{most: maxRecentFacets},
	}
	var version int
	if err := write.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return nil, 0, errors.Join(err, index.Close())
	}
	return index, version, nil
}

func (x *Index) create(ctx context.Context) error {
	if _, err := x.write.ExecContext(ctx, schema); err != nil {
		return err
	}
	_, err := x.write.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", schemaVersion))
	return err
}

// remove removes the files of an index.
func remove(path string) error {
	var faults []error
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// Remove removes the index at path, so that the next Open makes it again.
func Remove(path string) error { return remove(path) }

// isNoIndex reports whether a file is there that is no database, or a broken one.
func isNoIndex(err error) bool {
	var coded interface{ Code() int }
	if !errors.As(err, &coded) {
		return false
	}
	const corrupt, notADatabase = 11, 26 // SQLITE_CORRUPT, SQLITE_NOTADB
	primary := coded.Code() & 0xff
	return primary == corrupt || primary == notADatabase
}

// Close closes the index.
func (x *Index) Close() error { return errors.Join(x.read.Close(), x.write.Close()) }

// Revision changes with every change of the games.
func (x *Index) Revision() uint64 { return x.revision.Load() }

// change runs do in one transaction; there is one at a time.
func (x *Index) change(ctx context.Context, do func(*sql.Tx) error) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	return x.commit(ctx, do)
}

func (x *Index) commit(ctx context.Context, do func(*sql.Tx) error) error {
	tx, err := x.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("library: %w", err)
	}
	if err := do(tx); err != nil {
		return errors.Join(fmt.Errorf("library: %w", err), tx.Rollback())
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("library: %w", err)
	}
	return nil
}

// changeGames runs do in one transaction, as change does, and keeps the columns
// in step: do says which rows it has written or removed.
func (x *Index) changeGames(ctx context.Context, do func(*sql.Tx) (touched []int64, err error)) error {
	x.writing.Lock()
	defer x.writing.Unlock()
	var touched []int64
	var rows []*columns.Row
	err := x.commit(ctx, func(tx *sql.Tx) (err error) {
		if touched, err = do(tx); err != nil || len(touched) == 0 {
			return err
		}
		rows, err = readRows(ctx, tx, touched)
		return err
	})
	if err != nil || len(touched) == 0 {
		return err
	}
	x.columns.Change(touched, rows)
	x.revision.Add(uint64(len(touched)))
	return nil
}

// looksAfter is after how many new games the index looks at them again.
const looksAfter = 5000

// look lets SQLite see how often values occur, so that it knows which index
// selects few games: without that it takes any. What it looks at is bounded.
func (x *Index) look(ctx context.Context, added int) error {
	if x.unknown.Add(int64(added)) < looksAfter {
		return nil
	}
	x.unknown.Store(0)
	x.writing.Lock()
	defer x.writing.Unlock()
	_, err := x.write.ExecContext(ctx, "PRAGMA analysis_limit = 5000; ANALYZE")
	return err
}

// Position is how far a stream has been read, 0 before its first message.
func (x *Index) Position(ctx context.Context, source string) (uint64, error) {
	var position int64
	err := x.read.QueryRowContext(ctx, "SELECT position FROM positions WHERE source = ?", source).Scan(&position)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return uint64(position), err
}

// SetPosition keeps how far a stream has been read.
func (x *Index) SetPosition(ctx context.Context, source string, position uint64) error {
	return x.change(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO positions VALUES (?, ?) ON CONFLICT (source) DO UPDATE SET position = excluded.position", source, int64(position))
		return err
	})
}
