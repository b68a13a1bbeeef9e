// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"context"
	"fmt"
	"slices"
	"sort"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/sim"
)

// story is what a file and its report say about the whole game.
type story struct {
	verdict    string
	confidence string
	notes      []string
	trust      []trustPoint
	markers    []marker
	cameras    []cameraTrack
	stats      statistics
	losses     [][]loss // by player, in order of ticks
	kills      [][]order.Tick
	truncated  bool
}

// marker is something worth going to.
type marker struct {
	Tick    order.Tick  `json:"tick"`
	EndTick *order.Tick `json:"endTick,omitempty"`
	Kind    string      `json:"kind"`
	Player  uint32      `json:"player,omitempty"`
	X       *int32      `json:"x,omitempty"`
	Y       *int32      `json:"y,omitempty"`
	Text    string      `json:"text"`
	Value   int64       `json:"value,omitempty"`
}

// cameraTrack is where a player looked: four numbers for each point.
type cameraTrack struct {
	Player uint32  `json:"player"`
	Points []int64 `json:"points"`
}

// statistics are the scores of players over time, in columns.
type statistics struct {
	Fields  []string          `json:"fields"`
	Unknown []string          `json:"unknown"`
	Players []statisticsTrack `json:"players"`
}

type statisticsTrack struct {
	Player uint32    `json:"player"`
	Rows   [][]int64 `json:"rows"`
}

// loss is one thing a player lost.
type loss struct {
	tick order.Tick
	kind *kind
}

type timelineMessage struct {
	T         string        `json:"t"`
	Trust     []trustPoint  `json:"trust"`
	Markers   []marker      `json:"markers"`
	Cameras   []cameraTrack `json:"cameras"`
	Stats     statistics    `json:"stats"`
	Truncated bool          `json:"truncated"`
}

func (s *story) message() timelineMessage {
	return timelineMessage{
		T: "convertd.timeline", Trust: s.trust, Markers: s.markers, Cameras: s.cameras, Stats: s.stats, Truncated: s.truncated,
	}
}

// What is kept of a story, whatever a file holds.
const (
	maxStoryEvents  = 1 << 19
	maxMarkers      = 2000
	maxCameraPoints = 20_000 // of all players
	maxStatRows     = 2000   // of a player
)

// statisticFields are the columns of statistics behind the tick.
var statisticFields = []string{
	"total_collected", "total_spent", "collection_rate", "units_produced", "structures_built", "units_killed", "units_lost",
	"structures_destroyed", "structures_lost", "killed_value", "lost_value", "damage_dealt", "damage_received", "actions_per_minute",
	"effective_actions_per_minute",
}

// tellStory reads what a file says of its game. What is damaged is left out.
func tellStory(ctx context.Context, game *Game, scene *scene, start sim.View) *story {
	s := &story{
		notes: []string{}, trust: []trustPoint{}, markers: []marker{}, cameras: []cameraTrack{},
		stats:  statistics{Fields: statisticFields, Unknown: []string{}, Players: []statisticsTrack{}},
		losses: make([][]loss, len(scene.recorded)), kills: make([][]order.Tick, len(scene.recorded)),
	}
	if game.Replay == nil {
		return s
	}
	metadata := game.Replay.Metadata()
	if metadata.UnknownStatistics != nil {
		s.stats.Unknown = metadata.UnknownStatistics
	}
	s.judge(game, scene)
	teller := storyteller{story: s, scene: scene, things: make(map[order.UnitTag]thing)}
	for e := range start.Entities() {
		teller.things[e.Tag] = thing{owner: e.Owner, kind: scene.kinds.kind(start, e.Kind)}
	}
	teller.read(ctx, game.Replay)
	slices.SortStableFunc(s.markers, func(a, b marker) int { return int(a.Tick) - int(b.Tick) })
	return s
}

// thing is what is known of something that can be lost.
type thing struct {
	owner order.PlayerID
	kind  *kind
}

// storyteller goes through the events of a file.
type storyteller struct {
	story   *story
	scene   *scene
	names   []string
	things  map[order.UnitTag]thing
	byName  map[icrep.NameID]*kind
	cameras map[order.PlayerID]int // index of the track
	points  int
	stats   map[order.PlayerID]int
}

func (t *storyteller) read(ctx context.Context, file *icrep.Reader) {
	names, err := file.Names()
	if err != nil || !file.HasEvents() {
		return
	}
	t.names = names
	t.byName, t.cameras, t.stats = map[icrep.NameID]*kind{}, map[order.PlayerID]int{}, map[order.PlayerID]int{}
	events := file.Events(0)
	for count := 0; events.Next(); count++ {
		if count >= maxStoryEvents || count%1024 == 0 && ctx.Err() != nil {
			t.story.truncated = true
			return
		}
		t.event(events.Event())
	}
	if events.Err() != nil {
		t.story.truncated = true
	}
}

func (t *storyteller) kindNamed(name icrep.NameID) *kind {
	k := t.byName[name]
	if k == nil {
		text := ""
		if int(name) < len(t.names) {
			text = t.names[name]
		}
		k = t.scene.kinds.describe(text)
		k.foreign = foreignKind(k.Role)
		t.byName[name] = k
	}
	return k
}

func (t *storyteller) event(event icrep.Event) {
	switch e := event.(type) {
	case *icrep.UnitCreated:
		t.things[e.Tag] = thing{e.Owner, t.kindNamed(e.Type)}
	case *icrep.ConstructionStarted:
		t.things[e.Tag] = thing{e.Owner, t.kindNamed(e.Type)}
	case *icrep.UnitDestroyed:
		t.lost(e)
	case *icrep.CameraPositionSample:
		t.camera(e)
	case *icrep.PlayerStatSnapshot:
		t.statistics(e)
	default:
		t.mark(event)
	}
}

func (t *storyteller) lost(e *icrep.UnitDestroyed) {
	what, known := t.things[e.Tag]
	delete(t.things, e.Tag)
	if known && t.scene.plays(what.owner) && what.kind.Role != roleScenery {
		t.story.losses[what.owner] = append(t.story.losses[what.owner], loss{e.Tick, what.kind})
		if t.scene.plays(e.KillerOwner) && e.KillerOwner != what.owner {
			t.story.kills[e.KillerOwner] = append(t.story.kills[e.KillerOwner], e.Tick)
		}
	}
}

func (t *storyteller) camera(e *icrep.CameraPositionSample) {
	at, known := t.cameras[e.Player]
	if !known {
		at = len(t.story.cameras)
		t.cameras[e.Player] = at
		t.story.cameras = append(t.story.cameras, cameraTrack{Player: playerNumber(e.Player)})
	}
	if t.points++; t.points > maxCameraPoints {
		t.story.truncated = true
		return
	}
	track := &t.story.cameras[at]
	track.Points = append(track.Points, int64(e.Tick), int64(pixels(e.Center.X)), int64(pixels(e.Center.Y)), int64(e.Zoom))
}

func (t *storyteller) statistics(e *icrep.PlayerStatSnapshot) {
	at, known := t.stats[e.Player]
	if !known {
		at = len(t.story.stats.Players)
		t.stats[e.Player] = at
		t.story.stats.Players = append(t.story.stats.Players, statisticsTrack{Player: playerNumber(e.Player)})
	}
	track := &t.story.stats.Players[at]
	if len(track.Rows) >= maxStatRows {
		t.story.truncated = true
		return
	}
	s := &e.Stats
	track.Rows = append(track.Rows, []int64{
		int64(e.Tick), s.TotalCollected, s.TotalSpent, int64(s.CollectionRate), int64(s.UnitsProduced), int64(s.StructuresBuilt),
		int64(s.UnitsKilled), int64(s.UnitsLost), int64(s.StructuresDestroyed), int64(s.StructuresLost), s.KilledValue, s.LostValue,
		s.DamageDealt, s.DamageReceived, int64(s.APM), int64(s.EffectiveAPM),
	})
}

// mark notes what is worth going to.
func (t *storyteller) mark(event icrep.Event) {
	m := marker{Tick: event.EventTick()}
	switch e := event.(type) {
	case *icrep.EngagementEnded:
		if e.FriendlyLosses+e.EnemyLosses == 0 {
			return
		}
		m.Tick = e.Tick - min(order.Tick(e.Duration), e.Tick)
		m.EndTick, m.Kind, m.Player, m.Value = &e.Tick, "battle", playerNumber(e.Player), int64(e.FriendlyLosses)+int64(e.EnemyLosses)
		m.Text = fmt.Sprintf("battle: %d lost here, %d there", e.FriendlyLosses, e.EnemyLosses)
		m.at(e.Center)
	case *icrep.SuperweaponFired:
		name := ""
		if int(e.Weapon) < len(t.names) {
			name = t.names[e.Weapon]
		}
		m.Kind, m.Player, m.Text, m.Value = "superweapon", playerNumber(e.Player), name+" fired", int64(e.UnitsAffected)+int64(e.BuildingsAffected)
		m.at(e.Target)
	case *icrep.BaseDestroyed:
		m.Kind, m.Player, m.Text, m.Value = "base_destroyed", playerNumber(e.Player), "base lost", int64(len(e.Buildings))
		m.at(e.Pos)
	case *icrep.ArmyWipe:
		m.Kind, m.Player, m.Value = "army_wipe", playerNumber(e.Player), e.TotalValueLost
		m.Text = fmt.Sprintf("%d units lost at once, %d %% of the army", e.UnitsLost, e.Percentage)
	case *icrep.ComebackMoment:
		m.Kind, m.Player, m.Text, m.Value = "comeback", playerNumber(e.Player), "from behind to ahead", e.Swing
	case *icrep.Pause:
		if !e.Paused {
			return
		}
		m.Kind, m.Player, m.Text = "pause", playerNumber(e.Player), "paused"
	case *icrep.MatchEnded:
		m.Kind, m.Text = "ended", "the game ended"
	default:
		return
	}
	t.story.mark(m)
}

func (m *marker) at(p order.WorldPos) {
	x, y := pixels(p.X), pixels(p.Y)
	m.X, m.Y = &x, &y
}

func (s *story) mark(m marker) {
	if len(s.markers) >= maxMarkers {
		s.truncated = true
		return
	}
	s.markers = append(s.markers, m)
}

// lossSum sums up what a player lost, and took from others.
type lossSum struct {
	units, structures, kills int
	value, unitValue         int64
	byKind                   unitCounts
}

// lostBefore sums up what a player had lost when a tick began.
func (s *story) lostBefore(tick order.Tick, player order.PlayerID) lossSum {
	sum := lossSum{byKind: unitCounts{}}
	if int(player) >= len(s.losses) {
		return sum
	}
	for _, l := range s.losses[player] {
		if l.tick >= tick {
			break
		}
		sum.value += l.kind.Cost
		if l.kind.structure {
			sum.structures++
			continue
		}
		sum.units++
		sum.unitValue += l.kind.Cost
		sum.byKind.add(l.kind.foreign.String(), 1, l.kind.Cost)
	}
	kills := s.kills[player]
	sum.kills = sort.Search(len(kills), func(i int) bool { return kills[i] >= tick })
	return sum
}
