// SPDX-License-Identifier: GPL-3.0-or-later

package main

import "convertd/core/ir"

// Commands that need more than a kind; numbers are the engine's.
const (
	cmdStop       = 0
	cmdInsert     = 1
	cmdMove       = 10
	cmdFireState  = 45
	cmdMoveState  = 50
	cmdSelfD      = 65
	cmdOnOff      = 85
	cmdRepeat     = 115
	cmdManualFire = 105
)

// Bits of a command's options.
const (
	optionRight   = 1 << 4 // on a factory: take off the queue
	optionShift   = 1 << 5 // append; on a factory: five
	optionControl = 1 << 6 // on a factory: twenty
)

// commandNames are the engine's names.
var commandNames = map[int32]string{
	0: "STOP", 1: "INSERT", 2: "REMOVE", 5: "WAIT", 6: "TIMEWAIT", 7: "DEATHWAIT", 8: "SQUADWAIT", 9: "GATHERWAIT", 10: "MOVE", 15: "PATROL",
	16: "FIGHT", 20: "ATTACK", 21: "AREA_ATTACK", 25: "GUARD", 35: "GROUPSELECT", 36: "GROUPADD", 37: "GROUPCLEAR", 40: "REPAIR",
	45: "FIRE_STATE", 50: "MOVE_STATE", 55: "SETBASE", 60: "INTERNAL", 65: "SELFD", 75: "LOAD_UNITS", 76: "LOAD_ONTO", 80: "UNLOAD_UNITS",
	81: "UNLOAD_UNIT", 85: "ONOFF", 90: "RECLAIM", 95: "CLOAK", 100: "STOCKPILE", 105: "MANUALFIRE", 110: "RESTORE", 115: "REPEAT",
	120: "TRAJECTORY", 125: "RESURRECT", 130: "CAPTURE", 135: "AUTOREPAIRLEVEL", 145: "IDLEMODE",
}

// commandKinds say what a command means. What is not here is custom: games define
// commands of their own from 1001 on.
var commandKinds = map[int32]ir.Kind{
	cmdStop: ir.KindStop, cmdMove: ir.KindMove, 15: ir.KindPatrol, 16: ir.KindAttackMove, 20: ir.KindAttack, 21: ir.KindAttack, 25: ir.KindGuard,
	35: ir.KindGroupSelect, 36: ir.KindGroupAppend, 37: ir.KindGroupAssign, 40: ir.KindRepairUnit, cmdFireState: ir.KindSetStance,
	cmdMoveState: ir.KindSetStance, cmdSelfD: ir.KindDetonate, 75: ir.KindUseAbility, 76: ir.KindEnter, 80: ir.KindUnload, 81: ir.KindUnload,
	cmdOnOff: ir.KindPowerToggle, 90: ir.KindHarvest, 95: ir.KindUseAbility, 100: ir.KindUseAbility, cmdManualFire: ir.KindUseAbility,
	110: ir.KindUseAbility, cmdRepeat: ir.KindSetAutocast, 120: ir.KindSetStance, 125: ir.KindUseAbility, 130: ir.KindCapture,
}

// command is one command with its parameters.
type command struct {
	id      int32
	options byte
	params  []float32
}

// playerCommand reads a command to what the sender has selected.
func (s *stream) playerCommand(c *cursor, o *ir.Order) {
	c.sized(2)
	who := c.byte()
	s.by(o, who)
	o.Subjects = s.selected[who]
	s.give(o, readCommand(c))
}

// aiCommand reads a command of a bot to one unit. The player whose machine runs
// the bot sends it; the team is the bot's.
func (s *stream) aiCommand(c *cursor, o *ir.Order) {
	c.sized(2)
	o.Client = int32(c.byte())
	c.byte() // number of the bot
	team := c.byte()
	if index, known := s.setup.teams[team]; known {
		o.Player = index
	}
	o.Subjects = []uint32{c.unit()}
	one := command{id: c.i32()}
	c.u32() // when it lapses
	one.options = c.byte()
	n := c.u32()
	if o.NativeID == packetAITracked {
		c.u32() // the bot's own number of the command
	}
	one.params = c.floats(int(min(n, maxPacketBytes)))
	s.give(o, one)
}

func readCommand(c *cursor) command {
	one := command{id: c.i32()}
	c.u32() // when it lapses
	one.options = c.byte()
	one.params = c.floats(int(min(c.u32(), maxPacketBytes)))
	return one
}

// aiCommands reads several commands of a bot to several units: each to all, or
// pairwise.
func (s *stream) aiCommands(c *cursor, o ir.Order) error {
	const sameCommand, sameOptions, sameSize = 0, 0xFF, 0xFFFF // of each its own
	whole := *c
	c.sized(2)
	o.Client = int32(c.byte())
	o.Player = s.setup.bot(o.Client, int32(c.byte()))
	pairwise := c.byte() != 0
	id, options, size := c.i32(), c.byte(), c.u16()
	units := c.units(int(c.u16()))
	var commands []command
	for n := int(c.u16()); n > 0 && !c.short; n-- {
		one := command{id: id, options: options}
		params := size
		if id == sameCommand {
			one.id = c.i32()
		}
		if options == sameOptions {
			one.options = c.byte()
		}
		if size == sameSize {
			params = c.u16()
		}
		one.params = c.floats(int(params))
		commands = append(commands, one)
	}
	if c.short || pairwise && len(units) != len(commands) {
		o.Kind, o.Raw = ir.KindUnknown, whole.data
		return s.sink.Order(&o)
	}
	for i, one := range commands {
		next := o
		next.Subjects = units
		if pairwise {
			next.Subjects = units[i : i+1]
		}
		s.give(&next, one)
		if err := s.sink.Order(&next); err != nil {
			return err
		}
	}
	return nil
}

// give fills an order from a command.
func (s *stream) give(o *ir.Order, one command) {
	o.NativeName = commandName(one.id)
	if one.id == cmdInsert && len(one.params) >= 3 { // place in the queue, command, options, parameters
		inner := command{id: int32(one.params[1]), options: byte(one.params[2]), params: one.params[3:]}
		if inner.id != cmdInsert {
			s.give(o, inner)
			o.Present |= ir.PresentQueued
			return
		}
	}
	if one.options&optionShift != 0 {
		o.Present |= ir.PresentQueued
	}
	if one.id < 0 {
		s.build(o, one)
		return
	}
	kind, known := commandKinds[one.id]
	if !known {
		o.Kind, o.ItemID, o.Present = ir.KindCustom, uint32(one.id), o.Present|ir.PresentItemID
		o.Target = placeOf(one.params)
		return
	}
	o.Kind = kind
	switch kind {
	case ir.KindSetStance, ir.KindSetAutocast, ir.KindPowerToggle:
		if len(one.params) > 0 && one.params[0] >= 0 && one.params[0] < 1<<16 {
			o.Data, o.Present = uint32(one.params[0]), o.Present|ir.PresentData
		}
		return
	case ir.KindUseAbility:
		o.Item = o.NativeName
	case ir.KindMove:
		if s.factories(o.Subjects) {
			o.Kind = ir.KindSetRallyPoint
		}
	default:
	}
	o.Target = targetOf(one.params)
}

// build is production in a factory, where no place is given, or a building.
func (s *stream) build(o *ir.Order, one command) {
	number := uint32(-int64(one.id))
	o.Item, o.ItemID, o.Present = s.typeName(number), number, o.Present|ir.PresentItemID
	if len(one.params) >= 3 {
		o.Kind, o.Target = ir.KindPlaceBuilding, placeOf(one.params)
		if len(one.params) > 3 && one.params[3] >= 0 && one.params[3] < 4 {
			o.Data, o.Present = uint32(one.params[3]), o.Present|ir.PresentData // which way it faces
		}
		return
	}
	o.Kind, o.Count = ir.KindProduce, 1
	if one.options&optionShift != 0 {
		o.Count *= 5
	}
	if one.options&optionControl != 0 {
		o.Count *= 20
	}
	o.Present = o.Present&^ir.PresentQueued | ir.PresentCount
	if one.options&optionRight != 0 {
		o.Kind = ir.KindCancelProduction
	}
	for _, unit := range o.Subjects {
		s.factory[unit] = true
	}
}

// factories reports whether all units are known to produce: where a factory is
// sent is where what it makes will go.
func (s *stream) factories(units []uint32) bool {
	for _, unit := range units {
		if !s.factory[unit] {
			return false
		}
	}
	return len(units) > 0
}

// targetOf is a unit where there is one parameter, else a place. Numbers beyond
// those of units are of wrecks and stones.
func targetOf(params []float32) ir.Target {
	if len(params) == 1 && params[0] >= 0 && params[0] < 1<<24 {
		return ir.Target{Kind: ir.TargetEntity, ID: uint32(params[0])}
	}
	return placeOf(params)
}

func placeOf(params []float32) ir.Target {
	if len(params) < 3 {
		return ir.Target{}
	}
	return position(params[0], params[1], params[2])
}
