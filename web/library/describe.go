// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/icsave"
	"convertd/core/order"
	"convertd/core/pipeline"
)

// Origin is what is known of a recording besides what stands in it.
type Origin struct {
	ID          string
	Filename    string
	AddedAt     time.Time
	ConvertedAt *time.Time
	Partial     bool
	MissingMap  string
	// Report is the divergence report, nil where there is none: what the
	// recording itself says of its trust is taken then.
	Report *divergence.Report
}

// Bounds of what the index keeps of one game.
const (
	maxChatBytes = 64 << 10
	buildSteps   = 5 // the first things a player made that tell build orders apart
	maxSides     = 4 // with more there is no match-up to speak of
)

// recordedTrust is the member "divergence" of a recording's metadata
// (docs/icrep.md#divergence).
type recordedTrust struct {
	Verdict    divergence.Verdict      `json:"verdict"`
	Confidence string                  `json:"confidence"`
	Coverage   *divergence.Coverage    `json:"coverage"`
	Proof      *divergence.Proof       `json:"proof"`
	Orders     *divergence.OrderTotals `json:"orders"`
}

// Describe reads a recording once and says what the index needs of it. What
// came before damage inside is described; the damage is no error.
func Describe(reader *icrep.Reader, origin Origin) *Entry {
	metadata := reader.Metadata()
	recorded, _ := pipeline.ReadRecordedGame(reader)
	entry := &Entry{Game: game(reader, metadata, origin), Builds: builds(recorded.BuildOrder)}
	entry.Game.Outcome = outcomeOf(recorded.Ended, entry.Game.TickRate)
	entry.Chat = chatText(recorded.Chat)
	if origin.Report != nil {
		entry.trustReport(origin.Report)
	} else {
		entry.trustRecording(metadata)
	}
	return entry
}

// DescribeFile is Describe of the recording at a path.
func DescribeFile(path string, origin Origin) (*Entry, error) {
	file, err := icrep.OpenFile(path)
	if err != nil {
		return nil, err
	}
	entry := Describe(file.Reader, origin)
	return entry, file.Close()
}

// DescribeSave says of a save what there is: it is a moment, not a game.
func DescribeSave(save *icsave.Save, origin Origin, bytes int64) *Entry {
	metadata := save.Metadata.Replay()
	subject := pipeline.SubjectOf(metadata)
	g := Game{
		ID: origin.ID, Filename: origin.Filename, Format: "icsave", Game: subject.Game, GameName: subject.Title(), Version: subject.Version,
		Module: metadata.GameModule, Map: Map{Name: metadata.MapName, ID: metadata.MapHash, Found: metadata.MapHash != ""}, Players: players(metadata),
		AddedAt: origin.AddedAt, Ticks: save.Metadata.Tick, TickRate: tickRate(metadata), Outcome: Outcome{Kind: OutcomeUnknown},
		Complete: true, Labels: map[string]string{}, FileBytes: uint64(bytes),
	}
	if seconds, err := save.Metadata.GameTime.Float64(); err == nil && seconds > 0 {
		g.LengthMS = uint64(seconds * 1000)
	}
	return &Entry{Game: g}
}

func game(reader *icrep.Reader, metadata *icrep.Metadata, origin Origin) Game {
	header, subject := reader.Header(), pipeline.SubjectOf(metadata)
	g := Game{
		ID: origin.ID, Filename: origin.Filename, Format: "icrep", Game: subject.Game, GameName: subject.Title(), Version: subject.Version,
		Module: metadata.GameModule, Map: Map{Name: metadata.MapName, ID: metadata.MapHash}, Players: players(metadata),
		PlayedAt: playedAt(metadata), ConvertedAt: origin.ConvertedAt, AddedAt: origin.AddedAt,
		Ticks: header.TotalTicks, TickRate: tickRate(metadata), Labels: map[string]string{},
		Partial: origin.Partial, Complete: header.Flags&icrep.FlagIncomplete == 0, MissingMap: origin.MissingMap, FileBytes: uint64(reader.Size()),
	}
	if g.TickRate != nil {
		g.LengthMS = g.TickRate.Milliseconds(order.Tick(g.Ticks))
	}
	if from := metadata.ConvertedFrom; from != nil {
		g.Format, g.SourceSHA256 = from.Source, from.OriginalSHA256
		if g.Filename == "" {
			g.Filename = from.OriginalFile
		}
	}
	g.Map.Found = g.MissingMap == "" && g.Map.ID != ""
	g.Matchup = matchup(g.Players)
	return g
}

func playedAt(metadata *icrep.Metadata) *time.Time {
	at, err := time.Parse(time.RFC3339, metadata.Timestamp)
	if err != nil {
		return nil
	}
	at = at.UTC()
	return &at
}

// tickRate is nil where the file does not know it, or not one that makes sense.
func tickRate(metadata *icrep.Metadata) *order.TickRate {
	rate := metadata.TickRate
	if rate == nil || rate.Num == 0 || rate.Num > 1<<31 || rate.Den > 1<<31 {
		return nil
	}
	return &order.TickRate{Num: uint32(rate.Num), Den: uint32(max(rate.Den, 1))}
}

func players(metadata *icrep.Metadata) []Player {
	subject := pipeline.SubjectOf(metadata)
	list := []Player{}
	for i := range metadata.Players {
		p := &metadata.Players[i]
		player := Player{
			Slot: p.Slot, Name: p.Name, DisplayName: subject.Player(p.Name, ""), Kind: p.Kind, Faction: p.Faction, Team: p.Team,
			Outcome: p.Outcome, OutcomeGuess: p.OutcomeGuess, APM: p.APM, EffectiveAPM: p.EffectiveAPM,
		}
		if p.Kind == icrep.KindBot {
			player.DisplayName = subject.Bot(p.Name)
		}
		player.FactionName, player.FactionGuess = subject.Faction(p.Faction)
		list = append(list, player)
	}
	return list
}

// Plays reports whether somebody takes part, and does not only watch.
func (p *Player) Plays() bool { return p.Kind == icrep.KindHuman || p.Kind == icrep.KindBot }

// FactionTitle is the best name of the faction.
func (p *Player) FactionTitle() string {
	if p.FactionName != "" {
		return p.FactionName
	}
	return p.Faction
}

// Title is the best name of the player.
func (p *Player) Title() string {
	if p.DisplayName != "" {
		return p.DisplayName
	}
	return p.Name
}

// matchup names the factions of the sides: "Allies v Soviets". Sides are teams,
// and everybody without one. It is "" where one is not known, where there is
// nobody else, and where there are too many.
func matchup(players []Player) string {
	sides := map[int][]string{}
	alone := -1
	for i := range players {
		p := &players[i]
		if !p.Plays() {
			continue
		}
		if p.FactionTitle() == "" {
			return ""
		}
		side := p.Team
		if side == 0 {
			side, alone = alone, alone-1
		}
		sides[side] = append(sides[side], p.FactionTitle())
	}
	if len(sides) < 2 || len(sides) > maxSides {
		return ""
	}
	names := make([]string, 0, len(sides))
	for _, side := range sides {
		slices.Sort(side)
		names = append(names, strings.Join(side, " + "))
	}
	slices.Sort(names)
	return strings.Join(names, " v ")
}

func builds(steps []pipeline.BuildStep) map[int]string {
	made := map[int][]string{}
	for i := range steps {
		step := &steps[i]
		if step.Player < 0 || len(made[int(step.Player)]) == buildSteps {
			continue
		}
		name := step.Name
		if name == "" {
			name = step.Item
		}
		if name != "" {
			made[int(step.Player)] = append(made[int(step.Player)], name)
		}
	}
	list := map[int]string{}
	for player, names := range made {
		if len(names) == buildSteps {
			list[player] = strings.Join(names, " > ")
		}
	}
	return list
}

func chatText(lines []pipeline.ChatLine) string {
	var text strings.Builder
	for i := range lines {
		if text.Len()+len(lines[i].Text) >= maxChatBytes {
			break
		}
		text.WriteString(lines[i].Text)
		text.WriteByte('\n')
	}
	return text.String()
}

var endReasons = map[icrep.EndReason]string{
	icrep.EndElimination: "elimination", icrep.EndSurrender: "surrender", icrep.EndTeamSurrender: "team_surrender",
	icrep.EndObjectiveCompleted: "objective_completed", icrep.EndDraw: "draw",
}

var outcomeKinds = map[icrep.OutcomeKind]string{
	icrep.OutcomeCompleted: OutcomeCompleted, icrep.OutcomeAbandoned: OutcomeAbandoned, icrep.OutcomeDrawn: OutcomeDraw,
	icrep.OutcomeRemade: OutcomeRemade, icrep.OutcomeDesyncTerminated: OutcomeDesync,
}

func outcomeOf(ended *icrep.MatchEnded, rate *order.TickRate) Outcome {
	if ended == nil {
		return Outcome{Kind: OutcomeUnknown}
	}
	outcome := Outcome{Kind: outcomeKinds[ended.Outcome.Kind]}
	switch ended.Outcome.Kind {
	case icrep.OutcomeCompleted:
		outcome.Reason = endReasons[ended.Outcome.End.Reason]
		if !ended.Outcome.WinnerIsTeam {
			winner := int(ended.Outcome.Winner)
			outcome.Winner = &winner
		}
	case icrep.OutcomeDrawn:
		outcome.Reason = endReasons[ended.Outcome.End.Reason]
	default:
	}
	if rate != nil {
		at := rate.Milliseconds(ended.Tick)
		outcome.AtMS = &at
	}
	return outcome
}

func (e *Entry) trustReport(report *divergence.Report) {
	g := &e.Game
	g.Verdict, g.Confidence, g.Coverage = report.Verdict, report.Confidence, &report.Coverage
	g.Proof, g.Orders = &report.Proof, &report.Orders
	g.Map.Found = report.Map.Found
	g.Complete = g.Complete && report.Complete
	e.Rejections = report.Rejections
	e.shares()
}

func (e *Entry) trustRecording(metadata *icrep.Metadata) {
	var trust recordedTrust
	if metadata.ConvertedFrom == nil || json.Unmarshal(metadata.Divergence, &trust) != nil {
		return
	}
	g := &e.Game
	g.Verdict, g.Confidence, g.Coverage = trust.Verdict, trust.Confidence, trust.Coverage
	g.Proof, g.Orders = trust.Proof, trust.Orders
	e.shares()
}

func (e *Entry) shares() {
	if c := e.Game.Coverage; c != nil {
		e.Game.JudgedPermille, e.Game.BoundPermille = c.JudgedPermille(), c.BoundPermille()
	}
}
