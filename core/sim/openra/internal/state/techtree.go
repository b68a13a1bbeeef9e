// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"sort"

	"convertd/core/sim/openra/internal/info"
)

// TechCondition is a prerequisite that grants a condition: actors ask for it in every
// tick.
type TechCondition uint8

const (
	TechUndeploy TechCondition = iota
	TechBounty
	TechHospital
	TechEngineers
)

var techConditionNames = [...]string{
	TechUndeploy: "global-factundeploy", TechBounty: "global-bounty", TechHospital: "hosp", TechEngineers: "global-reusable-engineers",
}

// FindTechConditions finds which of them are among what is provided.
func (p *Player) FindTechConditions() {
	p.TechConditions = 0
	for i, name := range techConditionNames {
		if p.Provides(name) {
			p.TechConditions |= 1 << i
		}
	}
}

func (p *Player) Provides(name string) bool {
	at := sort.SearchStrings(p.Tech, name)
	return at < len(p.Tech) && p.Tech[at] == name
}

// PlayerProvide is a prerequisite that players have without a building.
type PlayerProvide struct {
	Name      string
	Factions  []string
	Condition info.Expression
}
