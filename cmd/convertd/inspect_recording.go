// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"convertd/conversion"
	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/pipeline"
	"convertd/failure"
	"convertd/printable"
)

// recordingInspection is the object of `inspect --json` for an .icrep: the
// fields of pipeline.Inspection as far as a recording has them, and the file's
// own metadata.
type recordingInspection struct {
	File       string                `json:"file"`
	SHA256     string                `json:"sha256"`
	Size       int64                 `json:"size"`
	Format     string                `json:"format"`
	Game       string                `json:"game"`
	GameName   string                `json:"game_name,omitempty"`
	Version    string                `json:"version"`
	Map        pipeline.InspectedMap `json:"map"`
	Players    []recordedPlayer      `json:"players"`
	Ticks      uint64                `json:"ticks"`
	TickRate   *icrep.Rate           `json:"tick_rate"`
	DurationMS uint64                `json:"duration_ms"`
	// Source, Verdict and Coverage are of converted files: null in others.
	Source        *icrep.ConvertedFrom       `json:"source"`
	Verdict       *divergence.Verdict        `json:"verdict"`
	Coverage      *divergence.Coverage       `json:"coverage"`
	Orders        uint64                     `json:"orders"`
	OrdersByKind  pipeline.Counts            `json:"orders_by_kind"`
	Events        uint64                     `json:"events"`
	EventsByKind  pipeline.Counts            `json:"events_by_kind"`
	BuildOrder    []pipeline.BuildStep       `json:"build_order,omitempty"`
	Chat          []pipeline.ChatLine        `json:"chat,omitempty"`
	Keyframes     int                        `json:"keyframes"`
	LostFrames    uint32                     `json:"lost_frames"`
	Complete      bool                       `json:"complete"`
	BytesConsumed int64                      `json:"bytes_consumed"`
	Sections      []sectionBytes             `json:"sections"`
	Metadata      json.RawMessage            `json:"metadata"`
	Warnings      []pipeline.InspectWarning  `json:"warnings"`
	Error         *pipeline.InspectedFailure `json:"error"`

	about     *icrep.Metadata
	facts     conversionFacts
	unmatched uint64
}

type recordedPlayer struct {
	Slot            int    `json:"slot"`
	Name            string `json:"name"`
	DisplayName     string `json:"display_name,omitempty"`
	Kind            string `json:"kind"`
	Faction         string `json:"faction"`
	FactionName     string `json:"faction_name,omitempty"`
	FactionGuess    bool   `json:"faction_guess,omitempty"`
	FactionInferred bool   `json:"faction_inferred,omitempty"`
	Team            int    `json:"team"`
	Outcome         string `json:"outcome"`
	OutcomeGuess    string `json:"outcome_guess,omitempty"` // suggested by the source, not proven
	APM             int    `json:"apm"`
	EffectiveAPM    int    `json:"effective_apm,omitempty"`
}

type sectionBytes struct {
	Section string `json:"section"`
	Offset  uint32 `json:"offset"`
	Bytes   uint32 `json:"bytes"`
}

// conversionFacts are what a converted file says about its own trust
// (docs/icrep.md#divergence).
type conversionFacts struct {
	Verdict  divergence.Verdict     `json:"verdict"`
	Coverage *divergence.Coverage   `json:"coverage"`
	Proof    divergence.Proof       `json:"proof"`
	Orders   divergence.OrderTotals `json:"orders"`
}

// isOwnRecording reports whether the bytes are an .icrep.
func isOwnRecording(data []byte) bool { return bytes.HasPrefix(data, []byte(icrep.Magic)) }

// recording prints what is in an .icrep. Damage inside is an error after what
// could be read was printed.
func (i *inspection) recording(path, name string, data []byte) error {
	reader, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return fileError(path, err)
	}
	result, damage := describeRecording(reader)
	result.File, result.SHA256 = name, conversion.SourceSHA256(data)
	if i.json {
		err = i.program.printJSON(result)
	} else {
		err = i.printRecording(result)
	}
	if err == nil && damage != nil {
		err = fileError(path, damage)
	}
	return err
}

func describeRecording(reader *icrep.Reader) (result *recordingInspection, damage error) {
	header, metadata := reader.Header(), reader.Metadata()
	subject := pipeline.SubjectOf(metadata)
	game, damage := pipeline.ReadRecordedGame(reader)
	result = &recordingInspection{
		Size: reader.Size(), Format: "icrep", Game: metadata.BalancePreset, GameName: subject.Title(), Version: fmt.Sprint(icrep.Version),
		Map: pipeline.InspectedMap{Name: metadata.MapName, ID: metadata.MapHash}, Players: []recordedPlayer{},
		Ticks: header.TotalTicks, TickRate: metadata.TickRate, Source: metadata.ConvertedFrom,
		Orders: game.Orders, OrdersByKind: game.OrdersByKind, Events: game.Events, EventsByKind: game.EventsByKind,
		BuildOrder: game.BuildOrder, Chat: game.Chat, unmatched: game.UnmatchedCancellations, Keyframes: len(reader.Keyframes()),
		LostFrames: header.LostFrames, Complete: header.Flags&icrep.FlagIncomplete == 0,
		BytesConsumed: reader.Size(), Metadata: reader.RawMetadata(), Warnings: []pipeline.InspectWarning{},
		Sections: []sectionBytes{{Section: string(icrep.SectionHeader), Bytes: icrep.HeaderBytes}}, about: metadata,
	}
	if rate := metadata.TickRate; rate != nil && rate.Num > 0 {
		result.DurationMS = header.TotalTicks * 1000 * rate.Den / rate.Num
	}
	if json.Unmarshal(metadata.Divergence, &result.facts) == nil && result.facts.Verdict != "" {
		result.Verdict, result.Coverage = &result.facts.Verdict, result.facts.Coverage
	}
	for i := range metadata.Players {
		p := &metadata.Players[i]
		player := recordedPlayer{
			Slot: p.Slot, Name: p.Name, Kind: p.Kind, Faction: p.Faction, Team: p.Team, Outcome: p.Outcome,
			OutcomeGuess: p.OutcomeGuess, FactionInferred: p.FactionInferred, APM: p.APM, EffectiveAPM: p.EffectiveAPM,
		}
		shown := subject.Player(p.Name, "")
		if p.Kind == icrep.KindBot {
			shown = subject.Bot(p.Name)
		}
		if shown != p.Name {
			player.DisplayName = shown
		}
		if shown, guess := subject.Faction(p.Faction); shown != p.Faction {
			player.FactionName, player.FactionGuess = shown, guess
		}
		result.Players = append(result.Players, player)
	}
	for _, section := range header.Sections() {
		result.Sections = append(result.Sections, sectionBytes{string(section.Section), section.Span.Offset, section.Span.Length})
	}
	if damage != nil {
		result.Error = &pipeline.InspectedFailure{Code: failure.Classify(damage).Code, Message: damage.Error()}
	}
	return result, damage
}

func (i *inspection) printRecording(r *recordingInspection) error {
	text := newPage(i.program.stdout)
	text.line("file", "%s (%s)", r.File, byteCount(r.Size))
	printOrigin(text, r)
	text.line("map", "%s%s", orElse(r.Map.Name, "no name"), suffix(mapID(r.about), " (", ")"))
	if r.about.Timestamp != "" {
		text.line("played", "%s", playedText(r.about.Timestamp))
	}
	text.line("length", "%s (%d ticks), %d orders, %d events, %d keyframes", clock(r.DurationMS), r.Ticks, r.Orders, r.Events, r.Keyframes)
	complete := completeText(r.Complete)
	if r.LostFrames > 0 {
		complete += fmt.Sprintf(" (%d frames lost)", r.LostFrames)
	}
	text.line("complete", "%s", complete)
	printTrust(text, r)
	names := map[int32]string{}
	var rows, watching []string
	for j := range r.Players {
		p := &r.Players[j]
		names[int32(p.Slot)] = orElse(p.DisplayName, p.Name)
		if p.Kind == icrep.KindSpectator {
			watching = append(watching, printable.Text(names[int32(p.Slot)])+" (spectator)")
			continue
		}
		rows = append(rows, recordedRow(p))
	}
	text.block("players", "#\tNAME\tWHO\tFACTION\tTEAM\tRESULT\tA MINUTE", rows)
	text.list("watching", watching)
	printCounts(text, "orders", r.OrdersByKind)
	printCounts(text, "events", r.EventsByKind)
	printChat(text, r.Chat, names)
	printBuildOrder(text, r.BuildOrder, r.unmatched, names)
	printDivergence(text, r)
	printSections(text, r, i.sections)
	if r.Error != nil {
		text.line("error", "%s", r.Error.Message)
	}
	return text.end()
}

// playedText is the date of the metadata as people write it.
func playedText(timestamp string) string {
	at, err := time.Parse(time.RFC3339, timestamp)
	if err != nil {
		return timestamp
	}
	return dateText(at.Unix())
}

// printOrigin says which game it is and where the file comes from.
func printOrigin(text page, r *recordingInspection) {
	game := orElse(orElse(r.GameName, r.Game), "not named")
	if r.Source != nil {
		game = gameText(game, r.Source.OriginalVersion)
	}
	text.line("game", "%s", game)
	text.line("format", "icrep, version %s, played with module %s", r.Version, r.about.GameModule)
	if r.Source == nil {
		text.line("source", "recorded in this game, not converted")
		return
	}
	text.line("source", "%s%s, by convertd %s", orElse(r.Source.OriginalFile, "a recording whose name is not kept"), suffix(r.Source.Source, " (", ")"), r.about.EngineVersion)
	if r.Source.OriginalSHA256 != "" {
		text.line("", "SHA-256 %s", r.Source.OriginalSHA256)
	}
}

// printDivergence says from when on the game that the file holds is another one
// than was played.
func printDivergence(text page, r *recordingInspection) {
	if r.Source == nil || r.Source.DivergedAtTick == nil || r.TickRate == nil || r.TickRate.Num == 0 || r.Verdict == nil ||
		*r.Verdict == divergence.VerdictProven {
		return
	}
	at := clock(*r.Source.DivergedAtTick * 1000 / r.TickRate.Num * r.TickRate.Den)
	text.line("from "+at, "the game in this file may be another one than was played: so may all that is said of it above")
}

// printTrust says how far the conversion can be trusted.
func printTrust(text page, r *recordingInspection) {
	if r.Verdict == nil {
		return
	}
	text.line("verdict", "%s: %s", *r.Verdict, r.Verdict.Meaning())
	if r.Coverage != nil {
		printCoverage(text, r.Coverage)
	}
	if r.facts.Proof.Judge != nil {
		text.line("proof", "%s", proofText(&r.facts.Proof))
	}
}

func recordedRow(p *recordedPlayer) string {
	faction := factionName(p.Faction, p.FactionName, p.FactionGuess, p.FactionInferred)
	who := p.Kind
	if who == "ai" {
		who = "bot"
	}
	outcome := p.Outcome
	switch {
	case p.OutcomeGuess != "":
		outcome = "probably " + p.OutcomeGuess
	case outcome == icrep.OutcomeUnknown:
		outcome = "not recorded"
	}
	return printable.Sprintf("%d\t%s\t%s\t%s\t%s\t%s\t%d", p.Slot, orElse(p.DisplayName, p.Name), orElse(who, "-"), faction,
		teamText(int32(p.Team)), orElse(outcome, "-"), p.APM)
}

// printSections lists what the file is made of: names and sizes, with --sections
// one line each.
func printSections(text page, r *recordingInspection, each bool) {
	if each {
		for _, section := range r.Sections {
			text.line("section", "%-10s %10d bytes, %5.1f %%", section.Section, section.Bytes, 100*float64(section.Bytes)/float64(r.Size))
		}
		return
	}
	parts := make([]string, 0, len(r.Sections))
	for _, section := range r.Sections {
		parts = append(parts, fmt.Sprintf("%s %s", section.Section, byteCount(int64(section.Bytes))))
	}
	text.list("sections", parts)
}
