// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
)

// Ruleset is everything a module needs to know of one game in one release.
// It is read-only and may be shared.
type Ruleset struct {
	Mod     string
	Release Release
	Source  Source

	Actors   []*Actor // sorted by name
	Weapons  []*Weapon
	World    World
	Tilesets []*Tileset
	Classes  *Classes
	Extra    Supplement
	// Unread names what of a map's rules is not played (LoadWithMap).
	Unread []string

	digest   [sha256.Size]byte
	nodes    nodeList
	actors   map[string]*Actor
	weapons  map[string]*Weapon
	tilesets map[string]*Tileset

	constructed once[[]Trait]
	newest      once[[]Trait]
	newestNodes once[[]Node]
	listed      once[[]Node]
}

// Source says where the rules were read.
type Source struct {
	Repository string
	Commit     string
}

// Actor returns an actor type by its lower-case name, nil if there is none.
func (r *Ruleset) Actor(name string) *Actor { return r.actors[strings.ToLower(name)] }

// Weapon returns a weapon by name, nil if there is none.
func (r *Ruleset) Weapon(name string) *Weapon { return r.weapons[strings.ToLower(name)] }

// Tileset returns terrain by its id (TEMPERAT, SNOW, ...), nil if there is none.
func (r *Ruleset) Tileset(id string) *Tileset { return r.tilesets[strings.ToUpper(id)] }

// Actor is a type of unit, building or thing on the map.
type Actor struct {
	Name   string
	Facts  Facts
	Traits []Trait // sorted by key; see Ruleset.Order for the order the engine constructs them in
}

// Facts are the flat figures that programs other than the exact module use.
type Facts struct {
	Title         string
	Category      string
	Cost          int
	HP            int
	BuildTicks    int
	Queues        []string
	Prerequisites []string
	Provides      []string
}

// Trait is one trait of an actor type.
type Trait struct {
	Key      string // "RevealsShroud@GAPGEN"
	Name     string // "RevealsShroud"
	Instance string // "GAPGEN"
	Fields
}

// Trait returns the first trait of that name.
func (a *Actor) Trait(name string) (Trait, bool) {
	for _, trait := range a.Traits {
		if trait.Name == name {
			return trait, true
		}
	}
	return Trait{}, false
}

// All returns every trait of that name in the order of their keys.
func (a *Actor) All(name string) []Trait {
	var found []Trait
	for _, trait := range a.Traits {
		if trait.Name == name {
			found = append(found, trait)
		}
	}
	return found
}

// Weapon is one weapon with what it fires and what that does.
type Weapon struct {
	Name       string
	Fields     Fields
	Projectile Part
	Warheads   []Part
}

// Part is a projectile or a warhead: its class and figures.
type Part struct {
	Type string
	ID   string
	Fields
}

// World holds the settings of the world and player actors.
type World struct {
	Locomotors []Locomotor
	Factions   []Faction
	Units      []StartingUnits
	Resources  []Resource
	// Queues are the types of the shared queues in the order of the rule files.
	Queues       []string
	Grid         Grid
	PlayerTraits []Trait
	WorldTraits  []Trait
	Options      []Option
	// Produces are the queues that players fill without a building, by the rules of a map.
	Produces []string
	// NoStarts: a map takes away that players begin at its start points.
	NoStarts bool
}

// WorldTrait is the first trait of the world actor with a name, nil if it has none.
func (w *World) WorldTrait(name string) *Trait {
	for i := range w.WorldTraits {
		if w.WorldTraits[i].Name == name {
			return &w.WorldTraits[i]
		}
	}
	return nil
}

// Grid is how a game's maps are laid out.
type Grid struct {
	Isometric bool
	// Places are the offsets of the whole cell and the places inside it, three
	// numbers each; nil: the engine's own five. FirstChoice is the place taken in
	// an empty cell, 0: the middle one.
	Places      []int
	FirstChoice int
}

// Locomotor is how a class of units moves.
type Locomotor struct {
	Name       string
	Crushes    []string
	SharesCell bool
	Terrain    []TerrainSpeed
	Wait       int
	WaitSpread int
}

// TerrainSpeed is the speed in percent and the path cost on one terrain.
type TerrainSpeed struct {
	Terrain string
	Speed   int
	Cost    int
}

// Faction is a side that can be played, or a group to draw one from.
type Faction struct {
	Name          string
	Selectable    bool
	RandomMembers []string
}

// StartingUnits is one group of units a player may begin with.
type StartingUnits struct {
	Class      string
	Factions   []string
	Base       string
	BaseOffset [2]int
	BaseFacing int // -1: drawn
	Inner      int
	Outer      int
	Support    []string
}

// Resource is a kind of ore.
type Resource struct {
	Name       string
	Index      int
	Terrain    string
	Allowed    []string
	MaxDensity int
	Value      int
}

// Option is a lobby option and its default as text.
type Option struct {
	ID      string
	Default string
}

// OptionTrue reports whether a lobby option is on unless the lobby says
// otherwise.
func (w *World) OptionTrue(id string) bool {
	for _, option := range w.Options {
		if option.ID == id {
			return strings.EqualFold(option.Default, "true")
		}
	}
	return false
}

// rawTables are the tables of a game as decoded JSON.
type rawTables struct {
	actors, weapons, world, tilesets, defaults map[string]any
	source                                     Source
	queues                                     []string // shared ones, in the order of the rule files
}

func loadTables(mod string) (*rawTables, error) {
	var raw rawTables
	for _, part := range []struct {
		name string
		to   *map[string]any
	}{
		{mod + "-actors", &raw.actors},
		{mod + "-weapons", &raw.weapons},
		{mod + "-world", &raw.world},
		{mod + "-tilesets", &raw.tilesets},
		{"trait-defaults", &raw.defaults},
	} {
		table, err := readTable(part.name)
		if err != nil {
			return nil, err
		}
		*part.to = table
	}
	meta := object(raw.actors["_meta"])
	raw.source.Repository, _ = meta["source"].(string)
	raw.source.Commit, _ = meta["commit"].(string)
	queues, _ := raw.world["player_queues"].([]any)
	for _, queue := range queues {
		if kind, ok := object(queue)["type"].(string); ok {
			raw.queues = append(raw.queues, kind)
		}
	}
	return &raw, nil
}

// applyActors gives actors the figures they had until a date.
func (raw *rawTables) applyActors(until map[string]map[string]map[string]any, release Release) {
	traits := map[string]any{}
	for name, actor := range object(raw.actors["actors"]) {
		traits[name] = object(actor)["traits"]
	}
	applyUntil(until, release, traits)
}

// applyUntil gives things, by their names, the figures they had until a date, the
// youngest first.
func applyUntil(until map[string]map[string]map[string]any, release Release, things map[string]any) {
	date := versionDate(release.Name)
	for _, last := range slices.Backward(slices.Sorted(maps.Keys(until))) {
		if date == "" || date > last {
			continue
		}
		for name, changes := range until[last] {
			if thing := object(things[name]); thing != nil {
				applyChanges(thing, changes)
			}
		}
	}
}

func (raw *rawTables) applyRelease(mod string, release Release) error {
	switch {
	case release.Name == Head:
		return nil
	case release.Name == Fork2026:
		return raw.applyFork2026(mod)
	case !hasReleases(mod):
		return nil
	}
	diff, err := readTable(mod + "-" + release.Name + ".diff")
	if err != nil {
		return err
	}
	meta := object(diff["_meta"])
	raw.source.Commit, _ = meta["commit"].(string)
	actors := object(raw.actors["actors"])
	traitChanges := object(object(diff["traits"])["changed"])
	if release.Sync == "20200202" || release.Sync == "20200503" {
		scaleAngles(traitChanges)
		scaleAngles(object(object(diff["weapons"])["changed"]))
	}
	for _, name := range sortedKeys(traitChanges) {
		if actor := object(actors[name]); actor != nil {
			applyChanges(object(actor["traits"]), object(traitChanges[name]))
			dropEmptied(object(actor["traits"]), object(traitChanges[name]))
		}
	}
	changed := object(object(diff["actors"])["changed"])
	for _, name := range sortedKeys(changed) {
		if actor := object(actors[name]); actor != nil {
			applyChanges(actor, object(changed[name]))
		}
	}
	added := object(object(diff["actors"])["added"])
	for _, name := range sortedKeys(added) {
		actor, traits := object(added[name]), map[string]any{}
		applyChanges(traits, object(traitChanges[name]))
		actor["traits"] = traits
		actors[name] = actor
	}
	for _, name := range asTexts(object(diff["actors"])["removed"]) {
		delete(actors, name)
	}
	renameFields(actors, versionDate(release.Name))
	raw.applyWeapons(object(diff["weapons"]))
	world := object(diff["world"])
	applyChanges(raw.world, object(world["changed"]))
	applyChanges(object(raw.world["world_traits"]), object(world["traits"]))
	applyChanges(object(raw.world["player_traits"]), object(world["player_traits"]))
	applyChanges(object(raw.tilesets["tilesets"]), object(object(diff["tilesets"])["changed"]))
	return nil
}

func (raw *rawTables) applyWeapons(diff map[string]any) {
	weapons := object(raw.weapons["weapons"])
	changed := object(diff["changed"])
	for _, name := range sortedKeys(changed) {
		if weapon := object(weapons[name]); weapon != nil {
			applyWeapon(weapon, object(changed[name]))
		}
	}
	added := object(diff["added"])
	for _, name := range sortedKeys(added) {
		weapons[name] = added[name]
	}
	for _, name := range asTexts(diff["removed"]) {
		delete(weapons, name)
	}
	for _, name := range sortedKeys(weapons) {
		renameWeapon(object(weapons[name]))
	}
}

func (raw *rawTables) build(mod string, release Release) *Ruleset {
	set := &Ruleset{
		Mod: mod, Release: release, Source: raw.source,
		actors: map[string]*Actor{}, weapons: map[string]*Weapon{}, tilesets: map[string]*Tileset{},
	}
	defaults := object(raw.defaults["traits"])
	actors := object(raw.actors["actors"])
	for _, name := range sortedKeys(actors) {
		actor := buildActor(name, object(actors[name]), defaults)
		set.Actors = append(set.Actors, actor)
		set.actors[name] = actor
	}
	weapons := object(raw.weapons["weapons"])
	for _, name := range sortedKeys(weapons) {
		weapon := buildWeapon(name, object(weapons[name]))
		set.Weapons = append(set.Weapons, weapon)
		set.weapons[strings.ToLower(name)] = weapon
	}
	tilesets := object(raw.tilesets["tilesets"])
	for _, id := range sortedKeys(tilesets) {
		tileset := buildTileset(id, object(tilesets[id]))
		set.Tilesets = append(set.Tilesets, tileset)
		set.tilesets[id] = tileset
	}
	set.World = buildWorld(raw.world, defaults)
	set.World.Queues = raw.queues
	return set
}

func buildTraits(traits, defaults map[string]any) []Trait {
	list := make([]Trait, 0, len(traits))
	for _, key := range sortedKeys(traits) {
		name, instance, _ := strings.Cut(key, "@")
		list = append(list, Trait{
			Key: key, Name: name, Instance: instance,
			Fields: Fields{own: object(traits[key]), defaults: object(defaults[name])},
		})
	}
	return list
}

func buildActor(name string, raw, defaults map[string]any) *Actor {
	facts := Fields{own: raw}
	buildable := Fields{own: object(raw["buildable"])}
	actor := &Actor{Name: name, Traits: buildTraits(object(raw["traits"]), defaults)}
	actor.Facts = Facts{
		Title: facts.Text("name"), Category: facts.Text("category"),
		Cost: facts.Int("cost", 0), HP: facts.Int("hp", 0), BuildTicks: facts.Int("build_ticks", 0),
		Queues: buildable.Texts("queues"), Prerequisites: buildable.Texts("prerequisites"),
	}
	provided, _ := raw["provides"].([]any)
	for _, entry := range provided {
		if name, ok := object(entry)["prerequisite"].(string); ok {
			actor.Facts.Provides = append(actor.Facts.Provides, name)
		}
	}
	return actor
}

func buildWeapon(name string, raw map[string]any) *Weapon {
	weapon := &Weapon{Name: name, Fields: Fields{own: raw}}
	weapon.Projectile = buildPart(object(raw["Projectile"]))
	warheads, _ := raw["Warheads"].([]any)
	for _, warhead := range warheads {
		weapon.Warheads = append(weapon.Warheads, buildPart(object(warhead)))
	}
	return weapon
}

func buildPart(raw map[string]any) Part {
	part := Part{Fields: Fields{own: raw}}
	part.Type = part.Text("type")
	part.ID = part.Text("id")
	return part
}

func buildWorld(raw, defaults map[string]any) World {
	world := World{
		PlayerTraits: buildTraits(object(raw["player_traits"]), defaults),
		WorldTraits:  buildTraits(object(raw["world_traits"]), defaults),
	}
	for i := range world.PlayerTraits {
		if world.PlayerTraits[i].Name == "Production" {
			world.Produces = append(world.Produces, world.PlayerTraits[i].Texts("Produces")...)
		}
	}
	world.NoStarts, _ = raw["no_start_locations"].(bool)
	locomotors := object(raw["locomotors"])
	for _, name := range sortedKeys(locomotors) {
		world.Locomotors = append(world.Locomotors, buildLocomotor(name, object(locomotors[name])))
	}
	factions := object(raw["factions"])
	for _, name := range sortedKeys(factions) {
		fields := Fields{own: object(factions[name])}
		world.Factions = append(world.Factions, Faction{
			Name: name, Selectable: fields.Bool("selectable"), RandomMembers: fields.Texts("random_members"),
		})
	}
	groups, _ := raw["starting_units"].([]any)
	for _, group := range groups {
		world.Units = append(world.Units, buildStartingUnits(Fields{own: object(group)}))
	}
	resources := object(raw["resources"])
	for _, name := range sortedKeys(resources) {
		fields := Fields{own: object(resources[name])}
		world.Resources = append(world.Resources, Resource{
			Name: name, Index: fields.Int("ResourceIndex", fields.Int("ResourceType", 0)), Terrain: fields.Text("TerrainType"),
			Allowed: fields.Texts("AllowedTerrainTypes"), MaxDensity: fields.Int("MaxDensity", 0), Value: fields.Int("Value", fields.Int("ValuePerUnit", 0)),
		})
	}
	grid := Fields{own: object(raw["map_grid"])}
	world.Grid = Grid{
		Isometric: grid.Text("Type") == "RectangularIsometric", Places: grid.Ints("SubCellOffsets"), FirstChoice: grid.Int("DefaultSubCell", 0),
	}
	options := object(raw["lobby_options"])
	for _, id := range sortedKeys(options) {
		world.Options = append(world.Options, Option{ID: id, Default: fmt.Sprint(object(options[id])["default"])})
	}
	return world
}

func buildLocomotor(name string, raw map[string]any) Locomotor {
	fields := Fields{own: raw}
	locomotor := Locomotor{
		Name: name, Crushes: fields.Texts("crushes"), SharesCell: fields.Bool("shares_cell"), Wait: fields.Int("wait_average", 40),
		WaitSpread: fields.Int("wait_spread", 10),
	}
	terrain := object(raw["terrain"])
	for _, kind := range sortedKeys(terrain) {
		speed := Fields{own: object(terrain[kind])}
		locomotor.Terrain = append(locomotor.Terrain, TerrainSpeed{Terrain: kind, Speed: speed.Int("speed", 0), Cost: speed.Int("cost", 0)})
	}
	return locomotor
}

func buildStartingUnits(fields Fields) StartingUnits {
	units := StartingUnits{
		Class: fields.Text("class"), Factions: fields.Texts("factions"), Base: fields.Text("base_actor"),
		BaseFacing: fields.Int("base_facing", -1), Inner: fields.Int("inner_radius", 0), Outer: fields.Int("outer_radius", 0),
		Support: fields.Texts("support_actors"),
	}
	if offset := fields.Ints("base_actor_offset"); len(offset) == 2 {
		units.BaseOffset = [2]int{offset[0], offset[1]}
	}
	sort.Strings(units.Factions)
	return units
}

// Constructed returns the traits of an actor type in the order the engine
// constructs them. A body is added where the tables leave it out with the
// graphics. The answer is shared and must not be changed.
func (r *Ruleset) Constructed(actor *Actor) []Trait {
	return r.constructed.answer(actor.Name, func() []Trait { return r.construct(actor) })
}

func (r *Ruleset) construct(actor *Actor) []Trait {
	byKey := make(map[string]Trait, len(actor.Traits)+1)
	keys := make([]string, 0, len(actor.Traits)+1)
	for _, trait := range actor.Traits {
		if r.shownWithout(actor.Name, &trait) {
			continue
		}
		byKey[trait.Key] = trait
		keys = append(keys, trait.Key)
	}
	const body = "BodyOrientation"
	if _, ok := byKey[body]; !ok && r.Extra.Facings(actor) > 0 {
		byKey[body] = Trait{Key: body, Name: body}
		keys = append(keys, body)
	}
	r.Extra.Rank(actor.Name, actor.Facts.Category, keys)
	ordered := make([]Trait, 0, len(keys))
	for _, key := range r.Classes.Order(keys) {
		ordered = append(ordered, byKey[key])
	}
	return ordered
}
