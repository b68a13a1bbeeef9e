// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"context"
	"strconv"
	"sync"

	"convertd/core/ir"
	"convertd/plugins/ea/internal/names"
	"convertd/sdk"
)

// nativePlayers is how many native player numbers are followed: five bits in
// the later games, at most eleven numbers in the earlier ones.
const nativePlayers = 32

// contextStride is how many commands pass between two looks at the context.
const contextStride = 1024

// maxCommandBytes bounds one command with its arguments. The longest of real
// games has 1,049 bytes; the bound keeps an order within a batch (docs/ir.md).
const maxCommandBytes = 64 << 10

// command is one record as every game has it, before its arguments.
type command struct {
	frame  uint32
	id     uint32
	native int32 // player number or source
	offset int
	raw    []byte // argument runs as they stand in the file
}

// body turns commands into what the sink takes, and gathers what the trailer
// says. It is made for one Decode and reuses one order, one set of arguments
// and their slices for all commands.
type body struct {
	ctx    context.Context
	sink   sdk.Sink
	native bool // lines instead of orders and samples
	raw    bool // lines with their private parts

	replay   *replay
	dialect  *dialect
	meanings *[commandIDs]meaning
	assets   *names.Assets

	// playerOf maps native numbers to indexes of Header.Players.
	playerOf   [nativePlayers]int32
	selections [nativePlayers]selection
	stray      selection // of native numbers that are not followed
	checks     checksums
	outcomes   outcomes

	order ir.Order
	args  arguments
	cmd   command
	text  []byte // memory of Order.Text
	line  []byte // memory of native lines

	// views is where each lobby slot's camera was last, for chunks that only
	// turn it.
	views     [maxSlots]view
	strayView view
	details   []ir.KeyValue // of the trailer

	counts    [commandIDs]uint64
	rawChunks uint64 // Tiberian Twilight: chunks that did not decode
	commands  uint64
	private   uint64 // commands whose content is withheld
	lastFrame uint32
	stopped   bool // an error of the sink or the context ended the reading
	ended     bool // the record that ends a recording was seen
	notes     notes
}

// bodies keeps the memory of finished bodies, so that a run over many small
// recordings does not keep the garbage collector busy. Nothing of a recording
// stays in it.
var bodies = sync.Pool{New: func() any { return new(body) }}

func newBody(ctx context.Context, replay *replay, sink sdk.Sink, options sdk.DecodeOptions) *body {
	b, ok := bodies.Get().(*body)
	if !ok {
		b = new(body)
	}
	b.ctx, b.sink, b.native, b.raw = ctx, sink, options.Native, options.Native && options.Raw
	b.replay, b.dialect = replay, replay.dialect
	b.meanings, b.assets = replay.dialect.meanings(), replay.dialect.assets()
	b.playerOf = replay.playerOf
	b.checks.interval = replay.options.interval
	b.outcomes.players = make([]playerEnd, len(replay.header.Players))
	return b
}

// maxKeptObjects is how many objects one command may have named for its memory
// to be kept.
const maxKeptObjects = 64 << 10

// release gives the memory back. The body must not be used afterwards.
func (b *body) release() {
	objects, text, line := b.args.objects[:0], b.text[:0], b.line[:0]
	*b = body{}
	if cap(objects) <= maxKeptObjects && cap(text)+cap(line) <= maxKeptObjects {
		b.args.objects, b.text, b.line = objects, text, line
	}
	bodies.Put(b)
}

// stop notes that an error comes from the sink or the context, not from the
// file, and returns it.
func (b *body) stop(err error) error {
	b.stopped = b.stopped || err != nil
	return err
}

// player returns the index of a native number in Header.Players.
func (b *body) player(native int32) int32 {
	if native < 0 || native >= nativePlayers {
		return ir.NoPlayer
	}
	return b.playerOf[native]
}

// selection returns the selection of a native number.
func (b *body) selection(native int32) *selection {
	if native < 0 || native >= nativePlayers {
		b.stray.forget()
		return &b.stray
	}
	return &b.selections[native]
}

func (b *body) trailerDetail(key, value string) {
	b.details = append(b.details, ir.KeyValue{Key: key, Value: value})
}

// emit sends one command whose arguments are in b.args.
func (b *body) emit(c *command) error {
	b.commands++
	if b.commands%contextStride == 0 {
		if err := b.ctx.Err(); err != nil {
			return b.stop(err)
		}
	}
	m := &meaning{}
	if c.id < commandIDs {
		b.counts[c.id]++
		m = &b.meanings[c.id]
	}
	o := b.startOrder(c, m)
	whole := b.interpret(c, m)
	switch {
	case b.args.texts > 0:
		// The games put strings only into commands that identify an account, a
		// session or a match by its network address: none of it leaves.
		b.private++
	case !whole && b.args.total > 0:
		o.Raw = c.raw
	}
	if m.plan == planChecksum {
		if err := b.checksum(c); err != nil {
			return err
		}
	}
	if m.plan == planCamera && b.args.locations > 0 {
		if err := b.sink.Camera(b.cameraOf(c)); err != nil {
			return b.stop(err)
		}
	}
	return b.stop(b.sink.Order(o))
}

// startOrder resets the reused order for a command. Field by field: assigning
// a whole Order costs a pass of the garbage collector's write barrier.
func (b *body) startOrder(c *command, m *meaning) *ir.Order {
	o := &b.order
	o.Frame, o.Tick, o.Offset = uint64(c.frame), uint64(c.frame), uint64(c.offset)
	o.Player, o.Client = b.player(c.native), c.native
	o.Kind, o.NativeID, o.NativeName = m.kind, c.id, m.name
	o.Present = ir.PresentNativeID
	o.Count, o.ItemID, o.Data = 0, 0, 0
	o.Item, o.Text = "", ""
	o.Subjects, o.Entities, o.Raw = nil, nil, nil
	o.Target, o.Target2 = ir.Target{}, ir.Target{}
	return o
}

// counted returns the histogram of native ids, sorted by their decimal names.
func (b *body) counted() []ir.Count {
	var list []ir.Count
	for id, n := range b.counts {
		if n > 0 {
			list = append(list, ir.Count{Name: strconv.Itoa(id), N: n})
		}
	}
	if b.rawChunks > 0 {
		list = append(list, ir.Count{Name: rawChunkName, N: b.rawChunks})
	}
	sortCounts(list)
	return list
}
