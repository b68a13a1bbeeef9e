// SPDX-License-Identifier: GPL-3.0-or-later

package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// keySet is every key that the configuration has, read from the types.
type keySet struct {
	leaves   []string // sorted: "jobs.workers"
	sections []string // "jobs", "nats.embedded"
	maps     []string // keys under which names are free: "roots", "plugins.pins"
	trees    []string // those of maps under whose names keys are free too: "plugins.config"
}

var knownKeys = collectKeys()

func collectKeys() *keySet {
	set := &keySet{}
	set.collect("", reflect.TypeFor[Config]())
	slices.Sort(set.leaves)
	return set
}

func (s *keySet) collect(prefix string, structure reflect.Type) {
	for i := range structure.NumField() {
		field := structure.Field(i)
		key := field.Tag.Get("koanf")
		if prefix != "" {
			key = prefix + "." + key
		}
		switch field.Type.Kind() {
		case reflect.Struct:
			s.sections = append(s.sections, key)
			s.collect(key, field.Type)
		case reflect.Map:
			s.maps = append(s.maps, key)
			if field.Type.Elem().Kind() == reflect.Map {
				s.trees = append(s.trees, key)
			}
		default:
			s.leaves = append(s.leaves, key)
		}
	}
}

// has reports whether key names a value.
func (s *keySet) has(key string) bool {
	if _, ok := slices.BinarySearch(s.leaves, key); ok {
		return true
	}
	for _, free := range s.maps {
		if name, ok := strings.CutPrefix(key, free+"."); ok && name != "" && (!strings.Contains(name, ".") || slices.Contains(s.trees, free)) {
			return true
		}
	}
	return slices.Contains(s.maps, key)
}

// check returns an error for a key that the configuration does not have, with
// the closest one that it has.
func (s *keySet) check(key, where string) error {
	if s.has(key) {
		return nil
	}
	if slices.Contains(s.sections, key) {
		return fmt.Errorf("configuration: %s: %s is a section: give its keys, such as %s", where, key, s.firstIn(key))
	}
	if near := s.closest(key); near != "" {
		return fmt.Errorf("configuration: %s: unknown key %s: did you mean %s?", where, key, near)
	}
	return fmt.Errorf("configuration: %s: unknown key %s: see `convertd config show` for all keys", where, key)
}

func (s *keySet) firstIn(section string) string {
	for _, leaf := range s.leaves {
		if strings.HasPrefix(leaf, section+".") {
			return leaf
		}
	}
	return section
}

// closest returns the known key with the fewest edits, if they are few enough
// to be a slip: at most a third of the key.
func (s *keySet) closest(key string) string {
	best, bestDistance := "", len(key)/3+1
	for _, candidate := range slices.Concat(s.leaves, s.maps, s.sections) {
		if distance := editDistance(key, candidate); distance < bestDistance {
			best, bestDistance = candidate, distance
		}
	}
	return best
}

// editDistance is the number of inserted, removed and replaced bytes between
// two texts (Levenshtein).
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}

// environmentKey finds the key that an environment variable sets:
// CONVERTD_JOBS_ACK_WAIT is jobs.ack_wait, CONVERTD_ROOTS_LADDER is
// roots.ladder. Dots and underscores both become underscores, so the known
// keys decide which is meant.
func (s *keySet) environmentKey(variable string) string {
	name := strings.ToLower(strings.TrimPrefix(variable, EnvironmentPrefix))
	for _, key := range s.leaves {
		if strings.ReplaceAll(key, ".", "_") == name {
			return key
		}
	}
	for _, free := range s.maps {
		if rest, ok := strings.CutPrefix(name, strings.ReplaceAll(free, ".", "_")+"_"); ok && rest != "" {
			if slices.Contains(s.trees, free) {
				rest = strings.Replace(rest, "_", ".", 1) // NAME and its key
			}
			return free + "." + rest
		}
	}
	return name
}
