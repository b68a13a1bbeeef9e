// SPDX-License-Identifier: GPL-3.0-or-later

package sim_test

import (
	"testing"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// fiveHundred is a game in which 500 entities change in every tick.
func fiveHundred(b *testing.B) (*sim.Simulation, *walkers) {
	module := &walkers{start: 500}
	s := start(b, twoPlayers(1), module)
	return s, module
}

// keepWalking gives everybody a place that is never reached.
func (w *walkers) keepWalking() {
	for i := range w.units {
		w.units[i].to.X = 1 << 24
		w.units[i].at.X = 0
	}
}

func BenchmarkTickAndHashOf500TouchedEntities(b *testing.B) {
	s, module := fiveHundred(b)
	module.paint = nil
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%1000 == 0 {
			module.keepWalking()
		}
		for slot := range 500 {
			module.units[slot].steps++
			module.env.Touch(module.units[slot].tag)
		}
		s.SyncHash()
	}
}

func BenchmarkWalkingTickOf500Entities(b *testing.B) {
	s, module := fiveHundred(b)
	orders := &order.TickOrders{}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%1000 == 0 {
			module.keepWalking()
		}
		orders.Tick = s.Tick()
		if _, err := s.Apply(orders); err != nil {
			b.Fatal(err)
		}
		s.SyncHash()
	}
}

func BenchmarkJudge256Orders(b *testing.B) {
	s, _ := fiveHundred(b)
	orders := &order.TickOrders{}
	for i := range order.MaxOrdersPerPlayerTick {
		orders.Orders = append(orders.Orders, command(0, order.TagProduce, order.Command{Count: int32(i)}))
	}
	b.ReportAllocs()
	for b.Loop() {
		orders.Tick = s.Tick()
		if _, err := s.Apply(orders); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDeltaKeyframeOf500Entities(b *testing.B) {
	s, _ := fiveHundred(b)
	full, hash := s.Snapshot(), s.StateHash()
	run(b, s, 300)
	var buffer []byte
	b.ReportAllocs()
	for b.Loop() {
		delta, err := s.Delta(full, hash)
		if err != nil {
			b.Fatal(err)
		}
		buffer = delta.Append(buffer[:0])
	}
	b.SetBytes(int64(len(buffer)))
}

func BenchmarkFullKeyframeOf500Entities(b *testing.B) {
	s, _ := fiveHundred(b)
	var buffer []byte
	b.ReportAllocs()
	for b.Loop() {
		buffer = s.Snapshot().Append(buffer[:0])
	}
	b.SetBytes(int64(len(buffer)))
}

func BenchmarkDecodeAndApplyDelta(b *testing.B) {
	s, _ := fiveHundred(b)
	full, hash := s.Snapshot(), s.StateHash()
	run(b, s, 300)
	delta, err := s.Delta(full, hash)
	if err != nil {
		b.Fatal(err)
	}
	fullBytes, deltaBytes := full.Append(nil), delta.Append(nil)
	b.ReportAllocs()
	b.SetBytes(int64(len(fullBytes) + len(deltaBytes)))
	for b.Loop() {
		base, err := snapshot.Decode(fullBytes)
		if err != nil {
			b.Fatal(err)
		}
		d, err := snapshot.DecodeDelta(deltaBytes)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := d.Apply(base); err != nil {
			b.Fatal(err)
		}
	}
}
