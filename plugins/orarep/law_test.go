// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"convertd/core/ir"
	"convertd/sdk"
	"convertd/sdk/sinktest"

	fixtures "convertd/internal/fixtures/orarep"
)

// TestOrdersAloneGiveTheNativeOrderBack is the law that the exact simulation
// stands on: what docs/formats/orarep.md says about reading a native order back
// from an ir.Order gives every field of every order, without looking at the
// file. It compares the lines of text so made with those made from the file.
func TestOrdersAloneGiveTheNativeOrderBack(t *testing.T) {
	for _, file := range fixtures.Files() {
		t.Run(file.Path, func(t *testing.T) { checkLaw(t, file.Data) })
	}
}

func TestCorpusOrdersAloneGiveTheNativeOrderBack(t *testing.T) {
	forEachCorpusFile(t, func(t *testing.T, _ *oracleFile, data []byte) { checkLaw(t, data) })
}

func checkLaw(t *testing.T, data []byte) {
	t.Helper()
	c, err := decode(data, sdk.DecodeOptions{})
	if c.Header == nil {
		return
	}
	native, nativeErr := decode(data, sdk.DecodeOptions{Native: true})
	if fmt.Sprint(nativeErr) != fmt.Sprint(err) {
		t.Fatalf("orders end with %v, lines with %v", err, nativeErr)
	}
	// Lines come in the order of the file, orders in the order of play.
	slices.SortFunc(c.Orders, func(a, b ir.Order) int { return cmp.Compare(a.Offset, b.Offset) })
	l := layoutNamed(c.Header.Profile)
	next := 0
	for i := range c.Orders {
		o := &c.Orders[i]
		if o.Present.Has(ir.PresentNativeID) {
			continue // a packet that holds no orders
		}
		if next == len(native.Lines) {
			t.Fatalf("more orders than lines")
		}
		want := strings.Split(native.Lines[next], "\t")[2:]
		next++
		got := strings.Split(rebuildLine(l, o), "\t")
		if isImmediate(o.Kind) && want[lineString] != got[lineString] {
			want[lineString], got[lineString] = "scrubbed", "scrubbed"
		}
		if a, b := strings.Join(want, " "), strings.Join(got, " "); a != b {
			t.Fatalf("order %d at byte %d\nrebuilt %s\nwritten %s", i, o.Offset, b, a)
		}
	}
	if next != len(native.Lines) {
		t.Fatalf("%d orders for %d lines", next, len(native.Lines))
	}
}

// lineString is the field of the target string, counted behind packet number and
// client.
const lineString = 11

// isImmediate says that orders of a kind are executed on receipt.
func isImmediate(kind ir.Kind) bool {
	switch kind {
	case ir.KindHandshake, ir.KindLobby, ir.KindSystem, ir.KindStartGame, ir.KindVote, ir.KindChat, ir.KindSaveGame:
		return true
	default:
		return false
	}
}

// rebuildLine writes the line of an order from its fields, without packet number
// and client.
func rebuildLine(l *layout, o *ir.Order) string {
	data, native := rebuild(l, o)
	s := &stream{replay: &replay{data: data, layout: l}}
	frame := int32(o.Frame)
	if isImmediate(o.Kind) {
		frame = 0
	}
	line := s.appendLine(nil, 0, 0, frame, native)
	return strings.Join(strings.Split(string(line), "\t")[2:], "\t")
}

// rebuild is the inverse that docs/formats/orarep.md describes. It returns the
// native order and the bytes its spans refer to.
func rebuild(l *layout, o *ir.Order) ([]byte, *nativeOrder) {
	if o.Raw != nil {
		native := &nativeOrder{}
		if _, ok := l.read(o.Raw, 0, len(o.Raw), native); !ok {
			panic("the raw bytes of an order are not an order")
		}
		return o.Raw, native
	}
	b := &rebuilder{l: l, o: o}
	n := &b.native
	n.name = b.keepText(o.NativeName)
	immediate := isImmediate(o.Kind)
	if n.handshake = immediate && (!l.handshakeOnly() || o.Kind == ir.KindHandshake); n.handshake {
		n.text, n.has = b.keepText(o.Text), hasString
		return b.data, n
	}
	b.subjects()
	b.target()
	if text := o.Item + o.Text; text != "" || immediate {
		n.text = b.keepText(text)
		b.set(hasString, flagString)
	}
	b.entities()
	if o.Target2.Kind == ir.TargetCell {
		n.extraCell = cell{o.Target2.X, o.Target2.Y, uint8(o.Target2.Z)}
		b.set(hasExtraCell, flagExtraCell)
	}
	if o.Present.Has(ir.PresentData) {
		n.extraData = o.Data
		b.set(hasExtraData, flagExtraData)
	}
	if o.Present.Has(ir.PresentQueued) {
		n.flags |= flagQueued
	}
	return b.data, n
}

type rebuilder struct {
	l      *layout
	o      *ir.Order
	native nativeOrder
	data   []byte
}

func (b *rebuilder) set(field fieldSet, flag uint16) {
	b.native.has |= field
	b.native.flags |= flag
}

func (b *rebuilder) keepText(text string) span {
	start := uint32(len(b.data))
	b.data = append(b.data, text...)
	return span{start, uint32(len(b.data))}
}

func (b *rebuilder) keepIDs(ids []uint32) idList {
	start := uint32(len(b.data))
	for _, id := range ids {
		b.data = append(b.data, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
	}
	return idList{start, uint32(len(ids))}
}

// subjects: one is the subject, several are the grouped actors, none is no
// subject.
func (b *rebuilder) subjects() {
	switch n := len(b.o.Subjects); {
	case n > 1:
		b.native.groupedActors = b.keepIDs(b.o.Subjects)
		b.set(hasGrouped, flagGrouped)
	case n == 1:
		b.native.subject = b.o.Subjects[0]
		b.native.has |= hasSubject
		if b.l.optionalSubject {
			b.native.flags |= flagSubject
		}
	case !b.l.optionalSubject:
		b.native.subject = nobody
		b.native.has |= hasSubject
	}
}

func (b *rebuilder) target() {
	t, n := b.o.Target, &b.native
	switch t.Kind {
	case ir.TargetCell:
		n.cell, n.subCell = cell{t.X, t.Y, uint8(t.Z)}, int32(t.Sub)
		switch b.l.target {
		case targetPlain:
			b.set(hasCell, flagCellOrActors)
		case targetTyped:
			b.set(hasCell, flagTarget)
		case targetWithCell:
			b.set(hasCell, flagTarget|flagCell)
		}
	case ir.TargetPosition:
		n.position = [3]int32{t.X, t.Y, t.Z}
		b.set(hasPosition, flagTarget)
	case ir.TargetEntity, ir.TargetInvalid:
		n.actor, n.generation = t.ID, t.Generation
		b.set(hasActor, flagTarget)
	case ir.TargetFrozen:
		n.frozenViewer, n.frozen = t.Owner, t.ID
		b.set(hasFrozen, flagTarget)
	case ir.TargetNone:
	}
}

// entities are the extra actors; in the plain layouts the actor beside a cell.
func (b *rebuilder) entities() {
	switch {
	case len(b.o.Entities) == 0:
	case b.l.target == targetPlain:
		b.native.actor = b.o.Entities[0]
		b.set(hasActor, flagTarget)
	default:
		b.native.extraActors = b.keepIDs(b.o.Entities)
		b.set(hasExtraActors, flagCellOrActors)
	}
}

// TestOrdersOfAFrameComeBeforeItsSync is what lets a reader close a net frame at
// its first sync sample although packets of several connections interleave.
func TestOrdersOfAFrameComeBeforeItsSync(t *testing.T) {
	check := func(t *testing.T, data []byte) {
		sink := &orderedSink{}
		_ = New().Decode(t.Context(), sdk.Source{Data: data}, sdk.DecodeOptions{}, sink)
		if sink.late != "" {
			t.Error(sink.late)
		}
	}
	for _, file := range fixtures.Files() {
		t.Run(file.Path, func(t *testing.T) { check(t, file.Data) })
	}
	forEachCorpusFile(t, func(t *testing.T, _ *oracleFile, data []byte) { check(t, data) })
}

type orderedSink struct {
	sinktest.Counter
	synced, tick uint64
	late         string
}

func (s *orderedSink) Sync(sample ir.SyncSample) error {
	s.synced = max(s.synced, sample.Frame)
	return nil
}

func (s *orderedSink) Order(o *ir.Order) error {
	if o.Tick < s.tick {
		s.late = fmt.Sprintf("%s of tick %d comes after an order of tick %d", o.NativeName, o.Tick, s.tick)
	}
	s.tick = o.Tick
	if o.Frame <= s.synced && !isImmediate(o.Kind) && o.Kind != ir.KindLeave && o.Frame > 0 {
		s.late = fmt.Sprintf("%s of frame %d comes after a sync sample of frame %d", o.NativeName, o.Frame, s.synced)
	}
	return nil
}
