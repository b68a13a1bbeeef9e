// SPDX-License-Identifier: GPL-3.0-or-later

package power

import (
	"cmp"
	"slices"

	"convertd/core/divergence"
)

// Totals sums up the measurements of several games.
type Totals struct {
	Games    int
	Verdicts map[divergence.Verdict]int // of the games as they are
	// InSync counts the games whose participants recorded hashes that all agree,
	// FalseAlarms those of them that are called diverged all the same.
	InSync, FalseAlarms int
	// Vouched counts the games that are plausible or minor_drift: those whose
	// verdict claims something that spoiling must take away.
	Vouched int
	// BySpoiler is in the order of Spoilers, ByGame in the order of the names.
	BySpoiler []Share
	ByGame    []GameShare
	// All is over all spoilers and games.
	All Share
}

// Share is how many spoilt versions were noticed.
type Share struct {
	Name string
	// Versions counts those of all games, Noticed of them show.
	Versions, Noticed int
	// Vouched counts those of games that are plausible or minor_drift; Worse of
	// them get a worse verdict.
	Vouched, Worse int
	// NotApplicable counts games that cannot be spoilt so.
	NotApplicable int
}

// GameShare is a Share with what the games of that name were found to be.
type GameShare struct {
	Share
	Games    int
	Verdicts map[divergence.Verdict]int
}

// NewTotals sums up nothing yet.
func NewTotals() *Totals {
	t := &Totals{Verdicts: make(map[divergence.Verdict]int), All: Share{Name: "all"}}
	for _, spoiler := range Spoilers() {
		t.BySpoiler = append(t.BySpoiler, Share{Name: spoiler.Name})
	}
	return t
}

// Add takes one game.
func (t *Totals) Add(m *Measurement) {
	t.Games++
	t.Verdicts[m.Judged.Verdict]++
	if m.InSync != nil && *m.InSync {
		t.InSync++
		if m.Judged.Verdict == divergence.VerdictDiverged {
			t.FalseAlarms++
		}
	}
	vouched := m.Judged.Verdict == divergence.VerdictPlausible || m.Judged.Verdict == divergence.VerdictMinorDrift
	if vouched {
		t.Vouched++
	}
	of := t.game(m.Game)
	of.Games++
	of.Verdicts[m.Judged.Verdict]++
	for i := range m.Spoilt {
		for _, share := range []*Share{&t.BySpoiler[i], &of.Share, &t.All} {
			share.add(&m.Spoilt[i], vouched)
		}
	}
}

func (t *Totals) game(name string) *GameShare {
	at, found := slices.BinarySearchFunc(t.ByGame, name, func(g GameShare, name string) int { return cmp.Compare(g.Name, name) })
	if !found {
		t.ByGame = slices.Insert(t.ByGame, at, GameShare{Share: Share{Name: name}, Verdicts: make(map[divergence.Verdict]int)})
	}
	return &t.ByGame[at]
}

func (s *Share) add(one *Spoilt, vouched bool) {
	if !one.Applicable() {
		s.NotApplicable++
		return
	}
	s.Versions++
	if one.Noticed {
		s.Noticed++
	}
	if !vouched {
		return
	}
	s.Vouched++
	if one.Worse {
		s.Worse++
	}
}
