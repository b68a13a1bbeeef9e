// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"convertd/core/ir"
	"convertd/plugins/murk/murkfile"
)

// tagNames are the native names of the command kinds: the engine's own, and
// "tag" with the number for those that version 3 does not define.
var tagNames = func() [256]string {
	var names [256]string
	for tag := range names {
		names[tag] = "tag" + strconv.Itoa(tag)
	}
	names[murkfile.TagMove] = "Move"
	names[murkfile.TagSpawn] = "Spawn"
	names[murkfile.TagDespawn] = "Despawn"
	names[murkfile.TagSetField] = "SetField"
	names[murkfile.TagCustom] = "Custom"
	names[murkfile.TagSetParameter] = "SetParameter"
	names[murkfile.TagSetParameterBatch] = "SetParameterBatch"
	return names
}()

// tally counts what went by, for the trailer.
type tally struct {
	tags     [256]uint64
	frames   uint64
	first    uint64 // tick of the first frame
	last     uint64 // tick of the last frame
	odd      uint64 // frames whose tick is not the engine's count
	lastHash uint64
}

func (t *tally) frame(frame *murkfile.Frame) {
	if t.frames == 0 {
		t.first = frame.Tick
	}
	t.frames++
	t.last = frame.Tick
	if frame.Tick != frame.Index+1 {
		t.odd++
	}
	t.lastHash = frame.Hash
}

// trailer says what was read. Complete is false if the walk ended at an error.
func (t *tally) trailer(survey *murkfile.Survey) ir.Trailer {
	trailer := ir.Trailer{
		Complete:      survey.Err == nil,
		BytesConsumed: uint64(survey.End),
		Ticks:         t.frames,
		Winner:        ir.NoPlayer,
		Details:       []ir.KeyValue{{Key: "frames", Value: strconv.FormatUint(t.frames, 10)}},
	}
	for tag, n := range t.tags {
		if n > 0 {
			trailer.Commands += n
			trailer.CommandsByType = append(trailer.CommandsByType, ir.Count{Name: tagNames[tag], N: n})
		}
	}
	slices.SortFunc(trailer.CommandsByType, func(a, b ir.Count) int { return strings.Compare(a.Name, b.Name) })
	if t.frames > 0 {
		trailer.LastFrame = t.frames - 1
		trailer.Details = append(trailer.Details,
			ir.KeyValue{Key: "first_tick", Value: strconv.FormatUint(t.first, 10)},
			ir.KeyValue{Key: "last_tick", Value: strconv.FormatUint(t.last, 10)},
			ir.KeyValue{Key: "last_frame_hash", Value: fmt.Sprintf("%016x", t.lastHash)})
	}
	return trailer
}
