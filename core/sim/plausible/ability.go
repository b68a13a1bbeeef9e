// SPDX-License-Identifier: GPL-3.0-or-later

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
	product := m.ProductOf(kind)
	return product < 0 || m.ProductCan(product, tag, item)
}

// ProductCan is Can of a type, by the number of it that Product returns.
func (m *Module) ProductCan(product int32, tag order.GameOrderTag, item string) bool {
	t := &m.rules.Types[product]
	if m.tasks[tag] && (tag != order.TagUseAbility || !m.turns[item]) {
		return slices.Contains(t.Does, tag)
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
	case order.TagSetRallyPoint:
		return len(t.Produces) > 0 || t.Rallies
	case order.TagSetPrimary:
		return len(t.Produces) > 0
	case order.TagProduce, order.TagCancelProduction, order.TagPauseProduction, order.TagPlaceBuilding, order.TagBuild:
		wanted, known := m.byName[item]
		return !known || m.category[wanted] < 0 || slices.Contains(t.Produces, m.categories[m.category[wanted]])
	case order.TagUseAbility:
		return !m.turns[item] || t.DeployAbility == item
	case order.TagResearch, order.TagCancelResearch:
		if wanted, known := m.byName[item]; known && m.rules.Types[wanted].Upgrade && m.category[wanted] >= 0 {
			return slices.Contains(t.Produces, m.categories[m.category[wanted]])
		}
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
	product := m.ProductOf(kind)
	return product < 0 || m.ProductLikely(product, tag)
}

// ProductLikely is Likely of a type.
func (m *Module) ProductLikely(product int32, tag order.GameOrderTag) bool {
	switch tag {
	case order.TagMove, order.TagAttackMove, order.TagForceMove, order.TagReverseMove, order.TagWaypoint, order.TagPatrol,
		order.TagGuard, order.TagScatter, order.TagSetStance:
		return m.rules.Types[product].Damage > 0
	default:
		return true
	}
}
