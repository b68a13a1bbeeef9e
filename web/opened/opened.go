// SPDX-License-Identifier: GPL-3.0-or-later

package opened

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/pipeline"
	"convertd/web/library"
)

// Conversion is what became of a replay of another game.
type Conversion struct {
	ID         string // address of the result
	Path       string // of the recording
	Report     json.RawMessage
	MissingMap string
	Decoder    *library.Decoder
	Damage     error // why the source was not read to its end, nil if it was
}

// Options of Files.
type Options struct {
	// Convert converts the replay at a path.
	Convert   func(ctx context.Context, path string) (Conversion, error)
	Materials *pipeline.Materials
	Index     *library.Index
	Now       func() time.Time
	// Changed is told of every game that is there.
	Changed func(*library.Game)
}

// Files are the files that are shown. It is safe for several goroutines.
type Files struct {
	options Options

	mu    sync.Mutex
	games map[string]*file // by id
}

type file struct {
	path   string
	report json.RawMessage
}

// New makes a view without files.
func New(options Options) *Files {
	return &Files{options: options, games: map[string]*file{}}
}

// Add opens or converts the file at a path and puts it into the library. A
// damaged source is in the library as far as it was read, and the damage is
// returned.
func (f *Files) Add(ctx context.Context, path string) error {
	origin := library.Origin{Filename: filepath.Base(path), AddedAt: f.options.Now().UTC()}
	own, err := isRecording(path)
	if err != nil {
		return err
	}
	added := &file{path: path}
	var damage error
	var decoder *library.Decoder
	if own {
		if origin.ID, err = digest(path); err != nil {
			return err
		}
	} else {
		converted, err := f.options.Convert(ctx, path)
		if err != nil {
			return err
		}
		report := &divergence.Report{}
		if err := json.Unmarshal(converted.Report, report); err != nil {
			return fmt.Errorf("report: %w", err)
		}
		added.path, added.report, decoder, damage = converted.Path, converted.Report, converted.Decoder, converted.Damage
		origin.ID, origin.Report, origin.MissingMap, origin.Partial = converted.ID, report, converted.MissingMap, damage != nil
		origin.ConvertedAt = &origin.AddedAt
	}
	entry, err := library.DescribeFile(added.path, origin)
	if err != nil {
		return err
	}
	entry.Game.Decoder = decoder
	f.mu.Lock()
	f.games[origin.ID] = added
	f.mu.Unlock()
	if err := f.options.Index.Add(ctx, entry); err != nil {
		return err
	}
	f.options.Changed(&entry.Game)
	return damage
}

// isRecording reports whether a file is one of our own.
func isRecording(path string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close() //nolint:errcheck // read only
	head := make([]byte, len(icrep.Magic))
	if _, err := io.ReadFull(file, head); err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return false, err
	}
	return string(head) == icrep.Magic, nil
}

func digest(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // read only
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func (f *Files) find(id string) (*file, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	found, ok := f.games[id]
	if !ok {
		return nil, fmt.Errorf("game %s: %w", id, library.ErrNotFound)
	}
	return found, nil
}

// OpenGame opens the recording of a game. The caller closes it.
func (f *Files) OpenGame(_ context.Context, id string) (*library.Recording, error) {
	found, err := f.find(id)
	if err != nil {
		return nil, err
	}
	return library.OpenRecording(found.path, f.options.Materials, func() error { return nil })
}

// Report is the divergence report of a game; library.ErrNotFound if the file was
// opened as it is.
func (f *Files) Report(_ context.Context, id string) (json.RawMessage, error) {
	found, err := f.find(id)
	if err != nil {
		return nil, err
	}
	if found.report == nil {
		return nil, fmt.Errorf("report of game %s: %w", id, library.ErrNotFound)
	}
	return found.report, nil
}
