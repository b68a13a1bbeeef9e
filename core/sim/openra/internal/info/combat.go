// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"slices"
	"strconv"
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// combatTrait reads the traits of an actor type that matter in combat.
func (c *compiler) combatTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "Armor":
		t.Armor = trait.Text("Type")
	case "Armament":
		c.armament(t, trait)
	case "AutoTargetPriority":
		condition := trait.Text("RequiresCondition")
		p := priorityInfo{
			Priority: Number(trait, "Priority", 1), Targets: trait.Texts("ValidTargets"), Invalid: trait.Texts("InvalidTargets"),
			Anything: strings.HasPrefix(condition, "stance-attackanything"), Others: strings.HasPrefix(condition, "!stance-attackanything"),
		}
		if !p.Anything && !p.Others {
			p.Requires = RequirementOf(trait)
		}
		t.Priorities = append(t.Priorities, p)
	case "Turreted":
		if t.TurretSpeed > 0 { // a cruiser's second; no type has more
			t.TwoTurrets, t.SecondOffset = true, wpos.PosOf(trait.Ints("Offset"))
			return
		}
		t.TurretSpeed, t.TurretOffset = Number(trait, "TurnSpeed", 512), wpos.PosOf(trait.Ints("Offset"))
		t.TurretInitial, t.TurretRealign = Number(trait, "InitialFacing", 0), Number(trait, "RealignDelay", 40)
		t.TurretRequires = RequirementOf(trait)
	case "HitShape":
		c.hitShape(t, trait)
	case "ChangesHealth":
		if len(t.Heals) < MaxHeals {
			t.Heals = append(t.Heals, healInfo{
				Key: trait.Key, Step: Number(trait, "Step", 5), Percent: Number(trait, "PercentageStep", 0), Delay: Number(trait, "Delay", 5),
				Below: Number(trait, "StartIfBelow", 50), Cooldown: Number(trait, "DamageCooldown", 0), Requires: RequirementOf(trait),
				Rank: ranksAlone(trait.Text("RequiresCondition")),
			})
		}
	case "Burns": // wrecks until 20200503
		if len(t.Heals) < MaxHeals {
			t.Heals = append(t.Heals, healInfo{Step: -Number(trait, "Damage", 1), Delay: Number(trait, "Interval", 8), Below: alwaysBelow})
		}
	case "TakeCover":
		t.Cover = &coverInfo{Duration: Number(trait, "Duration", 100), Triggers: trait.Texts("DamageTriggers"), Speed: Number(trait, "SpeedModifier", 50), Offset: wpos.PosOf(trait.Ints("ProneOffset"))}
		for _, pair := range trait.Map("DamageModifiers") {
			t.Cover.Causes = append(t.Cover.Causes, pair.Key)
			t.Cover.Percents = append(t.Cover.Percents, int32(pair.Int))
		}
	case "AttackGarrisoned":
		t.Ports = newPorts(trait)
	case "BlocksProjectiles":
		related := trait.Texts("ValidRelationships")
		t.Blocks = &blocksInfo{
			Height: Number(trait, "Height", 1024),
			Allies: Contains(related, "Ally"), Neutrals: Contains(related, "Neutral"), Enemies: Contains(related, "Enemy"),
		}
	case "JamsMissiles":
		t.Jams = &jamsInfo{
			Reach: Number(trait, "Range", 0), Chance: Number(trait, "Chance", 100), From: relationsOf(trait.Text("DeflectionRelationships")),
		}
	case "FirepowerMultiplier":
		t.Modifiers.Firepower = WithModifier(t.Modifiers.Firepower, newModifier(trait))
	case "ReloadDelayMultiplier":
		t.Modifiers.Reload = WithModifier(t.Modifiers.Reload, newModifier(trait))
	case "InaccuracyMultiplier":
		t.Modifiers.Inaccuracy = WithModifier(t.Modifiers.Inaccuracy, newModifier(trait))
	case "RevealsShroudMultiplier":
		t.Modifiers.Sight = WithModifier(t.Modifiers.Sight, newModifier(trait))
	case "RangeMultiplier":
		t.Modifiers.Reach = WithModifier(t.Modifiers.Reach, newModifier(trait))
	case "DamageMultiplier":
		t.Modifiers.Damage = WithModifier(t.Modifiers.Damage, newModifier(trait))
	case "TerrainModifiesDamage":
		for _, pair := range trait.Map("TerrainModifier") {
			t.Modifiers.Damage = WithModifier(t.Modifiers.Damage, ModifierInfo{Percent: int32(pair.Int), Terrain: pair.Key})
		}
	case "SpeedMultiplier":
		t.Modifiers.Speed = WithModifier(t.Modifiers.Speed, newModifier(trait))
	case "AttackTurreted":
		t.TargetsFrozen = trait.Bool("TargetFrozenActors")
	case "AttackFrontal":
		t.TargetsFrozen = trait.Bool("TargetFrozenActors")
		t.Tolerance = Number(trait, "FacingTolerance", 512)
	}
	if strings.HasPrefix(trait.Name, "Attack") && trait.Text("PauseOnCondition") != "" {
		t.AttackPauses = pauseOf(trait)
	}
	if strings.HasPrefix(trait.Name, "Attack") && trait.Name != "AttackMove" && trait.Text("RequiresCondition") != "" {
		t.AttackRequires = t.AttackRequires.or(RequirementOf(trait)) // of who attacks in one way or another
	}
}

// ArmamentNames are the names of the armaments that a type's attacks fire.
func armamentNames(traits []rules.Trait) []string {
	var names []string
	for i := range traits {
		if strings.HasPrefix(traits[i].Name, "Attack") {
			names = append(names, traits[i].Texts("Armaments")...)
		}
	}
	return append(names, "primary", "secondary")
}

func (c *compiler) armament(t *ActorType, trait *rules.Trait) {
	name := trait.Text("Name")
	if name == "" {
		name = "primary"
	}
	weapon := c.weaponNamed(trait.Text("Weapon"))
	garrisoned := name == "garrisoned"
	if weapon == nil || len(t.Armaments) == MaxArmaments || trait.Text("RequiresCondition") != "" || !Contains(t.ArmamentNames, name) && !garrisoned {
		return
	}
	arm := ArmamentInfo{
		Key: trait.Key, Name: name, Weapon: weapon, Reload: weapon.Reload, Delay: Number(trait, "FireDelay", 0), Garrisoned: garrisoned, Turret: -1,
		Pauses:    pauseOf(trait),
		Whom:      relationsIn(trait, Relations{Enemy: true}, "TargetRelationships", "TargetStances"),
		ForcedOn:  relationsIn(trait, Relations{Ally: true, Neutral: true, Enemy: true}, "ForceTargetRelationships", "ForceTargetStances"),
		Reloading: trait.Text("ReloadingCondition"),
		Recoil:    c.set.Extra.Recoils[t.Name][trait.Key],
	}
	if t.TurretSpeed > 0 {
		arm.Turret = 0
	}
	if trait.Text("Turret") == "secondary" {
		arm.Turret = 1
	}
	yaws := trait.Ints("LocalYaw")
	for i, offset := range trait.Lists("LocalOffset") {
		b := Barrel{Offset: wpos.PosOf(offset)}
		if i < len(yaws) {
			b.Yaw = int32(yaws[i])
		}
		arm.Barrels = append(arm.Barrels, b)
	}
	if len(arm.Barrels) == 0 {
		arm.Barrels = []Barrel{{}}
	}
	t.Armaments = append(t.Armaments, arm)
	t.Helps = t.Helps || arm.Whom.Ally && !arm.Whom.Enemy
}

// relationsIn reads whom a trait works on; releases until 2020 call it stances.
func relationsIn(trait *rules.Trait, fallback Relations, names ...string) Relations {
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
func (t *ActorType) orderArmaments(nodes []rules.Node) {
	slices.SortStableFunc(t.Armaments, func(a, b ArmamentInfo) int { return nodePlace(nodes, a.Key) - nodePlace(nodes, b.Key) })
}

// orderFreeActors brings what comes with a building, or at the ends of a bridge, into
// the order in which the engine makes it.
func (t *ActorType) orderFreeActors(nodes []rules.Node) {
	slices.SortStableFunc(t.FreeActors, func(a, b freeActorInfo) int { return nodePlace(nodes, a.Key) - nodePlace(nodes, b.Key) })
}

// orderHeals puts what heals by itself in the order of the nodes, which is that of the
// traits that are hashed.
func (t *ActorType) orderHeals(nodes []rules.Node) {
	slices.SortStableFunc(t.Heals, func(a, b healInfo) int { return nodePlace(nodes, a.Key) - nodePlace(nodes, b.Key) })
}

// nodePlace is the place of a trait among the nodes of its type; those that are not
// listed come last.
func nodePlace(nodes []rules.Node, key string) int {
	if at := slices.IndexFunc(nodes, func(n rules.Node) bool { return n.HeadKey() == key }); at >= 0 {
		return at
	}
	return len(nodes)
}

// newWeapon reads a weapon, with what the tables leave out: the sights its
// impact draws for, and how long the flash at the end of its beam is shown.
func (c *compiler) newWeapon(info *rules.Weapon) *Weapon {
	w := newWeapon(info)
	for _, delay := range c.set.Extra.Puffs[strings.ToLower(info.Name)] {
		w.Warheads = append(w.Warheads, Warhead{Kind: WarheadPuff, Delay: int32(delay)})
	}
	flash := int32(c.set.Extra.FlashTicks[info.Projectile.Text("HitAnim")])
	w.Projectile.Duration = max(w.Projectile.Duration, flash)
	return w
}

func newModifier(trait *rules.Trait) ModifierInfo {
	condition := trait.Text("RequiresCondition")
	return ModifierInfo{
		Percent: Number(trait, "Modifier", 100), Requires: CompileExpression(condition), Rank: ranksAlone(condition),
	}
}

// WithModifier adds a percentage to a list. Those of ranks come last: nobody asks for
// them of an actor that has none.
func WithModifier(list []ModifierInfo, m ModifierInfo) []ModifierInfo {
	at := len(list)
	for at > 0 && !m.Rank && list[at-1].Rank {
		at--
	}
	return slices.Insert(list, at, m)
}

// defaultRadius is the radius of a hit shape that names none.
const defaultRadius = 426

func (c *compiler) hitShape(t *ActorType, trait *rules.Trait) {
	t.TargetOffsets = append(t.TargetOffsets, offsetsOf(trait)...)
	t.TargetCells = t.TargetCells || trait.Bool("UseTargetableCellsOffsets")
	s := Shape{Radius: defaultRadius}
	for _, pair := range trait.Map("Type") {
		switch pair.Key {
		case "":
			s.Rectangle = pair.Text == "Rectangle"
		case "Radius":
			s.Radius = int32(pair.Int)
		case "TopLeft":
			s.TopLeft = posIn(pair.Text)
		case "BottomRight":
			s.BottomRight = posIn(pair.Text)
		case "Points":
			s.Corners = CornersIn(pair.Text)
		}
	}
	t.Shapes = append(t.Shapes, s)
}

// CornersIn reads the corners of a polygon: pairs of numbers, all separated by
// commas.
func CornersIn(text string) []wpos.Pos {
	var corners []wpos.Pos
	parts := strings.Split(text, ",")
	for i := 0; i+1 < len(parts); i += 2 {
		corners = append(corners, posIn(parts[i]+","+parts[i+1]))
	}
	return corners
}

func offsetsOf(trait *rules.Trait) []wpos.Pos {
	var offsets []wpos.Pos
	for _, triple := range trait.Lists("TargetableOffsets") {
		offsets = append(offsets, wpos.PosOf(triple))
	}
	return offsets
}

func posIn(text string) wpos.Pos {
	var p wpos.Pos
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

// ModifierInfo is a percentage that holds under a condition. In a list those of ranks
// come last; in which order they are taken does not matter, as it is cut once.
type ModifierInfo struct {
	Percent  int32
	Requires Expression
	Rank     bool   // only ranks fulfil the condition
	Terrain  string // it holds on this ground only; empty: on any
}

// modifierLists are the percentages an actor type's figures are changed by.
type modifierLists struct {
	Firepower, Reload, Damage, Speed, Inaccuracy, Reach, Sight []ModifierInfo
}
