// SPDX-License-Identifier: GPL-3.0-or-later

package gamepage

import (
	"slices"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// Series are the charts of a game. The groups have times of their own, because
// they are measured at times of their own.
type Series struct {
	// Unknown lists what the recording does not know: its charts are left out.
	Unknown []string         `json:"unknown"`
	Groups  map[string]Group `json:"groups"`
}

// Group is charts over the same times.
type Group struct {
	TimesMS []uint64 `json:"times_ms"`
	Series  []Line   `json:"series"`
}

// Line is one value of one player; nil where it is not known.
type Line struct {
	Player int      `json:"player"`
	Name   string   `json:"name"`
	Unit   string   `json:"unit"`
	Values []*int64 `json:"values"`
}

// Names of groups.
const (
	GroupEconomy = "economy"
	GroupScore   = "score"
	GroupActions = "actions"
	GroupLosses  = "losses"
)

// Steps of the charts.
const (
	actionStepMS   = 10_000
	actionWindow   = 6      // steps over which actions are counted: a minute
	maxPoints      = 10_000 // of one line
	maxLinePlayers = 64
)

// ReadSeries reads the charts of a game. report may be nil: then the economy is
// read from the keyframes, which do not know what an army is worth.
func ReadSeries(reader *icrep.Reader, report *divergence.Report) (*Series, error) {
	c := clockOf(reader)
	out := &Series{Unknown: slices.Clone(reader.Metadata().UnknownStatistics), Groups: map[string]Group{}}
	if out.Unknown == nil {
		out.Unknown = []string{}
	}
	var err error
	plays := playing(reader.Metadata())
	if report != nil && len(report.Timeline) > 0 {
		out.Groups[GroupEconomy] = reportedEconomy(report)
	} else if out.Groups[GroupEconomy], err = keyframeEconomy(reader, c); err != nil {
		return nil, err
	}
	if out.Groups[GroupScore], out.Groups[GroupLosses], err = scores(reader, c, out.Unknown); err != nil {
		return nil, err
	}
	if out.Groups[GroupActions], err = actionsAMinute(reader, c); err != nil {
		return nil, err
	}
	for name, group := range out.Groups {
		group.Series = slices.DeleteFunc(group.Series, func(line Line) bool { return !plays(line.Player) })
		out.Groups[name] = group
	}
	return out, nil
}

// playing says who takes part: the engine's own players and those who only
// watch have no charts.
func playing(metadata *icrep.Metadata) func(slot int) bool {
	return func(slot int) bool {
		return slices.ContainsFunc(metadata.Players, func(p icrep.Player) bool {
			return p.Slot == slot && p.Kind != icrep.KindSpectator && p.Kind != icrep.KindNeutral
		})
	}
}

// table collects lines whose values come in the order of time.
type table struct {
	times []uint64
	lines []*Line
	index map[lineKey]*Line
}

type lineKey struct {
	player int
	name   string
}

func newTable() *table { return &table{times: []uint64{}, index: map[lineKey]*Line{}} }

// at begins the next time, if it is another one.
func (t *table) at(ms uint64) bool {
	if n := len(t.times); n > 0 && t.times[n-1] == ms {
		return true
	}
	if len(t.times) >= maxPoints {
		return false
	}
	t.times = append(t.times, ms)
	return true
}

func (t *table) set(player int, name, unit string, value int64) {
	key := lineKey{player, name}
	line := t.index[key]
	if line == nil {
		if player >= maxLinePlayers {
			return
		}
		line = &Line{Player: player, Name: name, Unit: unit}
		t.index[key] = line
		t.lines = append(t.lines, line)
	}
	for len(line.Values) < len(t.times) {
		line.Values = append(line.Values, nil)
	}
	line.Values[len(t.times)-1] = &value
}

func (t *table) group() Group {
	group := Group{TimesMS: t.times, Series: []Line{}}
	for _, line := range t.lines {
		for len(line.Values) < len(t.times) {
			line.Values = append(line.Values, nil)
		}
		group.Series = append(group.Series, *line)
	}
	return group
}

// Units of lines.
const (
	unitCredits   = "credits"
	unitCount     = "count"
	unitPerMinute = "per_minute"
	unitHealth    = "health"
)

func reportedEconomy(report *divergence.Report) Group {
	t := newTable()
	for _, point := range report.Timeline {
		if len(point.Players) == 0 || !t.at(point.TimeMS) {
			continue
		}
		for _, p := range point.Players {
			player := int(p.Player)
			t.set(player, "credits", unitCredits, p.Credits)
			t.set(player, "army_value", unitCredits, p.ArmyValue)
			t.set(player, "units", unitCount, int64(p.Units))
			t.set(player, "buildings", unitCount, int64(p.Buildings))
		}
	}
	return t.group()
}

// maxKeyframesRead bounds the states that are read for one chart.
const maxKeyframesRead = 120

func keyframeEconomy(reader *icrep.Reader, c clock) (Group, error) {
	t := newTable()
	keyframes := reader.Keyframes()
	step := max(1, (len(keyframes)+maxKeyframesRead-1)/maxKeyframesRead)
	for i := 0; i < len(keyframes); i += step {
		plan, err := reader.SeekPlan(keyframes[i].Tick)
		if err != nil {
			return Group{}, err
		}
		state, err := reader.State(plan)
		if err != nil {
			return Group{}, err
		}
		if t.at(c.ms(state.Core.Tick)) {
			stateEconomy(t, &state.Core)
		}
	}
	return t.group(), nil
}

func stateEconomy(t *table, core *snapshot.SimCoreSnapshot) {
	units, buildings := make([]int64, len(core.Players)), make([]int64, len(core.Players))
	for i := range core.Entities {
		e := &core.Entities[i]
		if int64(e.Owner) >= int64(len(core.Players)) {
			continue
		}
		if e.Flags()&snapshot.FlagStructure != 0 {
			buildings[e.Owner]++
		} else {
			units[e.Owner]++
		}
	}
	for i := range core.Players {
		credits, _, _, ok := core.Players[i].Money()
		if !ok && units[i]+buildings[i] == 0 {
			continue
		}
		if ok {
			t.set(i, "credits", unitCredits, credits)
		}
		t.set(i, "units", unitCount, units[i])
		t.set(i, "buildings", unitCount, buildings[i])
	}
}

// figure is one member of a score.
type figure struct {
	name, unit string
	member     string // in docs/icrep.md
	value      func(*icrep.PlayerStats) int64
}

var scoreFigures = []figure{
	{"collected", unitCredits, "total_collected", func(s *icrep.PlayerStats) int64 { return s.TotalCollected }},
	{"spent", unitCredits, "total_spent", func(s *icrep.PlayerStats) int64 { return s.TotalSpent }},
	{"collection_rate", unitPerMinute, "collection_rate", func(s *icrep.PlayerStats) int64 { return int64(s.CollectionRate) }},
	{"killed_value", unitCredits, "killed_value", func(s *icrep.PlayerStats) int64 { return s.KilledValue }},
	{"lost_value", unitCredits, "lost_value", func(s *icrep.PlayerStats) int64 { return s.LostValue }},
	{"damage_dealt", unitHealth, "damage_dealt", func(s *icrep.PlayerStats) int64 { return s.DamageDealt }},
	{"damage_received", unitHealth, "damage_received", func(s *icrep.PlayerStats) int64 { return s.DamageReceived }},
	{"units_produced", unitCount, "units_produced", func(s *icrep.PlayerStats) int64 { return int64(s.UnitsProduced) }},
	{"structures_built", unitCount, "structures_built", func(s *icrep.PlayerStats) int64 { return int64(s.StructuresBuilt) }},
	{"average_actions_per_minute", unitPerMinute, "actions_per_minute", func(s *icrep.PlayerStats) int64 { return int64(s.APM) }},
	{"average_effective_actions_per_minute", unitPerMinute, "effective_actions_per_minute", func(s *icrep.PlayerStats) int64 { return int64(s.EffectiveAPM) }},
}

var lossFigures = []figure{
	{"units_lost", unitCount, "units_lost", func(s *icrep.PlayerStats) int64 { return int64(s.UnitsLost) }},
	{"structures_lost", unitCount, "structures_lost", func(s *icrep.PlayerStats) int64 { return int64(s.StructuresLost) }},
	{"units_killed", unitCount, "units_killed", func(s *icrep.PlayerStats) int64 { return int64(s.UnitsKilled) }},
	{"structures_destroyed", unitCount, "structures_destroyed", func(s *icrep.PlayerStats) int64 { return int64(s.StructuresDestroyed) }},
}

// scores reads what the recording says of the score, once a minute.
func scores(reader *icrep.Reader, c clock, unknown []string) (score, losses Group, err error) {
	first, second := newTable(), newTable()
	if !reader.HasEvents() {
		return first.group(), second.group(), nil
	}
	events := reader.Events(0)
	for events.Next() {
		s, ok := events.Event().(*icrep.PlayerStatSnapshot)
		if !ok {
			continue
		}
		ms := c.ms(s.Tick)
		for _, part := range []struct {
			into    *table
			figures []figure
		}{{first, scoreFigures}, {second, lossFigures}} {
			if !part.into.at(ms) {
				continue
			}
			for _, f := range part.figures {
				if !slices.Contains(unknown, f.member) {
					part.into.set(slot(s.Player), f.name, f.unit, f.value(&s.Stats))
				}
			}
		}
	}
	return first.group(), second.group(), events.Err()
}

// actionsAMinute counts the game's orders of each player over the minute before
// each step.
func actionsAMinute(reader *icrep.Reader, c clock) (Group, error) {
	steps := int(c.ms(order.Tick(reader.Header().TotalTicks))/actionStepMS) + 1
	if c.rate.Num == 0 || steps > maxPoints {
		steps = min(steps, maxPoints)
	}
	counts := map[int][]int64{}
	ticks := reader.Ticks(0)
	for ticks.Next() {
		frame := ticks.Frame()
		step := int(c.ms(frame.Tick) / actionStepMS)
		if step >= steps {
			break
		}
		for i := range frame.Orders {
			player := slot(frame.Orders[i].Player)
			if !isAction(&frame.Orders[i].Order) || player < 0 || player >= maxLinePlayers {
				continue
			}
			if counts[player] == nil {
				counts[player] = make([]int64, steps)
			}
			counts[player][step]++
		}
	}
	t := newTable()
	players := make([]int, 0, len(counts))
	for player := range counts {
		players = append(players, player)
	}
	slices.Sort(players)
	sums := make([]int64, len(players))
	for step := range steps {
		if !t.at(uint64(step+1) * actionStepMS) {
			break
		}
		for i, player := range players {
			sums[i] += counts[player][step]
			if gone := step - actionWindow; gone >= 0 {
				sums[i] -= counts[player][gone]
			}
			t.set(player, "actions_per_minute", unitPerMinute, sums[i])
		}
	}
	return t.group(), ticks.Err()
}

// isAction reports whether an order means something in the game, and is not
// talk or bookkeeping.
func isAction(o *order.PlayerOrder) bool {
	switch o.Kind {
	case order.KindGameOrder, order.KindMove, order.KindAttack, order.KindStop:
		return true
	default:
		return false
	}
}

// Groups lists all groups.
func Groups() []string { return []string{GroupEconomy, GroupScore, GroupActions, GroupLosses} }
