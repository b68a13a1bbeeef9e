// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Limits of the rules of a map. The largest stock map has 4,000 lines.
const (
	// MaxMapLines bounds the lines of all sections together.
	MaxMapLines = 50_000
	// MaxMapDepth bounds how deep lines may nest and how long a chain of parents may be.
	MaxMapDepth = 24
	// maxMapTraits bounds the traits that inheriting makes of the lines.
	maxMapTraits = 100_000
)

// Line is one line of a map's rules: a key, its value and the lines below it.
type Line struct {
	Key   string
	Value string
	Lines []Line
}

// child returns the value of the first line below with that key.
func (l *Line) child(key string) string {
	for i := range l.Lines {
		if l.Lines[i].Key == key {
			return l.Lines[i].Value
		}
	}
	return ""
}

// MapRules is what a map says of the rules, in the order in which the engine reads it.
type MapRules struct {
	Rules   []Line
	Weapons []Line
}

// Empty reports whether a map says nothing of the rules.
func (m *MapRules) Empty() bool { return len(m.Rules) == 0 && len(m.Weapons) == 0 }

// MapRulesError says why a map's rules are not played.
type MapRulesError struct{ Message string }

func (e *MapRulesError) Error() string { return "rules of the map: " + e.Message }

// keptMapRules is how many rulesets with rules of maps are kept: of the maps that
// were played last.
const keptMapRules = 6

var mapped struct {
	sync.Mutex
	sets []*Ruleset // the last used one last
}

// LoadWithMap returns the rules of a game in a release with those of a map laid over
// them, as the engine does: equal keys merge, `-Key` takes away, `Inherits` splices in
// what the parent has (docs/engine/openra-world.md#map-rules). Ruleset.Unread names what
// of them is not played. The error is a *MapRulesError, or one of [Load].
func LoadWithMap(mod, version string, own MapRules) (*Ruleset, error) {
	base, err := Load(mod, version)
	if err != nil || own.Empty() {
		return base, err
	}
	digest, err := own.digest(base)
	if err != nil {
		return nil, err
	}
	mapped.Lock()
	defer mapped.Unlock()
	for i, set := range mapped.sets {
		if set.digest == digest {
			mapped.sets = append(slices.Delete(mapped.sets, i, i+1), set)
			return set, nil
		}
	}
	set, err := readWith(mod, base.Release, &own)
	if err != nil {
		return nil, err
	}
	set.digest = digest
	if len(mapped.sets) == keptMapRules {
		mapped.sets = slices.Delete(mapped.sets, 0, 1)
	}
	mapped.sets = append(mapped.sets, set)
	return set, nil
}

// digest is the SHA-256 of the digest of the rules and of every line of the map's:
// depth, key and value, each text after its length. It checks the limits.
func (m *MapRules) digest(base *Ruleset) ([sha256.Size]byte, error) {
	hash := sha256.New()
	hash.Write(base.digest[:])
	number := func(n int) {
		var bytes [8]byte
		binary.LittleEndian.PutUint64(bytes[:], uint64(n))
		hash.Write(bytes[:])
	}
	left := MaxMapLines
	var add func(lines []Line, depth int) error
	add = func(lines []Line, depth int) error {
		if left -= len(lines); left < 0 {
			return &MapRulesError{fmt.Sprintf("more than %d lines", MaxMapLines)}
		}
		if depth > MaxMapDepth {
			return &MapRulesError{fmt.Sprintf("nested deeper than %d", MaxMapDepth)}
		}
		for i := range lines {
			number(depth)
			for _, text := range [...]string{lines[i].Key, lines[i].Value} {
				number(len(text))
				hash.Write([]byte(text))
			}
			if err := add(lines[i].Lines, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	for _, section := range [...][]Line{m.Rules, m.Weapons} {
		number(len(section))
		if err := add(section, 1); err != nil {
			return [sha256.Size]byte{}, err
		}
	}
	return [sha256.Size]byte(hash.Sum(nil)), nil
}

// mapLayer lays the rules of a map over the tables of a release.
type mapLayer struct {
	raw    *rawTables
	nodes  nodeList
	extra  *Supplement
	date   string
	values sampleValues
	// lines are what the map says of a type, by its lower-case name.
	lines map[string][]Line
	// before are the types as the tables have them, and family who inherits from an
	// abstract type.
	before map[string]map[string]any
	family map[string][]string
	// resolved are the traits of abstract types and of those that are done.
	resolved map[string]map[string]any
	open     map[string]bool
	budget   int
	unread   []string
}

// applyMap lays a map's rules over the tables.
func (raw *rawTables) applyMap(own *MapRules, release Release, nodes nodeList, extra *Supplement) ([]string, error) {
	l := &mapLayer{
		raw: raw, nodes: nodes, extra: extra, date: versionDate(release.Name), lines: map[string][]Line{},
		resolved: map[string]map[string]any{}, open: map[string]bool{}, budget: maxMapTraits,
	}
	if l.date == "" {
		l.date = lastDate
	}
	l.values = samplesOf(raw)
	actors := object(raw.actors["actors"])
	l.before = make(map[string]map[string]any, len(actors))
	for name, actor := range actors {
		l.before[name] = object(object(actor)["traits"])
	}
	l.family = nodes.families()
	var order []string
	for i := range own.Rules {
		line := &own.Rules[i]
		name := strings.ToLower(line.Key)
		if strings.HasPrefix(line.Key, "^") {
			name = line.Key
		}
		if _, said := l.lines[name]; !said {
			order = append(order, name)
		}
		l.lines[name] = append(l.lines[name], line.Lines...)
	}
	for _, name := range order {
		if err := l.applyType(name); err != nil {
			return nil, err
		}
	}
	l.applyWeaponLines(own.Weapons)
	slices.Sort(l.unread)
	return slices.Compact(l.unread), nil
}

func (l *mapLayer) applyType(name string) error {
	lines := mergeLines(l.lines[name])
	switch {
	case name == "world":
		return l.applyWorld(lines)
	case name == "player":
		_, err := l.applyLines(object(l.raw.world["player_traits"]), "player", lines, 0)
		return err
	case strings.HasPrefix(name, "-"):
		delete(object(l.raw.actors["actors"]), strings.TrimPrefix(name, "-"))
		return nil
	case strings.HasPrefix(name, "^"):
		return l.applyAbstract(name, lines)
	}
	_, err := l.resolve(name, 0)
	return err
}

// notRead notes something of the map's rules that is not played.
func (l *mapLayer) notRead(what string) { l.unread = append(l.unread, what) }

// mergeLines merges lines with equal keys as the engine does: the first keeps its place,
// a later value replaces, what is below merges. Removals stay where they are.
func mergeLines(lines []Line) []Line {
	place := make(map[string]int, len(lines))
	merged := make([]Line, 0, len(lines))
	for _, line := range lines {
		at, known := place[line.Key]
		if !known {
			place[line.Key] = len(merged)
			line.Lines = mergeLines(line.Lines)
			merged = append(merged, line)
			continue
		}
		if line.Value != "" {
			merged[at].Value = line.Value
		}
		if len(line.Lines) > 0 {
			merged[at].Lines = mergeLines(append(slices.Clone(merged[at].Lines), line.Lines...))
		}
	}
	return merged
}
