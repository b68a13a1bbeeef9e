// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Supplement holds the facts of a game that its rule tables leave out: what
// sprites look like where play depends on it, and the order of trait nodes.
type Supplement struct {
	InputOrder         []string `json:"input_order"`
	InfantryInputOrder []string `json:"infantry_input_order"`
	VehicleInputOrder  []string `json:"vehicle_input_order"`
	HuskInputOrder     []string `json:"husk_input_order"`
	LateBody           []string `json:"late_body"`
	// EvenFacings: the bodies of vehicles show their directions at even angles.
	EvenFacings bool     `json:"even_facings"`
	EvenBodies  []string `json:"even_bodies"` // types of the same kind where others are not even
	// ClassicAircraft are the aircraft whose directions are not even until 20200503.
	ClassicAircraft []string `json:"classic_aircraft"`
	// FactionOrder is that of the rule files: one is drawn by its place in it.
	FactionOrder     []string         `json:"faction_order"`
	BodyFacings      map[string]int   `json:"body_facings"`
	BodyFacingsOf    map[string]int   `json:"body_facings_of"`
	TurretFacingsOf  map[string]int   `json:"turret_facings_of"`
	InfantryBodies   int              `json:"infantry_bodies"`
	InfantryBodiesOf map[string]int   `json:"infantry_bodies_of"`
	IdleTicks        map[string][]int `json:"idle_ticks"`
	// IdleDelays are the bounds of the wait for an idle animation where they are not the usual
	// ones; see lookAbout.
	IdleDelays map[string][]int `json:"-"`
	// CivilianIdleTicks are the idle sequences of civilians in the builds of 2026 and
	// CivilianIdleDelay the bounds of their wait.
	CivilianIdleTicks map[string][]int `json:"civilian_idle_ticks"`
	CivilianIdleDelay []int            `json:"civilian_idle_delay"`
	// AttackTicks are how long infantry shows a shot, standing and prone.
	AttackTicks map[string][]int `json:"attack_ticks"`
	DockTicks   map[string]int   `json:"dock_ticks"`
	MakeTicks   map[string]int   `json:"make_ticks"`
	// IncompleteTicks is how long the condition build-incomplete lasts from the
	// creation of a building on in the releases; each length was found by the
	// hashes of the replay named in the data.
	IncompleteTicks map[string]int `json:"incomplete_ticks"`
	// IncompleteSince are the lengths of releases from a date on, by that date.
	IncompleteSince map[string]map[string]int `json:"incomplete_since"`
	// PlacesUntil are the places in a cell in releases until a date, by that date.
	PlacesUntil map[string][]int `json:"places_until"`
	// ActorsUntil are figures of actors in releases until a date of games of which no
	// tables of releases are held, by that date: paths of values as in those tables.
	ActorsUntil map[string]map[string]map[string]any `json:"actors_until"`
	// WeaponsUntil are the same of weapons.
	WeaponsUntil map[string]map[string]map[string]any `json:"weapons_until"`
	// MakePicture is how long one picture of a building that rises is shown, in
	// milliseconds, MakePictureOf the same of those with a length of their own.
	MakePicture   int            `json:"make_picture"`
	MakePictureOf map[string]int `json:"make_picture_of"`
	// UsualIncompleteTicks is what is taken for it where no hash has shown it: the
	// length found most; 0 if buildings then count as finished at once.
	UsualIncompleteTicks int `json:"usual_incomplete_ticks"`
	// Recoils are how far weapons are pushed back, by actor and armament.
	Recoils map[string]map[string]Recoil `json:"recoils"`
	// Smokes are the smoke and the flames over what is damaged.
	Smokes []Smoke `json:"smokes"`
	// Puffs are when, in ticks after the hit, a weapon's explosions are shown
	// somewhere near: where is drawn from the generator that is hashed.
	Puffs map[string][]int `json:"puffs"`
	// FlashTicks are how long the flash at the end of a beam is shown, by its
	// image: as long the beam is part of the world.
	FlashTicks map[string]int `json:"flash_ticks"`
	// PowerCameras are the actors that look on where a support power strikes, by
	// the type that brings the power; each was found by the hashes of the replay
	// named in the data.
	PowerCameras map[string]string `json:"power_cameras"`
	// PowerSights are how far around the goal of a missile its owner sees, in
	// world units, by the type that brings the power.
	PowerSights map[string]int `json:"power_sights"`
	// StrikeCameras are the actors that look on while planes of a type strike.
	StrikeCameras map[string]StrikeCamera `json:"strike_cameras"`
	// IdleIntervals are the pauses between the idle animations of a building.
	IdleIntervals map[string][]int `json:"idle_intervals"`
	// SoundDelays are the pauses before the first sound of what makes one now and then, and
	// SoundIntervals those between the others: each is drawn from the generator that is hashed.
	SoundDelays    map[string][]int `json:"sound_delays"`
	SoundIntervals map[string][]int `json:"sound_intervals"`
	// HumIntervals are the pauses between the sounds of what is charging.
	HumIntervals map[string][]int `json:"hum_intervals"`
	// Parents are figures of abstract types that nothing in the tables shows: of shapes, and of
	// types from which no type inherits alone. Maps inherit from them.
	Parents map[string]map[string]any `json:"parents"`
	// ParentsLike names for abstract types a type that has their traits unchanged.
	ParentsLike map[string]string `json:"parents_like"`
}

// copyType gives a type the pictures of another: all figures that stand for it by name.
func (s *Supplement) copyType(from, to string) {
	for _, figures := range [...]map[string]int{s.BodyFacingsOf, s.TurretFacingsOf, s.InfantryBodiesOf, s.DockTicks, s.MakeTicks, s.IncompleteTicks} {
		if n, has := figures[from]; has {
			figures[to] = n
		}
	}
	for _, lists := range [...]map[string][]int{s.IdleTicks, s.CivilianIdleTicks, s.AttackTicks, s.IdleIntervals, s.HumIntervals, s.SoundDelays, s.SoundIntervals} {
		if list, has := lists[from]; has {
			lists[to] = list
		}
	}
	if recoils, has := s.Recoils[from]; has {
		s.Recoils[to] = recoils
	}
	for _, names := range [...]*[]string{&s.LateBody, &s.EvenBodies, &s.ClassicAircraft} {
		if slices.Contains(*names, from) && !slices.Contains(*names, to) {
			*names = append(*names, to)
		}
	}
}

// Smoke is shown over what is damaged, from one state to another, both included.
// Lengths are in ticks; an end of 0 is none.
type Smoke struct {
	Categories []string `json:"categories"`
	Except     []string `json:"except"`  // types of the categories that have it not
	Types      []string `json:"types"`   // types that have it, besides
	Targets    string   `json:"targets"` // what counts as these, besides
	From       string   `json:"from"`
	To         string   `json:"to"`
	Delay      []int    `json:"delay"` // until it rises, at least and the bound above; none: at once
	Start      int      `json:"start"`
	Loop       int      `json:"loop"`
	Loops      []int    `json:"loops"` // how often that is shown, at least and the bound above
	End        int      `json:"end"`
}

// Of reports whether a type of a category has the smoke; others may have it for what they
// count as.
func (s *Smoke) Of(name, category string) bool {
	return slices.Contains(s.Types, name) || slices.Contains(s.Categories, category) && !slices.Contains(s.Except, name)
}

// Recoil is how far a weapon is pushed back by a shot and how much of it is
// made good each tick, in world units.
type Recoil struct {
	Distance int `json:"distance"`
	Recovery int `json:"recovery"`
}

// StrikeCamera is who looks on while planes strike, and how many ticks after
// the last of them is out of range.
type StrikeCamera struct {
	Actor string `json:"actor"`
	Stays int    `json:"stays"`
}

// LoadSupplement returns the supplement of a game; games without one have the
// zero value.
func LoadSupplement(mod string) (Supplement, error) {
	section, err := supplementText(mod)
	if err != nil {
		return Supplement{}, err
	}
	var supplement Supplement
	if section != nil {
		if err := json.Unmarshal(section, &supplement); err != nil {
			return Supplement{}, fmt.Errorf("rule supplement of %s: %w", mod, err)
		}
	}
	return supplement, nil
}

// supplementSections are the parts of the supplement by game.
func supplementSections() (map[string]json.RawMessage, error) {
	text, err := tables.ReadFile("data/supplement.json")
	if err != nil {
		return nil, fmt.Errorf("rule supplement: %w", err)
	}
	var sections map[string]json.RawMessage
	if err := json.Unmarshal(text, &sections); err != nil {
		return nil, fmt.Errorf("rule supplement: %w", err)
	}
	return sections, nil
}

// Facings returns the number of directions the body sprite of a type has.
func (s *Supplement) Facings(actor *Actor) int {
	if n, ok := s.BodyFacingsOf[actor.Name]; ok {
		return n
	}
	return s.BodyFacings[actor.Facts.Category]
}

// orderFactions brings factions into the order of the rule files. Those that the order
// does not have stay behind the others.
func (s *Supplement) orderFactions(factions []Faction) {
	place := func(f Faction) int {
		if at := slices.Index(s.FactionOrder, f.Name); at >= 0 {
			return at
		}
		return len(s.FactionOrder)
	}
	slices.SortStableFunc(factions, func(a, b Faction) int { return place(a) - place(b) })
}

// fit makes of the figures of the newest builds those of a release.
func (s *Supplement) fit(release Release, nodes nodeList) {
	date := versionDate(release.Name)
	s.remakeBuildings(date)
	s.dropInterpolated(date)
	s.dropPuffs(date)
	s.slowPistols(date)
	s.turnEmbedded(date, nodes)
	s.dropHelicopters(date)
	if release.Name == Fork2026 {
		s.lookAbout()
	}
}

// remakeBuildings gives the make animations the lengths they have in the release.
func (s *Supplement) remakeBuildings(date string) {
	dates := slices.Sorted(maps.Keys(s.IncompleteSince))
	for _, since := range dates {
		if date != "" && date < since {
			return
		}
		for name, ticks := range s.IncompleteSince[since] {
			s.IncompleteTicks[name] = ticks
		}
	}
}

// placesOf are the places in a cell in a release; nil where they are those of the tables.
func (s *Supplement) placesOf(release Release) []int {
	date := versionDate(release.Name)
	for _, until := range slices.Sorted(maps.Keys(s.PlacesUntil)) {
		if date != "" && date <= until {
			return s.PlacesUntil[until]
		}
	}
	return nil
}

// turnEmbedded gives the bodies of gun turrets their directions: those of the turret where
// it is drawn into them, one where it has a picture of its own.
func (s *Supplement) turnEmbedded(date string, nodes nodeList) {
	if date == "" {
		date = lastDate
	}
	for _, name := range s.LateBody {
		embedded := slices.ContainsFunc(nodes.resolve(name, date, nil), func(n Node) bool { return n.Key == "WithEmbeddedTurretSpriteBody" })
		s.BodyFacingsOf[name] = 1
		if embedded {
			s.BodyFacingsOf[name] = s.TurretFacingsOf[name]
		}
	}
}

// dropHelicopters leaves the uneven angles of helicopters' pictures to what their nodes say
// since playtest-20201213, when that became a trait of its own.
func (s *Supplement) dropHelicopters(date string) {
	if date == "" || date >= "20201213" {
		s.ClassicAircraft = nil
	}
}

// lookAbout gives civilians the idle animations they have since OpenRA pull request 21782 of
// March 2025.
func (s *Supplement) lookAbout() {
	s.IdleDelays = map[string][]int{}
	for name, ticks := range s.CivilianIdleTicks {
		s.IdleTicks[name] = ticks
		s.IdleDelays[name] = s.CivilianIdleDelay
	}
}

// dropInterpolated takes back the directions that planes and submarines show between
// those of their pictures in releases that show only the pictures' own sixteen
// (OpenRA pull requests 19889 of January 2022 and 20762 of March 2023).
func (s *Supplement) dropInterpolated(date string) {
	if date == "" {
		return
	}
	for name, n := range s.BodyFacingsOf {
		if n == 64 && date <= "20220124" || slices.Contains(submarines, name) && date < "20230325" {
			s.BodyFacingsOf[name] = 16
		}
	}
}

var submarines = []string{"ss", "msub"}

// dropPuffs takes back that explosions are shown somewhere near in releases
// that show them where the shot hits (before OpenRA pull request 18712 of
// October 2020).
func (s *Supplement) dropPuffs(date string) {
	if date != "" && date < "20201018" {
		s.Puffs = nil
	}
}

// slowPistols lengthens Tanya's shots to both hands' in releases that show them one
// after the other (before OpenRA pull request 19064 of January 2021).
func (s *Supplement) slowPistols(date string) {
	if date != "" && date < "20210129" && s.AttackTicks["e7"] != nil {
		s.AttackTicks["e7"] = []int{7, 7}
	}
}

// Classic reports whether the body of a type shows 32 directions at the uneven
// angles of the first games' sprites.
func (s *Supplement) Classic(actor *Actor) bool {
	if slices.Contains(s.EvenBodies, actor.Name) {
		return false
	}
	return actor.Facts.Category == "vehicle" && !s.EvenFacings || slices.Contains(s.LateBody, actor.Name) || slices.Contains(s.ClassicAircraft, actor.Name)
}

// Rank orders an actor's trait keys the way the rule files list them: known
// keys first, in the order given, others by name. Some actors name their body
// orientation themselves, so that it stands behind what they inherit.
func (s *Supplement) Rank(name, category string, keys []string) {
	order := s.InputOrder
	switch category {
	case "infantry":
		order = s.InfantryInputOrder
	case "vehicle", "ship":
		order = s.VehicleInputOrder
	case "husk":
		order = s.HuskInputOrder
	}
	place := make(map[string]int, len(order))
	for i, key := range order {
		place[key] = 2 * (i + 1)
	}
	if slices.Contains(s.LateBody, name) {
		place["BodyOrientation"] = place["RevealsShroud@GAPGEN"] + 1
	}
	position := func(key string) int {
		if at := place[key]; at > 0 {
			return at
		}
		for i := range key {
			if key[i] == '@' {
				if at := place[key[:i]]; at > 0 {
					return at
				}
			}
		}
		return 2 * (len(order) + 1)
	}
	slices.SortStableFunc(keys, func(a, b string) int { return position(a) - position(b) })
}
