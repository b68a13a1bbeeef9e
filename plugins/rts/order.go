// SPDX-License-Identifier: GPL-3.0-or-later

package rts

import (
	"fmt"
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

// What one order carries at most, so that it fits the representation
// (ir.MaxOrderBytes). The program names a few hundred units and words.
const (
	maxUnits     = 64 << 10
	maxRawBytes  = 128 << 10
	maxItemBytes = maxTextBytes
)

func (s *stream) sendOrder(e *entry) error {
	s.fillOrder(e)
	if err := s.fitOrder(e); err != nil {
		return err
	}
	return s.sink.Order(&s.order)
}

// fitOrder cuts what an order cannot carry, and says so.
func (s *stream) fitOrder(e *entry) error {
	order := &s.order
	cut := ""
	if len(order.Subjects) > maxUnits {
		cut = fmt.Sprintf("%d units are named; the first %d are kept", len(order.Subjects), maxUnits)
		order.Subjects = order.Subjects[:maxUnits]
	}
	if len(order.Item) > maxItemBytes {
		cut = fmt.Sprintf("a name has %d bytes; the first %d are kept", len(order.Item), maxItemBytes)
		order.Item = cutText(order.Item)
	}
	if len(order.Raw) > maxRawBytes {
		cut = fmt.Sprintf("the command has %d bytes; its unknown keys are left out", len(order.Raw))
		order.Raw = nil
	}
	if cut == "" {
		return nil
	}
	if s.cuts++; s.cuts > maxReportedCuts {
		return nil
	}
	return s.sink.Diagnostic(ir.Diagnostic{
		Severity: ir.SeverityWarning, Code: "command-cut", Summary: cut, Offset: uint64(e.offset), HasOffset: true,
	})
}

// maxReportedCuts bounds the diagnostics about single commands.
const maxReportedCuts = 64

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
