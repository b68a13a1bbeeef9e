// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !linux

package directcall

import "os"

// NewPair returns ErrUnsupported.
func NewPair() (host, decoder *os.File, err error) { return nil, nil, ErrUnsupported }

// Cut does nothing.
func Cut(*os.File) {}

// Open returns ErrUnsupported.
func Open(uintptr) (*os.File, error) { return nil, ErrUnsupported }
