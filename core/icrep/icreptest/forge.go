// SPDX-License-Identifier: GPL-3.0-or-later

package icreptest

import (
	"bytes"
	"path/filepath"
	"testing"

	"convertd/core/icrep"
	"convertd/core/order"
)

// Forgery is what a forger changes of a replay. Nil fields change nothing. What comes
// out has every length, checksum and digest right, and the replay id of what it holds.
type Forgery struct {
	Metadata func(*icrep.Metadata)
	// Frame may change a frame; false leaves it out.
	Frame func(*icrep.TickFrame) bool
	// Keyframe gives what stands for the blob of keyframe i; nil leaves it out.
	Keyframe func(i int, entry icrep.KeyframeEntry, blob []byte) []byte
	// Event may change an event; nil leaves it out. name numbers a name.
	Event func(e icrep.Event, name func(string) icrep.NameID) icrep.Event
	Final func(*icrep.Final)
	// KeepID keeps the replay id of the replay, which is then that of another.
	KeepID bool
}

// Forge rewrites a replay.
func Forge(tb testing.TB, data []byte, forgery Forgery) []byte {
	tb.Helper()
	r, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		tb.Fatal(err)
	}
	metadata := *r.Metadata()
	metadata.Players = append([]icrep.Player(nil), metadata.Players...)
	metadata.Integrity = nil
	if forgery.Metadata != nil {
		forgery.Metadata(&metadata)
	}
	if !forgery.KeepID {
		metadata.ReplayID = ""
	}
	dir := tb.TempDir()
	w, err := icrep.CreateFile(filepath.Join(dir, FileName), icrep.Options{
		Metadata: metadata, Durability: icrep.SyncNever, AllowGaps: true, LargeMap: true,
	})
	if err != nil {
		tb.Fatal(err)
	}
	f := &forger{tb: tb, r: r, w: w, Forgery: forgery}
	f.keyframes()
	f.frames()
	f.events()
	f.finish()
	return Read(tb, dir)
}

type forger struct {
	Forgery
	tb testing.TB
	r  *icrep.Reader
	w  *icrep.Writer
}

func (f *forger) must(err error) {
	f.tb.Helper()
	if err != nil {
		f.tb.Fatal(err)
	}
}

func (f *forger) keyframes() {
	for i, entry := range f.r.Keyframes() {
		blob, err := f.r.Keyframe(i, nil)
		f.must(err)
		if f.Keyframe != nil {
			blob = f.Keyframe(i, entry, blob)
		}
		if blob != nil {
			f.must(f.w.Keyframe(entry.Tick, entry.Full, blob))
		}
	}
}

func (f *forger) frames() {
	ticks := f.r.Ticks(0)
	for ticks.Next() {
		frame := *ticks.Frame()
		frame.Orders = append([]order.TimestampedOrder(nil), frame.Orders...)
		if f.Frame == nil || f.Frame(&frame) {
			f.must(f.w.Tick(&frame))
		}
	}
	f.must(ticks.Err())
}

func (f *forger) events() {
	name := func(text string) icrep.NameID {
		id, err := f.w.Name(text)
		f.must(err)
		return id
	}
	names, err := f.r.Names()
	f.must(err)
	for _, text := range names {
		name(text)
	}
	if !f.r.HasEvents() {
		return
	}
	events := f.r.Events(0)
	for events.Next() {
		e := events.Event()
		if f.Event != nil {
			e = f.Event(e, name)
		}
		if e != nil {
			f.must(f.w.Event(e))
		}
	}
	f.must(events.Err())
}

func (f *forger) finish() {
	header := f.r.Header()
	final := icrep.Final{TotalTicks: header.TotalTicks, FinalStateHash: header.FinalStateHash}
	var err error
	final.Signature, err = f.r.Signature()
	f.must(err)
	final.Embedded, err = f.r.Embedded()
	f.must(err)
	final.Voice, err = f.r.Voice()
	f.must(err)
	if f.Final != nil {
		f.Final(&final)
	}
	_, err = f.w.Finish(final)
	f.must(err)
}
