// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"
	"strconv"
	"strings"

	"convertd/core/rules"
)

// conditionKind names a condition of the rule files that play can switch. All
// others never change here and count as not granted.
type conditionKind uint8

const (
	conditionNever conditionKind = iota
	conditionBuildIncomplete
	conditionFactUndeploy
	conditionGlobalBounty
	conditionCombatantOwner
	conditionBot
	conditionProduced
	conditionPrimary
	conditionLowPower
	conditionAttackAnything
	conditionDamaged
	conditionInvulnerable
	conditionNoOre
	conditionRank
	conditionRankElite
	conditionPowerDown
	conditionPowerOutage
	conditionBeingCaptured
	conditionBeingDemolished
	conditionAirborne
	conditionHospital
	conditionReusableEngineers
	conditionParachute
	conditionUnderwater
	conditionCruising
	conditionAmmo
	conditionLeaping
	conditionReloading
	conditionRunning
	conditionCharging
	conditionCloakCrate
	conditionTriggered
	conditionAssault
	conditionAboard
	conditionBoarded
	conditionDisguised
	// conditionGranted is one that another trait of the actor grants.
	conditionGranted
)

var conditionKinds = map[string]conditionKind{
	"build-incomplete": conditionBuildIncomplete, "factundeploy": conditionFactUndeploy, "global-bounty": conditionGlobalBounty,
	"enabled": conditionCombatantOwner, "produced": conditionProduced, "primary": conditionPrimary, "lowpower": conditionLowPower,
	"stance-attackanything": conditionAttackAnything, "damaged": conditionDamaged, "invulnerability": conditionInvulnerable,
	"no-ore": conditionNoOre, "no-tiberium": conditionNoOre, "rank-veteran": conditionRank, "rank-elite": conditionRankElite,
	"powerdown": conditionPowerDown, "power-outage": conditionPowerOutage, "being-captured": conditionBeingCaptured,
	"being-demolished": conditionBeingDemolished, "airborne": conditionAirborne, "hospital": conditionHospital,
	"global-reusable-engineers": conditionReusableEngineers, "parachute": conditionParachute, "underwater": conditionUnderwater,
	"cruising": conditionCruising, "ammo": conditionAmmo, "attacking": conditionLeaping, "attack-cooldown": conditionReloading,
	"run": conditionRunning, "charging": conditionCharging, cloakCrate: conditionCloakCrate,
	"assault-move": conditionAssault, "disable-experience": conditionAboard, "notmobile": conditionBoarded,
	"triggered": conditionTriggered, "deployed": conditionTriggered, "disguise": conditionDisguised,
}

// expression is a condition expression in postfix form; the zero value is
// absent. It is compiled once and never changes.
type expression []expressionStep

type expressionStep struct {
	op   expressionOp
	kind conditionKind
	name string // type of the bot for conditionBot, name of the condition for conditionGranted
	n    int32
}

type expressionOp uint8

const (
	opCondition expressionOp = iota
	opNumber
	opNot
	opAnd
	opOr
	opEqual
	opAtLeast
)

// compileExpression reads an expression as the rule files write it: names,
// numbers, "!", "&&", "||", "==" and ">=", with the engine's precedence.
func compileExpression(text string) expression {
	if text == "" {
		return nil
	}
	p := expressionParser{text: strings.ReplaceAll(text, " ", "")}
	p.or()
	return p.steps
}

// requirementOf says when a trait works.
func requirementOf(trait *rules.Trait) expression {
	return compileExpression(trait.Text("RequiresCondition"))
}

// pauseOf says when a trait that works pauses.
func pauseOf(trait *rules.Trait) expression { return compileExpression(trait.Text("PauseOnCondition")) }

// not is the opposite of an expression.
func (e expression) not() expression {
	return append(slices.Clone(e), expressionStep{op: opNot})
}

// and holds where two expressions hold; one without steps always does.
func (e expression) and(other expression) expression {
	if len(e) == 0 {
		return other
	}
	return append(append(slices.Clone(e), other...), expressionStep{op: opAnd})
}

type expressionParser struct {
	text  string
	steps expression
}

func (p *expressionParser) take(prefix string) bool {
	rest, ok := strings.CutPrefix(p.text, prefix)
	p.text = rest
	return ok
}

func (p *expressionParser) or() {
	p.and()
	for p.take("||") {
		p.and()
		p.steps = append(p.steps, expressionStep{op: opOr})
	}
}

func (p *expressionParser) and() {
	p.comparison()
	for p.take("&&") {
		p.comparison()
		p.steps = append(p.steps, expressionStep{op: opAnd})
	}
}

func (p *expressionParser) comparison() {
	p.unary()
	switch {
	case p.take("=="):
		p.unary()
		p.steps = append(p.steps, expressionStep{op: opEqual})
	case p.take(">="):
		p.unary()
		p.steps = append(p.steps, expressionStep{op: opAtLeast})
	}
}

func (p *expressionParser) unary() {
	if p.take("!") {
		p.unary()
		p.steps = append(p.steps, expressionStep{op: opNot})
		return
	}
	end := 0
	for end < len(p.text) && !strings.ContainsRune("!&|=><", rune(p.text[end])) {
		end++
	}
	word := p.text[:end]
	p.text = p.text[end:]
	if n, err := strconv.ParseInt(word, 10, 32); err == nil {
		p.steps = append(p.steps, expressionStep{op: opNumber, n: int32(n)})
		return
	}
	step := expressionStep{op: opCondition, kind: conditionKinds[word]}
	if step.kind == conditionNever {
		step.kind, step.name = conditionGranted, word
	}
	if bot, ok := strings.CutPrefix(word, "enable-"); ok {
		if bot, ok = strings.CutSuffix(bot, "-ai"); ok {
			step.kind, step.name = conditionBot, bot
		}
	}
	p.steps = append(p.steps, step)
}

// maxExpressionDepth is how many values of an expression may wait without
// memory being asked for; the rule files need three.
const maxExpressionDepth = 8

// holds evaluates an expression for an actor; an absent one holds.
func (w *World) holds(a *Actor, e expression) bool {
	switch {
	case len(e) == 0:
		return true
	case len(e) == 1 && e[0].op == opCondition: // as most are
		return w.condition(a, &e[0]) != 0
	case len(e) == 3 && e[0].op == opCondition && e[1].op <= opNumber && e[2].op > opNot: // ranks, and most of the others
		x, y := w.condition(a, &e[0]), e[1].n
		if e[2].op == opAnd && x == 0 {
			return false
		}
		if e[1].op == opCondition {
			y = w.condition(a, &e[1])
		}
		return combine(e[2].op, x, y) != 0
	}
	var room [maxExpressionDepth]int32
	stack := room[:0]
	for i := range e {
		if step := &e[i]; step.op == opCondition {
			stack = append(stack, w.condition(a, step))
		} else if stack = step.applied(stack); stack == nil {
			return false
		}
	}
	return len(stack) == 1 && stack[0] != 0
}

// applied applies a step that is no condition to the values that wait; nil if the
// expression makes no sense.
func (step *expressionStep) applied(stack []int32) []int32 {
	top := len(stack) - 1
	switch {
	case step.op == opNumber:
		return append(stack, step.n)
	case top < 0 || step.op != opNot && top < 1:
		return nil
	case step.op == opNot:
		stack[top] = boolean(stack[top] == 0)
		return stack
	}
	stack[top-1] = combine(step.op, stack[top-1], stack[top])
	return stack[:top]
}

func combine(op expressionOp, x, y int32) int32 {
	switch op {
	case opAnd:
		return boolean(x != 0 && y != 0)
	case opOr:
		return boolean(x != 0 || y != 0)
	case opEqual:
		return boolean(x == y)
	default:
		return boolean(x >= y)
	}
}

// condition is how often a condition is granted to an actor now.
func (w *World) condition(a *Actor, step *expressionStep) int32 {
	p := &w.players[a.owner]
	switch step.kind {
	case conditionBuildIncomplete:
		return boolean(a.incomplete > 0 || a.selling || a.animation.then == endTransform)
	case conditionFactUndeploy:
		return w.holdsTech(p, techUndeploy)
	case conditionGlobalBounty:
		return w.holdsTech(p, techBounty)
	case conditionCombatantOwner:
		return boolean(!p.nonCombatant)
	case conditionBot:
		return boolean(p.bot && p.botType == step.name && (!w.behaviour.lateBots || w.tick > 0))
	case conditionProduced:
		return boolean(a.produced)
	case conditionPrimary:
		return boolean(a.primary)
	case conditionLowPower:
		return boolean(p.lowPower())
	case conditionAttackAnything:
		return boolean(a.typ.autoTarget != nil && a.stance == stanceAttackAnything)
	case conditionDamaged:
		return boolean(a.hp < a.typ.maxHP)
	case conditionNoOre:
		return boolean(a.storedSum == 0)
	case conditionRank:
		return a.level
	case conditionRankElite:
		return boolean(a.typ.levels > 0 && a.level >= a.typ.levels)
	case conditionInvulnerable:
		return boolean(a.invulnerable > 0)
	case conditionPowerDown:
		return boolean(a.powerDown)
	case conditionPowerOutage:
		return boolean(p.outage > 0)
	case conditionBeingCaptured:
		return boolean(a.captor != none)
	case conditionBeingDemolished:
		return boolean(a.demolition > 0)
	case conditionAirborne:
		// Until 20200503 granted by the world it comes into
		// (ra-release-20200503-skirmish, net frame 380).
		return boolean(a.typ.aircraft != nil && a.center.Z > 0 && (a.inWorld || !w.behaviour.latePlanes))
	case conditionHospital:
		return w.holdsTech(p, techHospital)
	case conditionReusableEngineers:
		return w.holdsTech(p, techEngineers)
	case conditionParachute:
		return boolean(a.parachuting())
	case conditionUnderwater:
		return boolean(a.dived)
	case conditionCruising:
		return boolean(a.typ.aircraft != nil && a.center.Z == a.typ.aircraft.altitude)
	case conditionAmmo:
		return a.ammo
	case conditionLeaping:
		return boolean(a.leaping)
	case conditionReloading:
		return boolean(len(a.typ.armaments) > 0 && a.cooling[0])
	case conditionRunning:
		return boolean(a.runs)
	case conditionTriggered:
		return boolean(a.triggered)
	case conditionAssault:
		return boolean(a.assaults())
	case conditionAboard:
		return boolean(a.carrier != none)
	case conditionBoarded:
		return boolean(a.loading)
	case conditionDisguised:
		return boolean(a.looksLike > 0)
	case conditionCloakCrate:
		return boolean(a.cloakGiven)
	case conditionCharging:
		return boolean(a.typ.charge != nil && a.charges > 0)
	case conditionGranted:
		return w.granted(a, step.name)
	case conditionNever:
	}
	return 0
}

// grantInfo is a trait that grants a condition while an expression holds.
type grantInfo struct {
	condition string
	requires  expression
	states    damageState // of health in which it grants, 0 for all
	// prerequisites its owner must have.
	prerequisites []string
}

// granted counts the traits of an actor that grant it a condition now.
func (w *World) granted(a *Actor, condition string) int32 {
	n := int32(0)
	for i := range a.typ.grants {
		if grant := &a.typ.grants[i]; grant.condition == condition && (grant.states == 0 || grant.states&a.damageState() != 0) &&
			w.holds(a, grant.requires) && w.hasPrerequisites(&w.players[a.owner], grant.prerequisites) {
			n++
		}
	}
	if c := a.typ.shotCondition; c != nil && a.shotLasts > 0 && c.name == condition {
		n++
	}
	for i := range a.typ.armaments {
		n += boolean(a.cooling[i] && a.typ.armaments[i].reloading == condition)
	}
	for i := range a.typ.terrainConditions {
		if i < maxTerrainConditions && a.onTerrain>>i&1 == 1 && a.typ.terrainConditions[i].condition == condition {
			n++
		}
	}
	if w.inVortex(a) && a.typ.yard.condition == condition {
		n++
	}
	return n + w.bornBy(a, condition)
}
