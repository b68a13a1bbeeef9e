// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"convertd/core/icrep"
	"convertd/core/icsave"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// savedGame is a save as something to open a game from.
type savedGame struct{ metadata *icrep.Metadata }

func (s savedGame) Metadata() *icrep.Metadata          { return s.metadata }
func (s savedGame) Embedded() (*icrep.Embedded, error) { return nil, nil }
func (s savedGame) Header() icrep.Header               { return icrep.Header{} }

// Resume opens the game of a save, to be played on. Errors: *icrep.Error for a state that
// is none of a game, ErrMapMissing, ErrOtherVersion.
func Resume(save *icsave.Save, materials *Materials) (simulation *sim.Simulation, module sim.Module, err error) {
	return resume(savedGame{save.Metadata.Replay()}, materials, save.State)
}

// Branch opens a game of its own at a state that a file led to, to be played on in another
// way. Errors are those of Resume.
func Branch(file *icrep.Reader, materials *Materials, state *snapshot.SimSnapshot) (*sim.Simulation, sim.Module, error) {
	return resume(file, materials, state)
}

func resume(from recording, materials *Materials, state *snapshot.SimSnapshot) (simulation *sim.Simulation, module sim.Module, err error) {
	defer containState(&err)
	if module, _, err = openModule(from, materials); err != nil {
		return nil, nil, err
	}
	if simulation, err = sim.Open(state, module); err != nil {
		return nil, nil, unplayable(state.Core.Tick, err)
	}
	return simulation, module, nil
}
