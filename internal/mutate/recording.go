// SPDX-License-Identifier: GPL-3.0-or-later

package mutate

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// Recording returns a spoilt copy of an `.icrep` file whose checksums, digests and
// state hashes are right: what is wrong is wrong in the state, in the orders or in
// the metadata. folder is for its journal. An error means that nothing can be
// written of it.
func Recording(r *Random, folder string, data []byte) ([]byte, error) {
	file, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	metadata := *file.Metadata()
	metadata.Integrity = nil
	if r.Once(6) {
		spoilMetadata(r, &metadata)
	}
	path := filepath.Join(folder, "spoilt.icrep")
	writer, err := icrep.CreateFile(path, icrep.Options{
		Metadata: metadata, Durability: icrep.SyncNever, Overwrite: true, AllowGaps: true, LargeMap: true, Compression: icrep.Fastest,
	})
	if err != nil {
		return nil, err
	}
	if err := respoil(r, file, writer); err != nil {
		return nil, errors.Join(err, writer.Abort())
	}
	return os.ReadFile(path)
}

func respoil(r *Random, file *icrep.Reader, writer *icrep.Writer) error {
	states := !r.Once(3) // else the orders
	hash, err := spoilKeyframes(r, file, writer, states)
	if err != nil {
		return err
	}
	ticks := file.Ticks(0)
	for ticks.Next() {
		frame := *ticks.Frame()
		if frame.Tick == 0 {
			frame.StateHash = snapshot.Sync(hash)
		}
		if !states && len(frame.Orders) > 0 && r.Once(3) {
			frame.Orders = slices.Clone(frame.Orders)
			spoilPlayed(r, &frame.Orders[r.Below(len(frame.Orders))])
		}
		if err := writer.Tick(&frame); err != nil {
			return err
		}
	}
	if err := ticks.Err(); err != nil {
		return err
	}
	header := file.Header()
	embedded, err := file.Embedded()
	if err != nil {
		return err
	}
	_, err = writer.Finish(icrep.Final{TotalTicks: header.TotalTicks, FinalStateHash: header.FinalStateHash, Embedded: embedded})
	return err
}

// spoilKeyframes writes the keyframes, one of the full ones spoilt; differences to it
// are made anew. It returns the hash of the first state.
func spoilKeyframes(r *Random, file *icrep.Reader, writer *icrep.Writer, spoil bool) (first order.StateHash, err error) {
	var baseline *snapshot.SimSnapshot
	for i, keyframe := range file.Keyframes() {
		plan, err := file.SeekPlan(keyframe.Tick)
		if err != nil {
			return first, err
		}
		state, err := file.State(plan)
		if err != nil {
			return first, err
		}
		if keyframe.Full {
			if spoil {
				State(r, state)
				if r.Once(4) {
					state.Core.Tick = keyframe.Tick
				}
			}
			baseline = state
			if i == 0 {
				first = state.Core.StateHash()
			}
			if err := writer.Keyframe(keyframe.Tick, true, state.Append(nil)); err != nil {
				return first, err
			}
			continue
		}
		delta, err := snapshot.Diff(baseline, baseline.Core.StateHash(), state)
		if err != nil {
			return first, err
		}
		if err := writer.Keyframe(keyframe.Tick, false, delta.Append(nil)); err != nil {
			return first, err
		}
	}
	return first, nil
}

func spoilPlayed(r *Random, o *order.TimestampedOrder) {
	switch r.Below(6) {
	case 0:
		o.Player = order.PlayerID(r.Number())
	case 1:
		o.Order.Game.Tag = order.GameOrderTag(r.Number())
	default:
		o.Order.Game.Payload = Bytes(r, o.Order.Game.Payload, nil)
	}
}

func spoilMetadata(r *Random, m *icrep.Metadata) {
	switch r.Below(5) {
	case 0:
		m.GameModule = string(Bytes(r, []byte(m.GameModule), nil))
	case 1:
		m.DataVersion = string(Bytes(r, []byte(m.DataVersion), nil))
	case 2:
		m.MapHash = ""
	case 3:
		if len(m.ActiveMods) > 0 {
			m.ActiveMods = slices.Clone(m.ActiveMods)
			m.ActiveMods[0].Version = string(Bytes(r, []byte(m.ActiveMods[0].Version), nil))
		}
	case 4:
		m.Players = m.Players[:r.Below(len(m.Players)+1)]
	}
}
