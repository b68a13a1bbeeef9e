// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/order"
	"convertd/core/sim/openra/internal/codec"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/snapshot"
)

// worldRecord is what was last noted, or encoded, of the part of the world's state
// that changes little: only what is not the same is noted again. It belongs to the
// thread that plays.
type worldRecord struct {
	begun      bool                // the world was noted
	known      []state.FrozenActor // what was noted of them, without cells: an actor's do not change
	wordsNoted bool                // so were the generator's numbers, after so many twists
	twists     int64
	players    []state.PlayerRecord
}

// writtenWorld is what was last written of it, in the pieces that are noted apart. It
// belongs to whoever writes notes.
type writtenWorld struct {
	setup  []byte
	words  []byte   // of the generator
	rows   [][]byte // who stands where, by row of the map
	bins   [][]byte // who is in which bin
	frozen []byte
}

// notedWorld is what AppendGlobal writes. Its bytes are the next of the data, in the
// order of the fields.
type notedWorld struct {
	world   int32 // how many bytes
	rows    int32 // how many changed, the next of the pieces
	bins    int32
	lists   int32 // who comes into the bins, and goes
	frozen  int32 // asBefore if they did not change
	effects int32
}

// notedRandom is what AppendRandom writes.
type notedRandom struct {
	words int32 // how many bytes, asBefore if they did not change
	draws int32
}

// asBefore stands for a number of bytes: they are those that were written last.
const asBefore = -1

// notedPiece is a row or bin that changed.
type notedPiece struct{ index, bytes int32 }

// NoteGlobal implements sim.Notes.
func (n *notes) NoteGlobal() {
	w, r := n.module.world, &n.module.recorded
	noted := notedWorld{frozen: asBefore}
	noted.world = n.encode(w.Coded)
	noted.rows = n.notePieces(w.Occupied.Stale, func(c *codec.Coder, row int32) { w.CodedOccupiedRow(c, row) })
	noted.bins = n.notePieces(w.Bins.Stale, func(c *codec.Coder, bin int32) { c.IDs(&w.Bins.Bins[bin]) })
	noted.lists = n.encode(func(c *codec.Coder) {
		c.IDs(&w.Bins.Add)
		c.IDs(&w.Bins.Remove)
	})
	if !r.begun || !sameFrozen(r.known, w.Frozen) {
		r.known = append(r.known[:0], w.Frozen...)
		noted.frozen = n.encode(w.Frozen.Coded)
	}
	noted.effects = n.encode(w.CodedEffects)
	r.begun = true
	n.worlds = append(n.worlds, noted)
}

// encode appends what fields writes to the data, and reports how many bytes it is.
func (n *notes) encode(fields func(*codec.Coder)) int32 {
	before := len(n.data)
	n.coder = n.module.world.Coder(n.data)
	fields(&n.coder)
	n.data = n.coder.Data
	return int32(len(n.data) - before)
}

// notePieces notes those pieces that are stale, or all for the first time, and reports
// how many they are.
func (n *notes) notePieces(stale []bool, encode func(c *codec.Coder, index int32)) (count int32) {
	for i := range stale {
		if stale[i] || !n.module.recorded.begun {
			stale[i] = false
			bytes := n.encode(func(c *codec.Coder) { encode(c, int32(i)) })
			n.pieces = append(n.pieces, notedPiece{int32(i), bytes})
			count++
		}
	}
	return count
}

// sameFrozen reports whether two lists are of the same actors, remembered alike.
func sameFrozen(known, present []state.FrozenActor) bool {
	if len(known) != len(present) {
		return false
	}
	for i := range known {
		if !known[i].SameAs(&present[i]) {
			return false
		}
	}
	return true
}

// WriteGlobal implements sim.Notes.
func (n *notes) WriteGlobal(to *snapshot.ComponentWriter) {
	noted, written := &n.worlds[n.world], &n.module.writtenWorld
	n.world++
	if written.setup == nil {
		n.coder = codec.Coder{}
		n.module.setup.Coded(&n.coder)
		written.setup = n.coder.Data
	}
	to.Add(globalSetup, written.setup)
	to.Add(globalWorld, n.nextBytes(noted.world))
	written.rows = n.takePieces(written.rows, noted.rows)
	to.Set(globalOccupied, appendAll(to.Start(globalOccupied), written.rows))
	written.bins = n.takePieces(written.bins, noted.bins)
	to.Set(globalBins, append(appendAll(to.Start(globalBins), written.bins), n.nextBytes(noted.lists)...))
	written.frozen = n.newer(written.frozen, noted.frozen)
	to.Add(globalFrozen, written.frozen)
	to.Add(globalEffects, n.nextBytes(noted.effects))
}

// takePieces replaces those pieces of which the next are noted.
func (n *notes) takePieces(written [][]byte, count int32) [][]byte {
	for range count {
		piece := n.pieces[n.piece]
		n.piece++
		for int(piece.index) >= len(written) {
			written = append(written, nil)
		}
		written[piece.index] = append(written[piece.index][:0], n.nextBytes(piece.bytes)...)
	}
	return written
}

func appendAll(dst []byte, pieces [][]byte) []byte {
	for _, piece := range pieces {
		dst = append(dst, piece...)
	}
	return dst
}

// newer is what was written, or the next bytes in its place.
func (n *notes) newer(written []byte, bytes int32) []byte {
	if bytes == asBefore {
		return written
	}
	return append(written[:0], n.nextBytes(bytes)...)
}

// NoteRandom implements sim.Notes.
func (n *notes) NoteRandom() {
	random, r := &n.module.world.Random, &n.module.recorded
	noted := notedRandom{words: asBefore}
	if !r.wordsNoted || r.twists != random.Twists {
		r.wordsNoted, r.twists = true, random.Twists
		noted.words = n.encode(random.CodedWords)
	}
	noted.draws = n.encode(random.CodedDraws)
	n.randoms = append(n.randoms, noted)
}

// WriteRandom implements sim.Notes.
func (n *notes) WriteRandom(dst []byte) (algorithm string, state []byte) {
	noted, written := n.randoms[n.random], &n.module.writtenWorld
	n.random++
	written.words = n.newer(written.words, noted.words)
	return randomAlgorithm, append(append(dst, written.words...), n.nextBytes(noted.draws)...)
}

// player is the record of one player.
func (r *worldRecord) player(id order.PlayerID) *state.PlayerRecord {
	for len(r.players) <= int(id) {
		r.players = append(r.players, state.PlayerRecord{})
	}
	return &r.players[id]
}
