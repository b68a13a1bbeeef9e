// SPDX-License-Identifier: GPL-3.0-or-later

package bench

import (
	"fmt"
	"runtime"
	"slices"

	"convertd/core/divergence"
	"convertd/core/order"
	"convertd/core/sim/plausible"
)

// Options say how much is measured.
type Options struct {
	Games   int    // games played, each under every perturbation
	Seconds int    // length of a game at most, 0 for that of its size
	Seed    uint64 // of the first game; the others follow
	// Small plays ten minutes with some fifty entities instead of games as
	// large as real ones.
	Small bool
	// Maps are real maps: every second game is on one, in turn.
	Maps       []*Terrain
	Thresholds divergence.Thresholds
	// Workers is how many games are played at once, 0 for one per processor.
	// The result is the same for any number.
	Workers int
	// Progress is called after each game, if not nil, from one goroutine.
	Progress func(done int)
}

// Summary is what one perturbation gave over all games.
type Summary struct {
	Perturbation string `json:"perturbation"`
	Games        int    `json:"games"`
	Orders       int    `json:"orders"`
	Rejected     int    `json:"rejected"`
	// Mentions of subjects, how many were bound to what they truly are, and
	// how many to nothing.
	Mentions int `json:"mentions"`
	Right    int `json:"right"`
	Unbound  int `json:"unbound"`
	// The same three up to the true divergence of each game.
	SoundMentions int `json:"sound_mentions"`
	SoundRight    int `json:"sound_right"`
	SoundUnbound  int `json:"sound_unbound"`
	// Diverged counts games that truly diverged; Detected those of them that
	// were reported, FalseAlarms the others that were.
	Diverged    int `json:"diverged"`
	Detected    int `json:"detected"`
	FalseAlarms int `json:"false_alarms"`
	// Premature counts those reported, diverged later or not, before the two
	// states had ever differed at all.
	Premature int `json:"premature"`
	// MedianDelayMS is from true to reported divergence over the detected
	// games; negative if the report came first.
	MedianDelayMS int64 `json:"median_delay_ms"`
	// DelaysMS has the delay of each detected game, ascending, so that runs can
	// be added up.
	DelaysMS []int64 `json:"delays_ms"`
}

// IdentityPermille is the share of mentions that were bound rightly.
func (s *Summary) IdentityPermille() int { return s.Right * 1000 / max(1, s.Mentions) }

// Run plays the games and all their twins. The same options give the same
// result.
func Run(options Options) ([]Summary, error) {
	perturbations := Perturbations()
	results := make(chan gameResult, max(1, options.Games))
	next := make(chan int, max(1, options.Games))
	for game := range options.Games {
		next <- game
	}
	close(next)
	workers := options.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	for range workers {
		go func() {
			for game := range next {
				results <- measureGame(options, perturbations, game)
			}
		}()
	}
	games := make([]gameResult, options.Games)
	for done := range options.Games {
		result := <-results
		games[result.game] = result
		if options.Progress != nil {
			options.Progress(done + 1)
		}
	}
	return summarise(perturbations, games)
}

// gameResult is one game under all perturbations.
type gameResult struct {
	game     int
	outcomes []*outcome
	err      error
}

func measureGame(options Options, perturbations []Perturbation, game int) gameResult {
	result := gameResult{game: game}
	scale := &large
	if options.Small {
		scale = &small
	}
	seconds := options.Seconds
	if seconds == 0 {
		seconds = scale.seconds
	}
	truth, err := playTruth(options.Seed+uint64(game)*seedStep, scale, seconds, options.terrain(game))
	if err != nil {
		result.err = err
		return result
	}
	for i := range perturbations {
		one, err := truth.replay(&perturbations[i], options.Thresholds)
		if err != nil {
			result.err = fmt.Errorf("game %d, %s: %w", game, perturbations[i].Name, err)
			return result
		}
		result.outcomes = append(result.outcomes, one)
	}
	return result
}

// terrain is the map of a game, nil for a generated one.
func (o *Options) terrain(game int) *Terrain {
	if len(o.Maps) == 0 || game%2 == 0 {
		return nil
	}
	return o.Maps[game/2%len(o.Maps)]
}

// scale is how large games are: by what rules, by whom, and how long.
type scale struct {
	rules   func() plausible.Rules
	styles  []style
	seconds int
}

// Scales of games. Large ones last as long as the median of real games
// (docs/twin-experiments.md).
var (
	large = scale{rules: largeRules, styles: largeStyles, seconds: 19 * 60}
	small = scale{rules: baseRules, styles: styles, seconds: 10 * 60}
)

// seedStep keeps the seeds of neighbouring games apart.
const seedStep = 7919

func summarise(perturbations []Perturbation, games []gameResult) ([]Summary, error) {
	summaries := make([]Summary, len(perturbations))
	for _, game := range games {
		if game.err != nil {
			return nil, game.err
		}
		for i, one := range game.outcomes {
			summaries[i].add(perturbations[i].Name, one)
		}
	}
	for i := range summaries {
		summaries[i].finish()
	}
	return summaries, nil
}

func (s *Summary) add(name string, o *outcome) {
	s.Perturbation = name
	s.Games++
	s.Orders += o.orders
	s.Rejected += o.rejected
	s.Mentions += o.mentions
	s.Right += o.right
	s.Unbound += o.unbound
	s.SoundMentions += o.soundMentions
	s.SoundRight += o.soundRight
	s.SoundUnbound += o.soundUnbound
	if o.premature {
		s.Premature++
	}
	switch {
	case o.diverged && o.reported:
		s.Diverged++
		s.Detected++
		s.DelaysMS = append(s.DelaysMS, milliseconds(o.reportedAt)-milliseconds(o.divergedAt))
	case o.diverged:
		s.Diverged++
	case o.reported:
		s.FalseAlarms++
	}
}

func milliseconds(t order.Tick) int64 { return int64(t) * 1000 / ticksPerSecond }

func (s *Summary) finish() {
	slices.Sort(s.DelaysMS)
	if n := len(s.DelaysMS); n > 0 {
		s.MedianDelayMS = s.DelaysMS[n/2]
	}
}
