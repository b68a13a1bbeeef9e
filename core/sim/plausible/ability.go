package plausible

import (
	"slices"

	"convertd/core/order"
	"convertd/core/sim"
)

// Can reports whether an entity of a kind can be the subject of such an order;
// item is what the order produces or places, if it names something. Orders the
// module does not model are anybody's.
func (m *Module) Can(kind sim.KindID, tag order.GameOrderTag, item string) bool {
	t := m.TypeOf(kind)
	if t == nil {
		return true
	}
	switch tag {
	case order.TagMove, order.TagAttackMove, order.TagForceMove, order.TagReverseMove, order.TagWaypoint, order.TagPatrol,
		order.TagGuard, order.TagScatter, order.TagEnter:
		return t.Speed > 0
	case order.TagAttack, order.TagForceAttack:
		return t.Damage > 0
	case order.TagDeploy:
		return t.Deploys != ""
	case order.TagSell, order.TagPowerToggle:
		return t.Structure
	case order.TagRepairBuilding: // the structure, or the dozer that is to repair it
		return t.Structure || len(t.Produces) > 0
	case order.TagSetRallyPoint, order.TagSetPrimary:
		return len(t.Produces) > 0
	case order.TagProduce, order.TagCancelProduction, order.TagPauseProduction, order.TagPlaceBuilding, order.TagBuild:
		wanted, known := m.byName[item]
		return !known || m.category[wanted] < 0 || slices.Contains(t.Produces, m.categories[m.category[wanted]])
	case order.TagUseAbility:
		return !m.turns[item] || t.DeployAbility == item
	case order.TagResearch, order.TagCancelResearch:
		if !m.researched[item] {
			return t.Structure
		}
		return slices.Contains(t.Researches, item)
	default:
		return true
	}
}

// Likely reports whether players usually give such orders to that kind:
// fighting and moving about is for what is armed.
func (m *Module) Likely(kind sim.KindID, tag order.GameOrderTag) bool {
	t := m.TypeOf(kind)
	if t == nil {
		return true
	}
	switch tag {
	case order.TagMove, order.TagAttackMove, order.TagForceMove, order.TagReverseMove, order.TagWaypoint, order.TagPatrol,
		order.TagGuard, order.TagScatter, order.TagSetStance:
		return t.Damage > 0
	default:
		return true
	}
}
