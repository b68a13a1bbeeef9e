// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"bytes"

	"convertd/core/actions"
	"convertd/core/icrep"
	"convertd/core/icreptools"
	"convertd/core/order"
	"convertd/core/sim"
)

// happens are the kinds of events that follow from the simulation alone: whoever
// plays a file again sees them again. The others are of the recording: who paused,
// looked or selected what, and how the match ended. So are abilities where the module does
// not know what was made of the orders to use them.
var happens = map[icrep.EventKind]bool{
	icrep.EventUnitCreated: true, icrep.EventConstructionStarted: true, icrep.EventConstructionCompleted: true,
	icrep.EventUnitDestroyed: true, icrep.EventPlayerStatSnapshot: true, icrep.EventResourceCollected: true,
	icrep.EventUpgradeCompleted: true, icrep.EventAbilityUsed: true, icrep.EventSuperweaponFired: true,
	icrep.EventUnitPositionSample: true, icrep.EventEngagementStarted: true, icrep.EventEngagementEnded: true,
	icrep.EventBaseDestroyed: true, icrep.EventArmyWipe: true, icrep.EventComebackMoment: true,
}

// eventCheck compares the events of a file with those of a simulation. Of every kind
// that occurs in the file and that the simulation determines it must have all, in
// their order; a file that lost events may have fewer. A kind that the file does not
// have at all is not missed: events are optional.
type eventCheck struct {
	discard   // of the Recording that the recorder writes to
	recorder  *recorder
	kinds     map[icrep.EventKind]bool // to be compared
	others    map[icrep.EventKind]bool // that occur and are not
	names     []string                 // the file's table
	ids       map[string]icrep.NameID
	recorded  *icrep.EventIterator
	ahead     bool // the iterator is at an event that was not compared yet
	lossy     bool
	until     order.Tick // first tick that was not played
	cut       bool       // until counts
	compared  uint64
	wrong     *Mismatch
	got, want []byte
}

func newEventCheck(file *icrep.Reader, simulation *sim.Simulation) (*eventCheck, error) {
	c := &eventCheck{kinds: map[icrep.EventKind]bool{}, others: map[icrep.EventKind]bool{}, ids: map[string]icrep.NameID{}}
	if !file.HasEvents() {
		return c, nil
	}
	if facts := file.Metadata().Recorder; facts != nil {
		c.lossy = facts.Repaired || facts.LostEvents > 0
	}
	var err error
	if c.names, err = file.Names(); err != nil {
		return nil, err
	}
	for id, name := range c.names {
		c.ids[name] = icrep.NameID(id)
	}
	all := file.Events(0)
	for all.Next() {
		if kind := all.Event().EventKind(); happens[kind] && (kind != icrep.EventAbilityUsed || simulation.View().Accountant() != nil) {
			c.kinds[kind] = true
		} else if kind != icrep.EventMatchEnded { // factCheck knows of that
			c.others[kind] = true
		}
	}
	c.recorded = file.Events(0)
	if rate, ok := recordedRate(file.Metadata()); ok && len(c.kinds) > 0 {
		c.recorder = newRecorder(c, simulation, rate, actions.NewMeter(actions.Rules{Rate: rate}, 0))
	}
	return c, all.Err()
}

// played takes what happened in the tick that was just played.
func (c *eventCheck) played(tick order.Tick) error {
	if c.recorder == nil || c.cut || c.wrong != nil {
		return nil
	}
	return c.recorder.events(tick)
}

// notCompared names the kinds that occur in the file and that the simulation does not
// determine, in their order.
func (c *eventCheck) notCompared() []string {
	names := []string{}
	for kind, name := range icrep.EventKindNames() {
		if c.others[icrep.EventKind(kind)] {
			names = append(names, name)
		}
	}
	return names
}

// interrupt ends the comparison before a tick: behind lost frames nobody knows what
// had been counted until then.
func (c *eventCheck) interrupt(tick order.Tick) {
	if !c.cut {
		c.until, c.cut = tick, true
	}
}

// end reports the first event that is wrong, and notices what never happened.
func (c *eventCheck) end(whole bool) (*Mismatch, error) {
	if c.recorder == nil {
		return nil, nil
	}
	if whole && !c.cut && c.wrong == nil {
		if err := c.recorder.last(); err != nil {
			return nil, err
		}
	}
	if c.wrong == nil && (whole || c.cut) && c.peek() {
		if e := c.recorded.Event(); !c.cut || e.EventTick() < c.until {
			c.neverHappened(e)
		}
	}
	return c.wrong, c.recorded.Err()
}

// peek moves to the next event of the file that is to be compared.
func (c *eventCheck) peek() bool {
	for !c.ahead && c.recorded.Next() {
		c.ahead = c.kinds[c.recorded.Event().EventKind()]
	}
	return c.ahead
}

// Name implements Recording. A name that the file does not have is none of its.
func (c *eventCheck) Name(name string) (icrep.NameID, error) {
	if id, known := c.ids[name]; known {
		return id, nil
	}
	return icrep.NameID(len(c.names)), nil
}

// Event implements Recording: it compares what happened with the file's next event.
func (c *eventCheck) Event(happened icrep.Event) error {
	if c.wrong != nil || !c.kinds[happened.EventKind()] {
		return nil
	}
	c.got = appendDetermined(c.got[:0], happened)
	if !c.peek() {
		if c.recorded.Err() == nil && !c.lossy {
			c.notRecorded(happened)
		}
		return c.recorded.Err()
	}
	recorded := c.recorded.Event()
	c.want = appendDetermined(c.want[:0], recorded)
	switch {
	case bytes.Equal(c.got, c.want):
		c.ahead = false
		c.compared++
	case recorded.EventTick() < happened.EventTick():
		c.neverHappened(recorded)
	case c.lossy:
	case recorded.EventTick() > happened.EventTick():
		c.notRecorded(happened)
	default:
		c.wrong = &Mismatch{
			Tick: happened.EventTick(), What: "event",
			Want: icreptools.EventText(recorded, c.names), Got: icreptools.EventText(happened, c.names),
		}
	}
	return nil
}

func (c *eventCheck) neverHappened(recorded icrep.Event) {
	c.wrong = &Mismatch{
		Tick: recorded.EventTick(), What: "event", Want: icreptools.EventText(recorded, c.names), Got: "nothing of the kind",
	}
}

func (c *eventCheck) notRecorded(happened icrep.Event) {
	c.wrong = &Mismatch{
		Tick: happened.EventTick(), What: "event", Want: "nothing of the kind", Got: icreptools.EventText(happened, c.names),
	}
}

// appendDetermined appends what of an event follows from the simulation: actions a
// minute are counted from the foreign orders.
func appendDetermined(dst []byte, e icrep.Event) []byte {
	if stats, is := e.(*icrep.PlayerStatSnapshot); is {
		determined := *stats
		determined.Stats.APM, determined.Stats.EffectiveAPM = 0, 0
		return icrep.AppendEvent(dst, &determined)
	}
	return icrep.AppendEvent(dst, e)
}
