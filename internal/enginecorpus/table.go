// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"slices"
	"strings"
)

// share is the part of a game that is met, in parts of a thousand.
func (r *result) share() int {
	if r.Comparison == nil || r.Comparison.Frames == 0 {
		return 0
	}
	return r.Comparison.Met * 1000 / r.Comparison.Frames
}

func (r *result) whole() bool { return r.Err == "" && r.Comparison != nil && r.Comparison.Whole }

// table says per kind, mod and release how many games are whole, and what share of
// its net frames the middle one meets.
func table(results []result) string {
	groups := map[string][]int{}
	wholes := map[string]int{}
	for i := range results {
		r := &results[i]
		for _, release := range [...]string{r.Game.Release, "all"} {
			key := fmt.Sprintf("%-7s%-5s%-18s", r.Game.Kind, r.Game.Mod, release)
			groups[key] = append(groups[key], r.share())
			if r.whole() {
				wholes[key]++
			}
		}
	}
	keys := make([]string, 0, len(groups))
	for key := range groups {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	var text strings.Builder
	fmt.Fprintf(&text, "%-7s%-5s%-18s%6s%7s%9s\n", "kind", "mod", "release", "games", "whole", "median")
	for _, key := range keys {
		shares := groups[key]
		slices.Sort(shares)
		median := shares[len(shares)/2]
		fmt.Fprintf(&text, "%s%6d%7d%7d.%d%%\n", key, len(shares), wholes[key], median/10, median%10)
	}
	return text.String()
}

// cause is what differs first, as far as it is the same in several games.
func (r *result) cause() string {
	switch {
	case r.Comparison == nil || r.Err != "":
		return "error: " + r.Err
	case len(r.Comparison.Differences) == 0:
		return "nothing but the hash"
	}
	d := &r.Comparison.Differences[0]
	kind := d.Type
	if d.Trait == "" {
		return fmt.Sprintf("%s of %s: %s, the engine has %s", d.Field, kind, d.Ours, d.Engines)
	}
	return fmt.Sprintf("%s.%s of %s", d.Trait, d.Field, kind)
}

// causes groups the games that are not whole by what differs first.
func causes(results []result) string {
	groups := map[string][]string{}
	for i := range results {
		if r := &results[i]; !r.whole() {
			key := r.Game.Mod + " " + r.cause()
			at := r.Game.ID
			if r.Comparison != nil {
				at = fmt.Sprintf("%s@%d", at, r.Comparison.Frame)
			}
			groups[key] = append(groups[key], at)
		}
	}
	keys := make([]string, 0, len(groups))
	for key := range groups {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		if len(groups[a]) != len(groups[b]) {
			return len(groups[b]) - len(groups[a])
		}
		return strings.Compare(a, b)
	})
	var text strings.Builder
	text.WriteString("\nwhat differs first\n")
	for _, key := range keys {
		fmt.Fprintf(&text, "%5d  %s  (%s)\n", len(groups[key]), key, strings.Join(groups[key][:min(3, len(groups[key]))], " "))
	}
	return text.String()
}

func gameLines(results []result) string {
	var text strings.Builder
	text.WriteString("\ngames that are not whole\n")
	for i := range results {
		r := &results[i]
		if r.whole() {
			continue
		}
		if r.Comparison == nil {
			fmt.Fprintf(&text, "%s  %s\n", r.Game.ID, r.Err)
			continue
		}
		fmt.Fprintf(&text, "%s  %s  %d of %d  %s\n", r.Game.ID, r.Game.Release, r.Comparison.Met, r.Comparison.Frames, r.cause())
		for k := range r.Comparison.Differences[:min(3, len(r.Comparison.Differences))] {
			d := &r.Comparison.Differences[k]
			fmt.Fprintf(&text, "    %d %s %s.%s: %s, the engine has %s\n", d.Actor, d.Type, d.Trait, d.Field, d.Ours, d.Engines)
		}
	}
	return text.String()
}
