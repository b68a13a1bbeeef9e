// SPDX-License-Identifier: GPL-3.0-or-later

package gamepage

import (
	"fmt"
	"strings"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/pipeline"
	"convertd/web/library"
)

// Trust says a verdict in words.
type Trust struct {
	Title        string   `json:"title"`
	Verdict      string   `json:"verdict"`
	Meaning      string   `json:"meaning"`
	Coverage     []string `json:"coverage"`     // how much it rests on
	Reservations []string `json:"reservations"` // what was not checked, and what stood in for what
	// Power says how much would have been noticed, or how to measure it; "" where
	// nothing was vouched for.
	Power string `json:"power"`
}

var verdictTitles = map[divergence.Verdict]string{
	divergence.VerdictProven: "Proven", divergence.VerdictPlausible: "Plausible", divergence.VerdictMinorDrift: "Minor drift",
	divergence.VerdictUnjudged: "Unjudged", divergence.VerdictDiverged: "Diverged", divergence.VerdictSourceDesync: "Out of sync when recorded",
}

// TrustOf says how far a game can be trusted. report may be nil.
func TrustOf(game *library.Game, report *divergence.Report) Trust {
	trust := Trust{Title: "Not a conversion", Meaning: "the recording was made in this game itself", Coverage: []string{}, Reservations: []string{}}
	if game.Verdict == "" {
		return trust
	}
	trust.Title, trust.Verdict, trust.Meaning = verdictTitles[game.Verdict], string(game.Verdict), game.Verdict.Meaning()
	if proof := game.Proof; proof != nil && proof.Judge != nil {
		trust.Coverage = append(trust.Coverage, proofSentence(proof))
	}
	trust.Power = powerOf(game)
	if c := game.Coverage; c != nil {
		trust.Coverage = append(trust.Coverage, fmt.Sprintf("%s could be judged.", share(c.OrdersJudged, c.OrdersTotal, "order")))
		if c.SubjectsNamed > 0 {
			trust.Coverage = append(trust.Coverage, fmt.Sprintf("%s that orders named are known here.", share(c.SubjectsBound, c.SubjectsNamed, "unit")))
		}
		trust.Reservations = append(trust.Reservations, c.NotChecked...)
	}
	if report != nil {
		for i := range report.StandIns {
			trust.Reservations = append(trust.Reservations, report.StandIns[i].Text())
		}
	}
	return trust
}

// powerOf says what the verdict would have noticed. Of a proven game that is known;
// of others it is measured when somebody asks, because it costs nine times a
// conversion.
func powerOf(game *library.Game) string {
	switch game.Verdict {
	case divergence.VerdictProven:
		return "A game that went another way would have missed the next checksum."
	case divergence.VerdictPlausible, divergence.VerdictMinorDrift, divergence.VerdictDiverged, divergence.VerdictSourceDesync:
		return "What this verdict would have noticed was not measured. Ask for it with: convertd divergence power FILE --maps FOLDER"
	case divergence.VerdictUnjudged: // nothing was judged, so nothing would have been noticed
	}
	return ""
}

func proofSentence(proof *divergence.Proof) string {
	if proof.FirstMismatch == nil {
		return fmt.Sprintf("All %d checksums of the world that the game recorded are met.", proof.Checked)
	}
	return fmt.Sprintf("The first %d of %d checksums of the world that the game recorded are met.", proof.Proven, proof.Checked)
}

func share(part, whole uint64, thing string) string {
	switch {
	case whole == 1:
		return fmt.Sprintf("%d of 1 %s", part, thing)
	case part == whole:
		return fmt.Sprintf("All %d %ss", whole, thing)
	}
	return fmt.Sprintf("%d of %d %ss", part, whole, thing)
}

// Words makes words of a reason's name.
func Words(reason string) string { return strings.ReplaceAll(reason, "_", " ") }

// Reason is how often something happened, with its name in words.
type Reason struct {
	Reason string `json:"reason"`
	Count  uint64 `json:"count"`
	Text   string `json:"text"`
}

// ReasonsOf adds words to counts.
func ReasonsOf(counts []divergence.ReasonCount) []Reason {
	list := make([]Reason, len(counts))
	for i, count := range counts {
		list[i] = Reason{count.Reason, count.Count, Words(count.Reason)}
	}
	return list
}

func lossText(e *icrep.EngagementEnded) string {
	return fmt.Sprintf("a fight: %d lost on one side, %d on the other", e.FriendlyLosses, e.EnemyLosses)
}

// Option is a setting of the game.
type Option struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// OptionsOf lists the settings that a recording names.
func OptionsOf(metadata *icrep.Metadata) []Option {
	list := []Option{}
	add := func(name, value string) {
		if value != "" {
			list = append(list, Option{name, value})
		}
	}
	add("game speed", metadata.GameSpeed)
	if rate := metadata.TickRate; rate != nil && rate.Num > 0 {
		add("ticks a second", strings.TrimSuffix(fmt.Sprintf("%d/%d", rate.Num, max(rate.Den, 1)), "/1"))
	}
	add("balance", metadata.BalancePreset)
	add("rules", metadata.Rules)
	for _, mod := range metadata.ActiveMods {
		add("mod", strings.TrimSpace(mod.ID+" "+mod.Version))
	}
	for _, option := range pipeline.LobbyOptionsOf(metadata) {
		add(optionTitle(option.Name), option.Value)
	}
	add("random seed", fmt.Sprint(uint64(metadata.InitialRNGSeed)))
	if metadata.Anonymized {
		add("names", "anonymised")
	}
	return list
}

// optionTitles are what people call options of lobbies (OpenRA's, and those of EA's
// games, whose names are two letters).
var optionTitles = map[string]string{
	"startingcash": "starting cash", "startingunits": "starting units", "techlevel": "tech level", "shortgame": "short game",
	"crates": "crates", "fog": "fog of war", "explored": "explored map", "buildradius": "limited build area", "allybuild": "build off allies",
	"allybuildradius": "build off allies", "gamespeed": "game speed in the lobby", "timelimit": "time limit", "separateteamspawns": "separate team spawns",
	"cheats": "debug menu", "creeps": "creep actors", "bounty": "kill bounties", "reusable-engineers": "reusable engineers",
	"factundeploy": "redeployable yards", "difficulty": "difficulty",
	"C": "ticks between checksums", "SR": "superweapon restriction", "SC": "starting cash", "O": "original factions only", "RU": "rules", "GR": "rules",
	"PC": "slot of the commentator",
}

// optionTitle is the name in words, or as the game has it.
func optionTitle(name string) string {
	if title, known := optionTitles[name]; known {
		return title
	}
	return name
}
