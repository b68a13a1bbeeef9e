// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import (
	"fmt"

	"convertd/core/ir"
)

// maxSelected bounds the objects selected in one UI block. All units,
// buildings, aircraft and vessels of a game are far fewer.
const maxSelected = 16384

// Sections of the file in errors.
const (
	sectionUI     = "ui block"
	sectionEvents = "event block"
	sectionEvent  = "event"
)

// UI block: camera, number of selected objects, sum of their targets.
const uiFixedBytes = 12

// turn is one turn of the engine's main loop. A turn in which the file ends or
// breaks holds what came before the break.
type turn struct {
	index uint64 // turns before it in the file
	frame uint64 // the engine's frame counter
	at    int    // offset of the turn

	hasUI     bool
	cameraX   int32 // of the upper left corner of the view, in leptons
	cameraY   int32
	selected  []byte // native targets, targetBytes each
	selection int    // how many
	tail      []byte // what Red Alert's UI block holds behind the selection

	hasEvents bool   // an event block was due, and its count was read
	events    []byte // whole events
	count     int    // how many
	eventsAt  int    // offset of the first

	complete bool
}

// walker goes through the turns of a recording. It checks what every writer
// keeps to: sum of the selection, capacity of the queue, number of the event
// type, frame of the event, executed flag. The first thing that breaks one ends
// the walk with an error: the format has no marks to find the way back by.
type walker struct {
	r    *recording
	data []byte
	at   int // everything before it is understood

	index    uint64
	frame    uint64
	sawEvent bool
	repeated uint64 // frames that were used twice
	done     bool
	err      *ir.DecodeError

	// counters of whole blocks
	turns, uiBlocks, eventBlocks uint64
	partial                      bool // the file ends or breaks inside turn index
}

func newWalker(r *recording, data []byte, start uint64) *walker {
	return &walker{r: r, data: data, at: r.end, frame: start}
}

// next reads one turn. It returns false at the end; err then says why, nil for
// the end of the file between two turns.
func (w *walker) next(t *turn) bool {
	if w.done || w.at == len(w.data) {
		w.done = true
		return false
	}
	*t = turn{index: w.index, frame: w.frame, at: w.at, eventsAt: w.at}
	if w.ui(t) && w.events(t) {
		t.complete = true
		w.turns++
	} else {
		w.done, w.partial = true, true
	}
	w.index++
	w.frame = t.frame + 1
	return true
}

func (w *walker) truncated(section string) bool {
	w.err = &ir.DecodeError{
		Code: ir.CodeTruncated, Section: section, Offset: uint64(len(w.data)),
		Message: fmt.Sprintf("the file ends in turn %d, whose last whole part ends at byte %d", w.index, w.at),
	}
	return false
}

func (w *walker) malformed(section string, offset int, format string, args ...any) bool {
	w.err = &ir.DecodeError{
		Code: ir.CodeMalformed, Section: section, Offset: uint64(offset), Message: fmt.Sprintf(format, args...),
	}
	return false
}

// ui reads the UI block (docs/formats/remastered.md#ui-block).
func (w *walker) ui(t *turn) bool {
	l := w.r.layout
	if l.noUI {
		return true
	}
	rest := w.data[w.at:]
	if len(rest) < uiFixedBytes {
		return w.truncated(sectionUI)
	}
	count := int32(le32(rest[4:]))
	if count < 0 || count > maxSelected {
		return w.malformed(sectionUI, w.at+4, "%d selected objects, the limit is %d", count, maxSelected)
	}
	size := uiFixedBytes + int(count)*l.targetBytes
	if len(rest) < size {
		return w.truncated(sectionUI)
	}
	selected := rest[uiFixedBytes:size:size]
	if sum := targetSum(selected, l.targetBytes); sum != le32(rest[8:]) {
		return w.malformed(sectionUI, w.at+8, "the selection adds up to %d, the file says %d", sum, le32(rest[8:]))
	}
	whole := size + l.uiTail()
	if len(rest) < whole {
		return w.truncated(sectionUI)
	}
	t.hasUI = true
	t.cameraX, t.cameraY = int32(le16(rest)), int32(le16(rest[2:]))
	t.selected, t.selection = selected, int(count)
	t.tail = rest[size:whole:whole]
	w.at += whole
	w.uiBlocks++
	return true
}

// targetSum adds up a selection the way the engine does, modulo 2^32.
func targetSum(selected []byte, width int) uint32 {
	sum := uint32(0)
	if width == 2 {
		for ; len(selected) >= 2; selected = selected[2:] {
			sum += uint32(le16(selected))
		}
		return sum
	}
	for ; len(selected) >= 4; selected = selected[4:] {
		sum += le32(selected)
	}
	return sum
}

// due reports whether the turn carries an event block: always without a
// network; with one not on frame 0, and with the compressing protocol only when
// the frame is a multiple of the send rate.
func (r *recording) due(frame uint64) bool {
	switch {
	case r.solo() || r.layout.noUI:
		return true
	case frame == 0:
		return false
	case r.protocol == multiFrameCompression && r.sendRate > 0:
		return frame%uint64(r.sendRate) == 0
	default:
		return true
	}
}

// events reads the event block, if one is due.
func (w *walker) events(t *turn) bool {
	if !w.r.due(t.frame) {
		return true
	}
	l := w.r.layout
	rest := w.data[w.at:]
	if len(rest) < 4 {
		return w.truncated(sectionEvents)
	}
	count := int32(le32(rest))
	if count < 0 || int(count) > l.maxEvents {
		return w.malformed(sectionEvents, w.at, "%d events, the engine's queue holds %d", count, l.maxEvents)
	}
	t.hasEvents = true
	t.eventsAt = w.at + 4
	whole := min(int(count), (len(rest)-4)/l.eventBytes)
	for t.count < whole {
		offset := t.eventsAt + t.count*l.eventBytes
		if !w.check(t, offset) {
			w.keep(t)
			return false
		}
		t.count++
	}
	w.keep(t)
	if whole < int(count) {
		return w.truncated(sectionEvents)
	}
	w.eventBlocks++
	return true
}

// keep takes the events that were checked into the turn.
func (w *walker) keep(t *turn) {
	end := t.eventsAt + t.count*w.r.layout.eventBytes
	t.events = w.data[t.eventsAt:end:end]
	w.at = end
}

// check holds one event against what every writer keeps to.
func (w *walker) check(t *turn, offset int) bool {
	l := w.r.layout
	if number := int(w.data[offset]); number >= len(l.types) {
		return w.malformed(sectionEvent, offset, "event type %d, the game has %d", number, len(l.types))
	}
	bits := le32(w.data[offset+1:])
	if bits>>31 == 1 {
		return w.malformed(sectionEvent, offset+1, "the event is marked as executed, which no recorded event is")
	}
	frame := uint64(bits & (1<<l.frameBits() - 1))
	if counter := t.frame & (1<<l.frameBits() - 1); frame != counter && !w.follow(t, frame) {
		return w.malformed(sectionEvent, offset+1, "an event of frame %d in the block of frame %d", frame, counter)
	}
	w.sawEvent = true
	return true
}

// maxRepeats bounds how many missions in a row may end without an event.
const maxRepeats = 16

// follow sets the counter to an event's frame where the two may differ: at the
// first event of a recording that began in a loaded game, and in Red Alert
// after a mission was ended, which uses one frame number twice. The layout of
// the design document counts by its events alone.
func (w *walker) follow(t *turn, frame uint64) bool {
	behind := t.frame - frame // meaningful where frame is the lower one
	switch {
	case t.count > 0:
		return false
	case w.r.layout.noUI:
		if frame < t.frame {
			return false
		}
	case frame < t.frame:
		if !w.r.solo() || !w.r.layout.repeatsFrames() || behind > maxRepeats {
			return false
		}
		w.repeated += behind
	case w.sawEvent || !w.r.sameSending(frame, t.frame):
		return false
	}
	t.frame = frame
	return true
}

// sameSending reports whether counting from one of two frames and from the
// other gives event blocks on the same turns.
func (r *recording) sameSending(a, b uint64) bool {
	if r.solo() || r.protocol != multiFrameCompression || r.sendRate == 0 {
		return true
	}
	return a%uint64(r.sendRate) == b%uint64(r.sendRate)
}
