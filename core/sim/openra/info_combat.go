// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"slices"
	"strconv"
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
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
		if t.turretSpeed > 0 { // a cruiser's second; no type has more
			t.twoTurrets, t.secondOffset = true, wpos.PosOf(trait.Ints("Offset"))
			return
		}
		t.turretSpeed, t.turretOffset = number(trait, "TurnSpeed", 512), wpos.PosOf(trait.Ints("Offset"))
		t.turretInitial, t.turretRealign = number(trait, "InitialFacing", 0), number(trait, "RealignDelay", 40)
		t.turretRequires = requirementOf(trait)
	case "HitShape":
		c.hitShape(t, trait)
	case "ChangesHealth":
		if len(t.heals) < maxHeals {
			t.heals = append(t.heals, healInfo{
				step: number(trait, "Step", 5), percent: number(trait, "PercentageStep", 0), delay: number(trait, "Delay", 5),
				below: number(trait, "StartIfBelow", 50), cooldown: number(trait, "DamageCooldown", 0), requires: requirementOf(trait),
				rank: ranksAlone(trait.Text("RequiresCondition")),
			})
		}
	case "Burns": // wrecks until 20200503
		if len(t.heals) < maxHeals {
			t.heals = append(t.heals, healInfo{step: -number(trait, "Damage", 1), delay: number(trait, "Interval", 8), below: alwaysBelow})
		}
	case "TakeCover":
		t.cover = &coverInfo{duration: number(trait, "Duration", 100), triggers: trait.Texts("DamageTriggers"), speed: number(trait, "SpeedModifier", 50), offset: wpos.PosOf(trait.Ints("ProneOffset"))}
		for _, pair := range trait.Map("DamageModifiers") {
			t.cover.causes = append(t.cover.causes, pair.Key)
			t.cover.percents = append(t.cover.percents, int32(pair.Int))
		}
	case "AttackGarrisoned":
		t.ports = newPorts(trait)
	case "BlocksProjectiles":
		related := trait.Texts("ValidRelationships")
		t.blocks = &blocksInfo{
			height: number(trait, "Height", 1024),
			allies: contains(related, "Ally"), neutrals: contains(related, "Neutral"), enemies: contains(related, "Enemy"),
		}
	case "JamsMissiles":
		t.jams = &jamsInfo{
			reach: number(trait, "Range", 0), chance: number(trait, "Chance", 100), whose: relationsOf(trait.Text("DeflectionRelationships")),
		}
	case "FirepowerMultiplier":
		t.modifiers.firepower = withModifier(t.modifiers.firepower, newModifier(trait))
	case "ReloadDelayMultiplier":
		t.modifiers.reload = withModifier(t.modifiers.reload, newModifier(trait))
	case "InaccuracyMultiplier":
		t.modifiers.inaccuracy = withModifier(t.modifiers.inaccuracy, newModifier(trait))
	case "RevealsShroudMultiplier":
		t.modifiers.sight = withModifier(t.modifiers.sight, newModifier(trait))
	case "RangeMultiplier":
		t.modifiers.reach = withModifier(t.modifiers.reach, newModifier(trait))
	case "DamageMultiplier":
		t.modifiers.damage = withModifier(t.modifiers.damage, newModifier(trait))
	case "SpeedMultiplier":
		t.modifiers.speed = withModifier(t.modifiers.speed, newModifier(trait))
	case "AttackTurreted":
		t.targetsFrozen = trait.Bool("TargetFrozenActors")
	case "AttackFrontal":
		t.targetsFrozen = trait.Bool("TargetFrozenActors")
		t.tolerance = number(trait, "FacingTolerance", 512)
	}
	if strings.HasPrefix(trait.Name, "Attack") && trait.Text("PauseOnCondition") != "" {
		t.attackPauses = pauseOf(trait)
	}
	if strings.HasPrefix(trait.Name, "Attack") && trait.Name != "AttackMove" && trait.Text("RequiresCondition") != "" {
		t.attackRequires = requirementOf(trait)
	}
}

// armamentNames are the names of the armaments that a type's attacks fire.
func armamentNames(traits []rules.Trait) []string {
	var names []string
	for i := range traits {
		if strings.HasPrefix(traits[i].Name, "Attack") {
			names = append(names, traits[i].Texts("Armaments")...)
		}
	}
	return append(names, "primary", "secondary")
}

func (c *compiler) armament(t *actorType, trait *rules.Trait) {
	name := trait.Text("Name")
	if name == "" {
		name = "primary"
	}
	weapon := c.weaponNamed(trait.Text("Weapon"))
	garrisoned := name == "garrisoned"
	if weapon == nil || len(t.armaments) == maxArmaments || trait.Text("RequiresCondition") != "" || !contains(t.armamentNames, name) && !garrisoned {
		return
	}
	arm := armamentInfo{
		key: trait.Key, name: name, weapon: weapon, reload: weapon.reload, delay: number(trait, "FireDelay", 0), garrisoned: garrisoned, turret: -1,
		pauses:    pauseOf(trait),
		whom:      relationsIn(trait, relations{enemy: true}, "TargetRelationships", "TargetStances"),
		forcedOn:  relationsIn(trait, relations{ally: true, neutral: true, enemy: true}, "ForceTargetRelationships", "ForceTargetStances"),
		reloading: trait.Text("ReloadingCondition"),
		recoil:    c.set.Extra.Recoils[t.name][trait.Key],
	}
	if t.turretSpeed > 0 {
		arm.turret = 0
	}
	if trait.Text("Turret") == "secondary" {
		arm.turret = 1
	}
	yaws := trait.Ints("LocalYaw")
	for i, offset := range trait.Lists("LocalOffset") {
		b := barrel{offset: wpos.PosOf(offset)}
		if i < len(yaws) {
			b.yaw = int32(yaws[i])
		}
		arm.barrels = append(arm.barrels, b)
	}
	if len(arm.barrels) == 0 {
		arm.barrels = []barrel{{}}
	}
	t.armaments = append(t.armaments, arm)
	t.helps = t.helps || arm.whom.ally && !arm.whom.enemy
}

// relationsIn reads whom a trait works on; releases until 2020 call it stances.
func relationsIn(trait *rules.Trait, fallback relations, names ...string) relations {
	for _, name := range names {
		text := trait.Text(name)
		if text == "" {
			text = strings.Join(trait.Texts(name), ", ")
		}
		if text != "" {
			return relationsOf(text)
		}
	}
	return fallback
}

// orderArmaments puts armaments in the order the rule files of a release list
// them in, which is the order they fire in. What later builds added comes last.
func (t *actorType) orderArmaments(nodes []rules.Node) {
	place := func(key string) int {
		if at := slices.IndexFunc(nodes, func(n rules.Node) bool { return n.Key == key }); at >= 0 {
			return at
		}
		return len(nodes)
	}
	slices.SortStableFunc(t.armaments, func(a, b armamentInfo) int { return place(a.key) - place(b.key) })
}

// newWeapon reads a weapon, with what the tables leave out: the sights its
// impact draws for, and how long the flash at the end of its beam is shown.
func (c *compiler) newWeapon(info *rules.Weapon) *weapon {
	w := newWeapon(info)
	for _, delay := range c.set.Extra.Puffs[strings.ToLower(info.Name)] {
		w.warheads = append(w.warheads, warhead{kind: warheadPuff, delay: int32(delay)})
	}
	flash := int32(c.set.Extra.FlashTicks[info.Projectile.Text("HitAnim")])
	w.projectile.duration = max(w.projectile.duration, flash)
	return w
}

func newModifier(trait *rules.Trait) modifierInfo {
	condition := trait.Text("RequiresCondition")
	return modifierInfo{
		percent: number(trait, "Modifier", 100), requires: compileExpression(condition), rank: ranksAlone(condition),
	}
}

// withModifier adds a percentage to a list. Those of ranks come last: nobody asks for
// them of an actor that has none.
func withModifier(list []modifierInfo, m modifierInfo) []modifierInfo {
	at := len(list)
	for at > 0 && !m.rank && list[at-1].rank {
		at--
	}
	return slices.Insert(list, at, m)
}

// defaultRadius is the radius of a hit shape that names none.
const defaultRadius = 426

func (c *compiler) hitShape(t *actorType, trait *rules.Trait) {
	t.targetOffsets = append(t.targetOffsets, offsetsOf(trait)...)
	t.targetCells = t.targetCells || trait.Bool("UseTargetableCellsOffsets")
	s := shape{radius: defaultRadius}
	for _, pair := range trait.Map("Type") {
		switch pair.Key {
		case "":
			s.rectangle = pair.Text == "Rectangle"
		case "Radius":
			s.radius = int32(pair.Int)
		case "TopLeft":
			s.topLeft = posIn(pair.Text)
		case "BottomRight":
			s.bottomRight = posIn(pair.Text)
		case "Points":
			s.corners = cornersIn(pair.Text)
		}
	}
	t.shapes = append(t.shapes, s)
}

// cornersIn reads the corners of a polygon: pairs of numbers, all separated by
// commas.
func cornersIn(text string) []Pos {
	var corners []Pos
	parts := strings.Split(text, ",")
	for i := 0; i+1 < len(parts); i += 2 {
		corners = append(corners, posIn(parts[i]+","+parts[i+1]))
	}
	return corners
}

func offsetsOf(trait *rules.Trait) []Pos {
	var offsets []Pos
	for _, triple := range trait.Lists("TargetableOffsets") {
		offsets = append(offsets, wpos.PosOf(triple))
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

// ranksAlone reports whether a condition cannot hold without a rank.
func ranksAlone(condition string) bool {
	return strings.HasPrefix(condition, "rank-") && !strings.Contains(condition, "||")
}
