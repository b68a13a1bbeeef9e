// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"errors"
	"fmt"
	"io"

	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// salvager records what is whole of a source anew.
type salvager struct {
	src    io.ReaderAt
	parts  *salvaged
	report *RepairReport
	w      *Writer
	blocks blockReader
	// hashes are those of the frames that were kept, of the ticks of keyframes and
	// signatures and of tick 0.
	hashes map[order.Tick]order.SyncHash
	start  *snapshot.SimSnapshot // the state of tick 0
	frame  []byte
}

func newSalvager(src io.ReaderAt, parts *salvaged, report *RepairReport, w *Writer) *salvager {
	return &salvager{src: src, parts: parts, report: report, w: w, blocks: blockReader{src: src}, hashes: map[order.Tick]order.SyncHash{}}
}

func (s *salvager) damage(err error) { s.report.Damage = append(s.report.Damage, err) }

func syncOf(hash order.StateHash) order.SyncHash { return snapshot.Sync(hash) }

// wanted are the ticks whose hash is compared with something.
func (s *salvager) wanted() map[order.Tick]bool {
	ticks := map[order.Tick]bool{0: true}
	for i := range s.parts.keyframes {
		ticks[s.parts.keyframes[i].entry.Tick] = true
	}
	if s.parts.signature != nil {
		for i := range s.parts.signature.Chain {
			ticks[order.Tick(s.parts.signature.Chain[i].Tick)] = true
		}
	}
	return ticks
}

func (s *salvager) frames() error {
	wanted := s.wanted()
	var frame TickFrame
	for i := range s.parts.orders {
		b := &s.parts.orders[i]
		if _, err := s.blocks.readAt(SectionOrders, b.at, b.end()); err != nil {
			s.damage(err)
			continue
		}
		r := bincode.NewReader(s.blocks.plain)
		for range b.head.count {
			frame.ReadFrom(r)
			if r.Err() != nil || frame.Tick < s.w.next || frame.Tick >= MaxTicks {
				s.damage(corrupt(SectionOrders, b.at, "the block of tick %d holds something else than frames in order", b.head.firstTick))
				break
			}
			encoded, err := AppendFrame(s.frame[:0], &frame)
			s.frame = encoded
			if err != nil {
				s.damage(corrupt(SectionOrders, b.at, "the frame of tick %d: %v", frame.Tick, err))
				continue
			}
			if err := s.w.EncodedTick(frame.Tick, encoded); err != nil {
				return err
			}
			if wanted[frame.Tick] {
				s.hashes[frame.Tick] = frame.StateHash
			}
			s.report.Frames++
		}
	}
	return nil
}

// end is the offset behind a block.
func (b *blockRef) end() int64 { return b.at + blockHeaderBytes + int64(b.head.compressed) }

// keyframes keeps the keyframes that hold the state that their frame has the hash of.
func (s *salvager) keyframes() error {
	rest, err := s.startingState()
	if err != nil {
		return err
	}
	full := s.start
	var compressed []byte
	for i := range rest {
		k := &rest[i]
		if k.entry.Tick >= s.w.next {
			continue // beyond the last frame: nobody can play up to it
		}
		var blob []byte
		if blob, compressed, err = s.blob(k, compressed); err == nil {
			var state *snapshot.SimSnapshot
			if state, err = s.state(full, k.entry.Tick, k.entry.Full, blob); err == nil && k.entry.Full {
				full = state
			}
		}
		if err != nil {
			s.damage(corrupt(SectionKeyframes, k.at, "keyframe %d: %v", k.entry.Tick, err))
			s.report.LostKeyframes++
			continue
		}
		if err := s.w.Keyframe(k.entry.Tick, k.entry.Full, blob); err != nil {
			return err
		}
		s.report.Keyframes++
	}
	return nil
}

// blob decompresses a keyframe.
func (s *salvager) blob(k *keyframeRef, compressed []byte) (blob, buffer []byte, err error) {
	if uint64(cap(compressed)) < uint64(k.entry.Length) {
		compressed = make([]byte, k.entry.Length)
	}
	compressed = compressed[:k.entry.Length]
	if err := readFull(s.src, compressed, k.at, SectionKeyframes); err != nil {
		return nil, compressed, err
	}
	blob, err = decompress(nil, compressed, k.entry.Uncompressed) // the state aliases it
	return blob, compressed, err
}

// state decodes a keyframe and holds it to the tick and to the hash of its frame.
func (s *salvager) state(full *snapshot.SimSnapshot, tick order.Tick, isFull bool, blob []byte) (*snapshot.SimSnapshot, error) {
	state, err := decodeState(full, isFull, blob)
	if err != nil {
		return nil, err
	}
	if state.Core.Tick != tick {
		return nil, fmt.Errorf("it holds the state of tick %d", state.Core.Tick)
	}
	hash := state.Core.StateHash()
	if want, framed := s.hashes[tick]; framed && syncOf(hash) != want {
		return nil, fmt.Errorf("its state has the hash %016x, the frame of its tick %016x", uint64(syncOf(hash)), uint64(want))
	}
	return state, nil
}

// startingState finds and records the state of tick 0: the source's own keyframe, the
// one that it carries among its resources, or the one that was given. It returns the
// keyframes behind it.
func (s *salvager) startingState() (rest []keyframeRef, err error) {
	rest = s.parts.keyframes
	if len(rest) > 0 && rest[0].entry.Tick == 0 {
		own := &rest[0]
		rest = rest[1:]
		blob, _, err := s.blob(own, nil)
		if err == nil && !own.entry.Full {
			err = errors.New("it is a delta")
		}
		if err == nil {
			err = s.begin(blob)
		}
		if s.start != nil {
			return rest, err
		}
		s.damage(corrupt(SectionKeyframes, own.at, "keyframe 0: %v", err))
		s.report.LostKeyframes++
	}
	if e := s.parts.embedded; e != nil && e.InitialState != nil {
		if err = s.begin(e.InitialState); s.start != nil {
			return rest, err
		}
		s.damage(corrupt(SectionEmbedded, -1, "the starting state: %v", err))
	}
	given := s.w.options.InitialState
	if given == nil {
		return rest, corrupt(SectionKeyframes, -1, "the starting state is gone; give one of the same game to repair without it")
	}
	if _, framed := s.hashes[0]; !framed && !s.baseline(rest, given) {
		return rest, usage(SectionKeyframes, "nothing that is left shows whether the starting state given is the one of this game: the first frame is lost")
	}
	if err = s.begin(given); s.start == nil {
		return rest, usage(SectionKeyframes, "the starting state given is not the one of this game: %v", err)
	}
	return rest, err
}

// begin records a state of tick 0 if it is the one in which the first frame begins.
func (s *salvager) begin(blob []byte) error {
	state, err := s.state(nil, 0, true, blob)
	if err != nil {
		return err
	}
	s.start = state
	s.report.Keyframes++
	return s.w.Keyframe(0, true, blob)
}

// baseline says whether a delta names a state as the one that it is against.
func (s *salvager) baseline(keyframes []keyframeRef, blob []byte) bool {
	state, err := snapshot.Decode(blob)
	if err != nil {
		return false
	}
	hash := state.Core.StateHash()
	for i := range keyframes {
		k := &keyframes[i]
		if k.entry.Full {
			return false // the deltas behind it are against this one
		}
		blob, _, err := s.blob(k, nil)
		if err != nil {
			continue
		}
		if delta, err := snapshot.DecodeDelta(blob); err == nil && delta.Core.BaselineTick == 0 && delta.Core.BaselineHash == hash {
			return true
		}
	}
	return false
}

func (s *salvager) events() error {
	for _, name := range s.parts.names {
		if _, err := s.w.Name(name); err != nil {
			return err
		}
	}
	var decoder EventDecoder
	for i := range s.parts.events {
		b := &s.parts.events[i]
		if _, err := s.blocks.readAt(SectionEvents, b.at, b.end()); err != nil {
			s.damage(err)
			s.report.LostEvents += uint64(b.head.count)
			continue
		}
		r := bincode.NewReader(s.blocks.plain)
		for at := range b.head.count {
			e := decoder.Decode(r)
			if r.Err() != nil || s.w.checkEvent(e) != nil {
				s.damage(corrupt(SectionEvents, b.at, "the block of tick %d holds something else than events in order", b.head.firstTick))
				s.report.LostEvents += uint64(b.head.count - at)
				break
			}
			if e.EventTick() > s.w.next {
				s.report.LostEvents += uint64(b.head.count - at)
				s.lostBehind(i)
				return nil
			}
			if err := s.w.Event(e); err != nil {
				return err
			}
			s.report.Events++
		}
	}
	return nil
}

// lostBehind counts the events of the blocks behind one.
func (s *salvager) lostBehind(block int) {
	for i := block + 1; i < len(s.parts.events); i++ {
		s.report.LostEvents += uint64(s.parts.events[i].head.count)
	}
}
