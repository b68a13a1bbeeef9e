// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import (
	"bytes"

	"convertd/core/ir"
)

// uiState is what the last turn showed: only changes are sent.
type uiState struct {
	begun            bool
	cameraX, cameraY int32
	selected         []byte
	formation        []byte
}

// Names of orders that come from the UI block. They are not events: the
// trailer does not count them.
const (
	nameSelection = "UI_SELECTION"
	nameTeam      = "UI_TEAM"
	nameFormation = "UI_FORMATION"
	nameSpeeds    = "UI_FORMATION_STATE"
)

// Parts of what Red Alert's UI block holds behind the selection.
const (
	tailTeamEvent  = 0
	tailTeamNumber = 1
	tailFormation  = 2
	tailState      = 3 // team speeds, formation flag and speeds
)

// Team events.
const (
	teamNone   = 0
	teamToggle = 1
	teamSelect = 2
	teamCreate = 3
)

// sendUI sends what changed since the turn before.
func (s *stream) sendUI(t *turn) error {
	u := &s.ui
	first := !u.begun
	u.begun = true
	if first || u.cameraX != t.cameraX || u.cameraY != t.cameraY {
		u.cameraX, u.cameraY = t.cameraX, t.cameraY
		if err := s.sink.Camera(ir.CameraSample{
			Frame: t.frame, Tick: t.index, Player: s.roster.local, X: t.cameraX, Y: t.cameraY,
		}); err != nil {
			return err
		}
	}
	if !bytes.Equal(u.selected, t.selected) {
		u.selected = t.selected
		if err := s.sendSelection(t); err != nil {
			return err
		}
	}
	if len(t.tail) == 0 {
		return nil
	}
	return s.sendTail(t)
}

// uiOrder makes the order a fresh one of the local player.
func (s *stream) uiOrder(t *turn, kind ir.Kind, name string) {
	s.order = ir.Order{
		Frame: t.frame, Tick: t.index, Offset: uint64(t.at), Player: s.roster.local, Client: -1, Kind: kind, NativeName: name,
		Subjects: s.order.Subjects[:0],
	}
}

func (s *stream) sendSelection(t *turn) error {
	l := s.r.layout
	s.uiOrder(t, ir.KindSelect, nameSelection)
	if t.selection == 0 {
		s.order.Kind = ir.KindDeselect
	}
	for i := range t.selection {
		s.order.Subjects = append(s.order.Subjects, uint32(l.targetAt(t.selected[i*l.targetBytes:])))
	}
	return s.sink.Order(&s.order)
}

// sendTail sends Red Alert's teams and formations: acts of this turn, and the
// state of speeds where it changed.
func (s *stream) sendTail(t *turn) error {
	if event := t.tail[tailTeamEvent]; event != teamNone {
		s.uiOrder(t, teamKind(event), nameTeam)
		s.data(uint32(t.tail[tailTeamNumber]))
		s.order.Raw = t.tail[:tailFormation:tailFormation]
		if err := s.sink.Order(&s.order); err != nil {
			return err
		}
	}
	if t.tail[tailFormation] != 0 {
		s.uiOrder(t, ir.KindFormation, nameFormation)
		s.data(uint32(t.tail[tailFormation]))
		if err := s.sink.Order(&s.order); err != nil {
			return err
		}
	}
	state := t.tail[tailState:]
	unchanged := bytes.Equal(s.ui.formation, state) || s.ui.formation == nil && allZero(state)
	s.ui.formation = state
	if unchanged {
		return nil
	}
	s.uiOrder(t, ir.KindSystem, nameSpeeds)
	s.order.Raw = state
	return s.sink.Order(&s.order)
}

func teamKind(event uint8) ir.Kind {
	switch event {
	case teamToggle, teamSelect:
		return ir.KindGroupSelect
	case teamCreate:
		return ir.KindGroupAssign
	default:
		return ir.KindUnknown
	}
}
