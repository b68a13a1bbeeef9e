// SPDX-License-Identifier: GPL-3.0-or-later

package murk

// Recorded is what a replay's header says about its world.
type Recorded struct {
	Seed       uint64
	FieldCount uint32
	CellCount  uint64
}

// fit says how the world is not the replay's, if it is not.
func (r *Recorded) fit(world *World) error {
	switch {
	case r.Seed != world.Seed:
		return worldError("seed is %d, the replay has %d", world.Seed, r.Seed)
	case r.CellCount != world.CellCount:
		return worldError("cell_count is %d, the replay has %d", world.CellCount, r.CellCount)
	case r.FieldCount > MaxFields:
		return worldError("the replay counts %d fields, limit %d", r.FieldCount, MaxFields)
	}
	return nil
}
