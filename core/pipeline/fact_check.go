// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// factCheck compares what the metadata and the last event of a file say with the
// simulation: with the state it begins in, and with how everybody stands at the end.
type factCheck struct {
	metadata *icrep.Metadata
	rules    rulesInForce
	seed     uint64
	mapHash  order.StateHash
	players  []sim.Player      // as the game began
	exact    bool              // the module is the game's own
	ended    *icrep.MatchEnded // the last of them
	endings  int
	wrong    []Mismatch
}

func newFactCheck(file *icrep.Reader, simulation *sim.Simulation, rules rulesInForce) (*factCheck, error) {
	f := &factCheck{metadata: file.Metadata(), rules: rules, seed: simulation.Seed(), mapHash: simulation.MapHash(), exact: simulation.Traits().Exact}
	view := simulation.View()
	for id := range view.Players() {
		player, _ := view.Player(order.PlayerID(id))
		f.players = append(f.players, player)
	}
	if !file.HasEvents() {
		return f, nil
	}
	events := file.Events(0)
	for events.Next() {
		if ended, is := events.Event().(*icrep.MatchEnded); is {
			last := *ended
			last.Outcome.End.Ballots = nil // not kept
			f.ended, f.endings = &last, f.endings+1
		}
	}
	return f, events.Err()
}

func damagedMetadata(m *icrep.Metadata) bool { return m.Recorder != nil && m.Recorder.DamagedMetadata }

// refute notes a fact that is not so, unless both sides are the same.
func (f *factCheck) refute(tick order.Tick, what, want, got string) {
	if want != got {
		f.wrong = append(f.wrong, Mismatch{Tick: tick, What: what, Want: want, Got: got})
	}
}

// take hands out what was refuted.
func (f *factCheck) take() []Mismatch {
	wrong := f.wrong
	f.wrong = nil
	return wrong
}

// ofTheStart compares what is settled before the first tick. Metadata that were
// damaged when the file was repaired say so themselves: nothing in them is claimed.
func (f *factCheck) ofTheStart() []Mismatch {
	m := f.metadata
	if damagedMetadata(m) {
		return nil
	}
	f.refute(0, "initial_rng_seed", strconv.FormatUint(uint64(m.InitialRNGSeed), 10), strconv.FormatUint(f.seed, 10))
	f.refute(0, "data_version", m.DataVersion, f.rules.dataVersion)
	if m.Rules != "" {
		f.refute(0, "rules", m.Rules, f.rules.words)
	}
	if f.mapHash != (order.StateHash{}) {
		f.refute(0, "map_hash", m.MapHash, fmt.Sprintf("sha256:%x", f.mapHash))
	}
	if f.rules.mapTitle != "" && m.MapName != "" { // anonymised files name none
		f.refute(0, "map_name", m.MapName, f.rules.mapTitle)
	}
	f.verdict()
	taken := map[int]bool{}
	for i := range m.Players {
		f.player(&m.Players[i], taken)
	}
	for id := range f.players {
		if kind := f.players[id].Kind; !taken[id] && (kind == snapshot.PlayerHuman || kind == snapshot.PlayerAI) {
			f.refute(0, playerFact(id, ""), "nobody", kindName(kind))
		}
	}
	return f.take()
}

// playerFact names a member of a player's object; "" is all of it.
func playerFact(slot int, member string) string {
	if member != "" {
		member = "." + member
	}
	return fmt.Sprintf("players[slot %d]%s", slot, member)
}

func (f *factCheck) player(p *icrep.Player, taken map[int]bool) {
	if p.Slot < 0 || p.Slot >= len(f.players) {
		f.refute(0, playerFact(p.Slot, ""), p.Name, fmt.Sprintf("a game of %d players", len(f.players)))
		return
	}
	state := &f.players[p.Slot]
	playing := state.Kind == snapshot.PlayerHuman || state.Kind == snapshot.PlayerAI
	if taken[p.Slot] && playing {
		f.refute(0, playerFact(p.Slot, ""), "twice", "once")
	}
	taken[p.Slot] = true
	if !playing {
		return
	}
	if p.Kind != "" {
		f.refute(0, playerFact(p.Slot, "kind"), p.Kind, kindName(state.Kind))
	}
	if f.exact && state.Faction != "" { // else it is from the recording, or a guess
		f.refute(0, playerFact(p.Slot, "faction"), p.Faction, state.Faction)
	}
	if state.Team > 0 {
		f.refute(0, playerFact(p.Slot, "team"), strconv.Itoa(p.Team), strconv.Itoa(int(state.Team)))
	}
}

// ofTheEnd compares how the game ended. Unless the end was reached, or if the
// simulation does not follow the game exactly, only what contradicts itself counts.
func (f *factCheck) ofTheEnd(simulation *sim.Simulation, reached bool) []Mismatch {
	if damagedMetadata(f.metadata) {
		return nil
	}
	f.oneEnd()
	if !reached || !f.decides() {
		return f.take()
	}
	tick := simulation.Tick()
	var won []int
	for id := range f.players {
		if player, _ := simulation.View().Player(order.PlayerID(id)); player.Standing == snapshot.StandingWon {
			won = append(won, id)
		}
	}
	for i := range f.metadata.Players {
		p := &f.metadata.Players[i]
		if player, ok := simulation.View().Player(order.PlayerID(p.Slot)); ok && contradicts(p.Outcome, player.Standing) {
			f.refute(tick, playerFact(p.Slot, "outcome"), p.Outcome, standingName(player.Standing))
		}
	}
	f.winner(simulation, won)
	return f.take()
}

// contradicts says that a recorded outcome cannot be that of somebody who stands so.
// Whoever lost may have left before.
func contradicts(outcome string, standing snapshot.Standing) bool {
	decided := standingOutcome(standing)
	switch {
	case decided == icrep.OutcomeUnknown || outcome == decided:
		return false
	case decided == icrep.OutcomeWon:
		return true
	}
	return outcome != icrep.OutcomeLost && outcome != icrep.OutcomeDisconnected
}

// decides says that the simulation knows how the game ended: its module is the game's
// own, and the recording was met by it to the end, or comes from it.
func (f *factCheck) decides() bool {
	return f.exact && (f.metadata.ConvertedFrom == nil || f.claims().Verdict == divergence.VerdictProven)
}

// claims are what a converted file says of its own trust.
type claims struct {
	Verdict    divergence.Verdict `json:"verdict"`
	Confidence string             `json:"confidence"`
	Proof      divergence.Proof   `json:"proof"`
}

func (f *factCheck) claims() (claims claims) {
	if json.Unmarshal(f.metadata.Divergence, &claims) != nil {
		return claims // nothing that could be read
	}
	return claims
}

// verdict holds a claim of proof to what such a claim needs. The recorded hashes are not
// in the file: whether they were met only converting again can show.
func (f *factCheck) verdict() {
	claims := f.claims()
	if claims.Verdict != divergence.VerdictProven {
		return
	}
	if !f.exact {
		f.refute(0, "divergence.verdict", string(claims.Verdict), "a game module that proves nothing")
	}
	proof := &claims.Proof
	if proof.Judge == nil || proof.Checked == 0 || proof.Proven != proof.Checked || proof.FirstMismatch != nil {
		f.refute(0, "divergence.verdict", string(claims.Verdict), fmt.Sprintf("%d of %d frames met, says divergence.proof", proof.Proven, proof.Checked))
	}
	if from := f.metadata.ConvertedFrom; from != nil && from.DivergedAtTick != nil {
		f.refute(0, "converted_from.diverged_at_tick", strconv.FormatUint(*from.DivergedAtTick, 10), "null in what is proven")
	}
}

// oneEnd compares the outcomes of the players with that of the match.
func (f *factCheck) oneEnd() {
	if f.ended == nil {
		return
	}
	outcome, tick := &f.ended.Outcome, f.ended.Tick
	f.refute(tick, "MatchEnded", fmt.Sprintf("%d times", f.endings), "1 times")
	var won []int
	for i := range f.metadata.Players {
		p := &f.metadata.Players[i]
		if p.Outcome == icrep.OutcomeWon {
			won = append(won, p.Slot)
		}
		if outcome.Kind == icrep.OutcomeCompleted && !outcome.WinnerIsTeam && uint32(p.Slot) == outcome.Winner && p.Outcome == icrep.OutcomeLost {
			f.refute(tick, "MatchEnded.winner", winnerName(outcome), playerFact(p.Slot, "outcome")+" is lost")
			return
		}
	}
	if len(won) > 0 && (outcome.Kind == icrep.OutcomeDrawn || outcome.Kind == icrep.OutcomeAbandoned || outcome.Kind == icrep.OutcomeRemade) {
		f.refute(tick, "MatchEnded.outcome", "nobody has won", fmt.Sprintf("players %v have won", won))
	}
}

// winner compares who the file says has won with who did.
func (f *factCheck) winner(simulation *sim.Simulation, won []int) {
	if f.ended == nil {
		return
	}
	outcome, tick := &f.ended.Outcome, simulation.Tick()
	if outcome.Kind != icrep.OutcomeCompleted {
		if len(won) > 0 && outcome.Kind != icrep.OutcomeDesyncTerminated {
			f.refute(tick, "MatchEnded.outcome", "nobody has won", fmt.Sprintf("players %v have won", won))
		}
		return
	}
	if outcome.WinnerIsTeam {
		members := f.members(outcome.Winner)
		if len(won) > 0 && !slices.ContainsFunc(members, func(id int) bool { return slices.Contains(won, id) }) {
			f.refute(tick, "MatchEnded.winner", winnerName(outcome), fmt.Sprintf("players %v", won))
		}
		return
	}
	player, ok := simulation.View().Player(order.PlayerID(outcome.Winner))
	switch {
	case !ok:
		f.refute(tick, "MatchEnded.winner", winnerName(outcome), fmt.Sprintf("a game of %d players", len(f.players)))
	case player.Standing == snapshot.StandingLost || player.Standing == snapshot.StandingLeft:
		f.refute(tick, "MatchEnded.winner", winnerName(outcome), "that player has "+standingName(player.Standing))
	case len(won) > 0 && player.Standing != snapshot.StandingWon:
		f.refute(tick, "MatchEnded.winner", winnerName(outcome), fmt.Sprintf("players %v", won))
	}
	if outcome.End.Reason != icrep.EndSurrender {
		return
	}
	if loser, ok := simulation.View().Player(outcome.End.Player); ok && loser.Standing == snapshot.StandingWon {
		f.refute(tick, "MatchEnded.end", fmt.Sprintf("player %d surrendered", loser.ID), "that player has won")
	}
}

// members are the players of a team, as the metadata have them.
func (f *factCheck) members(team uint32) []int {
	var members []int
	for i := range f.metadata.Players {
		if p := &f.metadata.Players[i]; p.Team > 0 && uint32(p.Team) == team {
			members = append(members, p.Slot)
		}
	}
	return members
}

func winnerName(outcome *icrep.MatchOutcome) string {
	if outcome.WinnerIsTeam {
		return fmt.Sprintf("team %d", outcome.Winner)
	}
	return fmt.Sprintf("player %d", outcome.Winner)
}
