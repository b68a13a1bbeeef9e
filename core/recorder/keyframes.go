// SPDX-License-Identifier: GPL-3.0-or-later

package recorder

import (
	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// Simulation is what a recorder asks of a running game. core/sim.Simulation is
// one.
type Simulation interface {
	// Tick is the tick that begins in the present state.
	Tick() order.Tick
	// SyncHash and StateHash are the hashes of the present state.
	SyncHash() order.SyncHash
	StateHash() order.StateHash
	// Snapshot copies the present state.
	Snapshot() *snapshot.SimSnapshot
	// Delta is what changed since a full snapshot with the given hash.
	Delta(baseline *snapshot.SimSnapshot, hash order.StateHash) (*snapshot.DeltaSnapshot, error)
}

// Keyframes decides when a keyframe is due, encodes it, and keeps the baseline
// of the deltas. A baseline is what stands in the file, not what was meant to:
// it moves only when Recorded says that a full keyframe was taken. After a
// full keyframe was lost the next one is full again, so every delta in a file
// has its baseline there.
type Keyframes struct {
	// Interval is ticks between keyframes, FullEvery keyframes between full
	// ones. Zero means icrep.KeyframeInterval and icrep.FullKeyframeEvery.
	Interval  uint64
	FullEvery uint64

	sinceFull uint64 // keyframes due since the last full one was due
	needFull  bool   // a full one was lost
	baseline  *snapshot.SimSnapshot
	hash      order.StateHash
	// pending is a full snapshot that was encoded but not yet recorded.
	pending     *snapshot.SimSnapshot
	pendingHash order.StateHash
}

// Due says whether a keyframe belongs to the tick.
func (k *Keyframes) Due(tick order.Tick) bool {
	interval := k.Interval
	if interval == 0 {
		interval = icrep.KeyframeInterval
	}
	return uint64(tick)%interval == 0
}

// Encode appends the keyframe of the present state to dst. Exactly one call of
// Recorded or Lost must follow.
func (k *Keyframes) Encode(dst []byte, sim Simulation) (blob []byte, full bool, err error) {
	every := k.FullEvery
	if every == 0 {
		every = icrep.FullKeyframeEvery
	}
	full = k.baseline == nil || k.needFull || k.sinceFull >= every
	if full {
		k.pending, k.pendingHash = sim.Snapshot(), sim.StateHash()
		return k.pending.Append(dst), true, nil
	}
	delta, err := sim.Delta(k.baseline, k.hash)
	if err != nil {
		return dst, false, err
	}
	return delta.Append(dst), false, nil
}

// Recorded says that the keyframe that was encoded last is in the file.
func (k *Keyframes) Recorded() {
	k.sinceFull++
	if k.pending != nil {
		k.baseline, k.hash, k.pending = k.pending, k.pendingHash, nil
		k.needFull, k.sinceFull = false, 1
	}
}

// Lost says that the keyframe that was encoded last is not in the file.
func (k *Keyframes) Lost() {
	k.sinceFull++
	if k.pending != nil {
		k.needFull, k.pending = true, nil
	}
}
