// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"slices"
	"strings"

	"convertd/core/order"
	"convertd/core/sim"
)

// Validate implements sim.Module.
func (m *Module) Validate(o *sim.Accepted, verdict *sim.Verdict) {
	switch o.Order.Order.Kind {
	case order.KindMove:
		m.validateMove(o, verdict)
	case order.KindAttack:
		m.validateAttack(o, o.Order.Order.Target, verdict)
	case order.KindStop:
		takeWithoutSubjects(o, verdict)
	case order.KindGameOrder:
		m.validateGame(o, verdict)
	default:
		verdict.NotModelled("kind of order")
	}
	if p := &m.players[o.Order.Player]; p.out && !p.beaten {
		verdict.Reject(sim.ReasonOutOfGame, "")
	} else if p.out && verdict.Outcome == sim.OutcomeAccepted {
		verdict.Believe("out of the game")
	}
}

func (m *Module) validateGame(o *sim.Accepted, verdict *sim.Verdict) {
	switch o.Order.Order.Game.Tag {
	case order.TagMove, order.TagForceMove, order.TagAttackMove, order.TagWaypoint, order.TagReverseMove:
		m.validateMove(o, verdict)
	case order.TagAttack, order.TagForceAttack:
		m.validateAttack(o, o.Command.Target, verdict)
	case order.TagStop, order.TagDespawn, order.TagResign, order.TagLeave:
		takeWithoutSubjects(o, verdict)
	case order.TagProduce:
		m.validateProduce(o, verdict)
	case order.TagCancelProduction, order.TagPauseProduction:
		m.validateCancel(o, verdict)
	case order.TagResearch, order.TagCancelResearch:
		m.validateResearch(o, verdict)
	case order.TagPlaceBuilding, order.TagBuild:
		m.validatePlace(o, verdict)
	case order.TagSell, order.TagRepairBuilding, order.TagPowerToggle, order.TagSetRallyPoint, order.TagSetPrimary:
		m.validateStructure(o, verdict)
	case order.TagDeploy:
		m.validateDeploy(o, verdict)
	case order.TagUseAbility:
		if m.deploysBy(o) {
			m.validateDeploy(o, verdict)
		} else if !m.validateTask(o, verdict) {
			verdict.NotModelled(notModelled(order.TagUseAbility))
		}
	default:
		if !m.validateTask(o, verdict) {
			verdict.NotModelled(notModelled(o.Order.Order.Game.Tag))
		}
	}
}

// validateCancel is for orders to what waits in a queue.
func (m *Module) validateCancel(o *sim.Accepted, verdict *sim.Verdict) {
	kind, known := m.itemType(o.Command)
	if !known {
		verdict.NotModelled("item without rules")
		return
	}
	switch q := m.findQueued(o.Order.Player, kind); {
	case q == nil && m.rules.EvidencePercent >= 100:
		verdict.NotModelled("nothing to cancel")
	case q == nil:
		verdict.Reject(sim.ReasonMissingPrerequisite, "not in production")
	case m.rules.EvidencePercent >= 100:
		takeWithoutSubjects(o, verdict)
	}
}

// takeWithoutSubjects is for orders that can only be refused for whom they are
// to: where they name nobody, nothing could have refused them.
func takeWithoutSubjects(o *sim.Accepted, verdict *sim.Verdict) {
	if len(o.Units) == 0 {
		verdict.TakeAnyway()
	}
}

// notModelled groups what the module takes without effect.
func notModelled(tag order.GameOrderTag) string {
	switch tag {
	case order.TagSelect, order.TagDeselect, order.TagGroupAssign, order.TagGroupSelect, order.TagGroupAppend, order.TagBeacon,
		order.TagRemoveBeacon, order.TagFormation:
		return "interface"
	case order.TagUseAbility, order.TagPurchasePower, order.TagTeleport, order.TagDetonate, order.TagDisguise:
		return "ability"
	case order.TagResearch, order.TagCancelResearch:
		return "research"
	case order.TagEnter, order.TagUnload, order.TagCapture, order.TagInfiltrate, order.TagDemolish:
		return "transport or entry"
	case order.TagHarvest, order.TagDock:
		return "harvesting"
	default:
		return "order"
	}
}

// anyUnit reports whether one of the units is of a fitting type.
func (m *Module) anyUnit(units []order.UnitTag, fits func(*Type) bool) bool {
	for _, tag := range units {
		if fits(m.typ(&m.units[tag.Index])) {
			return true
		}
	}
	return false
}

func (m *Module) validateMove(o *sim.Accepted, verdict *sim.Verdict) {
	if !m.ready(o.Units, verdict) {
		return
	}
	to, ok := m.destination(o)
	switch {
	case len(o.Units) == 0:
		verdict.NotModelled("subjects not recorded")
	case !ok:
		verdict.NotModelled("destination")
	case !m.onMap(to.Cell()):
		verdict.Reject(sim.ReasonInvalidPlacement, "off the map")
	case !m.anyUnit(o.Units, func(t *Type) bool { return t.Speed > 0 }):
		verdict.Reject(sim.ReasonCustom, "nothing that moves")
	}
}

// destination is where a movement order leads.
func (m *Module) destination(o *sim.Accepted) (order.WorldPos, bool) {
	if o.Command == nil {
		return o.Order.Order.Position, true
	}
	return m.targetPosition(o.Command.Target)
}

func (m *Module) targetPosition(t order.Target) (order.WorldPos, bool) {
	switch t.Kind {
	case order.TargetPosition:
		return t.Position, true
	case order.TargetCell:
		return t.Cell.Center(), true
	case order.TargetUnit, order.TargetFrozen:
		if u := m.find(t.Unit); u != nil {
			return u.at, true
		}
	case order.TargetNone:
	}
	return order.WorldPos{}, false
}

func (m *Module) validateAttack(o *sim.Accepted, target order.Target, verdict *sim.Verdict) {
	if !m.ready(o.Units, verdict) {
		return
	}
	if len(o.Units) == 0 {
		verdict.NotModelled("subjects not recorded")
		return
	}
	switch target.Kind {
	case order.TargetUnit, order.TargetFrozen:
		if m.stranger(target.Unit) {
			verdict.NotModelled("unknown target")
			return
		}
		if u := m.find(target.Unit); u == nil || u.reserved && !m.believableUnit(u) {
			verdict.Reject(sim.ReasonInvalidTarget, "target is not there")
			return
		}
	case order.TargetPosition, order.TargetCell, order.TargetNone:
		verdict.NotModelled("attack on the ground")
		return
	}
	if !m.anyUnit(o.Units, func(t *Type) bool { return t.Damage > 0 }) {
		verdict.Reject(sim.ReasonCustom, "nothing that is armed")
	}
}

// stranger reports whether an order means something that was not identified and
// need not be known.
func (m *Module) stranger(tag order.UnitTag) bool {
	return m.rules.Strangers && tag == order.NoUnit
}

// itemType finds what an order produces, by name or number.
func (m *Module) itemType(c *order.Command) (kind int32, known bool) {
	if c.Item != "" {
		if kind, known = m.byName[c.Item]; known {
			return kind, true
		}
	}
	if c.Flags&order.CommandHasItemID != 0 {
		kind, known = m.byID[c.ItemID]
	}
	return kind, known
}

func (m *Module) validateProduce(o *sim.Accepted, verdict *sim.Verdict) {
	kind, known := m.itemType(o.Command)
	if !known || m.category[kind] < 0 {
		verdict.NotModelled("item without rules")
		return
	}
	t := &m.rules.Types[kind]
	player := &m.players[o.Order.Player]
	factory := m.factory(o, kind)
	switch {
	case m.hasAllLevels(o.Order.Player, kind):
		verdict.NotModelled("researched already")
	case m.rules.VainOrders && factory == nil && !m.builds(player):
		verdict.NotModelled("ordered in vain")
	case factory == nil && !m.rules.OrdersByEvidence && !m.nobodys(m.category[kind]):
		verdict.Reject(sim.ReasonMissingPrerequisite, "no factory")
	case factory != nil && !m.satisfied(player, t) && !m.trusting() && !m.rules.OrdersByEvidence:
		verdict.Reject(sim.ReasonMissingPrerequisite, "prerequisites")
	case m.rules.PayAtOnce && !m.affordable(player, t):
		verdict.Reject(sim.ReasonInsufficientFunds, "")
	case o.Command.Flags&order.CommandHasCount != 0 && (o.Command.Count < 1 || o.Command.Count > maxCount):
		verdict.Reject(sim.ReasonMalformed, "count")
	case factory == nil && !m.nobodys(m.category[kind]):
		verdict.Believe("no factory")
	case !m.satisfied(player, t):
		verdict.Believe("prerequisites")
	case factory != nil && !m.named(o.Units, factory):
		verdict.Believe("another factory")
	}
}

// builds reports whether a player has any structure.
func (m *Module) builds(p *player) bool {
	for kind := range m.rules.Types {
		if p.owned[kind] > 0 && m.rules.Types[kind].Structure {
			return true
		}
	}
	return false
}

// trusting reports whether an order proves even what was never begun here: that
// a building was ready, that what it needs stood. It holds where neither ground
// nor combat are known, so that losses come from evidence too: one building that
// ours lacks would have all that follows from it refused.
func (m *Module) trusting() bool { return m.rules.LossesByEvidence && m.rules.EvidencePercent >= 100 }

// named reports whether an order names the factory, or none.
func (m *Module) named(units []order.UnitTag, factory *unit) bool {
	return len(units) == 0 || slices.Contains(units, factory.tag)
}

// affordable reports whether a price that is due at once can be paid.
func (m *Module) affordable(p *player, t *Type) bool {
	return m.rules.MoneyByEvidence || p.credits >= t.Cost
}

// satisfied reports whether the player has all prerequisites.
func (m *Module) satisfied(p *player, t *Type) bool {
	for _, wanted := range t.Prerequisites {
		if !m.satisfiedOne(p, wanted) {
			return false
		}
	}
	return true
}

func (m *Module) satisfiedOne(p *player, wanted string) bool {
	for wanted != "" {
		var name string
		name, wanted, _ = strings.Cut(wanted, "|")
		for _, kind := range m.satisfiers[name] {
			if p.owned[kind] > 0 {
				return true
			}
		}
	}
	return false
}

func (m *Module) validatePlace(o *sim.Accepted, verdict *sim.Verdict) {
	kind, known := m.itemType(o.Command)
	if !known || !m.rules.Types[kind].Structure {
		verdict.NotModelled("item without rules")
		return
	}
	t := &m.rules.Types[kind]
	player := &m.players[o.Order.Player]
	cell, ok := m.placement(o.Command.Target, t)
	if !ok {
		verdict.Reject(sim.ReasonInvalidPlacement, "no place")
		return
	}
	if t.OnSite {
		switch {
		case !m.satisfied(player, t):
			verdict.Reject(sim.ReasonMissingPrerequisite, "prerequisites")
		case !m.affordable(player, t):
			verdict.Reject(sim.ReasonInsufficientFunds, "")
		}
	} else if it := m.findProduced(o.Order.Player, kind); it == nil && m.placedTwice(o.Order.Player, kind, cell) {
		verdict.NotModelled("placed twice")
	} else if it == nil && m.trusting() {
		verdict.Believe("not in production")
	} else if it == nil {
		verdict.Reject(sim.ReasonMissingPrerequisite, "not in production")
	} else if !m.believable(it) { // nobody can place what is not ready
		verdict.Believe("not finished")
	}
	if verdict.Outcome == sim.OutcomeAccepted && !m.fits(o.Order.Player, t, cell) {
		verdict.Reject(sim.ReasonInvalidPlacement, "occupied or out of reach")
	}
}

// believable reports whether an order may prove an item finished.
func (m *Module) believable(it *item) bool {
	return it.done || m.rules.EvidencePercent >= 100 || it.began && int64(it.left)*100 <= int64(it.total)*int64(m.rules.EvidencePercent)
}

// ready rejects an order whose units are all still in production and cannot be
// believed finished; some such units among others count as not there.
func (m *Module) ready(units []order.UnitTag, verdict *sim.Verdict) bool {
	unfinished, first := 0, order.NoUnit
	for _, tag := range units {
		if u := &m.units[tag.Index]; u.reserved && !m.believableUnit(u) {
			unfinished++
			if first == order.NoUnit {
				first = tag
			}
		}
	}
	verdict.Dead += uint16(unfinished)
	if unfinished == 0 || unfinished < len(units) {
		return true
	}
	verdict.RejectUnit(sim.ReasonCooldownActive, first)
	verdict.Detail = "not finished"
	return false
}

func (m *Module) believableUnit(u *unit) bool {
	_, it := m.itemOf(u)
	return it != nil && m.believable(it)
}

// structureOf is the structure an order to a structure means: its target, or
// else its first unit.
func structureOf(o *sim.Accepted) order.UnitTag {
	if o.Command.Target.Kind == order.TargetUnit && o.Order.Order.Game.Tag != order.TagSetRallyPoint {
		return o.Command.Target.Unit
	}
	if len(o.Units) > 0 {
		return o.Units[0]
	}
	return order.NoUnit
}

func (m *Module) validateStructure(o *sim.Accepted, verdict *sim.Verdict) {
	tag := structureOf(o)
	u := m.find(tag)
	switch {
	case u == nil && m.stranger(tag):
		verdict.NotModelled("unknown target")
	case u == nil && tag == order.NoUnit && o.Command.Target.Kind == order.TargetNone:
		verdict.NotModelled("subjects not recorded")
	case u == nil:
		verdict.Reject(sim.ReasonInvalidTarget, "structure is not there")
	case u.owner != o.Order.Player:
		verdict.RejectUnit(sim.ReasonNotOwner, u.tag)
	case !m.typ(u).Structure:
		verdict.RejectUnit(sim.ReasonInvalidTarget, u.tag)
	case o.Order.Order.Game.Tag == order.TagSetRallyPoint:
		if _, ok := m.targetPosition(o.Command.Target); !ok {
			verdict.NotModelled("destination")
		}
	}
}

// deploysBy reports whether an ability is that by which a unit of the order
// turns into something else.
func (m *Module) deploysBy(o *sim.Accepted) bool {
	return o.Command.Item != "" && m.anyUnit(o.Units, func(t *Type) bool { return t.DeployAbility == o.Command.Item })
}

func (m *Module) validateDeploy(o *sim.Accepted, verdict *sim.Verdict) {
	if !m.ready(o.Units, verdict) {
		return
	}
	for _, tag := range o.Units {
		u := &m.units[tag.Index]
		t := m.typ(u)
		if t.Deploys == "" {
			continue
		}
		into := &m.rules.Types[m.byName[t.Deploys]]
		if into.Structure && !m.free(into, m.deployCell(u, into), u.tag) {
			verdict.RejectUnit(sim.ReasonInvalidPlacement, tag)
		}
		return
	}
	verdict.NotModelled("deployment")
}
