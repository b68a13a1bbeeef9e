// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import (
	"convertd/core/ir"
	"convertd/plugins/remastered/internal/names"
)

// Missions by number, by what they are called in ir. Those left out have no
// canonical kind.
var (
	redAlertMissionKinds     = missionKinds(names.RedAlert)
	tiberianDawnMissionKinds = missionKinds(names.TiberianDawn)
)

// missionKind is what a mission that a player orders means. UNLOAD is how a
// construction vehicle is deployed; a transport is unloaded by it too, and the
// file does not say which of the two it is.
var missionKind = map[string]ir.Kind{
	"ATTACK": ir.KindAttack, "MOVE": ir.KindMove, "QMOVE": ir.KindMove, "RETREAT": ir.KindMove, "GUARD": ir.KindGuard,
	"STICKY": ir.KindHoldPosition, "ENTER": ir.KindEnter, "CAPTURE": ir.KindCapture, "HARVEST": ir.KindHarvest,
	"GUARD_AREA": ir.KindGuard, "RETURN": ir.KindReturnToBase, "STOP": ir.KindStop, "AMBUSH": ir.KindHoldPosition,
	"HUNT": ir.KindAttackMove, "TIMED_HUNT": ir.KindAttackMove, "UNLOAD": ir.KindDeploy, "SABOTAGE": ir.KindDemolish,
	"DECONSTRUCTION": ir.KindSell, "REPAIR": ir.KindRepairUnit,
}

const maxMissions = 32

func missionKinds(game names.Game) (kinds [maxMissions]ir.Kind) {
	for i := range kinds {
		kinds[i] = missionKind[game.Mission(i)]
	}
	return kinds
}

// eventOrderKinds is what the other events mean.
var eventOrderKinds = [eventKinds]ir.Kind{
	eventEmpty: ir.KindSystem, eventAlly: ir.KindDiplomacy, eventIdle: ir.KindStop, eventScatter: ir.KindScatter,
	eventDestruct: ir.KindResign, eventDeploy: ir.KindDeploy, eventPlace: ir.KindPlaceBuilding, eventOptions: ir.KindSystem,
	eventGameSpeed: ir.KindSystem, eventProduce: ir.KindProduce, eventSuspend: ir.KindPauseProduction,
	eventAbandon: ir.KindCancelProduction, eventPrimary: ir.KindSetPrimary, eventSpecialPlace: ir.KindUseAbility,
	eventExit: ir.KindLeave, eventAnimation: ir.KindSystem, eventRepair: ir.KindRepairBuilding, eventSell: ir.KindSell,
	eventSellCell: ir.KindSell, eventSpecial: ir.KindSystem, eventFrameSync: ir.KindSync, eventMessage: ir.KindSystem,
	eventResponseTime: ir.KindSystem, eventFrameInfo: ir.KindSync, eventSaveGame: ir.KindSaveGame,
	eventArchive: ir.KindSetRallyPoint, eventAddPlayer: ir.KindSystem, eventTiming: ir.KindSystem,
	eventProcessTime: ir.KindSystem, eventProposeDraw: ir.KindVote, eventRetractDraw: ir.KindVote,
}

// fill turns an event into the order. Raw is the event up to its last byte
// that means something: who sent it as which house, and which of a mission's
// target and destination was given, stands nowhere else.
func (s *stream) fill(t *turn, e *event, offset int) {
	order, l := &s.order, s.r.layout
	subjects := order.Subjects[:0]
	sender := s.roster.sender(e)
	*order = ir.Order{
		Frame: t.frame, Tick: t.index, Offset: uint64(offset), Player: s.roster.bySender[sender&0xFF], Client: int32(sender),
		Kind: eventOrderKinds[e.kind], NativeID: uint32(e.number), NativeName: eventNames[e.kind],
		Present: ir.PresentNativeID, Subjects: subjects, Raw: e.meaning(l),
	}
	switch e.kind {
	case eventMegaMission, eventMegaMissionF:
		s.fillMission(e)
	case eventIdle, eventScatter, eventPrimary, eventRepair:
		s.subject(l.targetAt(e.data))
	case eventSell:
		// Tiberian Dawn sells walls by their cell.
		if whom := l.targetAt(e.data); whom.isCell(l) {
			order.Target = l.irTarget(whom)
		} else {
			s.subject(whom)
		}
	case eventArchive:
		s.subject(l.targetAt(e.data))
		order.Target = l.irTarget(l.targetAt(e.data[l.targetBytes:]))
	case eventSellCell:
		order.Target = l.cellTarget(int(int16(le16(e.data))))
	case eventAlly, eventGameSpeed:
		s.data(uint32(e.value()))
	case eventProduce, eventSuspend, eventAbandon:
		s.fillSpecific(e)
	case eventPlace:
		s.fillPlace(e)
	case eventSpecialPlace:
		weapon, cell := e.specialPlace()
		s.item(uint32(weapon), l.game.Weapon(int(weapon)))
		order.Target = l.cellTarget(int(cell))
	case eventAnimation:
		s.fillAnimation(e)
	default:
		s.fillNetwork(e)
	}
}

// fillNetwork sets what the events about the connection say.
func (s *stream) fillNetwork(e *event) {
	switch e.kind { //nolint:exhaustive // the others have no data
	case eventFrameInfo, eventFrameSync:
		s.data(e.frameInfo().crc)
	case eventResponseTime:
		s.data(uint32(e.frameInfo().delay))
	case eventProcessTime:
		s.data(uint32(le16(e.data)))
	case eventTiming, eventSpecial:
		s.data(le32(e.data))
	}
}

func (s *stream) data(value uint32) {
	s.order.Data = value
	s.order.Present |= ir.PresentData
}

func (s *stream) item(id uint32, name string) {
	s.order.ItemID, s.order.Item = id, name
	s.order.Present |= ir.PresentItemID
}

// subject adds an object that is to act, by its native target.
func (s *stream) subject(whom target) {
	if whom != 0 {
		s.order.Subjects = append(s.order.Subjects, uint32(whom))
	}
}

func (s *stream) fillMission(e *event) {
	order, l := &s.order, s.r.layout
	m := e.megaMission(l)
	kinds := &redAlertMissionKinds
	if l.game == names.TiberianDawn {
		kinds = &tiberianDawnMissionKinds
	}
	if m.mission >= 0 && m.mission < maxMissions {
		order.Kind = kinds[m.mission]
	}
	if l.game == names.RedAlert && m.mission == redAlertQueuedMove {
		order.Present |= ir.PresentQueued
	}
	s.data(uint32(int32(m.mission)))
	s.subject(m.whom)
	// What is aimed at comes first; a destination alone takes its place.
	order.Target, order.Target2 = l.irTarget(m.target), l.irTarget(m.destination)
	if order.Target.Kind == ir.TargetNone {
		order.Target, order.Target2 = order.Target2, ir.Target{}
	}
}

// redAlertQueuedMove is the mission QMOVE: move after what is being done.
const redAlertQueuedMove = 3

// fillSpecific sets what is produced. A SUSPEND or ABANDON that came over a
// compressing connection carries its kind only: its id says nothing.
func (s *stream) fillSpecific(e *event) {
	rtti, id := e.specific()
	s.data(uint32(rtti))
	compressed := !s.r.solo() && s.r.protocol > 0 && s.order.Player != s.roster.local
	if e.kind != eventProduce && compressed && id == 0 {
		return
	}
	s.item(uint32(id), s.r.layout.game.Type(int(rtti), int(id)))
}

// fillPlace: a building on a cell, or a finished unit that leaves its factory,
// which is no placement.
func (s *stream) fillPlace(e *event) {
	rtti, cell := e.place()
	s.data(uint32(rtti))
	s.order.Target = s.r.layout.cellTarget(int(cell))
	if cell < 0 {
		s.order.Kind = ir.KindSystem
	}
}

// Animations that are beacons. Only the Remastered source has them.
const (
	redAlertBeacon     = 80
	tiberianDawnBeacon = 79
)

func (s *stream) fillAnimation(e *event) {
	l := s.r.layout
	a := e.animation(l)
	s.data(uint32(int32(a.anim)))
	s.order.Target = ir.Target{Kind: ir.TargetPosition, X: int32(a.x), Y: int32(a.y)}
	beacon := int8(redAlertBeacon)
	if l.game == names.TiberianDawn {
		beacon = tiberianDawnBeacon
	}
	if a.anim == beacon && (l.profile == "ra-remaster" || l.profile == "td-remaster") {
		s.order.Kind = ir.KindBeacon
	}
}

// irTarget turns a native target into one of ir. A Red Alert cell is a place
// in sixteenths of a cell, given in leptons; a Tiberian Dawn cell is a cell; an
// object is an entity by the whole native number, kind and heap index.
func (l *layout) irTarget(t target) ir.Target {
	switch {
	case t == 0:
		return ir.Target{}
	case !t.isCell(l):
		return ir.Target{Kind: ir.TargetEntity, ID: uint32(t)}
	}
	_, value := t.parts(l)
	if l.game == names.TiberianDawn {
		return l.cellTarget(int(value))
	}
	x, y := sixteenths(value)
	return ir.Target{Kind: ir.TargetPosition, X: x * leptonsPerSixteenth, Y: y * leptonsPerSixteenth}
}

const leptonsPerSixteenth = leptonsPerCell / 16

// cellTarget turns a packed cell number into a target; one off the map points
// nowhere.
func (l *layout) cellTarget(cell int) ir.Target {
	x, y, ok := l.splitCell(cell)
	if !ok {
		return ir.Target{Kind: ir.TargetInvalid}
	}
	return ir.Target{Kind: ir.TargetCell, X: x, Y: y}
}
