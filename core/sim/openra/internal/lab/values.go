// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"fmt"
	"math/bits"

	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/wpos"

	"convertd/core/sim/openra/internal/engine"
)

// plausible says whether a hashed trait could have a value, and of how many it
// would be one; 0 means that it could not. The note says what a value of a
// compound means.
func plausible(w *engine.World, t *hashTerm, want int32) (of int64, note string) {
	of, note = plausibleValue(w, t, want)
	if of == 0 && t.slot.Flags != nil {
		// The flags of a condition are part of the value.
		of, note = plausibleValue(w, t, want^1)
	}
	return of, note
}

// zeroValues is how many values a trait is given whose value is not modelled:
// 0 and 1 where conditions are hashed, else that of a countdown.
const zeroValues = 2048

func plausibleValue(w *engine.World, t *hashTerm, want int32) (of int64, note string) {
	within := func(first int32, n int64) (int64, string) {
		if from := int64(want) - int64(first); from >= 0 && from < n {
			return n, ""
		}
		return 0, ""
	}
	unmodelled := int64(zeroValues)
	if w.Release.ConditionalHash {
		unmodelled = 2
	}
	switch values := t.slot.Kind.Values(); values.Of {
	case info.ValuesUnmodelled:
		return within(0, unmodelled)
	case info.ValuesReturn:
		if t.actor.ChronoTicks == 0 {
			return within(0, zeroValues)
		}
		return changed(t.have, want, spanBits(w))
	case info.ValuesHealth:
		return within(0, int64(t.actor.Type.MaxHP)+1)
	case info.ValuesMotion:
		return plausiblePlace(w, t, want)
	case info.ValuesCell:
		return plausibleCell(w, want)
	case info.ValuesPlace:
		return changed(t.have, want, spanBits(w))
	case info.ValuesActor:
		return plausibleActor(w, want, int32(values.Count))
	case info.ValuesViewers:
		return within(0, 1<<uint(len(w.Players)))
	case info.ValuesRepairers:
		return plausibleRepairers(w, want)
	default:
		return within(values.First, values.Count)
	}
}

// spanBits is how many bits a position on the map takes.
func spanBits(w *engine.World) int {
	return bits.Len32(uint32(max(w.Ground.Width, w.Ground.Height)) * 1024)
}

// changed reports whether two values differ in their lowest bits only.
func changed(have, want int32, width int) (int64, string) {
	if uint32(have^want)>>width != 0 {
		return 0, ""
	}
	return int64(1) << width, ""
}

// plausibleCell: a cell of the map, as it is hashed.
func plausibleCell(w *engine.World, want int32) (int64, string) {
	cells := int64(w.Ground.Width) * int64(w.Ground.Height)
	if w.Release.OldCells {
		if want < 0 || want > 4*max(w.Ground.Width, w.Ground.Height) {
			return 0, ""
		}
		return cells, ""
	}
	if c := (wpos.Cell{X: want >> 20, Y: want << 12 >> 20}); want&0xFF != 0 || !w.Ground.Within(c) {
		return 0, ""
	}
	return cells, ""
}

// plausibleActor: a small number below, an actor's id or none above.
func plausibleActor(w *engine.World, want, numbers int32) (int64, string) {
	low, id := want&0xFFFF, uint32(want)>>16
	switch {
	case low >= numbers:
		return 0, ""
	case id == 0:
		return int64(numbers) / 2, ""
	case w.Actor(id) == nil:
		return 0, ""
	}
	return int64(numbers) * int64(len(w.Actors)), fmt.Sprintf("actor %d", id)
}

func plausibleRepairers(w *engine.World, want int32) (int64, string) {
	for mask := range int32(1) << uint(min(len(w.Players), 8)) {
		var h int32
		for i := range w.Players {
			if mask>>uint(i)&1 != 0 {
				h ^= int32(w.Players[i].Actor<<16) * engine.PlayerHashFactor
			}
		}
		if h == want {
			return int64(1) << uint(len(w.Players)), ""
		}
	}
	return 0, ""
}

// plausiblePlace: a unit stands where it stands in some direction, or is
// within a step of its cell.
func plausiblePlace(w *engine.World, t *hashTerm, want int32) (int64, string) {
	a, width := t.actor, spanBits(w)
	if w.Release.OldCells {
		// The path is part of the value and can be anything.
		return changed(t.have, want, width)
	}
	if turned := want ^ w.CellHash(a.From) ^ w.CellHash(a.To) ^ w.PlaceHash(a.Center); turned >= 0 && turned < 1024 {
		return 1024, fmt.Sprintf("faces %d", turned)
	}
	if a.From == a.To && a.Idle() {
		return 0, ""
	}
	for i := range len(wpos.Directions) + 1 {
		var d wpos.Cell
		if i < len(wpos.Directions) {
			d = wpos.Directions[i]
		}
		if rest := uint32(want ^ a.From.Bits() ^ a.From.Add(d).Bits()); rest>>width == 0 {
			return int64(len(wpos.Directions)+1) << width, fmt.Sprintf("a step by %d,%d, position and facing xor to %d", d.X, d.Y, rest)
		}
	}
	return 0, ""
}
