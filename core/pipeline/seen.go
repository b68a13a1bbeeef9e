// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/translate"
)

// seen holds what the recording says of what players saw and selected, until the events of
// the tick are written. No simulation knows it.
type seen struct {
	players  []seenPlayer
	cameras  []icrep.CameraPositionSample
	waiting  []icrep.Event // of the tick that is gathered
	interval order.Tick    // between two samples of a camera
	scale    translate.Scale

	// abilities says that orders to use abilities are all that is known of them.
	abilities bool
	used      []usedAbility
}

type seenPlayer struct {
	selection []order.UnitTag // sorted
	camera    order.Tick      // before which no further sample is taken
	shown     icrep.CameraPositionSample
	showed    bool
}

// cameraMilliseconds is the time between two samples of a player's camera, so that there
// are at most two a second (docs/engine/iron-curtain.md#events).
const cameraMilliseconds = 500

// normalZoom is the zoom level of a view as the game shows it. The formats hold none that
// could be compared from one game to the next.
const normalZoom = 1024

func newSeen(players int, rate order.TickRate) seen {
	return seen{players: make([]seenPlayer, players), interval: max(1, rate.TicksIn(cameraMilliseconds))}
}

// order takes an order of a player, after its units were looked for.
func (s *seen) order(tick order.Tick, o *ir.Order, player order.PlayerID, find func(native uint32) (order.UnitTag, bool)) {
	if int64(player) >= int64(len(s.players)) {
		return
	}
	switch o.Kind {
	case ir.KindPause:
		if word := o.Item + o.Text; word != "" {
			s.waiting = append(s.waiting, &icrep.Pause{Tick: tick, Player: player, Paused: word == "Pause"})
		}
	case ir.KindSelect, ir.KindDeselect, ir.KindGroupSelect:
		s.group(tick, o, player, icrep.GroupRecall)
		s.selection(tick, o, player, find)
	case ir.KindGroupAssign:
		s.group(tick, o, player, icrep.GroupAssign)
	case ir.KindGroupAppend:
		s.group(tick, o, player, icrep.GroupAppend)
	case ir.KindUseAbility:
		if s.abilities {
			s.used = append(s.used, usedAbility{player, abilityName(o), o.Target})
		}
	default:
	}
}

// usedAbility is an order to use an ability, where nothing shows whether it was.
type usedAbility struct {
	player order.PlayerID
	name   string
	target ir.Target
}

func abilityName(o *ir.Order) string {
	switch {
	case o.Item != "":
		return strings.Clone(o.Item)
	case o.Present.Has(ir.PresentItemID):
		return strconv.FormatUint(uint64(o.ItemID), 10)
	}
	return strings.Clone(o.NativeName)
}

func (s *seen) writeAbilities(tick order.Tick, recording Recording) error {
	for i := range s.used {
		u := &s.used[i]
		name, err := recording.Name(u.name)
		if err != nil {
			return err
		}
		event := icrep.AbilityUsed{Tick: tick, Player: u.player, Ability: name}
		switch u.target.Kind {
		case ir.TargetPosition:
			event.Target, _ = s.scale.Position(&u.target)
			event.HasTarget = true
		case ir.TargetCell:
			event.Target, event.HasTarget = order.CellPos{X: u.target.X, Y: u.target.Y}.Center(), true
		default:
		}
		if err := recording.Event(&event); err != nil {
			return err
		}
	}
	s.used = s.used[:0]
	return nil
}

// group notes the use of a control group, where the recording says which.
func (s *seen) group(tick order.Tick, o *ir.Order, player order.PlayerID, action icrep.ControlGroupAction) {
	number := int64(o.Count)
	switch {
	case o.Kind == ir.KindSelect || o.Kind == ir.KindDeselect:
		return
	case o.Present.Has(ir.PresentCount):
	case o.Present.Has(ir.PresentData):
		number = int64(o.Data)
	default:
		return
	}
	if number >= 0 && number <= maxGroup {
		s.waiting = append(s.waiting, &icrep.ControlGroup{Tick: tick, Player: player, Group: uint8(number), Action: action})
	}
}

// maxGroup is the highest number that the event holds.
const maxGroup = 255

// addsToSelection reports whether an order to select leaves selected what was.
func addsToSelection(o *ir.Order) bool {
	return o.Present.Has(ir.PresentData) && o.Present.Has(ir.PresentCount) && o.Kind == ir.KindGroupSelect && o.Data == 0 ||
		o.Kind == ir.KindSelect && o.Present.Has(ir.PresentData) && o.Data&1 == 0
}

func (s *seen) selection(tick order.Tick, o *ir.Order, player order.PlayerID, find func(native uint32) (order.UnitTag, bool)) {
	p := &s.players[player]
	named := make([]order.UnitTag, 0, len(o.Subjects))
	for _, native := range o.Subjects {
		if tag, ok := find(native); ok && len(named) < icrep.MaxEventTags {
			named = append(named, tag)
		}
	}
	named = sortedTags(named)
	next := named
	switch {
	case o.Kind == ir.KindGroupSelect && len(o.Subjects) == 0: // the recording does not say whom
		return
	case o.Kind == ir.KindDeselect && len(o.Subjects) == 0:
		next = nil
	case o.Kind == ir.KindDeselect:
		next = without(p.selection, named)
	case addsToSelection(o):
		next = sortedTags(append(slices.Clone(p.selection), named...))
	}
	added, removed := without(next, p.selection), without(p.selection, next)
	if len(next) > icrep.MaxEventTags || len(added)+len(removed) == 0 {
		return
	}
	p.selection = next
	s.waiting = append(s.waiting, &icrep.SelectionChanged{Tick: tick, Player: player, Added: added, Removed: removed})
}

func compareTags(a, b order.UnitTag) int {
	return cmp.Or(cmp.Compare(a.Index, b.Index), cmp.Compare(a.Generation, b.Generation))
}

// sortedTags sorts a list and leaves out what is in it twice.
func sortedTags(tags []order.UnitTag) []order.UnitTag {
	slices.SortFunc(tags, compareTags)
	return slices.Compact(tags)
}

// without lists what is in one sorted list and not in the other.
func without(tags, other []order.UnitTag) []order.UnitTag {
	var left []order.UnitTag
	for _, tag := range tags {
		if _, in := slices.BinarySearchFunc(other, tag, compareTags); !in {
			left = append(left, tag)
		}
	}
	return left
}

// camera takes a sample of where a player looked. Of those that follow each other within
// half a second the first counts, and one that shows what the one before showed is none.
func (s *seen) camera(sample *ir.CameraSample, player order.PlayerID) {
	if int64(player) >= int64(len(s.players)) {
		return
	}
	p, tick := &s.players[player], order.Tick(sample.Tick)
	if p.showed && tick < p.camera {
		return
	}
	target := ir.Target{Kind: ir.TargetPosition, X: sample.X, Y: sample.Y, Z: sample.Z}
	place, _ := s.scale.Position(&target)
	if p.showed && place == p.shown.Center {
		return
	}
	p.showed, p.camera = true, tick+s.interval
	p.shown = icrep.CameraPositionSample{Tick: tick, Player: player, Center: place, Zoom: normalZoom}
	s.cameras = append(s.cameras, p.shown)
}

// write writes what was gathered, and the samples up to the tick.
func (s *seen) write(tick order.Tick, recording Recording) error {
	for _, event := range s.waiting {
		if err := recording.Event(event); err != nil {
			return err
		}
	}
	s.waiting = s.waiting[:0]
	if err := s.writeAbilities(tick, recording); err != nil {
		return err
	}
	taken := 0
	for ; taken < len(s.cameras) && s.cameras[taken].Tick <= tick; taken++ {
		sample := s.cameras[taken]
		sample.Tick = tick
		if err := recording.Event(&sample); err != nil {
			return err
		}
	}
	s.cameras = append(s.cameras[:0], s.cameras[taken:]...)
	return nil
}
