// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"strconv"

	"convertd/core/ir"
)

// defaultTickMillis is the length of a tick at the default game speed.
const defaultTickMillis = 40

// defaultNetFrameInterval is how many ticks a net frame spans where the lobby
// does not say (docs/formats/orarep.md#time: a constant before 2022).
const defaultNetFrameInterval = 3

// maxNetFrameInterval and maxTickMillis bound what a lobby text may claim.
const (
	maxNetFrameInterval = 1000
	maxTickMillis       = 60000
)

// gameSpeeds are the engine's own speeds in milliseconds per tick
// (docs/formats/orarep.md#time).
var gameSpeeds = map[string]uint32{
	"slowest": 80,
	"slower":  50,
	"default": defaultTickMillis,
	"fast":    35,
	"faster":  30,
	"fastest": 20,
}

// gameSpeed is the speed of the game: its name and the length of a tick. known
// is false if the name is one of a mod's own; the default is assumed then,
// because the table of a mod's speeds is not in the file.
func (s *session) gameSpeed(options []ir.KeyValue) (name string, millis uint32, known bool) {
	for _, option := range options {
		if option.Key == "gamespeed" {
			name = option.Value
		}
	}
	if name == "" {
		name = s.setting("GameSpeedType")
	}
	// 2015-10 to 2021-03 the session also holds the time itself.
	if step, err := strconv.ParseUint(s.setting("Timestep"), 10, 32); err == nil && step > 0 && step <= maxTickMillis {
		return name, uint32(step), true
	}
	if name == "" {
		return name, defaultTickMillis, true
	}
	millis, known = gameSpeeds[name]
	if !known {
		millis = defaultTickMillis
	}
	return name, millis, known
}

// tickRate is 1000/millis in lowest terms.
func tickRate(millis uint32) ir.Rational {
	a, b := uint32(1000), millis
	for b != 0 {
		a, b = b, a%b
	}
	return ir.Rational{Num: 1000 / a, Den: millis / a}
}

// netFrameInterval is the number of ticks of a net frame.
func (s *session) netFrameInterval() uint32 {
	interval := parseInt32(s.setting("NetFrameInterval"), defaultNetFrameInterval)
	if interval < 1 || interval > maxNetFrameInterval {
		return defaultNetFrameInterval
	}
	return uint32(interval)
}
