package openra

import (
	"strconv"
	"strings"

	"convertd/core/rules"
)

// combatTrait reads the traits of an actor type that matter in combat.
func (c *compiler) combatTrait(t *actorType, trait *rules.Trait) {
	switch trait.Name {
	case "Armor":
		t.armor = trait.Text("Type")
	case "Armament":
		c.armament(t, trait)
	case "AutoTargetPriority":
		condition := trait.Text("RequiresCondition")
		t.priorities = append(t.priorities, priorityInfo{
			priority: number(trait, "Priority", 1), targets: trait.Texts("ValidTargets"), invalid: trait.Texts("InvalidTargets"),
			anything: strings.HasPrefix(condition, "stance-attackanything"), others: strings.HasPrefix(condition, "!stance-attackanything"),
		})
	case "Turreted":
		t.turretSpeed, t.turretOffset = number(trait, "TurnSpeed", 512), posOf(trait.Ints("Offset"))
	case "HitShape":
		c.hitShape(t, trait)
	case "ChangesHealth":
		if len(t.heals) < maxHeals {
			t.heals = append(t.heals, healInfo{
				step: number(trait, "Step", 5), percent: number(trait, "PercentageStep", 0), delay: number(trait, "Delay", 5),
				below: number(trait, "StartIfBelow", 50), cooldown: number(trait, "DamageCooldown", 0), requires: compileExpression(trait.Text("RequiresCondition")),
			})
		}
	case "TakeCover":
		t.cover = &coverInfo{duration: number(trait, "Duration", 100), triggers: trait.Texts("DamageTriggers"), speed: number(trait, "SpeedModifier", 50)}
		for _, pair := range trait.Map("DamageModifiers") {
			t.cover.causes = append(t.cover.causes, pair.Key)
			t.cover.percents = append(t.cover.percents, int32(pair.Int))
		}
	case "AttackFrontal":
		t.tolerance = number(trait, "FacingTolerance", 512)
	}
}

func (c *compiler) armament(t *actorType, trait *rules.Trait) {
	name := trait.Text("Name")
	if name == "" {
		name = "primary"
	}
	info := c.set.Weapon(trait.Text("Weapon"))
	if info == nil || len(t.armaments) == maxArmaments || trait.Text("RequiresCondition") != "" || name != "primary" && name != "secondary" {
		return
	}
	if c.weapons[info.Name] == nil {
		c.weapons[info.Name] = newWeapon(info)
	}
	t.armaments = append(t.armaments, armamentInfo{weapon: c.weapons[info.Name], delay: number(trait, "FireDelay", 0)})
}

// defaultRadius is the radius of a hit shape that names none.
const defaultRadius = 426

func (c *compiler) hitShape(t *actorType, trait *rules.Trait) {
	t.targetOffsets = append(t.targetOffsets, offsetsOf(trait)...)
	t.targetCells = t.targetCells || trait.Bool("UseTargetableCellsOffsets")
	if trait.Instance != "" {
		return
	}
	t.shape = shape{radius: defaultRadius}
	for _, pair := range trait.Map("Type") {
		switch pair.Key {
		case "":
			t.shape.rectangle = pair.Text == "Rectangle"
		case "Radius":
			t.shape.radius = int32(pair.Int)
		case "TopLeft":
			t.shape.topLeft = posIn(pair.Text)
		case "BottomRight":
			t.shape.bottomRight = posIn(pair.Text)
		}
	}
}

func offsetsOf(trait *rules.Trait) []Pos {
	var offsets []Pos
	for _, triple := range trait.Lists("TargetableOffsets") {
		offsets = append(offsets, posOf(triple))
	}
	return offsets
}

func posIn(text string) Pos {
	var p Pos
	for i, part := range strings.Split(text, ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(part), 10, 32)
		if err != nil {
			continue
		}
		switch i {
		case 0:
			p.X = int32(n)
		case 1:
			p.Y = int32(n)
		}
	}
	return p
}
