// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// keyframes encodes a run of keyframes: every tenth whole, the others as the
// difference to the last whole one (docs/icrep.md#keyframes).
type keyframes struct {
	count    uint64
	baseline *snapshot.SimSnapshot
	hash     order.StateHash
}

// append appends the keyframe of the next state, which is kept, and its hash.
func (k *keyframes) append(dst []byte, state *snapshot.SimSnapshot, hash order.StateHash) (full bool, data []byte, err error) {
	full = k.count%icrep.FullKeyframeEvery == 0
	k.count++
	if full {
		k.baseline, k.hash = state, hash
		return true, state.Append(dst), nil
	}
	delta, err := snapshot.Diff(k.baseline, k.hash, state)
	if err != nil {
		return false, dst, err
	}
	return false, delta.Append(dst), nil
}
