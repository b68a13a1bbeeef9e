// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import "convertd/core/ir"

// defaultInterval is how many logic frames lie between two CRC reports in
// Generals when the options do not say (docs/formats/ea.md#checksums).
const defaultInterval = 100

// checksums pairs LOGIC_CRC reports. A report of the games from BFME II on
// says which frame it is for; those of Generals and Zero Hour are paired by
// ordinal: the k-th reports of all players belong together
// (docs/formats/ea.md#checksums).
type checksums struct {
	interval uint32
	ordinal  [nativePlayers]uint32
	newest   [nativePlayers]uint64 // checkpoint of each player's last sample
	first    uint32                // checkpoint number of the first report, in intervals
	started  bool
}

// pair returns the checkpoint a report belongs to and its game tick.
func (c *checksums) pair(frame uint32, native int32, a *arguments) (checkpoint, tick uint64, ok bool) {
	if native < 0 || native >= nativePlayers {
		return 0, 0, false
	}
	if a.stamps > 0 {
		at := uint64(a.stamp[min(a.stamps, len(a.stamp))-1])
		return at, at, true
	}
	interval := c.interval
	if interval == 0 {
		interval = defaultInterval
	}
	if !c.started {
		// Network games lose the report of frame 0; a skirmish has it.
		c.started, c.first = true, frame/interval
	}
	k := c.ordinal[native]
	c.ordinal[native]++
	return uint64(k), (uint64(c.first) + uint64(k)) * uint64(interval), true
}

// checksum sends the sample of a LOGIC_CRC command.
func (b *body) checksum(c *command) error {
	a := &b.args
	if a.integers == 0 {
		return nil
	}
	checkpoint, tick, ok := b.checks.pair(c.frame, c.native, a)
	if !ok {
		return nil
	}
	// Nobody reports what is still to come, or goes back: the command stays an
	// order, and is no sample.
	if tick > uint64(c.frame) || checkpoint < b.checks.newest[c.native] {
		b.notes.add("checksum-out-of-place", "checksums of frames to come, or before those reported already, are not compared", c.offset)
		return nil
	}
	b.checks.newest[c.native] = checkpoint
	player := b.player(c.native)
	b.outcomes.reported(player, c.frame)
	return b.stop(b.sink.Sync(ir.SyncSample{
		Frame: checkpoint, Tick: tick, Reporter: c.native, Player: player, Value: uint64(a.integer[0]),
	}))
}
