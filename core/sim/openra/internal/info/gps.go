// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
)

// radarInfo is the trait that shows the map, which GPS needs.
type radarInfo struct{ Requires Expression }

func newRadar(trait *rules.Trait) *radarInfo {
	return &radarInfo{Requires: RequirementOf(trait)}
}
