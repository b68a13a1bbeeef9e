// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"encoding/json"
	"fmt"
	"slices"
	"sort"

	"convertd/core/divergence"
	"convertd/core/order"
	"convertd/printable"
)

// trustPoint says how far the picture can be trusted from a tick on.
type trustPoint struct {
	Tick   order.Tick `json:"tick"`
	Level  string     `json:"level"`
	Reason string     `json:"reason"`
}

// trustLevels are the words for verdicts and confidences.
var trustLevels = map[string]string{
	"proven": "proven", "plausible": "plausible", "minor_drift": "drift", "diverged": "diverged", "source_desync": "desync", "unjudged": "unjudged",
}

// facts are what a file says of its own trust (docs/icrep.md#divergence).
type facts struct {
	Verdict    string                     `json:"verdict"`
	Confidence string                     `json:"confidence"`
	Coverage   divergence.Coverage        `json:"coverage"`
	StandIns   divergence.StandIns        `json:"stand_ins"`
	Proof      divergence.Proof           `json:"proof"`
	FirstFall  *divergence.Onset          `json:"first_likely_divergence"`
	Source     *divergence.SourceMismatch `json:"source_desync"`
	Error      *divergence.Failure        `json:"error"`
}

// judge takes from a file, and from its report, how far each moment can be trusted.
func (s *story) judge(game *Game, scene *scene) {
	var f facts
	if text := game.Replay.Metadata().Divergence; text == nil || json.Unmarshal(text, &f) != nil {
		s.verdict, s.confidence = "unjudged", "unjudged"
		s.trust = append(s.trust, trustPoint{Level: "unjudged", Reason: "the file does not say how far it can be trusted"})
		return
	}
	s.verdict, s.confidence = printable.Text(f.Verdict), printable.Text(f.Confidence)
	for _, in := range f.StandIns {
		s.notes = append(s.notes, printable.Text(fmt.Sprintf("recorded with %s, played with %s", in.Recorded, in.Played)))
	}
	for _, reason := range f.Coverage.NotChecked {
		s.notes = append(s.notes, printable.Text("not checked: "+reason))
	}
	var timeline []divergence.TimelinePoint
	if game.Report != nil {
		timeline = game.Report.Timeline
	}
	s.trust = trustOver(&f, timeline)
	s.markTrust(&f)
	if !scene.exact {
		s.notes = append(s.notes, "this game's engine cannot be reproduced: what is shown follows from orders and rules")
	}
}

// trustOver lists where the trust changes.
func trustOver(f *facts, timeline []divergence.TimelinePoint) []trustPoint {
	points := []trustPoint{}
	add := func(tick order.Tick, level, reason string) {
		if known := trustLevels[level]; known != "" {
			level = known
		}
		if last := len(points) - 1; last < 0 || points[last].Level != level {
			points = append(points, trustPoint{tick, level, reason})
		}
	}
	from := order.Tick(0)
	if f.Proof.Judge != nil && f.Proof.Proven > 0 {
		add(0, "proven", "the game's own hash of the whole world is met in every frame")
		if f.Proof.FirstMismatch == nil {
			return points
		}
		from = f.Proof.FirstMismatch.Tick
		add(from, "plausible", "from here on the game's own hash is not met; orders still fit")
	}
	for i := range timeline {
		begins := order.Tick(0)
		if i > 0 {
			begins = timeline[i-1].Tick + 1
		}
		if timeline[i].Tick >= from {
			add(max(begins, from), timeline[i].Confidence, reasonOf(&timeline[i]))
		}
	}
	switch {
	case len(timeline) > 0:
	case f.FirstFall != nil:
		if len(points) == 0 {
			add(0, "plausible", "orders fit what was reached")
		}
		add(max(f.FirstFall.Tick, from), f.Confidence, printable.Text(f.FirstFall.Reason))
	case len(points) == 0:
		add(0, f.Verdict, "of the whole game")
	}
	if f.Verdict == "unjudged" && from == 0 {
		points = []trustPoint{{Level: "unjudged", Reason: "too little could be checked to say more"}}
	}
	if f.Source != nil {
		points = slices.DeleteFunc(points, func(p trustPoint) bool { return p.Tick >= order.Tick(f.Source.Tick) })
		points = append(points, trustPoint{order.Tick(f.Source.Tick), "desync", "the players' own games disagreed with each other"})
	}
	return points
}

func reasonOf(p *divergence.TimelinePoint) string {
	if p.Orders == 0 {
		return "nothing was ordered here that could be judged"
	}
	return fmt.Sprintf("%d of %d orders do not fit", p.Rejected, p.Orders)
}

// markTrust marks where the trust is lost.
func (s *story) markTrust(f *facts) {
	if miss := f.Proof.FirstMismatch; miss != nil {
		text := fmt.Sprintf("the first hash that is not met: frame %d", miss.Frame)
		if miss.Suspect != nil {
			text += ": " + miss.Suspect.What
		}
		s.mark(marker{Tick: miss.Tick, Kind: "first_miss", Text: printable.Text(text)})
	}
	if f.FirstFall != nil {
		s.mark(marker{Tick: f.FirstFall.Tick, Kind: "divergence", Text: printable.Text(f.FirstFall.Reason)})
	}
	if f.Source != nil {
		s.mark(marker{Tick: order.Tick(f.Source.Tick), Kind: "source_desync", Text: "the players' own games disagree from here on"})
	}
}

// trustAt is how far a tick can be trusted.
func (s *story) trustAt(tick order.Tick) trustPoint {
	at := sort.Search(len(s.trust), func(i int) bool { return s.trust[i].Tick > tick }) - 1
	if at < 0 {
		return trustPoint{Level: "unjudged", Reason: "nothing is known"}
	}
	return s.trust[at]
}

type momentTrust struct {
	Level  string     `json:"level"`
	Since  order.Tick `json:"since"`
	Reason string     `json:"reason"`
}

func (m momentTrust) key() string { return fmt.Sprintf("%s %d", m.Level, m.Since) }

type momentMessage struct {
	T          string      `json:"t"`
	Tick       order.Tick  `json:"tick"`
	Trust      momentTrust `json:"trust"`
	Confidence string      `json:"confidence,omitempty"`
}

// moment says how far what is shown now can be trusted.
func (r *room) moment() momentMessage {
	point := r.story.trustAt(r.stage.Tick())
	trust := momentTrust{point.Level, point.Tick, point.Reason}
	switch {
	case r.branch != nil:
		trust = momentTrust{"changed", r.branch.source, "a practice game: it goes another way than the recording"}
	case r.lab != nil && r.lab.operations > 0:
		trust = momentTrust{"changed", r.lab.stage.beginning(), "this game was changed by hand"}
	}
	if r.broken != nil {
		trust = momentTrust{"diverged", r.stage.Tick(), printable.Text(r.broken.Error())}
	}
	return momentMessage{T: "convertd.moment", Tick: r.stage.Tick(), Trust: trust, Confidence: r.story.confidence}
}
