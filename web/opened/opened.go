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
	"strings"
	"sync"
	"time"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/icsave"
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
	save   bool // an .icsave: it opens as a lab, and has no page of a game
}

// New makes a view without files.
func New(options Options) *Files {
	return &Files{options: options, games: map[string]*file{}}
}

// Add opens or converts the file at a path and puts it into the library. A
// damaged source is in the library as far as it was read, and the damage is
// returned.
func (f *Files) Add(ctx context.Context, path string) error {
	head, err := beginning(path)
	if err != nil {
		return err
	}
	origin := library.Origin{Filename: filepath.Base(path), AddedAt: f.options.Now().UTC()}
	switch {
	case strings.HasPrefix(head, icrep.Magic):
		return f.addRecording(ctx, path, origin)
	case strings.HasPrefix(head, icsave.Magic):
		return f.addSave(ctx, path, origin)
	}
	return f.addReplay(ctx, path, origin)
}

func (f *Files) addRecording(ctx context.Context, path string, origin library.Origin) (err error) {
	if origin.ID, err = digest(path); err != nil {
		return err
	}
	entry, err := library.DescribeFile(path, origin)
	if err != nil {
		return err
	}
	return f.add(ctx, &file{path: path}, entry)
}

func (f *Files) addSave(ctx context.Context, path string, origin library.Origin) (err error) {
	if origin.ID, err = digest(path); err != nil {
		return err
	}
	save, size, err := loadSave(path)
	if err != nil {
		return err
	}
	return f.add(ctx, &file{path: path, save: true}, library.DescribeSave(save, origin, size))
}

// addReplay converts a replay of another game first.
func (f *Files) addReplay(ctx context.Context, path string, origin library.Origin) error {
	converted, err := f.options.Convert(ctx, path)
	if err != nil {
		return err
	}
	report := &divergence.Report{}
	if err := json.Unmarshal(converted.Report, report); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	origin.ID, origin.Report, origin.MissingMap, origin.Partial = converted.ID, report, converted.MissingMap, converted.Damage != nil
	origin.ConvertedAt = &origin.AddedAt
	entry, err := library.DescribeFile(converted.Path, origin)
	if err != nil {
		return err
	}
	entry.Game.Decoder = converted.Decoder
	if err := f.add(ctx, &file{path: converted.Path, report: converted.Report}, entry); err != nil {
		return err
	}
	return converted.Damage
}

// add makes a file known.
func (f *Files) add(ctx context.Context, added *file, entry *library.Entry) error {
	f.mu.Lock()
	f.games[entry.Game.ID] = added
	f.mu.Unlock()
	if err := f.options.Index.Add(ctx, entry); err != nil {
		return err
	}
	f.options.Changed(&entry.Game)
	return nil
}

// beginning is the first bytes of a file: they say whether it is one of our own.
func beginning(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // read only
	head := make([]byte, max(len(icrep.Magic), len(icsave.Magic)))
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", err
	}
	return string(head[:n]), nil
}

func loadSave(path string) (*icsave.Save, int64, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close() //nolint:errcheck // read only
	info, err := file.Stat()
	if err != nil {
		return nil, 0, err
	}
	save, err := icsave.Load(file, info.Size())
	return save, info.Size(), err
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

// OpenGame opens the recording of a game; library.ErrNotFound if it is a save. The
// caller closes it.
func (f *Files) OpenGame(_ context.Context, id string) (*library.Recording, error) {
	found, err := f.find(id)
	if err != nil {
		return nil, err
	}
	if found.save {
		return nil, fmt.Errorf("recording of save %s: %w", id, library.ErrNotFound)
	}
	return library.OpenRecording(found.path, f.options.Materials, func() error { return nil })
}

// OpenSave loads a save; library.ErrNotFound if it is none.
func (f *Files) OpenSave(id string) (*icsave.Save, *pipeline.Materials, error) {
	found, err := f.find(id)
	if err != nil {
		return nil, nil, err
	}
	if !found.save {
		return nil, nil, fmt.Errorf("save %s: %w", id, library.ErrNotFound)
	}
	save, _, err := loadSave(found.path)
	return save, f.options.Materials, err
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
