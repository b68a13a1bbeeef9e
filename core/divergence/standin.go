// SPDX-License-Identifier: GPL-3.0-or-later

package divergence

import (
	"encoding/json"
	"fmt"
)

// StandIn is something the game was played with in place of what it was recorded
// with.
type StandIn struct {
	// Code is stable: reports, summaries and warnings show it.
	Code     string `json:"code"`
	Recorded string `json:"recorded"` // what the game was recorded with
	Played   string `json:"played"`   // what stood in for it
	// OtherRules: orders are judged by rules that are not those of the recorded
	// game. What they accept says little, until a native hash shows it right.
	OtherRules bool `json:"other_rules"`
}

// Codes of stand-ins.
const (
	StandInRelease     = "other-release"    // tables of a neighbouring release
	StandInFigures     = "borrowed-rules"   // figures of another day
	StandInMapRules    = "map-rules"        // rules, weapons or scripts of the map are not played
	StandInMap         = "no-map"           // the ground is not known
	StandInWorld       = "no-world"         // the world's description is not known
	StandInRules       = "no-rules"         // nothing is known of the game
	StandInPartOfRules = "incomplete-rules" // not every unit is known
	StandInData        = "other-data"       // rules of another version of the game, or of a mod's base
	StandInStart       = "unknown-start"    // what players begin with is not known
)

// Text says in words what stood in for what.
func (s *StandIn) Text() string {
	return fmt.Sprintf("recorded with %s; played with %s", s.Recorded, s.Played)
}

// StandIns are all that stood in for something in one game.
type StandIns []StandIn

// OtherRules reports whether orders are judged by rules that are not those of the
// recorded game.
func (s StandIns) OtherRules() bool {
	for i := range s {
		if s[i].OtherRules {
			return true
		}
	}
	return false
}

// MarshalJSON writes an empty list where nothing stood in.
func (s StandIns) MarshalJSON() ([]byte, error) {
	if s == nil {
		return []byte("[]"), nil
	}
	return json.Marshal([]StandIn(s))
}
