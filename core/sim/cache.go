package sim

import (
	"bytes"
	"encoding/binary"
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

	touched       bitset // slots
	stale         bitset // slot leaves that were encoded and not hashed since
	globalTouched bool
	randomTouched bool
	globalStale   bool // encoded and not hashed since
	randomStale   bool

	pieces  []slotPiece // entity slots, snapshot.SlotsPerLeaf each
	global  []byte      // room for the prefix, then as snapshot.AppendComponents
	random  snapshot.RandomState
	hashed  int // names already hashed, -1 none
	scratch []byte
	shapes  []snapshot.MapLayer // for the clock leaf

	entityWriter EntityWriter
	playerWriter PlayerWriter
	globalWriter snapshot.ComponentWriter
}

// slotPiece is one leaf of entity slots: room for the leaf's prefix, then what
// the leaf holds; and where each slot begins in that.
type slotPiece struct {
	data  []byte
	start [snapshot.SlotsPerLeaf + 1]uint32
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
	s.pieces = make([]slotPiece, (s.config.Capacity+snapshot.SlotsPerLeaf-1)/snapshot.SlotsPerLeaf)
	s.stale = newBitset(len(s.pieces))
	s.hashed = -1
}

func (s *Simulation) touchAll() {
	for slot := range s.pool.rows {
		s.touched.set(slot)
	}
	for i := range s.players {
		s.players[i].touched = true
	}
	for _, layer := range s.layers {
		layer.touchAll()
	}
	s.globalTouched, s.randomTouched, s.hashed = true, true, -1
}

// refresh encodes what was touched. Afterwards the view and the cached bytes
// are those of the present state; leaves are hashed when somebody asks.
func (s *Simulation) refresh() {
	for w, word := range s.touched {
		for word != 0 {
			piece := (w<<6 + bits.TrailingZeros64(word)) / snapshot.SlotsPerLeaf
			first := piece * snapshot.SlotsPerLeaf & 63
			s.refreshPiece(piece, uint16(word>>first))
			word &^= (1<<snapshot.SlotsPerLeaf - 1) << first
		}
		s.touched[w] = 0
	}
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

// refreshPiece encodes the touched slots of one leaf and takes the others over.
func (s *Simulation) refreshPiece(n int, touched uint16) {
	piece := &s.pieces[n]
	buffer := append(s.scratch[:0], 0) // room for the leaf's prefix
	oldStart := piece.start[0]
	piece.start[0] = 1
	for i := range snapshot.SlotsPerLeaf {
		oldEnd := piece.start[i+1]
		slot := n*snapshot.SlotsPerLeaf + i
		switch {
		case slot >= len(s.pool.rows): // the last leaf may be shorter
		case touched>>i&1 == 1:
			buffer = s.appendSlot(buffer, slot)
		default:
			buffer = append(buffer, piece.data[oldStart:oldEnd]...)
		}
		oldStart = oldEnd
		piece.start[i+1] = uint32(len(buffer))
	}
	if !bytes.Equal(buffer, piece.data) {
		s.stale.set(n)
	}
	s.scratch, piece.data = piece.data, buffer
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
	row.entityView = entityView{}
	w := &s.entityWriter
	w.row = row
	dst = s.openComponents(&w.components, dst)
	s.module.AppendEntity(tag, w)
	return s.closeComponents(&w.components, len(dst))
}

// openComponents leaves room for mask and length and lets the writer append
// behind them.
func (s *Simulation) openComponents(w *snapshot.ComponentWriter, dst []byte) []byte {
	dst = append(dst, make([]byte, componentsHead)...)
	w.Reset(dst)
	return dst
}

// closeComponents fills in mask and length; start is where the components
// begin.
func (s *Simulation) closeComponents(w *snapshot.ComponentWriter, start int) []byte {
	dst := w.Buffer()
	binary.LittleEndian.PutUint64(dst[start-componentsHead:], w.Mask())
	binary.LittleEndian.PutUint64(dst[start-8:], uint64(len(dst)-start))
	if err := w.Err(); err != nil {
		s.env.Abort(err)
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
	s.scratch = s.closeComponents(&w.components, len(dst))
	row.stale = row.stale || !bytes.Equal(s.scratch, row.encoded)
	s.scratch, row.encoded = row.encoded, s.scratch
}

func (s *Simulation) refreshGlobal() {
	s.globalTouched = false
	w := &s.globalWriter
	dst := s.openComponents(w, append(s.scratch[:0], 0))
	s.module.AppendGlobal(w)
	s.scratch = s.closeComponents(w, len(dst))
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
	for w, word := range s.stale {
		s.stale[w] = 0
		for ; word != 0; word &= word - 1 {
			n := w<<6 + bits.TrailingZeros64(word)
			yield(s.layout.Slot(n*snapshot.SlotsPerLeaf), s.pieces[n].data)
		}
	}
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
