// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"errors"
	"fmt"
	"strings"

	"convertd/core/order"
	"convertd/core/sim"
	simstate "convertd/core/snapshot"
	"convertd/plugins/rts/protocol"
)

// wish is an order that somebody gives in a branch or a lab, before it is put into the
// words of the game.
type wish struct {
	tag    order.GameOrderTag
	units  []order.UnitTag
	place  *order.WorldPos
	target order.UnitTag // order.NoUnit: none
	item   string
	count  int32
	queued bool
}

var (
	errNoSuchOrder = errors.New("there is no such order")
	errForeign     = errors.New("not all of these are this player's")
	errNotOrdered  = errors.New("this command has no order in this game")
)

// orderTags are the orders by their names in docs/orders.md.
var orderTags = func() map[string]order.GameOrderTag {
	tags := make(map[string]order.GameOrderTag)
	for tag := order.TagIdle; tag < order.TagForeign; tag++ {
		tags[tag.String()] = tag
	}
	return tags
}()

// engineOrders are the names of orders in OpenRA, which its module plays by.
var engineOrders = map[order.GameOrderTag]string{
	order.TagMove: "Move", order.TagAttackMove: "AttackMove", order.TagAttack: "Attack", order.TagForceAttack: "ForceAttack", order.TagStop: "Stop",
	order.TagScatter: "Scatter", order.TagGuard: "Guard", order.TagDeploy: "DeployTransform", order.TagHarvest: "Harvest", order.TagDock: "Dock",
	order.TagEnter: "EnterTransport", order.TagUnload: "Unload", order.TagCapture: "CaptureActor", order.TagSetRallyPoint: "SetRallyPoint",
	order.TagSell: "Sell", order.TagRepairBuilding: "RepairBuilding", order.TagPowerToggle: "PowerDown", order.TagSetPrimary: "PrimaryProducer",
	order.TagProduce: "StartProduction", order.TagCancelProduction: "CancelProduction", order.TagPauseProduction: "PauseProduction",
	order.TagPlaceBuilding: "PlaceBuilding", order.TagReturnToBase: "ReturnToBase", order.TagRepairUnit: "Repair", order.TagResign: "Surrender",
	order.TagDemolish: "C4", order.TagInfiltrate: "Infiltrate",
}

// ofPlayer are the orders that are the player's own and no unit's.
var ofPlayer = map[order.GameOrderTag]bool{
	order.TagProduce: true, order.TagCancelProduction: true, order.TagPauseProduction: true, order.TagPlaceBuilding: true,
	order.TagRepairBuilding: true, order.TagResign: true,
}

// orderNames lists what can be ordered in the game of a room.
func (r *room) orderNames() []string {
	names := []string{}
	for tag := order.TagIdle; tag < order.TagForeign; tag++ {
		if _, known := engineOrders[tag]; known || !r.engine() {
			names = append(names, tag.String())
		}
	}
	return names
}

// engine reports whether the game is played by OpenRA's own orders.
func (r *room) engine() bool { return strings.HasPrefix(r.view().Module(), "openra-") }

// grant makes an order of a wish.
func (r *room) grant(player order.PlayerID, w *wish) (o order.TimestampedOrder, err error) {
	view := r.view()
	for _, tag := range w.units {
		if e, ok := view.Entity(tag); !ok || e.Owner != player {
			return o, errForeign
		}
	}
	c := order.Command{Units: w.units, Queued: w.queued, Item: w.item}
	if w.item != "" {
		c.Flags |= order.CommandHasItem
	}
	if w.count > 0 {
		c.Count, c.Flags = w.count, c.Flags|order.CommandHasCount
	}
	if len(w.units) > 1 {
		c.Flags |= order.CommandGrouped
	}
	switch {
	case w.target != order.NoUnit:
		c.Target = order.Target{Kind: order.TargetUnit, Unit: w.target}
	case w.place != nil && r.engine():
		c.Target = order.Target{Kind: order.TargetCell, Cell: w.place.Cell()}
	case w.place != nil && w.tag == order.TagPlaceBuilding:
		c.Target = order.Target{Kind: order.TargetCell, Cell: w.place.Cell()}
	case w.place != nil:
		c.Target = order.Target{Kind: order.TargetPosition, Position: *w.place}
	}
	if r.engine() {
		if err := r.engineWords(view, player, w.tag, &c); err != nil {
			return o, err
		}
	}
	o.Player = player
	o.Order.Kind = order.KindGameOrder
	o.Order.Game.Tag = w.tag
	o.Order.Game.Payload = order.AppendCommand(nil, &c)
	return o, nil
}

// engineWords puts a command into the words of OpenRA.
func (r *room) engineWords(view sim.View, player order.PlayerID, tag order.GameOrderTag, c *order.Command) error {
	name, known := engineOrders[tag]
	if !known {
		return fmt.Errorf("%w: %s", errNotOrdered, tag)
	}
	c.Name = name
	if ofPlayer[tag] {
		actor, native, ok := playerActor(view, player)
		if !ok {
			return errForeign
		}
		c.Units, c.Flags = []order.UnitTag{actor}, c.Flags&^order.CommandGrouped
		switch tag {
		case order.TagPlaceBuilding:
			c.Data, c.Flags = native, c.Flags|order.CommandHasData
		case order.TagProduce, order.TagCancelProduction:
			c.Data, c.Flags = uint32(max(c.Count, 1)), c.Flags|order.CommandHasData
		default:
		}
	}
	return nil
}

// playerActor finds the entity that stands for a player in OpenRA's worlds.
func playerActor(view sim.View, player order.PlayerID) (tag order.UnitTag, native uint32, ok bool) {
	for e := range view.Entities() {
		if e.Owner == player && e.Flags&simstate.FlagInWorld == 0 && view.KindName(e.Kind) == "player" {
			return e.Tag, e.Native, true
		}
	}
	return order.NoUnit, 0, false
}

// wishOf reads a command of the protocol.
func (r *room) wishOf(command protocol.Command) (*wish, error) {
	w := &wish{target: order.NoUnit}
	at := func(x, y float32) { w.place = &order.WorldPos{X: units(x), Y: units(y)} }
	switch c := command.(type) {
	case *protocol.CmdMove:
		w.tag, w.units, w.queued = order.TagMove, tagsOf(c.Units), c.Queued
		at(c.X, c.Y)
	case *protocol.CmdAttackMove:
		w.tag, w.units, w.queued = order.TagAttackMove, tagsOf(c.Units), c.Queued
		at(c.X, c.Y)
	case *protocol.CmdAttack:
		w.tag, w.units, w.queued, w.target = order.TagAttack, tagsOf(c.Units), c.Queued, tagOf(c.Target)
	case *protocol.CmdStop:
		w.tag, w.units = order.TagStop, tagsOf(c.Units)
	case *protocol.CmdHoldPosition:
		w.tag, w.units = order.TagHoldPosition, tagsOf(c.Units)
		if r.engine() {
			w.tag = order.TagStop
		}
	case *protocol.CmdTrain:
		w.tag, w.item, w.count = order.TagProduce, r.itemNamed(c.Unit), 1
		if !r.engine() {
			w.units = tagsOf([]uint32{c.Building})
		}
	case *protocol.CmdCancel:
		w.tag, w.units = order.TagCancelProduction, tagsOf([]uint32{c.Building})
	case *protocol.CmdBuild:
		w.tag, w.item = order.TagPlaceBuilding, r.itemNamed(c.Building)
		if !r.engine() {
			w.units = tagsOf(c.Units)
		}
		cell := order.CellPos{X: int32(min(c.TileX, maxGuessedSide)), Y: int32(min(c.TileY, maxGuessedSide))}.Center()
		w.place = &cell
	case *protocol.CmdSetRally:
		w.tag, w.units = order.TagSetRallyPoint, tagsOf([]uint32{c.Building})
		at(c.X, c.Y)
	default:
		return nil, errNotOrdered
	}
	return w, nil
}

func tagsOf(ids []uint32) []order.UnitTag {
	tags := make([]order.UnitTag, 0, min(len(ids), order.MaxSelection))
	for _, id := range ids[:min(len(ids), order.MaxSelection)] {
		tags = append(tags, tagOf(id))
	}
	return tags
}

// itemNamed is the game's kind that is meant by a name: its own, or one of the
// protocol's, which stands for several; then the first of them that can be made.
func (r *room) itemNamed(name string) string {
	if _, foreign := kindCodes[name]; !foreign {
		return name
	}
	for _, id := range r.spawnable() {
		if k := r.scene.kinds.describe(id); foreignKinds[k.Role] == name {
			return id
		}
	}
	return name
}

// spawnable lists the kinds that can be put on the map.
func (r *room) spawnable() []string {
	if editor, ok := r.stage.Module().(sim.Editor); ok {
		return editor.Kinds()
	}
	return nil
}

// units turns a coordinate of the wire into one of the simulation.
func units(pixels float32) int32 {
	return int32(max(min(pixels, 1<<20), -1<<20) * (unitsPerCell / pixelsPerCell))
}

// tagOf is the entity of an id on the wire.
func tagOf(id uint32) order.UnitTag {
	if id == 0 {
		return order.NoUnit
	}
	return order.UnitTag{Index: uint16(id - 1), Generation: uint16((id-1)>>16) + simstate.FirstGeneration}
}
