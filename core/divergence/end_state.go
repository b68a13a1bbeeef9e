// SPDX-License-Identifier: GPL-3.0-or-later

package divergence

import "convertd/core/order"

// EndState compares how the recording says the game ended with the state we
// reached. It is empty where the recording says nothing.
type EndState struct {
	Outcomes []OutcomeCheck `json:"outcomes"`
	Scores   []ScoreCheck   `json:"scores"`
}

// OutcomeCheck is the end of the game for one player.
type OutcomeCheck struct {
	Player   order.PlayerID `json:"player"`
	Recorded string         `json:"recorded"` // won, lost, draw, resigned, disconnected
	Hint     bool           `json:"hint,omitempty"`
	Ours     string         `json:"ours"` // playing, won, lost, left
	// Contradicts is set where the two exclude each other: a winner who has
	// lost here, a loser who has won here.
	Contradicts bool `json:"contradicts"`
}

// ScoreCheck is one figure of the score screen. Ours is nil where the
// simulation does not keep it.
type ScoreCheck struct {
	Player   order.PlayerID `json:"player"`
	Name     string         `json:"name"`
	Recorded int64          `json:"recorded"`
	Ours     *int64         `json:"ours"`
}

// Contradictions counts the outcomes that exclude each other.
func (e *EndState) Contradictions() int {
	n := 0
	for _, outcome := range e.Outcomes {
		if outcome.Contradicts {
			n++
		}
	}
	return n
}
