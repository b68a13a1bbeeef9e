// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// sightTrait reads the traits of an actor type that say what it sees, and who sees it.
func (c *compiler) sightTrait(t *ActorType, trait *rules.Trait) {
	switch trait.Name {
	case "RevealsShroud", "CreatesShroud":
		t.ChangingSight = t.ChangingSight || trait.Text("RequiresCondition") != ""
		t.Covers = t.Covers || trait.Name == "CreatesShroud"
		t.SightStep = Number(trait, "MoveRecalculationThreshold", 256)
		t.Sights = append(t.Sights, SightInfo{
			MinRange: Number(trait, "MinRange", 0), MaxRange: Number(trait, "Range", 0), Requires: RequirementOf(trait),
			FromCenter:     trait.Text("Type") != "Footprint",
			OnGround:       trait.Text("Type") == "GroundPosition",
			Covers:         trait.Name == "CreatesShroud",
			NeedsGenerated: trait.Name == "RevealsShroud" && !trait.Bool("RevealGeneratedShroud"),
			Climbs:         max(Number(trait, "MaxHeightDelta", 0), 0),
		})
		t.Sights[len(t.Sights)-1].MeasureHalves()
	case "FrozenUnderFog":
		t.FrozenUnderFog = true
	case "AlwaysVisible":
		t.AlwaysVisible = true
	case "Cloak":
		t.Cloak = newCloak(trait)
	case "DetectCloaked":
		t.Detects = append(t.Detects, newDetector(trait))
	case "Disguise":
		t.Disguise = newDisguise(trait)
	case "IgnoresDisguise":
		t.SeesThrough = true
	case "ProvidesRadar":
		t.Radar = newRadar(trait)
	}
}

// SightSource is the part of the map an actor sees from.
type SightSource struct {
	Cells []wpos.Cell // occupied cells when it was last measured
	SightFigures
}

// SightFigures is what of a source can be compared at once.
type SightFigures struct {
	Center wpos.Pos
	Active bool
	// disabled has a bit for each of the type's sights whose condition did not
	// hold when it was last looked at (RevealsShroud.CachedTraitDisabled).
	Disabled uint8
	// viewers has a bit for each player who shares this sight, or whom a cover
	// does not hide from: the allies of its owner when it was measured.
	Viewers uint32
}

// multiplySights gives a type whose sight reaches farther under a condition a
// second one for it (RevealsShroudMultiplier).
func (t *ActorType) multiplySights() {
	for i := range t.Sights {
		t.Sights[i].Of = i
	}
	for _, m := range t.Modifiers.Sight {
		for i := range t.Sights {
			if t.Sights[i].Covers || len(m.Requires) == 0 {
				continue
			}
			far := t.Sights[i]
			far.MaxRange = wpos.Percent(far.MaxRange, m.Percent)
			far.Requires = far.Requires.and(m.Requires)
			far.Halves, far.Holes, far.Steps = nil, nil, nil
			far.MeasureHalves()
			t.Sights[i].Requires = t.Sights[i].Requires.and(m.Requires.not())
			t.Sights = append(t.Sights, far)
			t.ChangingSight, t.RanksSee = t.ChangingSight || !m.Rank, t.RanksSee || m.Rank
		}
	}
}
