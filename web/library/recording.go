// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"errors"
	"io"
	"os"
	"sync"

	"convertd/core/icrep"
	"convertd/core/pipeline"
)

// Recording is the file of a game, open for reading. It may stay open as long
// as somebody watches it; several goroutines may read it.
type Recording struct {
	File      *icrep.Reader
	Bytes     io.ReaderAt         // the file as it is, File.Size bytes
	Materials *pipeline.Materials // what playing it needs besides

	closing sync.Once
	close   func() error
}

// OpenRecording opens the file at a path. release is called once, when the
// recording is closed, or cannot be opened.
func OpenRecording(path string, materials *pipeline.Materials, release func() error) (*Recording, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, errors.Join(err, release())
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close(), release())
	}
	reader, err := icrep.Open(file, info.Size())
	if err != nil {
		return nil, errors.Join(err, file.Close(), release())
	}
	return &Recording{File: reader, Bytes: file, Materials: materials, close: func() error { return errors.Join(file.Close(), release()) }}, nil
}

// Close lets the file go. It may be called more than once.
func (r *Recording) Close() (err error) {
	r.closing.Do(func() { err = r.close() })
	return err
}
