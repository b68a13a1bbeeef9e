// SPDX-License-Identifier: GPL-3.0-or-later

package icreptools

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"convertd/core/icrep"
	"convertd/core/order"
)

// eventField is one field of an event, encoded as JSON.
type eventField struct{ name, value string }

// eventRow is an event as names and JSON values, in the order of docs/icrep.md.
type eventRow struct {
	kind   string
	tick   order.Tick
	fields []eventField
	names  []string // the replay's name table
}

func (row *eventRow) add(name, value string) {
	row.fields = append(row.fields, eventField{name, value})
}
func (row *eventRow) number(name string, v int64)      { row.add(name, strconv.FormatInt(v, 10)) }
func (row *eventRow) count(name string, v uint64)      { row.add(name, strconv.FormatUint(v, 10)) }
func (row *eventRow) flag(name string, v bool)         { row.add(name, strconv.FormatBool(v)) }
func (row *eventRow) text(name, v string)              { row.add(name, jsonText(v)) }
func (row *eventRow) tag(name string, v order.UnitTag) { row.add(name, tagText(v)) }

func (row *eventRow) player(name string, v order.PlayerID) {
	if v == order.NoPlayer {
		row.add(name, "null")
		return
	}
	row.count(name, uint64(v))
}

func (row *eventRow) typeName(name string, v icrep.NameID) {
	if int64(v) >= int64(len(row.names)) {
		row.add(name, "null")
		return
	}
	row.text(name, row.names[v])
}

func (row *eventRow) place(name string, p order.WorldPos) { row.add(name, placeText(p)) }

func (row *eventRow) tags(name string, tags []order.UnitTag) {
	texts := make([]string, len(tags))
	for i := range tags {
		texts[i] = tagText(tags[i])
	}
	row.add(name, "["+strings.Join(texts, ",")+"]")
}

func jsonText(v string) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "null" // cannot happen: every string has a JSON form
	}
	return string(text)
}

// tagText is "index.generation", or null for no unit.
func tagText(t order.UnitTag) string {
	if t == order.NoUnit {
		return "null"
	}
	return `"` + t.String() + `"`
}

func placeText(p order.WorldPos) string {
	text := strconv.AppendInt([]byte(`{"x":`), int64(p.X), 10)
	text = strconv.AppendInt(append(text, `,"y":`...), int64(p.Y), 10)
	text = strconv.AppendInt(append(text, `,"z":`...), int64(p.Z), 10)
	return string(append(text, '}'))
}

// newEventRow takes an event apart.
func newEventRow(e icrep.Event, names []string) *eventRow {
	row := &eventRow{kind: e.EventKind().String(), tick: e.EventTick(), names: names}
	switch v := e.(type) {
	case *icrep.UnitCreated:
		row.unit(v.Tag, v.Type, v.Owner, v.Pos)
	case *icrep.ConstructionStarted:
		row.unit(v.Tag, v.Type, v.Owner, v.Pos)
	case *icrep.ConstructionCompleted:
		row.tag("tag", v.Tag)
	case *icrep.UnitDestroyed:
		row.tag("tag", v.Tag)
		row.tag("killer_tag", v.Killer)
		row.player("killer_owner", v.KillerOwner)
	case *icrep.UnitPositionSample:
		row.positions(v.Positions)
	case *icrep.PlayerStatSnapshot:
		row.player("player", v.Player)
		row.stats(&v.Stats)
	case *icrep.ResourceCollected:
		row.player("player", v.Player)
		row.typeName("resource_type", v.Resource)
		row.number("amount", int64(v.Amount))
	case *icrep.UpgradeCompleted:
		row.player("player", v.Player)
		row.typeName("upgrade_id", v.Upgrade)
	case *icrep.CameraPositionSample:
		row.player("player", v.Player)
		row.place("viewport_center", v.Center)
		row.count("zoom_level", uint64(v.Zoom))
	case *icrep.SelectionChanged:
		row.player("player", v.Player)
		row.tags("added", v.Added)
		row.tags("removed", v.Removed)
	case *icrep.ControlGroup:
		row.player("player", v.Player)
		row.count("group", uint64(v.Group))
		row.text("action", groupActions[v.Action])
	default:
		row.lateFields(e)
	}
	return row
}

// groupActions names the control group actions.
var groupActions = [...]string{"assign", "append", "recall"}

// lateFields takes the events from AbilityUsed on apart.
func (row *eventRow) lateFields(e icrep.Event) {
	switch v := e.(type) {
	case *icrep.AbilityUsed:
		row.player("player", v.Player)
		row.typeName("ability_id", v.Ability)
		if v.HasTarget {
			row.place("target", v.Target)
		} else {
			row.add("target", "null")
		}
	case *icrep.Pause:
		row.player("player", v.Player)
		row.flag("paused", v.Paused)
	case *icrep.MatchEnded:
		row.outcome(&v.Outcome)
	case *icrep.Vote:
		row.vote(&v.Vote)
	case *icrep.EngagementStarted:
		row.player("player", v.Player)
		row.place("center_pos", v.Center)
		row.tags("friendly_units", v.Friendly)
		row.tags("enemy_units", v.Enemy)
		row.number("value_friendly", v.ValueFriendly)
		row.number("value_enemy", v.ValueEnemy)
	case *icrep.EngagementEnded:
		row.player("player", v.Player)
		row.place("center_pos", v.Center)
		row.count("friendly_losses", uint64(v.FriendlyLosses))
		row.count("enemy_losses", uint64(v.EnemyLosses))
		row.count("friendly_survivors", uint64(v.FriendlySurvivors))
		row.count("enemy_survivors", uint64(v.EnemySurvivors))
		row.count("duration_ticks", v.Duration)
	case *icrep.SuperweaponFired:
		row.typeName("weapon_type", v.Weapon)
		row.place("target_pos", v.Target)
		row.player("player", v.Player)
		row.count("units_affected", uint64(v.UnitsAffected))
		row.count("buildings_affected", uint64(v.BuildingsAffected))
	case *icrep.BaseDestroyed:
		row.player("player", v.Player)
		row.place("pos", v.Pos)
		row.tags("buildings_lost", v.Buildings)
	case *icrep.ArmyWipe:
		row.player("player", v.Player)
		row.count("units_lost", uint64(v.UnitsLost))
		row.number("total_value_lost", v.TotalValueLost)
		row.count("percentage_of_army", uint64(v.Percentage))
	case *icrep.ComebackMoment:
		row.player("player", v.Player)
		row.number("deficit_before", v.DeficitBefore)
		row.number("advantage_after", v.AdvantageAfter)
		row.number("swing_value", v.Swing)
	}
}

func (row *eventRow) unit(tag order.UnitTag, kind icrep.NameID, owner order.PlayerID, pos order.WorldPos) {
	row.tag("tag", tag)
	row.typeName("unit_type", kind)
	row.player("owner", owner)
	row.place("pos", pos)
}

func (row *eventRow) positions(positions []icrep.UnitPosition) {
	texts := make([]string, len(positions))
	for i, p := range positions {
		texts[i] = `{"tag":` + tagText(p.Tag) + `,"pos":` + placeText(p.Pos) + "}"
	}
	row.add("positions", "["+strings.Join(texts, ",")+"]")
}

// forget makes null of what whoever recorded does not know.
func (row *eventRow) forget(unknown []string) {
	for i := range row.fields {
		if slices.Contains(unknown, row.fields[i].name) {
			row.fields[i].value = "null"
		}
	}
}

func (row *eventRow) stats(s *icrep.PlayerStats) {
	row.number("total_collected", s.TotalCollected)
	row.number("total_spent", s.TotalSpent)
	row.number("collection_rate", int64(s.CollectionRate))
	row.count("idle_harvester_ticks", s.IdleHarvesterTicks)
	row.count("units_produced", uint64(s.UnitsProduced))
	row.count("structures_built", uint64(s.StructuresBuilt))
	row.count("idle_production_ticks", s.IdleProductionTicks)
	row.count("units_killed", uint64(s.UnitsKilled))
	row.count("units_lost", uint64(s.UnitsLost))
	row.count("structures_destroyed", uint64(s.StructuresDestroyed))
	row.count("structures_lost", uint64(s.StructuresLost))
	row.number("killed_value", s.KilledValue)
	row.number("lost_value", s.LostValue)
	row.number("damage_dealt", s.DamageDealt)
	row.number("damage_received", s.DamageReceived)
	row.count("actions_per_minute", uint64(s.APM))
	row.count("effective_actions_per_minute", uint64(s.EffectiveAPM))
}

// Names of the variants, for people.
var (
	outcomeKinds    = [...]string{"completed", "abandoned", "draw", "remade", "desync"}
	endReasons      = [...]string{"elimination", "surrender", "team_surrender", "objective_completed", "draw"}
	voteSteps       = [...]string{"proposed", "ballot_cast", "resolved"}
	voteTypes       = [...]string{"surrender", "kick", "remake", "draw", "custom"}
	voteResolutions = [...]string{"passed", "failed", "cancelled", "expired"}
)

func (row *eventRow) outcome(o *icrep.MatchOutcome) {
	row.text("outcome", outcomeKinds[o.Kind])
	switch o.Kind {
	case icrep.OutcomeCompleted:
		if o.WinnerIsTeam {
			row.count("winner_team", uint64(o.Winner))
		} else {
			row.count("winner", uint64(o.Winner))
		}
		row.end(&o.End)
	case icrep.OutcomeAbandoned:
		row.player("leaver", o.Leaver)
		row.count("at", uint64(o.At))
	case icrep.OutcomeDrawn:
		row.end(&o.End)
	case icrep.OutcomeDesyncTerminated:
		row.count("at", uint64(o.At))
	case icrep.OutcomeRemade:
	}
}

func (row *eventRow) end(e *icrep.MatchEnd) {
	row.text("reason", endReasons[e.Reason])
	switch e.Reason {
	case icrep.EndSurrender:
		row.player("player", e.Player)
	case icrep.EndTeamSurrender:
		row.count("team", uint64(e.Team))
	case icrep.EndElimination, icrep.EndObjectiveCompleted, icrep.EndDraw:
	}
	if len(e.Ballots) == 0 {
		return
	}
	ballots := make([]string, len(e.Ballots))
	for i, b := range e.Ballots {
		ballots[i] = `{"voter":` + strconv.FormatUint(uint64(b.Voter), 10) + `,"choice":` + strconv.FormatBool(b.Choice) + "}"
	}
	row.add("vote_results", "["+strings.Join(ballots, ",")+"]")
}

func (row *eventRow) vote(v *icrep.VoteEvent) {
	row.text("step", voteSteps[v.Kind])
	row.count("vote_id", uint64(v.ID))
	switch v.Kind {
	case icrep.VoteProposed:
		row.text("vote_type", voteTypes[v.Type])
		row.player("player", v.Player)
	case icrep.VoteBallotCast:
		row.player("player", v.Player)
		row.flag("choice", v.Choice)
	case icrep.VoteResolved:
		row.text("resolution", voteResolutions[v.Resolution])
	}
}
