// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"math/bits"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
	"convertd/plugins/rts/protocol"
)

// vision is whose eyes somebody sees with: a bit for each player, 0 for everything.
type vision uint32

// everything is the vision of who sees all.
const everything vision = 0

func (v vision) has(player order.PlayerID) bool { return player < 32 && v>>player&1 == 1 }

// playerNumber is a player's id on the wire.
func playerNumber(id order.PlayerID) uint32 {
	if id == order.NoPlayer {
		return 0
	}
	return uint32(id) + 1
}

// playerID is the player of an id on the wire; ok is false for 0.
func playerID(number uint32) (id order.PlayerID, ok bool) {
	if number == 0 || number > snapshot.MaxPlayers {
		return order.NoPlayer, false
	}
	return order.PlayerID(number - 1), true
}

// visionOf reads a request: unknown players, none at all and the same twice are
// refused.
func (s *scene) visionOf(request *protocol.ReplayVision) (v vision, ok bool) {
	var numbers []uint32
	switch request.Mode {
	case protocol.VisionAll:
		return everything, true
	case protocol.VisionPlayer:
		numbers = []uint32{*request.PlayerID}
	case protocol.VisionPlayers:
		numbers = request.PlayerIDs
	}
	for _, number := range numbers {
		id, known := playerID(number)
		if !known || !s.plays(id) || v.has(id) {
			return 0, false
		}
		v |= 1 << id
	}
	return v, len(numbers) > 0
}

// sight is what a vision sees, of the present state.
type sight struct {
	vision vision
	shows  sim.Observable
	layers []sightLayer
	width  int
	height int
}

type sightLayer struct {
	cells   []byte
	inSight byte
}

// sight opens the eyes of a vision. Of players who are not known to see less, all is
// seen.
func (s *scene) sight(view sim.View, v vision) sight {
	eyes := sight{vision: v, shows: view.Observable(), width: s.width, height: s.height}
	for rest := v; rest != 0 && eyes.shows != nil; rest &= rest - 1 {
		player := order.PlayerID(bits.TrailingZeros32(uint32(rest)))
		layer, inSight, _ := eyes.shows.Sight(player)
		if layer == nil {
			return sight{}
		}
		eyes.layers = append(eyes.layers, sightLayer{layer.Data(), inSight})
		eyes.width, eyes.height = layer.Width, layer.Height
	}
	return eyes
}

// all reports whether nothing is hidden.
func (e *sight) all() bool { return len(e.layers) == 0 }

// cell reports whether a cell is seen.
func (e *sight) cell(x, y int) bool {
	if e.all() {
		return true
	}
	if x < 0 || y < 0 || x >= e.width || y >= e.height {
		return false
	}
	for i := range e.layers {
		if e.layers[i].cells[y*e.width+x] == e.layers[i].inSight {
			return true
		}
	}
	return false
}

// at reports whether a place is seen.
func (e *sight) at(p order.WorldPos) bool { return e.cell(int(p.X)>>unitBits, int(p.Y)>>unitBits) }

// entity reports whether an entity is seen: of those who look, or of their allies, or
// where they look.
func (e *sight) entity(of *sim.Entity, k *kind) bool {
	if e.all() {
		return true
	}
	for rest := e.vision; rest != 0; rest &= rest - 1 {
		if player := order.PlayerID(bits.TrailingZeros32(uint32(rest))); of.Owner == player || e.shows.Allied(of.Owner, player) {
			return true
		}
	}
	if !k.structure {
		return e.at(of.Position)
	}
	left, top := corner(of.Position, k)
	for y := range int(k.Height) {
		for x := range int(k.Width) {
			if e.cell(left+x, top+y) {
				return true
			}
		}
	}
	return false
}

// corner is the cell of the top left of a structure that stands around a place.
func corner(at order.WorldPos, k *kind) (x, y int) {
	half := func(cells int32) int32 { return cells*unitsPerCell/2 - unitsPerCell/2 }
	return int(at.X-half(k.Width)) >> unitBits, int(at.Y-half(k.Height)) >> unitBits
}

// tiles are the visible tiles as the protocol has them, nil if nothing is hidden or the
// map has more than a frame holds.
func (e *sight) tiles() []uint8 {
	if e.all() || e.width*e.height > maxFogTiles {
		return nil
	}
	tiles := make([]uint8, e.width*e.height)
	for i := range e.layers {
		l := &e.layers[i]
		for at := range tiles {
			if l.cells[at] == l.inSight {
				tiles[at] = 1
			}
		}
	}
	return tiles
}

// maxFogTiles is how many tiles a snapshot's fog holds.
const maxFogTiles = 65_536
