// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"bytes"

	"github.com/vmihailenco/msgpack/v5"

	"convertd/core/order"
	"convertd/core/sim"
	simstate "convertd/core/snapshot"
)

// actorsMagic and actorsVersion begin the binary frames that go to our own viewer
// beside snapshots (docs/playback.md#actors-frame).
const (
	actorsMagic   = "CVAC"
	actorsVersion = 1
)

// Flags of an entity in an actors frame.
const (
	actorStructure = 1 << iota
	actorMobile
	actorUnfinished
	actorIdle
)

// Slots of an entity in an actors frame. The first ten are always there.
const (
	actorSlots = 15
	actorFixed = 10
)

// actors draws the present state exactly, for our own viewer.
func (s *scene) actors(view sim.View, eyes *sight) []byte {
	var buffer bytes.Buffer
	buffer.WriteString(actorsMagic)
	buffer.WriteByte(actorsVersion)
	w := actorsWriter{enc: msgpack.NewEncoder(&buffer)}
	w.enc.UseCompactInts(true)
	shots := s.shots(view, eyes)
	pairs := 4
	if len(shots) > 0 {
		pairs++
	}
	w.keep(w.enc.EncodeMapLen(pairs))
	w.key("t")
	w.int(int64(view.Tick()))
	w.key("k")
	w.int(int64(s.stride))
	w.key("a")
	count := 0
	s.onStage(view, eyes, func(*sim.Entity, *kind) { count++ })
	w.array(count)
	s.onStage(view, eyes, func(e *sim.Entity, k *kind) { w.actor(view, e, k) })
	if len(shots) > 0 {
		w.key("p")
		w.array(len(shots))
		for i := range shots {
			shot := &shots[i]
			w.ints(
				int64(shot.Kind), int64(pixels(shot.At.X)), int64(pixels(shot.At.Y)), int64(pixels(shot.At.Z)), int64(pixels(shot.To.X)),
				int64(pixels(shot.To.Y)),
			)
		}
	}
	w.key("s")
	w.array(view.Players())
	for id := range view.Players() {
		player, _ := view.Player(order.PlayerID(id))
		w.ints(int64(playerNumber(player.ID)), player.Credits, int64(player.PowerProvided), int64(player.PowerDrained))
	}
	if w.err != nil { // a bytes.Buffer takes everything
		return nil
	}
	return buffer.Bytes()
}

// shots are those that are seen where they are.
func (s *scene) shots(view sim.View, eyes *sight) []sim.Shot {
	shows := view.Observable()
	if shows == nil {
		return nil
	}
	all := shows.AppendShots(nil)
	seen := all[:0]
	for _, shot := range all {
		if eyes.at(shot.At) && len(seen) < maxShots {
			seen = append(seen, shot)
		}
	}
	return seen
}

// maxShots bounds what a frame shows flying.
const maxShots = 2000

// actorsWriter writes MessagePack and keeps the first error.
type actorsWriter struct {
	enc *msgpack.Encoder
	err error
}

func (w *actorsWriter) keep(err error) {
	if w.err == nil {
		w.err = err
	}
}

func (w *actorsWriter) key(name string)  { w.keep(w.enc.EncodeString(name)) }
func (w *actorsWriter) int(n int64)      { w.keep(w.enc.EncodeInt(n)) }
func (w *actorsWriter) array(length int) { w.keep(w.enc.EncodeArrayLen(length)) }

func (w *actorsWriter) ints(numbers ...int64) {
	w.array(len(numbers))
	for _, n := range numbers {
		w.int(n)
	}
}

// actor writes one entity, without the slots at the end that are missing.
func (w *actorsWriter) actor(view sim.View, e *sim.Entity, k *kind) {
	var slots [actorSlots]int64
	var there [actorSlots]bool
	set := func(slot int, value int64) { slots[slot], there[slot] = value, true }
	var doing sim.Doing
	flags := int64(0)
	if shows := view.Observable(); shows != nil {
		if doing = shows.Doing(e.Tag); doing.Activity == sim.ActivityIdle {
			flags |= actorIdle
		} else {
			set(10, int64(doing.Activity))
		}
		if target := wireID(doing.Target); target != 0 {
			set(11, int64(target))
		}
		if doing.HasDestination {
			set(12, int64(pixels(doing.Destination.X)))
			set(13, int64(pixels(doing.Destination.Y)))
		}
	}
	if e.HasNative {
		set(14, int64(e.Native))
	}
	for _, flag := range [...]struct {
		is  simstate.Flags
		bit int64
	}{{simstate.FlagStructure, actorStructure}, {simstate.FlagMobile, actorMobile}, {simstate.FlagUnfinished, actorUnfinished}} {
		if e.Flags&flag.is != 0 {
			flags |= flag.bit
		}
	}
	facing := int64(-1)
	if e.HasFacing {
		facing = int64(e.Facing & (turn - 1))
	}
	for slot, value := range [actorFixed]int64{
		int64(wireID(e.Tag)), int64(k.N), int64(playerNumber(e.Owner)), flags, int64(pixels(e.Position.X)), int64(pixels(e.Position.Y)), int64(pixels(e.Position.Z)), facing,
		int64(e.Health), int64(e.MaxHealth),
	} {
		set(slot, value)
	}
	length := actorSlots
	for !there[length-1] {
		length--
	}
	w.array(length)
	for slot := range length {
		if there[slot] {
			w.int(slots[slot])
		} else {
			w.keep(w.enc.EncodeNil())
		}
	}
}
