// SPDX-License-Identifier: GPL-3.0-or-later

package pack

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Limits of a pack; docs/rule-packs.md and the schema say the same.
const (
	MaxTypes     = 16_384
	MaxFactions  = 256
	MaxStart     = 64  // of one faction
	MaxBrings    = 8   // Brings and SoldBrings of one type together
	MaxList      = 512 // any other list
	MaxLanguages = 64
	MaxText      = 256  // bytes of a name
	MaxNote      = 4096 // bytes of a note, and of Source
	MaxFigure    = 1 << 30
	MaxCost      = 1 << 40
	MaxMillis    = 86_400_000 // a day
	MaxSpeed     = 1_000_000  // a thousand cells a second
	MaxSide      = 64         // cells
	MaxPercent   = 1000
	MaxLevels    = 100
	MaxCredits   = 1_000_000_000
	MaxPerCell   = 65_536
)

// Kinds of orders that a type may list under Does: those that nothing else in a pack
// makes judged. The names are those of ir.Kind.
var doable = []string{
	"capture", "demolish", "disguise", "dock", "enter", "guard", "harvest", "hold_position", "infiltrate", "lay_mines", "patrol",
	"repair_unit", "return_to_base", "scatter", "teleport", "unload", "use_ability",
}

var (
	packName = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,63}$`)
	language = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`)
	classes  = []Class{Structure, Unit, Infantry, Vehicle, Aircraft, Ship, Upgrade}
)

// check returns the first fault, nil if there is none.
func (p *Pack) check() *Error {
	c := &checker{}
	c.head(p)
	c.texts("versions", p.Versions, MaxList)
	c.within("low_power_percent", int64(p.LowPowerPercent), 0, MaxPercent)
	c.within("refund_percent", int64(p.RefundPercent), 0, MaxPercent)
	c.within("credits", p.Credits, 0, MaxCredits)
	c.within("units_per_cell", int64(p.UnitsPerCell), 0, MaxPerCell)
	c.count("notes", len(p.Notes), MaxList)
	for i, note := range p.Notes {
		c.text(fmt.Sprintf("notes[%d]", i), note, MaxNote)
	}
	if p.IDs != "" && p.IDs != IDsByTime && p.IDs != IDsByEntity && p.IDs != IDsAnyOrder {
		c.fault("ids", "is %q, allowed are %s, %s and %s", p.IDs, IDsByTime, IDsByEntity, IDsAnyOrder)
	}
	if p.IDs == IDsAnyOrder && p.StartsInOrder {
		c.fault("starts_in_order", "says something about numbers that ids says are in any order")
	}
	c.count("types", len(p.Types), MaxTypes)
	c.count("factions", len(p.Factions), MaxFactions)
	if c.found != nil {
		return c.found
	}
	known := c.types(p.Types)
	for i := range p.Types {
		c.references(fmt.Sprintf("types[%d]", i), &p.Types[i], known)
	}
	c.factions(p.Factions, known)
	return c.found
}

// checker keeps the first fault.
type checker struct{ found *Error }

func (c *checker) fault(path, format string, arguments ...any) {
	if c.found == nil {
		c.found = &Error{Path: path, Message: fmt.Sprintf(format, arguments...)}
	}
}

func (c *checker) head(p *Pack) {
	switch {
	case p.Format != Format:
		c.fault("format", "is %q, a rule pack says %q", p.Format, Format)
	case p.FormatVersion != Version:
		c.fault("format_version", "is %d, this program reads %d", p.FormatVersion, Version)
	case !packName.MatchString(p.Name):
		c.fault("name", "is %q: use small letters, digits, dots, dashes and underscores, at most 64", p.Name)
	case p.Factions == nil:
		c.fault("factions", "is missing: write [] if there are none")
	case p.Types == nil:
		c.fault("types", "is missing: write [] if there are none")
	}
	c.text("game", p.Game, MaxText)
	c.text("source", p.Source, MaxNote)
	c.optional("data", p.Data, MaxText)
	c.optional("license", p.License, MaxText)
	c.optional("credits_option", p.CreditsOption, MaxText)
	c.optional("$schema", p.Schema, MaxNote)
}

func (c *checker) optional(path, text string, limit int) {
	if text != "" {
		c.text(path, text, limit)
	}
}

// text checks a text that must be there.
func (c *checker) text(path, text string, limit int) {
	switch {
	case text == "":
		c.fault(path, "is empty")
	case len(text) > limit:
		c.fault(path, "has %d bytes, the limit is %d", len(text), limit)
	case strings.ContainsFunc(text, unicode.IsControl):
		c.fault(path, "holds a control character")
	}
}

func (c *checker) within(path string, value, least, most int64) {
	if value < least || value > most {
		c.fault(path, "is %d, allowed are %d to %d", value, least, most)
	}
}

func (c *checker) count(path string, length, limit int) {
	if length > limit {
		c.fault(path, "has %d items, the limit is %d", length, limit)
	}
}

// texts checks a list of names, none of them twice.
func (c *checker) texts(path string, list []string, limit int) {
	c.count(path, len(list), limit)
	if c.found != nil {
		return
	}
	seen := make(map[string]bool, len(list))
	for i, text := range list {
		at := fmt.Sprintf("%s[%d]", path, i)
		c.text(at, text, MaxText)
		if seen[text] {
			c.fault(at, "%q is there twice", text)
		}
		seen[text] = true
	}
}

func (c *checker) names(path string, names map[string]string) {
	c.count(path, len(names), MaxLanguages)
	for _, tag := range slices.Sorted(maps.Keys(names)) {
		if !language.MatchString(tag) {
			c.fault(path, "%q is no language: use a tag like en, de or pt-BR", tag)
		}
		c.text(path+"."+tag, names[tag], MaxText)
	}
}

// types checks each type for itself, and that names and ids are there once.
func (c *checker) types(types []Type) (known map[string]Class) {
	known = make(map[string]Class, len(types))
	ids := make(map[uint32]string, len(types))
	for i := range types {
		t := &types[i]
		path := fmt.Sprintf("types[%d]", i)
		c.text(path+".name", t.Name, MaxText)
		if strings.ContainsRune(t.Name, '|') {
			c.fault(path+".name", "%q holds a bar, which separates alternatives in needs", t.Name)
		}
		if _, taken := known[t.Name]; taken {
			c.fault(path+".name", "%q is there twice", t.Name)
		}
		if other := ids[t.ID]; t.ID != 0 && other != "" {
			c.fault(path+".id", "%d is taken by %q", t.ID, other)
		}
		known[t.Name], ids[t.ID] = t.Class, t.Name
		if c.one(path, t); c.found != nil {
			break
		}
	}
	return known
}

func (c *checker) one(path string, t *Type) {
	if !slices.Contains(classes, t.Class) {
		c.fault(path+".class", "is %q, allowed are %v", t.Class, classes)
	}
	c.figures(path, t)
	c.names(path+".names", t.Names)
	c.count(path+".costs", len(t.Costs), MaxList)
	for _, resource := range slices.Sorted(maps.Keys(t.Costs)) {
		c.text(path+".costs", resource, MaxText)
		c.within(path+".costs."+resource, t.Costs[resource], 0, MaxCost)
	}
	for _, list := range []struct {
		name  string
		texts []string
	}{
		{"needs", t.Needs}, {"provides", t.Provides}, {"produces", t.Produces}, {"researches", t.Researches}, {"does", t.Does},
	} {
		c.texts(path+"."+list.name, list.texts, MaxList)
	}
	c.optional(path+".side", t.Side, MaxText)
	c.optional(path+".queue", t.Queue, MaxText)
	c.optional(path+".deploy_ability", t.DeployAbility, MaxText)
	if n := len(t.Brings) + len(t.SoldBrings); n > MaxBrings {
		c.fault(path+".brings", "it brings %d others, sold or not, the limit is %d", n, MaxBrings)
	}
	for i, kind := range t.Does {
		if !slices.Contains(doable, kind) {
			c.fault(fmt.Sprintf("%s.does[%d]", path, i), "%q is no kind of order that can be listed: allowed are %s", kind, strings.Join(doable, ", "))
		}
	}
	c.byClass(path, t)
}

func (c *checker) figures(path string, t *Type) {
	c.within(path+".cost", t.Cost, 0, MaxCost)
	c.within(path+".build_ms", int64(t.BuildMilliseconds), 0, MaxMillis)
	c.within(path+".health", int64(t.Health), 0, MaxFigure)
	c.within(path+".speed", int64(t.Speed), 0, MaxSpeed)
	c.within(path+".power", int64(t.Power), -MaxFigure, MaxFigure)
	c.within(path+".levels", int64(t.Levels), 0, MaxLevels)
	if len(t.Footprint) != 0 && len(t.Footprint) != 2 {
		c.fault(path+".footprint", "has %d numbers: it takes width and height", len(t.Footprint))
	}
	for i, side := range t.Footprint {
		c.within(fmt.Sprintf("%s.footprint[%d]", path, i), int64(side), 1, MaxSide)
	}
}

// byClass refuses what things of a class cannot have.
func (c *checker) byClass(path string, t *Type) {
	if t.Class != Structure && len(t.Footprint) != 0 {
		c.fault(path+".footprint", "only a structure has one")
	}
	if t.Class != Upgrade {
		if t.Levels != 0 {
			c.fault(path+".levels", "only an upgrade has them")
		}
		return
	}
	if t.Health != 0 || t.Speed != 0 || t.Armed || t.Power != 0 || len(t.Does) > 0 || len(t.Produces) > 0 || len(t.Brings) > 0 ||
		len(t.SoldBrings) > 0 || t.Deploys != "" || t.Rallies || len(t.Researches) > 0 {
		c.fault(path, "an upgrade is nothing in the world: it has names, costs, build_ms, needs, provides, queue and levels only")
	}
}

// references checks that what a type turns into or brings exists and can stand in the
// world.
func (c *checker) references(path string, t *Type, known map[string]Class) {
	if t.Deploys != "" {
		c.reference(path+".deploys", t.Deploys, known)
	}
	for i, name := range t.Brings {
		c.reference(fmt.Sprintf("%s.brings[%d]", path, i), name, known)
	}
	for i, name := range t.SoldBrings {
		c.reference(fmt.Sprintf("%s.sold_brings[%d]", path, i), name, known)
	}
}

func (c *checker) reference(path, name string, known map[string]Class) {
	class, ok := known[name]
	switch {
	case !ok:
		c.fault(path, "there is no type %q", name)
	case class == Upgrade:
		c.fault(path, "%q is an upgrade, which is nothing in the world", name)
	}
}

func (c *checker) factions(factions []Faction, known map[string]Class) {
	seen := make(map[string]bool, len(factions))
	for i := range factions {
		path := fmt.Sprintf("factions[%d]", i)
		c.text(path+".name", factions[i].Name, MaxText)
		if seen[factions[i].Name] {
			c.fault(path+".name", "%q is there twice", factions[i].Name)
		}
		seen[factions[i].Name] = true
		c.names(path+".names", factions[i].Names)
		if factions[i].Start == nil {
			c.fault(path+".start", "is missing: write [] for a faction that begins with nothing")
		}
		c.count(path+".start", len(factions[i].Start), MaxStart)
		for k, name := range factions[i].Start {
			c.reference(fmt.Sprintf("%s.start[%d]", path, k), name, known)
		}
	}
}
