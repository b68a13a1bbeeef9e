package sim

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"

	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// cache is the state in its encoded form, piece by piece as the Merkle tree's
// leaves hold it. Only what was touched is encoded and hashed again.
type cache struct {
	layout snapshot.Layout
	tree   *snapshot.Tree

	slots         slotCache // what of the entities rests
	motion        slotCache
	globalTouched bool
	randomTouched bool
	globalStale   bool // encoded and not hashed since
	randomStale   bool

	global  []byte // room for the prefix, then as snapshot.AppendComponents
	random  snapshot.RandomState
	hashed  int // names already hashed, -1 none
	scratch []byte
	shapes  []snapshot.MapLayer // for the clock leaf

	entityWriter EntityWriter
	motionWriter MotionWriter
	playerWriter PlayerWriter
	globalWriter snapshot.ComponentWriter
}

func (s *Simulation) makeCache() {
	sizes := make([]int, len(s.layers))
	for i, layer := range s.layers {
		sizes[i] = len(layer.data)
		s.shapes = append(s.shapes, snapshot.MapLayer{
			Name: uint32(layer.Name), Width: uint32(layer.Width), Height: uint32(layer.Height), Stride: uint32(layer.Stride),
		})
	}
	s.layout = snapshot.NewLayout(s.config.Capacity, len(s.players), sizes)
	s.tree = snapshot.NewTree(s.layout.Leaves())
	s.slots.makePieces(s.config.Capacity, s.appendSlot)
	s.motion.makePieces(s.config.Capacity, s.appendMotion)
	s.hashed = -1
}

func (s *Simulation) touchAll() {
	for slot := range s.pool.rows {
		s.touch(slot)
	}
	for i := range s.players {
		s.players[i].touched = true
	}
	for _, layer := range s.layers {
		layer.touchAll()
	}
	s.globalTouched, s.randomTouched, s.hashed = true, true, -1
}

// touch marks all of a slot.
func (s *Simulation) touch(slot int) {
	s.slots.touch(slot)
	s.motion.touch(slot)
}

// refresh encodes what was touched. Afterwards the view and the cached bytes
// are those of the present state; leaves are hashed when somebody asks.
func (s *Simulation) refresh() {
	s.slots.refresh()
	s.motion.refresh()
	for i := range s.players {
		if s.players[i].touched {
			s.refreshPlayer(i)
		}
	}
	if s.globalTouched {
		s.refreshGlobal()
	}
	if s.randomTouched {
		s.refreshRandom()
	}
	s.completeEvents()
}

// appendSlot appends what snapshot.AppendSlot does, the components coming from
// the module.
func (s *Simulation) appendSlot(dst []byte, slot int) []byte {
	row := &s.pool.rows[slot]
	if !row.alive {
		return snapshot.AppendSlot(dst, row.generation, nil)
	}
	tag := s.pool.tag(slot)
	dst = bincode.AppendOption(bincode.AppendUint16(dst, row.generation), true)
	dst = snapshot.AppendEntityHead(dst, tag, uint32(row.kind), row.owner)
	row.restView = restView{}
	w := &s.entityWriter
	w.row = row
	dst = s.openComponents(&w.components, dst)
	s.module.AppendEntity(tag, w)
	return s.closeComponents(&w.components, len(dst), ^uint64(snapshot.MotionComponents))
}

// appendMotion appends what snapshot.AppendMotion does, the components coming
// from the module.
func (s *Simulation) appendMotion(dst []byte, slot int) []byte {
	row := &s.pool.rows[slot]
	if !row.alive {
		return snapshot.AppendMotion(dst, nil)
	}
	row.motionView = motionView{}
	w := &s.motionWriter
	w.row = row
	dst = s.openComponents(&w.components, dst)
	s.module.AppendMotion(s.pool.tag(slot), w)
	return s.closeComponents(&w.components, len(dst), snapshot.MotionComponents)
}

// openComponents leaves room for mask and length and lets the writer append
// behind them.
func (s *Simulation) openComponents(w *snapshot.ComponentWriter, dst []byte) []byte {
	dst = append(dst, make([]byte, componentsHead)...)
	w.Reset(dst)
	return dst
}

// closeComponents fills in mask and length; start is where the components
// begin, allowed says which may be among them.
func (s *Simulation) closeComponents(w *snapshot.ComponentWriter, start int, allowed uint64) []byte {
	dst := w.Buffer()
	binary.LittleEndian.PutUint64(dst[start-componentsHead:], w.Mask())
	binary.LittleEndian.PutUint64(dst[start-8:], uint64(len(dst)-start))
	if err := w.Err(); err != nil {
		s.env.Abort(err)
	}
	if wrong := w.Mask() &^ allowed; wrong != 0 {
		s.env.Abort(fmt.Errorf("components %#x were written where they do not belong", wrong))
	}
	return dst
}

// componentsHead is u64 mask and u64 length before the components.
const componentsHead = 16

func (s *Simulation) refreshPlayer(i int) {
	row := &s.players[i]
	row.touched = false
	row.playerView = playerView{}
	w := &s.playerWriter
	w.row = row
	dst := s.openComponents(&w.components, snapshot.AppendPlayerHead(append(s.scratch[:0], 0), &row.state))
	s.module.AppendPlayer(order.PlayerID(i), w)
	s.scratch = s.closeComponents(&w.components, len(dst), ^uint64(0))
	row.stale = row.stale || !bytes.Equal(s.scratch, row.encoded)
	s.scratch, row.encoded = row.encoded, s.scratch
}

func (s *Simulation) refreshGlobal() {
	s.globalTouched = false
	w := &s.globalWriter
	dst := s.openComponents(w, append(s.scratch[:0], 0))
	s.module.AppendGlobal(w)
	s.scratch = s.closeComponents(w, len(dst), ^uint64(0))
	s.globalStale = s.globalStale || !bytes.Equal(s.scratch, s.global)
	s.scratch, s.global = s.global, s.scratch
}

func (s *Simulation) refreshRandom() {
	s.randomTouched = false
	s.random.Algorithm, s.random.State = s.module.AppendRandom(s.random.State[:0])
	s.randomStale = true
}

// completeEvents fills in what is known only after the tick: where the created
// ones stand.
func (s *Simulation) completeEvents() {
	for i := range s.events {
		e := &s.events[i]
		if e.Kind != EventCreated {
			continue
		}
		if row := s.pool.find(e.Tag); row != nil {
			e.Position, e.HasPosition = row.position, row.hasPosition
		}
	}
}

// StateHash is the Merkle root of the present state (docs/simulation.md): what
// snapshot.HashState computes from a Snapshot. What was put off (LogHash) must
// have been summed.
func (s *Simulation) StateHash() order.StateHash {
	s.eachStale(func(leaf int, data []byte) { s.tree.SetLeaf(leaf, snapshot.HashLeaf(data)) })
	return s.tree.Root()
}

// eachStale yields the leaves that may differ from what was last hashed or
// logged, each with room for the prefix before its bytes. These are only valid
// during the call.
func (s *Simulation) eachStale(yield func(leaf int, data []byte)) {
	clock := snapshot.Clock{
		Tick: s.tick, Seed: s.config.Seed, MapHash: s.config.MapHash,
		Capacity: uint16(s.config.Capacity), Players: uint32(len(s.players)),
	}
	s.scratch = snapshot.AppendClockLeaf(append(s.scratch[:0], 0), &clock, s.shapes)
	yield(snapshot.LeafClock, s.scratch)
	if s.hashed != len(s.names.names) {
		s.hashed = len(s.names.names)
		s.scratch = snapshot.AppendNames(append(s.scratch[:0], 0), s.names.names)
		yield(snapshot.LeafNames, s.scratch)
	}
	if s.globalStale {
		s.globalStale = false
		yield(snapshot.LeafGlobal, s.global)
	}
	if s.randomStale {
		s.randomStale = false
		s.scratch = snapshot.AppendRandomState(append(s.scratch[:0], 0), &s.random)
		yield(snapshot.LeafRandom, s.scratch)
	}
	for i, layer := range s.layers {
		s.eachStaleOf(i, layer, yield)
	}
	for i := range s.players {
		if row := &s.players[i]; row.stale {
			row.stale = false
			yield(s.layout.Player(order.PlayerID(i)), row.encoded)
		}
	}
	s.slots.eachStale(s.layout.Slot, yield)
	s.motion.eachStale(s.layout.Motion, yield)
}

func (s *Simulation) eachStaleOf(i int, layer *Layer, yield func(leaf int, data []byte)) {
	for w, word := range layer.touched {
		layer.touched[w] = 0
		for ; word != 0; word &= word - 1 {
			at := (w<<6 + bits.TrailingZeros64(word)) * snapshot.MapBytesPerLeaf
			s.scratch = append(append(s.scratch[:0], 0), layer.data[at:min(at+snapshot.MapBytesPerLeaf, len(layer.data))]...)
			yield(s.layout.Map(i, at), s.scratch)
		}
	}
}

// SyncHash is the first eight bytes of the StateHash: what a replay frame
// records for the tick that runs next.
func (s *Simulation) SyncHash() order.SyncHash { return snapshot.Sync(s.StateHash()) }

// Tree is the Merkle tree of the present state, for proofs; it must not be
// changed and is valid until the next Apply.
func (s *Simulation) Tree() (*snapshot.Tree, snapshot.Layout) {
	s.StateHash()
	return s.tree, s.layout
}
