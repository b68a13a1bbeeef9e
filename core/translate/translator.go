// SPDX-License-Identifier: GPL-3.0-or-later

package translate

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"convertd/core/ir"
	"convertd/core/order"
)

// Translator translates the orders of one replay. It is used from one
// goroutine.
type Translator struct {
	scale    Scale
	identity Identity
	command  order.Command
	// arenas hold what the translated orders of the current tick point into.
	bytes []byte
	units []order.UnitTag
	// unbound ids of the current order.
	unbound, unboundTargets []uint32
}

// Players maps the players of a replay's header to player ids.
type Players struct {
	// IDs holds for every index into ir.Header.Players the player id, or
	// order.NoPlayer for those who do not play.
	IDs []order.PlayerID
}

// ID returns the player id of an index, order.NoPlayer for ir.NoPlayer and for
// indexes outside the list.
func (p Players) ID(index int32) order.PlayerID {
	if index < 0 || int(index) >= len(p.IDs) {
		return order.NoPlayer
	}
	return p.IDs[index]
}

// New returns a translator for a replay.
func New(scale Scale, identity Identity) *Translator {
	return &Translator{scale: scale, identity: identity}
}

// Class says what kind of thing a foreign order was.
type Class uint8

// Classes.
const (
	// ClassGame: an order that means something in the world.
	ClassGame Class = iota
	// ClassTalk: chat; recorded, without meaning for the world.
	ClassTalk
	// ClassNone: lobby, handshake, bookkeeping: not recorded.
	ClassNone
)

// Result is what became of one foreign order.
type Result struct {
	Class    Class
	Subjects int // foreign subjects named
	Unbound  int // of those, without an entity of ours
	// UnboundTarget: the target, or another entity named, is not bound.
	UnboundTarget bool
	// OffMap: a place that the order names is beyond what maps of the format can
	// have.
	OffMap bool
	// Warning is why the order could not be carried over exactly, "" if it was.
	Warning WarningCode
}

// WarningCode is why an order was not, or not exactly, carried over. The codes
// are stable: reports show them.
type WarningCode string

// Warning codes.
const (
	WarningUnknownOrder    WarningCode = "unknown-order"
	WarningUnboundSubjects WarningCode = "unbound-subjects"
	WarningUnboundTarget   WarningCode = "unbound-target"
	WarningNoPlayer        WarningCode = "no-player"
	WarningTextCut         WarningCode = "text-cut"
	WarningTooLarge        WarningCode = "order-too-large"
)

// Describe says in words what is wrong with the order.
func (w WarningCode) Describe(o *ir.Order) string {
	name := nativeName(o)
	switch w {
	case WarningUnknownOrder:
		return name + " has no canonical meaning"
	case WarningUnboundSubjects:
		return name + " names no unit that is known"
	case WarningUnboundTarget:
		return name + " aims at an entity that is not known"
	case WarningNoPlayer:
		return name + " is of nobody who plays"
	case WarningTextCut:
		return fmt.Sprintf("chat is cut to %d characters", order.MaxChatRunes)
	case WarningTooLarge:
		return fmt.Sprintf("%s is larger than %d bytes", name, order.MaxOrderBytes)
	}
	return name
}

// BeginTick drops what the orders of the tick before pointed into.
func (t *Translator) BeginTick() {
	t.bytes = t.bytes[:0]
	t.units = t.units[:0]
}

// Translate appends the canonical form of a foreign order of that player to
// dst: usually one order, several where more than order.MaxSelection units are
// named, none where it is of nobody or too large. What is appended is valid
// until BeginTick. Sub-tick times are left at 0; see SpreadSubTicks.
func (t *Translator) Translate(dst []order.TimestampedOrder, o *ir.Order, player order.PlayerID) ([]order.TimestampedOrder, Result) {
	if o.Kind == ir.KindChat {
		return t.chat(dst, o, player)
	}
	tag, ok := tagOf(o.Kind)
	if !ok {
		return dst, Result{Class: ClassNone}
	}
	result := Result{Class: ClassGame, Subjects: len(o.Subjects)}
	if player == order.NoPlayer {
		result.Warning = WarningNoPlayer
		return dst, result
	}
	units := t.subjects(o, player, &result)
	t.fillCommand(o, player, &result)
	if len(o.Subjects) > 0 && len(units) == 0 {
		result.Warning = WarningUnboundSubjects
	}
	if o.Kind == ir.KindUnknown {
		result.Warning = WarningUnknownOrder
	}
	for first := true; first || len(units) > 0; first = false {
		n := min(len(units), order.MaxSelection)
		stamped, fits := t.build(o, tag, player, units[:n])
		if !fits {
			result.Warning = WarningTooLarge
			return dst, result
		}
		dst = append(dst, stamped)
		units = units[n:]
		t.command.Unbound = nil
	}
	return dst, result
}

func nativeName(o *ir.Order) string {
	if o.NativeName != "" {
		return recordable(o.NativeName)
	}
	return fmt.Sprintf("order %d", o.NativeID)
}

// subjects binds the units that are to act, into the arena.
func (t *Translator) subjects(o *ir.Order, player order.PlayerID, result *Result) []order.UnitTag {
	start := len(t.units)
	t.unbound, t.unboundTargets = t.unbound[:0], t.unboundTargets[:0]
	for _, native := range o.Subjects {
		tag, ok := t.identity.Find(Mention{Native: native, Role: RoleSubject, Player: player, Order: o})
		if !ok {
			result.Unbound++
			t.unbound = append(t.unbound, native)
			continue
		}
		t.units = append(t.units, tag)
	}
	return t.units[start:len(t.units):len(t.units)]
}

// fillCommand sets everything of the command but its units.
func (t *Translator) fillCommand(o *ir.Order, player order.PlayerID, result *Result) {
	c := &t.command
	*c = order.Command{Others: c.Others[:0]}
	c.Queued = o.Present.Has(ir.PresentQueued)
	c.Target = t.target(o, &o.Target, player)
	c.Target2 = t.target(o, &o.Target2, player)
	result.OffMap = !t.scale.Credible(&o.Target) || !t.scale.Credible(&o.Target2)
	for _, native := range o.Entities {
		if tag, ok := t.identity.Find(Mention{Native: native, Role: RoleOther, Player: player, Order: o}); ok {
			c.Others = append(c.Others, tag)
		} else {
			t.unboundTargets = append(t.unboundTargets, native)
		}
	}
	c.Item = o.Item
	if c.Item == "" {
		c.Item = o.Text
	}
	c.Item = recordable(c.Item)
	c.ItemID, c.Count, c.Data = o.ItemID, o.Count, o.Data
	setFlag := func(condition bool, flag order.CommandFlags) {
		if condition {
			c.Flags |= flag
		}
	}
	setFlag(c.Item != "", order.CommandHasItem)
	setFlag(o.Present.Has(ir.PresentItemID), order.CommandHasItemID)
	setFlag(o.Present.Has(ir.PresentCount), order.CommandHasCount)
	setFlag(o.Present.Has(ir.PresentData), order.CommandHasData)
	setFlag(len(o.Subjects) > 1, order.CommandGrouped)
	c.Name = recordable(o.NativeName)
	if c.Name == "" && o.Present.Has(ir.PresentNativeID) {
		c.Name = fmt.Sprintf("%d", o.NativeID)
	}
	c.Raw = o.Raw
	c.Unbound, c.UnboundTargets = t.unbound, t.unboundTargets
	if result.UnboundTarget = len(t.unboundTargets) > 0; result.UnboundTarget {
		result.Warning = WarningUnboundTarget
	}
}

func (t *Translator) target(o *ir.Order, target *ir.Target, player order.PlayerID) order.Target {
	switch target.Kind {
	case ir.TargetPosition:
		position, _ := t.scale.Position(target)
		return order.Target{Kind: order.TargetPosition, Position: position}
	case ir.TargetCell:
		return order.Target{Kind: order.TargetCell, Cell: order.CellPos{X: target.X, Y: target.Y, Z: target.Z}, SubCell: target.Sub}
	case ir.TargetEntity, ir.TargetFrozen:
		tag, ok := t.identity.Find(Mention{Native: target.ID, Role: RoleTarget, Player: player, Order: o})
		if !ok {
			t.unboundTargets = append(t.unboundTargets, target.ID)
			tag = order.NoUnit
		}
		if target.Kind == ir.TargetEntity {
			return order.Target{Kind: order.TargetUnit, Unit: tag}
		}
		return order.Target{Kind: order.TargetFrozen, Unit: tag, Viewer: player}
	case ir.TargetNone, ir.TargetInvalid:
	}
	return order.Target{}
}

// build makes one order of the command and some units. The three canonical
// orders that exist outside GameOrder are used where they say everything.
func (t *Translator) build(o *ir.Order, tag order.GameOrderTag, player order.PlayerID, units []order.UnitTag) (order.TimestampedOrder, bool) {
	c := &t.command
	out := order.TimestampedOrder{Player: player}
	if core, ok := coreOrder(o, tag, c, units); ok {
		out.Order = core
		return out, true
	}
	c.Units = units
	start := len(t.bytes)
	t.bytes = order.AppendCommand(t.bytes, c)
	c.Units = nil
	payload := t.bytes[start:len(t.bytes):len(t.bytes)]
	out.Order = order.PlayerOrder{Kind: order.KindGameOrder, Game: order.GameOrder{Tag: tag, Payload: payload}}
	return out, len(payload)+16 <= order.MaxOrderBytes
}

// coreOrder uses Move, Attack and Stop where nothing of the foreign order is
// lost: not queued, plain target, the native name that the kind implies.
func coreOrder(o *ir.Order, tag order.GameOrderTag, c *order.Command, units []order.UnitTag) (order.PlayerOrder, bool) {
	plain := !c.Queued && len(c.Unbound) == 0 && len(c.UnboundTargets) == 0 && c.Flags&^order.CommandGrouped == 0 && len(c.Others) == 0 && len(c.Raw) == 0 &&
		c.Target2.Kind == order.TargetNone && len(units) > 0
	if !plain {
		return order.PlayerOrder{}, false
	}
	switch {
	case tag == order.TagMove && o.NativeName == "Move" && c.Target.Kind == order.TargetCell && c.Target.SubCell == 0 && c.Target.Cell.Z == 0:
		return order.PlayerOrder{Kind: order.KindMove, Units: units, Position: c.Target.Cell.Center()}, true
	case tag == order.TagAttack && o.NativeName == "Attack" && c.Target.Kind == order.TargetUnit:
		return order.PlayerOrder{Kind: order.KindAttack, Units: units, Target: c.Target}, true
	case tag == order.TagStop && o.NativeName == "Stop" && c.Target.Kind == order.TargetNone:
		return order.PlayerOrder{Kind: order.KindStop, Units: units}, true
	}
	return order.PlayerOrder{}, false
}

func (t *Translator) chat(dst []order.TimestampedOrder, o *ir.Order, player order.PlayerID) ([]order.TimestampedOrder, Result) {
	result := Result{Class: ClassTalk}
	text := recordable(o.Text)
	if utf8.RuneCountInString(text) > order.MaxChatRunes {
		text = string([]rune(text)[:order.MaxChatRunes])
		result.Warning = WarningTextCut
	}
	channel := order.ChannelAll
	switch {
	case o.Present.Has(ir.PresentData) && o.Data == ChatObservers:
		channel = order.ChannelObserver
	case o.Present.Has(ir.PresentData) && o.Data != 0:
		channel = order.ChannelTeam
	}
	return append(dst, order.TimestampedOrder{
		Player: player,
		Order:  order.PlayerOrder{Kind: order.KindChatMessage, Channel: channel, Text: text},
	}), result
}

// ChatObservers is the value of ir.Order.Data for chat among observers; 0 is
// everybody, anything else a team (docs/ir.md#chat).
const ChatObservers = 0xFFFFFFFF

// SpreadSubTicks gives the orders of a tick rising sub-tick times inside the
// tick's window, so that sorting by time keeps the foreign order
// (docs/engine/iron-curtain.md#sub-ticks).
func SpreadSubTicks(orders []order.TimestampedOrder, rate order.TickRate) {
	window := uint64(1_000_000)
	if rate.Num > 0 {
		window = 1_000_000 * uint64(rate.Den) / uint64(rate.Num)
	}
	for i := range orders {
		orders[i].SubTick = uint32(uint64(i) * window / uint64(len(orders)+1))
	}
}

// recordable is a text as it may stand in a recording: what is not UTF-8 is
// marked, so that one odd byte does not cost the order, or the file.
func recordable(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }
