// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"hash/crc32"
	"io"
	"sort"

	"convertd/core/order"
)

// Keyframes returns the keyframe index, in tick order. The caller must not
// change it.
func (r *Reader) Keyframes() []KeyframeEntry { return r.keyframes }

// Keyframe reads the blob of keyframe i, checks its checksum and decompresses
// it into dst if that is large enough.
func (r *Reader) Keyframe(i int, dst []byte) ([]byte, error) {
	k := &r.keyframes[i]
	return readKeyframe(r.src, r.blobs+int64(k.Offset), k, dst)
}

func readKeyframe(src io.ReaderAt, at int64, k *KeyframeEntry, dst []byte) ([]byte, error) {
	compressed := make([]byte, k.Length)
	if err := readFull(src, compressed, at, SectionKeyframes); err != nil {
		return nil, err
	}
	var entry [KeyframeEntryBytes]byte
	crc := crc32.Update(crc32.Checksum(k.appendTo(entry[:0]), castagnoli), castagnoli, compressed)
	if crc != k.CRC {
		return nil, corrupt(SectionKeyframes, at, "keyframe %d does not have its checksum", k.Tick)
	}
	blob, err := decompress(dst, compressed, k.Uncompressed)
	if err != nil {
		return nil, corrupt(SectionKeyframes, at, "keyframe %d: %v", k.Tick, err)
	}
	return blob, nil
}

// SeekPlan is how to reach the state in which a tick begins: restore the full
// keyframe, apply the delta if there is one, then execute the frames from
// FirstFrame up to but not including Tick.
type SeekPlan struct {
	Tick       order.Tick
	Full       int        // index of the full keyframe
	Delta      int        // index of the delta keyframe, or -1
	FirstFrame order.Tick // tick of the chosen keyframe
	FirstBlock int        // order block that holds FirstFrame, or -1 if there is none
}

// SeekPlan chooses the greatest keyframe at or before the tick. A delta is
// relative to the last full keyframe before it, so one full snapshot and at
// most one delta are read (docs/adr/0022-deltas-stand-alone.md). Tick may be
// total_ticks, which is the state at the end.
func (r *Reader) SeekPlan(tick order.Tick) (SeekPlan, error) {
	if uint64(tick) > r.header.TotalTicks {
		return SeekPlan{}, usage(SectionOrders, "tick %d of a game of %d", tick, r.header.TotalTicks)
	}
	i := sort.Search(len(r.keyframes), func(i int) bool { return r.keyframes[i].Tick > tick }) - 1
	plan := SeekPlan{Tick: tick, Full: i, Delta: -1, FirstFrame: r.keyframes[i].Tick}
	if !r.keyframes[i].Full {
		plan.Delta = i
		for !r.keyframes[plan.Full].Full {
			plan.Full--
		}
	}
	plan.FirstBlock = blockBefore(&r.orders, uint64(plan.FirstFrame))
	return plan, nil
}
