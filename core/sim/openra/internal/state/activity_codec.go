// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"convertd/core/sim/openra/internal/codec"
)

// MaxActivityDepth bounds how deep activities may nest in a file; in play a
// handful are inside each other.
const MaxActivityDepth = 64

// CodedActivity codes an activity with all inside and after it, but for how far
// they have got, which CodedProgress does.
func CodedActivity(c *codec.Coder, v **Activity, depth int) {
	for present := *v != nil; ; present = *v != nil {
		c.Bool(&present)
		if !present || c.Err != nil {
			return
		}
		if depth > MaxActivityDepth {
			c.Fail()
			return
		}
		if c.Reading {
			*v = &Activity{}
		}
		(*v).Coded(c)
		CodedActivity(c, &(*v).Child, depth+1)
		v = &(*v).Next
	}
}

// Coded codes what of an activity rests between its steps; CodedProgress the
// rest of it.
func (act *Activity) Coded(c *codec.Coder) {
	c.U8((*uint8)(&act.Kind))
	c.U8((*uint8)(&act.State))
	c.U8((*uint8)(&act.Purpose))
	c.U32s(&act.Host, &act.Aim)
	c.Ints(
		&act.Target.X, &act.Target.Y, &act.NearEnough, &act.Carry, &act.PartTick, &act.StartTick,
		&act.From.X, &act.From.Y, &act.From.Z, &act.To.X, &act.To.Y, &act.To.Z,
		&act.FromFacing, &act.ToFacing, &act.Distance,
	)
	c.Ints(
		&act.ArcCenter.X, &act.ArcCenter.Y, &act.ArcCenter.Z, &act.ArcFrom[0], &act.ArcFrom[1], &act.ArcTo[0], &act.ArcTo[1],
		&act.Phase, &act.Last.X, &act.Last.Y, &act.Cooldown.Ticks, &act.Facing, &act.Low, &act.High,
	)
	c.Bools(
		&act.Uninterruptible, &act.OwnsChildren, &act.Finishing, &act.HasTarget, &act.Evaluate, &act.ParentPath,
		&act.Arrived, &act.NoPath, &act.Waited, &act.Arc, &act.HasLast, &act.Cooldown.Moving, &act.Cooldown.Running,
		&act.Recalculate, &act.Flag[0], &act.Flag[1], &act.Flag[2], &act.Flag[3],
	)
	c.Cells(&act.Path)
}

// CodedProgress codes what changes nearly every tick.
func (act *Activity) CodedProgress(c *codec.Coder) {
	c.I32(&act.Progress)
	c.I32(&act.WaitLeft)
}

// CodedProgress codes how far an activity has got, with all inside and after it,
// in the order of CodedActivity.
func CodedProgress(c *codec.Coder, act *Activity) {
	if !c.Reading {
		c.Data = AppendProgress(c.Data, act)
		return
	}
	for ; act != nil; act = act.Next {
		act.CodedProgress(c)
		CodedProgress(c, act.Child)
	}
}

// AppendProgress appends what CodedProgress writes.
func AppendProgress(data []byte, act *Activity) []byte {
	for ; act != nil; act = act.Next {
		data = codec.AppendUvarint(codec.AppendUvarint(data, codec.Zigzag(act.Progress)), codec.Zigzag(act.WaitLeft))
		if act.Child != nil {
			data = AppendProgress(data, act.Child)
		}
	}
	return data
}

// activityRecord is what was recorded of an activity, and of what.
type activityRecord struct {
	Place    ActivityPlace
	Cells    int32 // of the path
	Progress ActivityProgress
	Digest   Digest
	Version  uint64 // number of what coded writes, 0 if it has none yet
	// rerouted says that a path was found since: without it nothing of that of a
	// move differs but how far it was gone.
	Rerouted bool
}

// ActivityPlace is which of whose activities one is: the how manieth, from 1 on,
// and in how many others. With these of all of them it is known which are inside
// and which after which.
type ActivityPlace struct {
	Actor uint32
	Nth   int32
	Depth int32
}

// Digest digests figures and path. That of a move is long and looked at in each net
// frame, and left out: one that was found anew counts as another, and as long as it
// is not it differs if its length does.
func (act *Activity) Digest() Digest {
	d := DigestOf(&act.ActivityFigures)
	if act.Kind == ActMove || len(act.Path) == 0 {
		return d
	}
	return d.WithCells(act.Path)
}
