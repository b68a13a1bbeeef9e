// SPDX-License-Identifier: GPL-3.0-or-later

package ir

import "errors"

// Reasons why a header is not valid.
var (
	ErrNoFormat    = errors.New("ir: header names no format")
	ErrNoTickRate  = errors.New("ir: tick rate is zero or has denominator zero")
	ErrNoFrameSize = errors.New("ir: ticks per frame is zero")
	ErrLocalPlayer = errors.New("ir: local player is not in the list of players")
)

// Validate reports whether the header can be worked with: a format, a tick
// rate, a frame length and a local player that exists. Decoders call it in
// their tests, the host calls it on what it receives.
func (h *Header) Validate() error {
	switch {
	case h.Format == "":
		return ErrNoFormat
	case h.TickRate.Num == 0 || h.TickRate.Den == 0:
		return ErrNoTickRate
	case h.TicksPerFrame == 0:
		return ErrNoFrameSize
	case h.LocalPlayer < NoPlayer || int(h.LocalPlayer) >= len(h.Players):
		return ErrLocalPlayer
	}
	return nil
}
