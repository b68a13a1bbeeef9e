package rts

import (
	"math"

	"convertd/core/ir"
)

// Order.Data of the commands that need a number beside their kind.
const (
	dataTearDown   = 0 // tearDownAntiTankGuns: pack up
	dataSetUp      = 1 // setupAntiTankGuns: deploy
	dataRecast     = 1 // recastAbility: second use
	dataAutocastOn = 1 // setAutocast enabled
)

func (s *stream) sendOrder(e *entry) error {
	s.fillOrder(e)
	return s.sink.Order(&s.order)
}

// fillOrder turns an entry into the current order.
func (s *stream) fillOrder(e *entry) {
	s.order = ir.Order{
		Frame: uint64(e.tick), Tick: uint64(e.tick), Offset: uint64(e.offset),
		Player: int32(s.artifact.playerIndex(e.player)), Client: int32(e.player),
		Kind: e.form.kind, NativeName: e.form.name,
		Subjects: s.artifact.log.units[e.unitsAt:e.unitsEnd],
	}
	order := &s.order
	if e.queued {
		order.Present |= ir.PresentQueued
	}
	if e.present.has(fieldItem) {
		order.Item = e.item
	}
	if e.present.has(fieldRally) {
		order.Item = e.rally
	}
	if e.present.has(fieldBuilding) {
		s.subject[0] = e.building
		order.Subjects = s.subject[:]
	}
	s.fillTarget(e)
	s.fillData(e)
	if e.extra {
		order.Raw = s.data[e.start:e.end]
	}
}

// fillTarget sets the target. Coordinates are the bits of the float32; an
// ability with one coordinate only has no place, and its text says the rest.
func (s *stream) fillTarget(e *entry) {
	target := &s.order.Target
	x := e.present.has(fieldX) || e.present.has(fieldOptionalX)
	y := e.present.has(fieldY) || e.present.has(fieldOptionalY)
	switch {
	case x && y:
		target.Kind = ir.TargetPosition
		target.X, target.Y = int32(math.Float32bits(e.x)), int32(math.Float32bits(e.y))
	case x || y:
		s.order.Raw = s.data[e.start:e.end]
	case e.present.has(fieldTileX):
		target.Kind = ir.TargetCell
		target.X, target.Y = int32(e.tileX), int32(e.tileY)
	case e.present.has(fieldEntity) || e.present.has(fieldOptionalEntity):
		target.Kind = ir.TargetEntity
		target.ID = e.entity
	}
}

func (s *stream) fillData(e *entry) {
	order := &s.order
	switch e.form.name {
	case "setupAntiTankGuns":
		order.Data, order.Present = dataSetUp, order.Present|ir.PresentData
	case "tearDownAntiTankGuns":
		order.Data, order.Present = dataTearDown, order.Present|ir.PresentData
	case "recastAbility":
		order.Data, order.Present = dataRecast, order.Present|ir.PresentData
	case "charge":
		order.Item = e.form.name // recorded as the ability of that name by later builds
	case "setAutocast":
		order.Present |= ir.PresentData
		if e.enabled {
			order.Data = dataAutocastOn
		}
	}
}
