// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"convertd/core/enginetrace"
	"convertd/core/fault"
	"convertd/core/order"
	"convertd/core/sim/openra"
)

// TraceComparison says how far a game of ours goes along with the trace of the
// engine that played it, and what differs first
// (docs/schemas/trace-comparison.schema.json).
type TraceComparison struct {
	File    string `json:"file"`
	Game    string `json:"game"`
	Version string `json:"version"`
	Map     string `json:"map"`
	// Met is how many net frames agree from the first on, Frames how many the trace has.
	Met    int  `json:"met"`
	Frames int  `json:"frames"` // of a whole game those that were played
	Whole  bool `json:"whole"`
	// Tick is the world's own, at the first frame that differs.
	Frame int32      `json:"frame,omitempty"`
	Tick  int32      `json:"tick,omitempty"`
	Draws *TraceDraw `json:"draws,omitempty"`
	// Differences are those of that frame, actors who are missing or too many first.
	Differences []TraceDifference `json:"differences,omitempty"`
	// All is how many there are; the list may be shorter.
	All int `json:"all,omitempty"`
}

// TraceDraw is the state of the shared generator on both sides.
type TraceDraw struct {
	Ours    int64 `json:"ours"`
	Engines int64 `json:"engines"`
	// Same says that the last number is the same.
	Same bool `json:"same"`
}

// TraceDifference is one value that the engine had otherwise.
type TraceDifference struct {
	Actor   uint32 `json:"actor"`
	Type    string `json:"type"`
	Trait   string `json:"trait"`
	Field   string `json:"field"`
	Ours    string `json:"ours"`
	Engines string `json:"engines"`
	// What the actor does, and what it was told, here and there.
	OurChain    string   `json:"our_chain,omitempty"`
	EngineChain string   `json:"engine_chain,omitempty"`
	Orders      []string `json:"orders,omitempty"`
}

// Fields of differences that are no value of a trait.
const (
	FieldPresence = "presence" // in the world, hashed beside it, or neither
	FieldType     = "type"
	FieldOwner    = "owner"
	FieldTraits   = "traits" // which are hashed, in which order
	FieldHash     = "hash"   // of a trait whose values are not known apart
	FieldDraws    = "draws"
)

// listedDifferences is how many differences of a frame are kept.
const listedDifferences = 40

// CompareTrace plays a replay beside the trace of the engine, up to the first net
// frame that differs. It records nothing. Errors are those of Convert, and of the
// trace.
func CompareTrace(ctx context.Context, job *Job, source Source, trace io.Reader) (comparison *TraceComparison, err error) {
	defer fault.Contain(&err)
	reader, err := enginetrace.NewReader(trace)
	if err != nil {
		return nil, err
	}
	c, err := openConversion(ctx, job, source, unrecorded)
	if err != nil {
		return nil, err
	}
	feed, game := c.feed, c.game
	out := &TraceComparison{File: job.File, Game: feed.header.Game, Version: feed.header.Version, Map: feed.header.Map.Name}
	module, ok := game.Module.(*openra.Module)
	if !ok || !game.Native.Computed() {
		return out, ErrNothingToExplain
	}
	if reader.Mod != feed.header.Game || reader.Map != feed.header.Map.ID {
		return out, fmt.Errorf("the trace is of another game: %s on map %s", reader.Mod, reader.Map)
	}
	beside := &besideTrace{reader: reader, out: out}
	module.Watch(beside.look)
	for tick := uint64(0); tick < MaxTicks && !beside.over(); tick++ {
		if err := c.feed.ready(ctx, tick); err != nil {
			return nil, err
		}
		if c.feed.ended(tick) {
			break
		}
		if err := c.step(order.Tick(tick)); err != nil {
			return nil, err
		}
	}
	return out, beside.finish()
}

// besideTrace holds a world against the trace at each net frame.
type besideTrace struct {
	reader *enginetrace.Reader
	out    *TraceComparison
	err    error
	differ bool
}

func (b *besideTrace) over() bool { return b.differ || b.err != nil }

// finish reads the rest of the trace, so that its length is known. A game is whole
// that goes along to its own end, or to that of the trace: a trace may end sooner, and
// may have a frame or two whose hashes nobody sent any more.
func (b *besideTrace) finish() error {
	if b.out.Whole = !b.differ && (b.err == nil || errors.Is(b.err, io.EOF)); b.out.Whole {
		return nil
	}
	for b.err == nil {
		if _, b.err = b.reader.Next(); b.err == nil {
			b.out.Frames++
		}
	}
	if !errors.Is(b.err, io.EOF) {
		return b.err
	}
	return nil
}

func (b *besideTrace) look(w *openra.World) {
	if b.over() {
		return
	}
	state, err := b.reader.Next()
	if err != nil {
		b.err = err
		return
	}
	b.out.Frames++
	if state.Frame != w.FrameNumber() {
		b.err = fmt.Errorf("the trace has net frame %d where %d is due", state.Frame, w.FrameNumber())
		return
	}
	if state.Hash == uint32(w.NativeHash()) {
		b.out.Met++
		return
	}
	b.differ = true
	b.compare(w, state)
}

// compare lists what differs.
func (b *besideTrace) compare(w *openra.World, state *enginetrace.State) {
	ours := openra.HashedOf(w)
	b.out.Frame, b.out.Tick = state.Frame, ours.Tick
	b.out.Draws = &TraceDraw{Ours: ours.Draws, Engines: state.Draws, Same: ours.Last == state.Last}
	theirs := state.Actors()
	b.presence(w, ours.Actors, theirs)
	b.actors(w, ours.Actors, state)
	b.effects(ours.Effects, state.Effects)
	if !b.out.Draws.Same {
		b.add(&TraceDifference{Type: "world", Trait: "SharedRandom", Field: FieldDraws, Ours: fmt.Sprint(ours.Draws), Engines: fmt.Sprint(state.Draws)})
	}
	if fmt.Sprint(ours.Unlocked) != fmt.Sprint(append([]uint32(nil), state.Unlocked...)) {
		b.add(&TraceDifference{Type: "player", Trait: "Player", Field: "UnlockedRenderPlayer", Ours: fmt.Sprint(ours.Unlocked), Engines: fmt.Sprint(state.Unlocked)})
	}
}

func (b *besideTrace) add(d *TraceDifference) {
	if b.out.All++; len(b.out.Differences) < listedDifferences {
		b.out.Differences = append(b.out.Differences, *d)
	}
}

// about is a difference of an actor, with what it does on both sides.
func about(w *openra.World, id uint32, theirs *enginetrace.Actor) *TraceDifference {
	d := &TraceDifference{Actor: id, OurChain: openra.ChainOf(w, id)}
	if theirs != nil {
		d.Type, d.EngineChain, d.Orders = theirs.Type, theirs.Chain, append([]string(nil), theirs.Orders...)
	}
	return d
}

// presence lists who is missing, too many, or of another type. Both lists rise.
func (b *besideTrace) presence(w *openra.World, ours []openra.HashedActor, theirs []*enginetrace.Actor) {
	i, j := 0, 0
	for i < len(ours) || j < len(theirs) {
		switch {
		case j == len(theirs) || i < len(ours) && ours[i].ID < theirs[j].ID:
			d := about(w, ours[i].ID, nil)
			d.Type, d.Field, d.Ours, d.Engines = ours[i].Type, FieldPresence, presenceText(true, ours[i].InWorld, len(ours[i].Traits)), "none"
			b.add(d)
			i++
		case i == len(ours) || theirs[j].ID < ours[i].ID:
			d := about(w, theirs[j].ID, theirs[j])
			d.Field, d.Ours, d.Engines = FieldPresence, "none", presenceText(true, theirs[j].InWorld, len(theirs[j].Traits))
			b.add(d)
			j++
		default:
			b.same(w, &ours[i], theirs[j])
			i++
			j++
		}
	}
}

func (b *besideTrace) same(w *openra.World, o *openra.HashedActor, t *enginetrace.Actor) {
	for _, one := range [...]struct{ field, ours, engines string }{
		{FieldType, o.Type, t.Type},
		{FieldPresence, presenceText(true, o.InWorld, len(o.Traits)), presenceText(true, t.InWorld, len(t.Traits))},
		{FieldOwner, fmt.Sprint(o.Owner), fmt.Sprint(t.Owner)},
	} {
		if one.field == FieldType && o.ID <= lastPlayer(w) || one.field == FieldOwner && o.ID == 0 {
			continue
		}
		if one.ours != one.engines {
			d := about(w, o.ID, t)
			d.Field, d.Ours, d.Engines = one.field, one.ours, one.engines
			b.add(d)
		}
	}
}

// lastPlayer is the last actor that is a player: these and the world have names of
// their own in a trace.
func lastPlayer(w *openra.World) uint32 { return openra.LastPlayerOf(w) }

func presenceText(is, inWorld bool, traits int) string {
	switch {
	case !is:
		return "none"
	case inWorld:
		return "in the world"
	case traits > 0:
		return "hashed outside of it"
	}
	return "outside of it"
}

// actors lists the traits that differ, those of players last: what they have follows
// from what theirs do.
func (b *besideTrace) actors(w *openra.World, ours []openra.HashedActor, state *enginetrace.State) {
	for _, players := range [...]bool{false, true} {
		for i := range ours {
			t := state.Actor(ours[i].ID)
			if (ours[i].ID > 0 && ours[i].ID <= lastPlayer(w)) == players && t != nil && t.Type == ours[i].Type || t != nil && players && ours[i].ID > 0 && ours[i].ID <= lastPlayer(w) {
				b.traits(w, &ours[i], t)
			}
		}
	}
}

func (b *besideTrace) traits(w *openra.World, o *openra.HashedActor, t *enginetrace.Actor) {
	if list, theirs := classes(len(o.Traits), func(i int) string { return o.Traits[i].Class }), classes(len(t.Traits), func(i int) string { return t.Traits[i].Class }); list != theirs {
		d := about(w, o.ID, t)
		d.Field = FieldTraits
		d.Ours, d.Engines = apart(list, theirs)
		b.add(d)
		return
	}
	for i := range o.Traits {
		if o.Traits[i].Hash == t.Traits[i].Hash {
			continue
		}
		d := about(w, o.ID, t)
		d.Trait = o.Traits[i].Key
		name(d, &o.Traits[i], &t.Traits[i])
		b.add(d)
	}
}

func classes(n int, class func(int) string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = class(i)
	}
	return strings.Join(list, " ")
}

// apart leaves out of two lists what both begin with.
func apart(ours, theirs string) (string, string) {
	a, b := strings.Fields(ours), strings.Fields(theirs)
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	at := fmt.Sprintf("%d: ", n)
	return at + strings.Join(a[n:min(n+6, len(a))], " "), at + strings.Join(b[n:min(n+6, len(b))], " ")
}

// name finds the values that differ; the hashes, if these are not known apart.
func name(d *TraceDifference, ours *openra.HashedTrait, theirs *enginetrace.Trait) {
	d.Field, d.Ours, d.Engines = FieldHash, fmt.Sprint(ours.Hash), fmt.Sprint(theirs.Hash)
	var fields, have, want []string
	for _, m := range theirs.Members {
		for _, v := range ours.Values {
			if v.Name == m.Name && v.Value != m.Value {
				fields, have, want = append(fields, m.Name), append(have, v.Value), append(want, m.Value)
			}
		}
	}
	if len(fields) == 0 {
		for _, m := range theirs.Members {
			fields, want = append(fields, m.Name), append(want, m.Name+"="+m.Value)
		}
		if len(theirs.Members) != 1 {
			fields = []string{FieldHash}
		}
		d.Field, d.Engines = strings.Join(fields, "+"), fmt.Sprintf("%d (%s)", theirs.Hash, strings.Join(want, " "))
		return
	}
	d.Field, d.Ours, d.Engines = strings.Join(fields, "+"), strings.Join(have, " "), strings.Join(want, " ")
}

func (b *besideTrace) effects(ours []openra.HashedTrait, theirs []enginetrace.Effect) {
	for i := range max(len(ours), len(theirs)) {
		switch {
		case i >= len(ours):
			b.add(&TraceDifference{Type: "effect", Trait: theirs[i].Class, Field: FieldPresence, Ours: "none", Engines: fmt.Sprint(theirs[i].Members)})
		case i >= len(theirs):
			b.add(&TraceDifference{Type: "effect", Trait: ours[i].Class, Field: FieldPresence, Ours: fmt.Sprint(ours[i].Values), Engines: "none"})
		case ours[i].Hash != theirs[i].Hash:
			b.add(&TraceDifference{
				Type: "effect", Trait: theirs[i].Class, Field: FieldHash, Ours: fmt.Sprint(ours[i].Hash, ours[i].Values), Engines: fmt.Sprint(theirs[i].Hash, theirs[i].Members),
			})
		}
	}
}
