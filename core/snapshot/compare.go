// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import (
	"bytes"
	"fmt"
	"slices"

	"convertd/core/order"
)

// Place says which part of a state a Difference is in.
type Place uint8

// Places, in the order in which Compare looks.
const (
	PlaceNone Place = iota
	PlaceClock
	PlaceRandom
	PlaceNames
	PlaceGlobal
	PlacePlayer
	PlaceMap
	PlaceSlot
	PlaceEntity
)

// Difference is the first place where two states differ.
type Difference struct {
	Place Place
	// Field names the field: "tick", "kind", "owner", "missing", "extra",
	// "component 17".
	Field  string
	Player order.PlayerID // PlacePlayer
	Entity order.UnitTag  // PlaceEntity, PlaceSlot
	Kind   string         // PlaceEntity: its kind's name
	Layer  int            // PlaceMap
	Cell   order.CellPos  // PlaceMap
	Offset int            // first differing byte of a component or cell
	A, B   []byte         // the component or cell in both states
}

// String says where and what, in one line.
func (d Difference) String() string {
	detail := d.Field
	if d.A != nil || d.B != nil {
		detail = fmt.Sprintf("%s, byte %d: %s against %s", d.Field, d.Offset, excerpt(d.A, d.Offset), excerpt(d.B, d.Offset))
	}
	switch d.Place {
	case PlaceClock:
		return "clock: " + detail
	case PlaceRandom:
		return "random generator: " + detail
	case PlaceNames:
		return "intern table: " + detail
	case PlaceGlobal:
		return "global state: " + detail
	case PlacePlayer:
		return fmt.Sprintf("player %d: %s", d.Player, detail)
	case PlaceMap:
		return fmt.Sprintf("map layer %d, cell %d,%d: %s", d.Layer, d.Cell.X, d.Cell.Y, detail)
	case PlaceSlot:
		return fmt.Sprintf("entity slot %d: %s", d.Entity.Index, detail)
	case PlaceEntity:
		return fmt.Sprintf("entity %s (%s): %s", d.Entity, d.Kind, detail)
	case PlaceNone:
	}
	return "no difference"
}

// excerpt shows up to eight bytes from offset on.
func excerpt(b []byte, offset int) string {
	if offset >= len(b) {
		return fmt.Sprintf("end (%d bytes)", len(b))
	}
	return fmt.Sprintf("%x", b[offset:min(offset+8, len(b))])
}

// Compare finds the first difference of two checked states; PlaceNone if there
// is none, and then their hashes are equal.
func Compare(a, b *SimCoreSnapshot) Difference {
	switch {
	case a.Tick != b.Tick:
		return Difference{Place: PlaceClock, Field: fmt.Sprintf("tick %d against %d", a.Tick, b.Tick)}
	case *a.clock() != *b.clock():
		return Difference{Place: PlaceClock, Field: "seed, map hash, capacity, players or cheats"}
	case a.Random.Algorithm != b.Random.Algorithm:
		return Difference{Place: PlaceRandom, Field: "algorithm"}
	case !bytes.Equal(a.Random.State, b.Random.State):
		return bytesDiffer(Difference{Place: PlaceRandom, Field: "state"}, a.Random.State, b.Random.State)
	case !slices.Equal(a.Names, b.Names):
		return Difference{Place: PlaceNames, Field: fmt.Sprintf("%d names against %d", len(a.Names), len(b.Names))}
	}
	if d := compareComponents(Difference{Place: PlaceGlobal}, a.Global, b.Global); d.Place != PlaceNone {
		return d
	}
	for i := range a.Players {
		if d := comparePlayers(&a.Players[i], &b.Players[i]); d.Place != PlaceNone {
			return d
		}
	}
	if d := compareMaps(a.Map.Layers, b.Map.Layers); d.Place != PlaceNone {
		return d
	}
	if d := compareEntities(a, b); d.Place != PlaceNone {
		return d
	}
	for slot := range max(len(a.Generations), len(b.Generations)) {
		if x, y := a.generation(slot), b.generation(slot); x != y {
			return Difference{
				Place: PlaceSlot, Entity: order.UnitTag{Index: uint16(slot), Generation: x},
				Field: fmt.Sprintf("generation %d against %d", x, y),
			}
		}
	}
	return Difference{}
}

func bytesDiffer(d Difference, a, b []byte) Difference {
	d.A, d.B = a, b
	for d.Offset < len(a) && d.Offset < len(b) && a[d.Offset] == b[d.Offset] {
		d.Offset++
	}
	return d
}

func compareComponents(where Difference, a, b Components) Difference {
	if a.Mask == b.Mask && bytes.Equal(a.Data, b.Data) {
		return Difference{}
	}
	for id := ComponentID(0); id <= MaxGlobalComponent; id++ {
		x, inA := a.Get(id)
		y, inB := b.Get(id)
		if inA != inB || !bytes.Equal(x, y) {
			where.Field = fmt.Sprintf("component %d", id)
			return bytesDiffer(where, x, y)
		}
	}
	return Difference{}
}

func comparePlayers(a, b *PlayerState) Difference {
	where := Difference{Place: PlacePlayer, Player: a.ID}
	if a.Kind != b.Kind || a.Faction != b.Faction || a.Team != b.Team || a.Start != b.Start {
		where.Field = "kind, faction, team or start"
		return where
	}
	return compareComponents(where, a.Components, b.Components)
}

func compareMaps(a, b []MapLayer) Difference {
	if len(a) != len(b) {
		return Difference{Place: PlaceMap, Field: fmt.Sprintf("%d layers against %d", len(a), len(b))}
	}
	for z := range a {
		where := Difference{Place: PlaceMap, Layer: z}
		if a[z].Name != b[z].Name || a[z].Width != b[z].Width || a[z].Height != b[z].Height || a[z].Stride != b[z].Stride {
			where.Field = "shape"
			return where
		}
		if bytes.Equal(a[z].Data, b[z].Data) {
			continue
		}
		where = bytesDiffer(where, a[z].Data, b[z].Data)
		stride := int(a[z].Stride)
		cell := where.Offset / stride
		where.Field = "value"
		where.Cell = order.CellPos{X: int32(cell % int(a[z].Width)), Y: int32(cell / int(a[z].Width)), Z: int32(z)}
		where.A, where.B = where.A[cell*stride:(cell+1)*stride], where.B[cell*stride:(cell+1)*stride]
		where.Offset %= stride
		return where
	}
	return Difference{}
}

func compareEntities(a, b *SimCoreSnapshot) Difference {
	for i := 0; i < len(a.Entities) || i < len(b.Entities); i++ {
		switch {
		case i >= len(b.Entities) || i < len(a.Entities) && a.Entities[i].Tag.Index < b.Entities[i].Tag.Index:
			return Difference{Place: PlaceEntity, Field: "missing in the second", Entity: a.Entities[i].Tag, Kind: a.Names[a.Entities[i].Kind]}
		case i >= len(a.Entities) || a.Entities[i].Tag != b.Entities[i].Tag:
			return Difference{Place: PlaceEntity, Field: "missing in the first", Entity: b.Entities[i].Tag, Kind: b.Names[b.Entities[i].Kind]}
		}
		x, y := &a.Entities[i], &b.Entities[i]
		where := Difference{Place: PlaceEntity, Entity: x.Tag, Kind: a.Names[x.Kind]}
		if x.Kind != y.Kind {
			where.Field = "kind: the second has " + b.Names[y.Kind]
			return where
		}
		if x.Owner != y.Owner {
			where.Field = fmt.Sprintf("owner %d against %d", int32(x.Owner), int32(y.Owner))
			return where
		}
		if d := compareComponents(where, x.Components, y.Components); d.Place != PlaceNone {
			return d
		}
	}
	return Difference{}
}

// FirstDifferingLeaf finds the first leaf in which two trees of one layout
// differ, descending only where nodes differ; -1 if they are equal or not of
// one size.
func FirstDifferingLeaf(a, b *Tree) int {
	if a.Leaves() != b.Leaves() || a.Root() == b.Root() {
		return -1
	}
	node := 0
	for level := len(a.levels) - 2; level >= 0; level-- {
		node *= 2
		if *a.levels[level].node(node) == *b.levels[level].node(node) {
			node++
		}
	}
	return node
}
