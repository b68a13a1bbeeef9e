// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/sim/openra/internal/info"
)

// maxExpressionDepth is how many values of an expression may wait without
// memory being asked for; the rule files need three.
const maxExpressionDepth = 8

// holds evaluates an expression for an actor; an absent one holds.
func (w *World) holds(a *Actor, e info.Expression) bool {
	switch {
	case len(e) == 0:
		return true
	case len(e) == 1 && e[0].Op == info.OpCondition: // as most are
		return w.condition(a, &e[0]) != 0
	case len(e) == 3 && e[0].Op == info.OpCondition && e[1].Op <= info.OpNumber && e[2].Op > info.OpNot: // ranks, and most of the others
		x, y := w.condition(a, &e[0]), e[1].N
		if e[2].Op == info.OpAnd && x == 0 {
			return false
		}
		if e[1].Op == info.OpCondition {
			y = w.condition(a, &e[1])
		}
		return info.Combine(e[2].Op, x, y) != 0
	}
	var room [maxExpressionDepth]int32
	stack := room[:0]
	for i := range e {
		if step := &e[i]; step.Op == info.OpCondition {
			stack = append(stack, w.condition(a, step))
		} else if stack = step.Applied(stack); stack == nil {
			return false
		}
	}
	return len(stack) == 1 && stack[0] != 0
}

// condition is how often a condition is granted to an actor now.
func (w *World) condition(a *Actor, step *info.ExpressionStep) int32 {
	p := &w.players[a.owner]
	switch step.Kind {
	case info.ConditionBuildIncomplete:
		return info.Boolean(a.incomplete > 0 || a.selling || a.animation.then == endTransform)
	case info.ConditionFactUndeploy:
		return w.holdsTech(p, techUndeploy)
	case info.ConditionGlobalBounty:
		return w.holdsTech(p, techBounty)
	case info.ConditionCombatantOwner:
		return info.Boolean(!p.nonCombatant)
	case info.ConditionBot:
		return info.Boolean(p.bot && p.botType == step.Name && (!w.behaviour.LateBots || w.tick > 0))
	case info.ConditionProduced:
		return info.Boolean(a.produced)
	case info.ConditionPrimary:
		return info.Boolean(a.primary)
	case info.ConditionLowPower:
		return info.Boolean(p.lowPower())
	case info.ConditionAttackAnything:
		return info.Boolean(a.typ.AutoTarget != nil && a.stance == info.StanceAttackAnything)
	case info.ConditionDamaged:
		return info.Boolean(a.hp < a.typ.MaxHP)
	case info.ConditionNoOre:
		return info.Boolean(a.storedSum == 0)
	case info.ConditionRank:
		return a.level
	case info.ConditionRankElite:
		return info.Boolean(a.typ.Levels > 0 && a.level >= a.typ.Levels)
	case info.ConditionInvulnerable:
		return info.Boolean(a.invulnerable > 0)
	case info.ConditionPowerDown:
		return info.Boolean(a.powerDown)
	case info.ConditionPowerOutage:
		return info.Boolean(p.outage > 0)
	case info.ConditionBeingCaptured:
		return info.Boolean(a.captor != none)
	case info.ConditionBeingDemolished:
		return info.Boolean(a.demolition > 0)
	case info.ConditionAirborne:
		// Until 20200503 granted by the world it comes into
		// (ra-release-20200503-skirmish, net frame 380).
		return info.Boolean(a.typ.Aircraft != nil && a.center.Z > 0 && (a.inWorld || !w.behaviour.LatePlanes))
	case info.ConditionHospital:
		return w.holdsTech(p, techHospital)
	case info.ConditionReusableEngineers:
		return w.holdsTech(p, techEngineers)
	case info.ConditionParachute:
		return info.Boolean(a.parachuting())
	case info.ConditionUnderwater:
		return info.Boolean(a.dived)
	case info.ConditionCruising:
		return info.Boolean(a.typ.Aircraft != nil && a.center.Z == a.typ.Aircraft.Altitude)
	case info.ConditionAmmo:
		return a.ammo
	case info.ConditionLeaping:
		return info.Boolean(a.leaping)
	case info.ConditionReloading:
		return info.Boolean(len(a.typ.Armaments) > 0 && a.cooling[0])
	case info.ConditionRunning:
		return info.Boolean(a.runs)
	case info.ConditionTriggered:
		return info.Boolean(a.triggered)
	case info.ConditionAssault:
		return info.Boolean(a.assaults())
	case info.ConditionAttackMove:
		return info.Boolean(a.marches())
	case info.ConditionAboard:
		// Who is inside from the beginning notices at the end of the first tick: the
		// transport lets them in by a task (ra-20200503-sidestep-0 of the engine's games).
		return info.Boolean(a.carrier != none && w.tick > 0)
	case info.ConditionBoarded:
		return info.Boolean(a.loading)
	case info.ConditionDisguised:
		return info.Boolean(a.looksLike > 0)
	case info.ConditionCloakCrate:
		return info.Boolean(a.cloakGiven)
	case info.ConditionCharging:
		return info.Boolean(a.typ.Charge != nil && a.charges > 0)
	case info.ConditionGranted:
		return w.granted(a, step.Name)
	case info.ConditionNever:
	}
	return 0
}

// isOneOf reports whether a player is a bot of one of these kinds.
func (p *player) isOneOf(bots []string) bool { return p.bot && info.Contains(bots, p.botType) }

// granted counts the traits of an actor that grant it a condition now.
func (w *World) granted(a *Actor, condition string) int32 {
	n := int32(0)
	for i := range a.typ.Grants {
		if grant := &a.typ.Grants[i]; grant.Condition == condition && (grant.States == 0 || grant.States&a.damageState() != 0) &&
			(len(grant.Bots) == 0 || w.players[a.owner].isOneOf(grant.Bots)) && w.holds(a, grant.Requires) && w.hasPrerequisites(&w.players[a.owner], grant.Prerequisites) {
			n++
		}
	}
	if c := a.typ.ShotCondition; c != nil && a.shotLasts > 0 && c.Name == condition {
		n++
	}
	for i := range a.typ.Armaments {
		n += info.Boolean(a.cooling[i] && a.typ.Armaments[i].Reloading == condition)
	}
	for i := range a.typ.TerrainConditions {
		if i < maxTerrainConditions && a.onTerrain>>i&1 == 1 && a.typ.TerrainConditions[i].Condition == condition {
			n++
		}
	}
	if w.inVortex(a) && a.typ.Yard.Condition == condition {
		n++
	}
	return n + w.bornBy(a, condition)
}
