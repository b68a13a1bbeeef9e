// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"unicode/utf8"

	"convertd/core/order"
)

// Name returns the number of a type name for use in events, giving it the
// next one if it is new. Names are at most MaxNameBytes of UTF-8.
func (w *Writer) Name(name string) (NameID, error) {
	if id, ok := w.nameIDs[name]; ok {
		return id, nil
	}
	if w.err != nil {
		return 0, w.err
	}
	if len(name) > MaxNameBytes || !utf8.ValidString(name) || len(w.contents.names) >= MaxNames {
		return 0, w.fail(usage(SectionEvents, "name %d, %q: at most %d names of %d bytes of UTF-8", len(w.contents.names), name, MaxNames, MaxNameBytes))
	}
	id := NameID(len(w.contents.names))
	w.contents.names = append(w.contents.names, name)
	w.nameIDs[name] = id
	return id, nil
}

// Event records one observation. It keeps nothing of it. Within a tick,
// events stay in the order in which they come.
func (w *Writer) Event(e Event) error {
	if w.err != nil {
		return w.err
	}
	if err := w.checkEvent(e); err != nil {
		return w.fail(err)
	}
	if w.eventCount == 0 {
		w.eventTick = e.EventTick()
	}
	w.events = AppendEvent(w.events, e)
	w.eventCount++
	w.lastEvent, w.anyEvent = e.EventTick(), true
	if len(w.events) >= EventBlockBytes || w.eventCount == MaxBlockRecords {
		return w.flushEvents()
	}
	return nil
}

func (w *Writer) checkEvent(e Event) error {
	tick := e.EventTick()
	if w.anyEvent && tick < w.lastEvent {
		return usage(SectionEvents, "%s of tick %d after tick %d", e.EventKind(), tick, w.lastEvent)
	}
	if tick > MaxTicks {
		return usage(SectionEvents, "%s of tick %d, the limit is %d", e.EventKind(), tick, MaxTicks)
	}
	var unknown bool
	e.names(func(id NameID) { unknown = int(id) >= len(w.contents.names) })
	if unknown {
		return usage(SectionEvents, "%s names a type that Writer.Name did not give out", e.EventKind())
	}
	return checkEventFields(e)
}

// checkEventFields refuses values that a reader would refuse.
func checkEventFields(e Event) error {
	lists := func(n ...int) error {
		for _, length := range n {
			if length > MaxEventTags {
				return usage(SectionEvents, "%s with %d units, the limit is %d", e.EventKind(), length, MaxEventTags)
			}
		}
		return nil
	}
	switch v := e.(type) {
	case *UnitPositionSample:
		if len(v.Positions) > MaxPositionSamples {
			return usage(SectionEvents, "%d positions in a sample, the limit is %d", len(v.Positions), MaxPositionSamples)
		}
	case *SelectionChanged:
		return lists(len(v.Added), len(v.Removed))
	case *EngagementStarted:
		return lists(len(v.Friendly), len(v.Enemy))
	case *BaseDestroyed:
		return lists(len(v.Buildings))
	case *ControlGroup:
		if v.Action >= controlGroupActions {
			return usage(SectionEvents, "control group action %d", v.Action)
		}
	case *MatchEnded:
		if v.Outcome.Kind >= outcomeKinds || v.Outcome.End.Reason >= endReasons || len(v.Outcome.End.Ballots) > 256 {
			return usage(SectionEvents, "match outcome %d, reason %d", v.Outcome.Kind, v.Outcome.End.Reason)
		}
	case *Vote:
		if v.Vote.Kind >= voteEventKinds || v.Vote.Type > order.VoteCustom || v.Vote.Resolution >= voteResolutions {
			return usage(SectionEvents, "vote event %d", v.Vote.Kind)
		}
	}
	return nil
}

// flushEvents closes the current block of events, if there is one, after the
// names that it uses.
func (w *Writer) flushEvents() error {
	if w.eventCount == 0 {
		return nil
	}
	if fresh := w.contents.names[w.namesSaved:]; len(fresh) > 0 {
		_, err := w.append(recordNames, func(dst []byte) ([]byte, error) { return appendNames(dst, fresh), nil })
		if err != nil {
			return err
		}
		w.namesSaved = len(w.contents.names)
	}
	ref, err := w.appendBlock(recordEvents, w.events, w.eventTick, w.eventCount)
	if err != nil {
		return err
	}
	w.eventsSum.Write(w.events)
	w.contents.events = append(w.contents.events, ref)
	w.events, w.eventCount = w.events[:0], 0
	return nil
}
