// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/info"
	"convertd/core/sim/openra/internal/state"
)

// maxExpressionDepth is how many values of an expression may wait without
// memory being asked for; the rule files need three.
const maxExpressionDepth = 8

// Holds evaluates an expression for an actor; an absent one holds.
func (w *World) Holds(a *Actor, e info.Expression) bool {
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
	p := &w.Players[a.Owner]
	switch step.Kind {
	case info.ConditionBuildIncomplete:
		return info.Boolean(a.Incomplete > 0 || a.Selling || a.Animation.Then == state.EndTransform)
	case info.ConditionFactUndeploy:
		return w.holdsTech(p, state.TechUndeploy)
	case info.ConditionGlobalBounty:
		return w.holdsTech(p, state.TechBounty)
	case info.ConditionCombatantOwner:
		return info.Boolean(!p.NonCombatant)
	case info.ConditionBot:
		return info.Boolean(p.Bot && p.BotType == step.Name && (!w.Release.LateBots || w.Ticks > 0))
	case info.ConditionProduced:
		return info.Boolean(a.Produced)
	case info.ConditionPrimary:
		return info.Boolean(a.Primary)
	case info.ConditionLowPower:
		return info.Boolean(w.lowPowerOf(a))
	case info.ConditionAttackAnything:
		return info.Boolean(a.Type.AutoTarget != nil && a.Stance == info.StanceAttackAnything)
	case info.ConditionDamaged:
		return info.Boolean(a.HP < a.Type.MaxHP)
	case info.ConditionNoOre:
		return info.Boolean(a.StoredSum == 0)
	case info.ConditionPlayerOre:
		return info.Boolean(p.Ore > 0)
	case info.ConditionRank:
		return a.Level
	case info.ConditionRankElite:
		return info.Boolean(a.Type.Levels > 0 && a.Level >= a.Type.Levels)
	case info.ConditionInvulnerable:
		return info.Boolean(a.Invulnerable > 0)
	case info.ConditionPowerDown:
		return info.Boolean(a.PowerDown)
	case info.ConditionPowerOutage:
		return info.Boolean(p.Outage > 0)
	case info.ConditionBeingCaptured:
		return info.Boolean(a.Captor != none)
	case info.ConditionBeingDemolished:
		return info.Boolean(a.Demolition > 0)
	case info.ConditionAirborne:
		// Until 20200503 granted by the world it comes into
		// (ra-release-20200503-skirmish, net frame 380).
		return info.Boolean(a.Type.Aircraft != nil && a.Center.Z > 0 && (a.InWorld || !w.Release.LatePlanes))
	case info.ConditionHospital:
		return w.holdsTech(p, state.TechHospital)
	case info.ConditionReusableEngineers:
		return w.holdsTech(p, state.TechEngineers)
	case info.ConditionParachute:
		return info.Boolean(a.Parachuting())
	case info.ConditionUnderwater:
		return info.Boolean(a.Dived)
	case info.ConditionCruising:
		return info.Boolean(a.Type.Aircraft != nil && a.Center.Z == a.Type.Aircraft.Altitude)
	case info.ConditionAmmo:
		return a.Ammo
	case info.ConditionLeaping:
		return info.Boolean(a.Leaping)
	case info.ConditionReloading:
		return info.Boolean(len(a.Type.Armaments) > 0 && a.Cooling[0])
	case info.ConditionRunning:
		return info.Boolean(a.Runs)
	case info.ConditionTriggered:
		return info.Boolean(a.Triggered)
	case info.ConditionAssault:
		return info.Boolean(a.Assaults())
	case info.ConditionMoving:
		return info.Boolean(a.Movement&state.MovingHorizontal != 0)
	case info.ConditionAttackMove:
		return info.Boolean(a.Marches())
	case info.ConditionAboard:
		// Who is inside from the beginning notices at the end of the first tick: the
		// transport lets them in by a task (ra-20200503-sidestep-0 of the engine's games).
		return info.Boolean(a.Carrier != none && w.Ticks > 0)
	case info.ConditionBoarded:
		return info.Boolean(a.Loading)
	case info.ConditionDisguised:
		return info.Boolean(a.LooksLike > 0)
	case info.ConditionCloakCrate:
		return info.Boolean(a.CloakGiven)
	case info.ConditionCharging:
		return info.Boolean(a.Type.Charge != nil && a.Charges > 0)
	case info.ConditionGranted:
		return w.granted(a, step.Name)
	case info.ConditionNever:
	}
	return 0
}

// granted counts the traits of an actor that grant it a condition now.
func (w *World) granted(a *Actor, condition string) int32 {
	n := int32(0)
	for i := range a.Type.Grants {
		if grant := &a.Type.Grants[i]; grant.Condition == condition && (grant.States == 0 || grant.States&a.DamageState() != 0) &&
			(len(grant.Bots) == 0 || w.Players[a.Owner].IsOneOf(grant.Bots)) && w.Holds(a, grant.Requires) && w.hasPrerequisites(&w.Players[a.Owner], grant.Prerequisites) {
			n++
		}
	}
	if c := a.Type.ShotCondition; c != nil && a.ShotLasts > 0 && c.Name == condition {
		n++
	}
	for i := range a.Type.Armaments {
		n += info.Boolean(a.Cooling[i] && a.Type.Armaments[i].Reloading == condition)
	}
	for i := range a.Type.TerrainConditions {
		if i < maxTerrainConditions && a.OnTerrain>>i&1 == 1 && a.Type.TerrainConditions[i].Condition == condition {
			n++
		}
	}
	if w.inVortex(a) && a.Type.Yard.Condition == condition {
		n++
	}
	return n + w.bornBy(a, condition)
}
