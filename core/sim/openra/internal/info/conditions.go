// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"slices"
	"strconv"
	"strings"

	"convertd/core/rules"
)

// ConditionKind names a condition of the rule files that play can switch. All
// others never change here and count as not granted.
type ConditionKind uint8

// The conditions that play can switch.
const (
	ConditionNever ConditionKind = iota
	ConditionBuildIncomplete
	ConditionFactUndeploy
	ConditionGlobalBounty
	ConditionCombatantOwner
	ConditionBot
	ConditionProduced
	ConditionPrimary
	ConditionLowPower
	ConditionAttackAnything
	ConditionDamaged
	ConditionInvulnerable
	ConditionNoOre
	ConditionRank
	ConditionRankElite
	ConditionPowerDown
	ConditionPowerOutage
	ConditionBeingCaptured
	ConditionBeingDemolished
	ConditionAirborne
	ConditionHospital
	ConditionReusableEngineers
	ConditionParachute
	ConditionUnderwater
	ConditionCruising
	ConditionAmmo
	ConditionLeaping
	ConditionReloading
	ConditionRunning
	ConditionCharging
	ConditionCloakCrate
	ConditionTriggered
	ConditionAssault
	ConditionAttackMove
	ConditionMoving
	ConditionAboard
	ConditionBoarded
	ConditionDisguised
	ConditionPlayerOre
	// ConditionGranted is one that another trait of the actor grants.
	ConditionGranted
)

var conditionKinds = map[string]ConditionKind{
	"build-incomplete": ConditionBuildIncomplete, "factundeploy": ConditionFactUndeploy, "global-bounty": ConditionGlobalBounty,
	"enabled": ConditionCombatantOwner, "produced": ConditionProduced, "primary": ConditionPrimary, "lowpower": ConditionLowPower,
	"stance-attackanything": ConditionAttackAnything, "damaged": ConditionDamaged, "invulnerability": ConditionInvulnerable,
	"no-ore": ConditionNoOre, "no-tiberium": ConditionNoOre, "harvester-empty": ConditionNoOre, "contains-tiberium": ConditionPlayerOre, "rank-veteran": ConditionRank, "rank-elite": ConditionRankElite,
	"powerdown": ConditionPowerDown, "power-outage": ConditionPowerOutage, "being-captured": ConditionBeingCaptured,
	"being-demolished": ConditionBeingDemolished, "airborne": ConditionAirborne, "hospital": ConditionHospital,
	"global-reusable-engineers": ConditionReusableEngineers, "parachute": ConditionParachute, "underwater": ConditionUnderwater,
	"cruising": ConditionCruising, "ammo": ConditionAmmo, "attacking": ConditionLeaping, "attack-cooldown": ConditionReloading,
	"run": ConditionRunning, "charging": ConditionCharging, CloakCrate: ConditionCloakCrate,
	"assault-move": ConditionAssault, "attack-move": ConditionAttackMove, "moving": ConditionMoving, "disable-experience": ConditionAboard, "notmobile": ConditionBoarded,
	"triggered": ConditionTriggered, "deployed": ConditionTriggered, "disguise": ConditionDisguised,
}

// Expression is a condition expression in postfix form; the zero value is
// absent. It is compiled once and never changes.
type Expression []ExpressionStep

// ExpressionStep is one step of an expression, which is written behind its operands.
type ExpressionStep struct {
	Op   ExpressionOp
	Kind ConditionKind
	Name string // type of the bot for ConditionBot, name of the condition for ConditionGranted
	N    int32
}

// ExpressionOp is what one step of an expression does.
type ExpressionOp uint8

// The operators of expressions.
const (
	OpCondition ExpressionOp = iota
	OpNumber
	OpNot
	OpAnd
	opOr
	opEqual
	opAtLeast
)

// CompileExpression reads an expression as the rule files write it: names,
// numbers, "!", "&&", "||", "==" and ">=", with the engine's precedence.
func CompileExpression(text string) Expression {
	if text == "" {
		return nil
	}
	p := expressionParser{text: strings.ReplaceAll(text, " ", "")}
	p.or()
	return p.steps
}

// RequirementOf says when a trait works.
func RequirementOf(trait *rules.Trait) Expression {
	return CompileExpression(trait.Text("RequiresCondition"))
}

// pauseOf says when a trait that works pauses.
func pauseOf(trait *rules.Trait) Expression { return CompileExpression(trait.Text("PauseOnCondition")) }

// not is the opposite of an expression.
func (e Expression) not() Expression {
	return append(slices.Clone(e), ExpressionStep{Op: OpNot})
}

// and holds where two expressions hold; one without steps always does.
func (e Expression) and(other Expression) Expression {
	if len(e) == 0 {
		return other
	}
	return append(append(slices.Clone(e), other...), ExpressionStep{Op: OpAnd})
}

// or holds where one of two expressions does; one without steps is none.
func (e Expression) or(other Expression) Expression {
	if len(e) == 0 {
		return other
	}
	return append(append(slices.Clone(e), other...), ExpressionStep{Op: opOr})
}

type expressionParser struct {
	text  string
	steps Expression
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
		p.steps = append(p.steps, ExpressionStep{Op: opOr})
	}
}

func (p *expressionParser) and() {
	p.comparison()
	for p.take("&&") {
		p.comparison()
		p.steps = append(p.steps, ExpressionStep{Op: OpAnd})
	}
}

func (p *expressionParser) comparison() {
	p.unary()
	switch {
	case p.take("=="):
		p.unary()
		p.steps = append(p.steps, ExpressionStep{Op: opEqual})
	case p.take(">="):
		p.unary()
		p.steps = append(p.steps, ExpressionStep{Op: opAtLeast})
	}
}

func (p *expressionParser) unary() {
	if p.take("!") {
		p.unary()
		p.steps = append(p.steps, ExpressionStep{Op: OpNot})
		return
	}
	if p.take("(") {
		p.or()
		p.take(")")
		return
	}
	end := 0
	for end < len(p.text) && !strings.ContainsRune("!&|=><()", rune(p.text[end])) {
		end++
	}
	word := p.text[:end]
	p.text = p.text[end:]
	if n, err := strconv.ParseInt(word, 10, 32); err == nil {
		p.steps = append(p.steps, ExpressionStep{Op: OpNumber, N: int32(n)})
		return
	}
	step := ExpressionStep{Op: OpCondition, Kind: conditionKinds[word]}
	if step.Kind == ConditionNever {
		step.Kind, step.Name = ConditionGranted, word
	}
	if bot, ok := strings.CutPrefix(word, "enable-"); ok {
		if bot, ok = strings.CutSuffix(bot, "-ai"); ok {
			step.Kind, step.Name = ConditionBot, bot
		}
	}
	p.steps = append(p.steps, step)
}

// Applied applies a step that is no condition to the values that wait; nil if the
// expression makes no sense.
func (step *ExpressionStep) Applied(stack []int32) []int32 {
	top := len(stack) - 1
	switch {
	case step.Op == OpNumber:
		return append(stack, step.N)
	case top < 0 || step.Op != OpNot && top < 1:
		return nil
	case step.Op == OpNot:
		stack[top] = Boolean(stack[top] == 0)
		return stack
	}
	stack[top-1] = Combine(step.Op, stack[top-1], stack[top])
	return stack[:top]
}

// Combine applies an operator to two figures.
func Combine(op ExpressionOp, x, y int32) int32 {
	switch op {
	case OpAnd:
		return Boolean(x != 0 && y != 0)
	case opOr:
		return Boolean(x != 0 || y != 0)
	case opEqual:
		return Boolean(x == y)
	default:
		return Boolean(x >= y)
	}
}

// grantInfo is a trait that grants a condition while an expression holds.
type grantInfo struct {
	Condition string
	Requires  Expression
	States    DamageState // of health in which it grants, 0 for all
	// prerequisites its owner must have.
	Prerequisites []string
	// Bots of which one must own the actor, none if nobody needs to.
	Bots []string
}
