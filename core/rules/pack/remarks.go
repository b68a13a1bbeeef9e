// SPDX-License-Identifier: GPL-3.0-or-later

package pack

import (
	"fmt"
	"strings"
)

// MaxRemarks bounds what is remarked on one pack.
const MaxRemarks = 100

// Remarks says what a pack may hold and is probably a slip: a prerequisite that nothing
// satisfies, a category that nobody makes, a faction that can make nothing.
func (p *Pack) Remarks() []string {
	remarks := []string{}
	note := func(format string, arguments ...any) {
		if len(remarks) < MaxRemarks {
			remarks = append(remarks, fmt.Sprintf(format, arguments...))
		}
	}
	provided, made := make(map[string]bool), p.Produced()
	for i := range p.Types {
		t := &p.Types[i]
		provided[t.Name] = true
		for _, name := range t.Provides {
			provided[name] = true
		}
	}
	queued := make(map[string]bool)
	for i := range p.Types {
		t := &p.Types[i]
		queued[t.Queue] = true
		for _, need := range t.Needs {
			if !anyOf(need, provided) {
				note("%s needs %s, which nothing satisfies", t.Name, need)
			}
		}
		if t.Queue != "" && !made[t.Queue] {
			note("%s is made in %s, which no type produces: it is taken to come from what belongs to nobody", t.Name, t.Queue)
		}
		if t.Class == Upgrade && t.Queue == "" {
			note("the upgrade %s has no queue: nobody can make it", t.Name)
		}
	}
	for i := range p.Types {
		for _, queue := range p.Types[i].Produces {
			if !queued[queue] {
				note("%s makes %s, in which nothing is made", p.Types[i].Name, queue)
			}
		}
	}
	for i := range p.Factions {
		if len(p.Factions[i].Start) == 0 {
			note("%s begins with nothing", p.Factions[i].Name)
		}
	}
	return remarks
}

// anyOf reports whether one of the alternatives is there.
func anyOf(need string, provided map[string]bool) bool {
	for name := range strings.SplitSeq(need, "|") {
		if provided[name] {
			return true
		}
	}
	return false
}
