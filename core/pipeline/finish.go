// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"encoding/json"
	"fmt"
	"time"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/order"
)

// finish completes recording and report.
func (c *conversion) finish() (result *Result, err error) {
	result = &Result{Damage: c.feed.failure}
	trailer := c.feed.trailer
	if trailer == nil {
		trailer = &ir.Trailer{Winner: ir.NoPlayer}
	}
	c.sourceSync = c.feed.sync.Report()
	ticks := c.sim.Tick()
	if ticks == 0 {
		packed, err := c.recorder.recording.PackKeyframe(true, c.sim.Snapshot().Append(nil))
		if err == nil {
			err = c.recorder.recording.PackedKeyframe(0, packed)
		}
		if err != nil {
			return nil, err
		}
	} else {
		endActions(c.meter, c.feed.header, trailer, func(player int32) int { return int(c.game.Players.ID(player)) })
		if err := c.recorder.ended(c.outcome(trailer)); err != nil {
			return nil, err
		}
	}
	if !c.game.Map.Found && c.feed.header.Map.ID != "" && c.game.Native.NotChecked != "" {
		result.MissingMap = c.feed.header.Map.ID
	}
	c.warnOfStandIns()
	for i := range c.feed.diagnostics {
		c.warnings.diagnostic(&c.feed.diagnostics[i])
	}
	c.warnings.total += c.feed.diagnosed - uint64(len(c.feed.diagnostics))
	c.report(&result.Report, trailer)
	metadata := c.metadata()
	c.complete(&metadata, &result.Report, trailer)
	if result.File, err = c.recorder.recording.Finish(c.final(metadata)); err != nil {
		return nil, fmt.Errorf("finishing the recording: %w", err)
	}
	return result, nil
}

func (c *conversion) report(report *divergence.Report, trailer *ir.Trailer) {
	header := c.feed.header
	report.File, report.SHA256 = c.job.File, c.job.SHA256
	report.Format, report.Game, report.GameVersion = header.Format, header.Game, header.Version
	report.Map = divergence.MapFact{Name: header.Map.Name, ID: header.Map.ID, Found: c.game.Map.Found}
	report.Module = c.sim.Traits().Name
	report.Proof = c.proof.report
	report.SourceSync = c.sourceSync
	report.Orders = c.totals
	report.Orders.Unattributed = c.meter.Unattributed()
	report.Identity = divergence.IdentityTotal{Subjects: uint64(len(c.identity.seen)), Bound: c.identity.bound}
	report.Coverage = c.coverage()
	report.StandIns = c.game.StandIns
	report.Unmodelled = divergence.SortedCounts(c.unmodelled)
	report.Corrections = divergence.SortedCounts(c.corrected)
	report.Ticks = c.sim.Tick()
	report.Complete = trailer.Complete && c.feed.failure == nil
	report.EndState = c.endState(trailer)
	if n := report.EndState.Contradictions(); n > 0 && c.game.Model != ModelNone {
		c.tracker.Evidence(c.sim.Tick(), divergence.MinorDrift, fmt.Sprintf("%d recorded outcomes contradict the state reached", n))
	}
	report.Warnings, report.WarningsTotal = c.warnings.list, c.warnings.total
	if report.Warnings == nil {
		report.Warnings = []divergence.Warning{}
	}
	if decode, ok := ir.AsDecodeError(c.feed.failure); ok {
		report.Error = &divergence.Failure{Code: string(decode.Code), Message: decode.Error(), Offset: decode.Offset}
	}
	c.tracker.Fill(report)
	report.PastProof = c.reportPast()
}

// metadata is what is known before the first tick.
func (c *conversion) metadata() icrep.Metadata {
	header := c.feed.header
	m := icrep.Metadata{
		EngineVersion: c.job.EngineVersion,
		DataVersion:   c.game.Rules.Digest,
		Rules:         c.game.Rules.Words,
		GameModule:    c.sim.Traits().Name,
		ActiveMods:    []icrep.Mod{{ID: header.Game, Version: header.Version}},
		MapName:       header.Map.Name,
		MapHash:       c.game.Map.Hash,
		GameSpeed:     header.Speed,
		TickRate:      &icrep.Rate{Num: uint64(c.rate.Num), Den: uint64(c.rate.Den)},
		BalancePreset: header.Game,

		UnknownStatistics: unknownStatistics(c.game, c.sim.View()),

		ConvertedFrom: &icrep.ConvertedFrom{
			Source: header.Format, OriginalFile: c.job.File, OriginalSHA256: c.job.SHA256,
			OriginalMod: header.Game, OriginalVersion: header.Version, ConversionDate: c.job.ConversionDate,
		},
		Extra: map[string]json.RawMessage{},
	}
	m.InitialRNGSeed = icrep.Seed(c.game.Config.Seed)
	if header.StartTime > 0 {
		m.Timestamp = time.Unix(header.StartTime, 0).UTC().Format(time.RFC3339)
	}
	if header.Map.ID != "" {
		m.Extra[mapIDKey] = mustJSON(header.Map.ID)
	}
	keepLobbyOptions(&m, header.Options)
	for id, i := range c.listed {
		if i == nobodyListed {
			continue
		}
		p := &header.Players[i]
		player := icrep.Player{
			Slot: int(id), Name: p.Name, Faction: p.Faction, Outcome: outcomeName(p.Outcome),
			Kind: c.kindOf(p.Kind, id), Team: int(max(p.Team, 0)),
		}
		if inferred := c.factions.inferred(int(i)); inferred != "" {
			player.Faction, player.FactionInferred = inferred, true
		}
		m.Players = append(m.Players, player)
	}
	return m
}

// final completes the recording: length, hash, metadata, and the map if it is
// to be carried along.
func (c *conversion) final(metadata icrep.Metadata) icrep.Final {
	final := icrep.Final{
		TotalTicks: uint64(c.sim.Tick()), FinalStateHash: c.sim.StateHash(), Metadata: &metadata,
	}
	if c.game.Map.Found && c.job.Materials.EmbedMap {
		final.Embedded = &icrep.Embedded{Map: c.game.Map.Data}
	}
	return final
}

// mustJSON encodes a string, which cannot fail.
func mustJSON(text string) json.RawMessage {
	data, err := json.Marshal(text)
	if err != nil {
		panic("pipeline: a string is not representable as JSON: " + err.Error())
	}
	return data
}

// complete adds what only the end of the pass knows.
func (c *conversion) complete(m *icrep.Metadata, report *divergence.Report, trailer *ir.Trailer) {
	from := m.ConvertedFrom
	from.TranslationWarnings = int(c.warnings.total)
	if onset := report.FirstLikelyDivergence; onset != nil && report.Verdict != divergence.VerdictProven {
		tick := uint64(onset.Tick)
		from.DivergedAtTick = &tick
	}
	ends := c.ends(trailer)
	for i := range m.Players {
		player := &m.Players[i]
		figures := c.meter.Figures(player.Slot)
		player.APM, player.EffectiveAPM = int(figures.PerMinute(c.rate)), int(figures.EffectivePerMinute(c.rate))
		player.Outcome, player.OutcomeGuess = ends[player.Slot].outcome, ends[player.Slot].guess
	}
	facts := struct {
		Verdict    divergence.Verdict         `json:"verdict"`
		Coverage   divergence.Coverage        `json:"coverage"`
		StandIns   divergence.StandIns        `json:"stand_ins"`
		Confidence string                     `json:"confidence"`
		Proof      divergence.Proof           `json:"proof"`
		Orders     divergence.OrderTotals     `json:"orders"`
		Identity   divergence.IdentityTotal   `json:"identity"`
		Counters   divergence.Counters        `json:"counters"`
		FirstFall  *divergence.Onset          `json:"first_likely_divergence"`
		Source     *divergence.SourceMismatch `json:"source_desync"`
	}{
		report.Verdict, report.Coverage, report.StandIns, report.Confidence, report.Proof, report.Orders, report.Identity, report.Counters,
		report.FirstLikelyDivergence, report.SourceSync.FirstMismatch,
	}
	if data, err := json.Marshal(facts); err == nil {
		m.Divergence = data
	}
}

func outcomeName(outcome ir.Outcome) string {
	switch outcome {
	case ir.OutcomeWon:
		return icrep.OutcomeWon
	case ir.OutcomeLost, ir.OutcomeResigned:
		return icrep.OutcomeLost
	case ir.OutcomeDraw:
		return icrep.OutcomeDraw
	case ir.OutcomeDisconnected:
		return icrep.OutcomeDisconnected
	case ir.OutcomeUnknown:
	}
	return icrep.OutcomeUnknown
}

// kindOf is the kind of a player in metadata: that of the state, and nothing where the
// recording does not know it and the state only takes it for a person.
func (c *conversion) kindOf(recorded ir.PlayerKind, id int) string {
	if recorded == ir.PlayerUnknown {
		return ""
	}
	player, _ := c.sim.View().Player(order.PlayerID(id))
	return kindName(player.Kind)
}
