// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !linux

package sharedsource

import (
	"io"
	"os"
)

// Region is the host's side of shared memory. This system has none.
type Region struct{}

// NewRegion returns ErrUnsupported.
func NewRegion() (*Region, error) { return nil, ErrUnsupported }

// Reader returns nil.
func (*Region) Reader() *os.File { return nil }

// Fill returns ErrUnsupported.
func (*Region) Fill(io.ReaderAt, int64) (int64, error) { return 0, ErrUnsupported }

// Close does nothing.
func (*Region) Close() error { return nil }

// Map returns ErrUnsupported.
func Map(uintptr) ([]byte, error) { return nil, ErrUnsupported }
