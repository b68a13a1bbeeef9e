// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"
	"encoding/json"
	"strings"

	"convertd/core/actions"
	"convertd/core/divergence"
	"convertd/core/fault"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/rules/pack"
)

// Inspection is the object of `inspect --json` (docs/schemas/inspection.schema.json).
// Counts are the format's own records under their own numbers or names.
type Inspection struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size"`
	Format string `json:"format"`
	Game   string `json:"game"`
	// GameName is what people call the game, "" if nobody named it.
	GameName string `json:"game_name,omitempty"`
	Version  string `json:"version"`
	Profile  string `json:"profile,omitempty"`
	// Unverified marks layouts that no real file has confirmed.
	Unverified bool            `json:"unverified,omitempty"`
	Map        InspectedMap    `json:"map"`
	Players    []InspectPlayer `json:"players"`
	Seed       *int64          `json:"seed,omitempty"`
	StartTime  int64           `json:"start_time,omitempty"`
	EndTime    int64           `json:"end_time,omitempty"`
	GameSpeed  string          `json:"game_speed,omitempty"`
	Options    []NamedText     `json:"options,omitempty"`
	Details    []NamedText     `json:"details,omitempty"`

	LastFrame      uint64 `json:"last_frame"`
	Ticks          uint64 `json:"ticks"`
	TickRate       Rate   `json:"tick_rate"`
	DurationMS     uint64 `json:"duration_ms"`
	Commands       uint64 `json:"commands"`
	CommandsByType Counts `json:"commands_by_type"`
	OrdersByKind   Counts `json:"orders_by_kind"`
	// UnattributedActions counts orders of which the recording does not say whose they
	// are: those of bots, as a rule.
	UnattributedActions uint64         `json:"unattributed_actions"`
	Sync                InspectedSync  `json:"sync"`
	Winner              *int32         `json:"winner,omitempty"` // index into players
	Scores              []InspectScore `json:"scores,omitempty"`
	BuildOrder          []BuildStep    `json:"build_order,omitempty"`
	// UnmatchedCancellations counts those that do not say which step of the build
	// order they take back.
	UnmatchedCancellations uint64            `json:"unmatched_cancellations,omitempty"`
	Chat                   []ChatLine        `json:"chat,omitempty"`
	Complete               bool              `json:"complete"`
	BytesConsumed          uint64            `json:"bytes_consumed"`
	Warnings               []InspectWarning  `json:"warnings"`
	Error                  *InspectedFailure `json:"error"`
}

// InspectedMap identifies the map.
type InspectedMap struct {
	Name string `json:"name"`
	ID   string `json:"id"`
	// Author is of the map itself, where it is in a map folder.
	Author string `json:"author,omitempty"`
}

// Rate is ticks per second.
type Rate struct {
	Num uint32 `json:"num"`
	Den uint32 `json:"den"`
}

// NamedText is one named fact.
type NamedText struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// InspectPlayer is one participant or slot.
type InspectPlayer struct {
	Slot   int32  `json:"slot"`
	Client int32  `json:"client"`
	Name   string `json:"name"`
	// DisplayName is what players see where Name is a key.
	DisplayName string `json:"display_name,omitempty"`
	Kind        string `json:"kind"`
	AI          string `json:"ai,omitempty"`
	Faction     string `json:"faction"`
	// FactionName is what people call the faction; FactionGuess says that the name
	// is that of the unmodified game, FactionInferred that the lobby left it to
	// chance and it follows from what was built.
	FactionName     string `json:"faction_name,omitempty"`
	FactionGuess    bool   `json:"faction_guess,omitempty"`
	FactionInferred bool   `json:"faction_inferred,omitempty"`
	ChosenFaction   string `json:"chosen_faction,omitempty"`
	FactionResolved bool   `json:"faction_resolved,omitempty"`
	Team            int32  `json:"team"`
	Start           int32  `json:"start"`
	Color           string `json:"color,omitempty"`
	Outcome         string `json:"outcome"`
	OutcomeFrame    uint64 `json:"outcome_frame,omitempty"`
	OutcomeTimeMS   uint64 `json:"outcome_time_ms,omitempty"`
	OutcomeHint     bool   `json:"outcome_hint,omitempty"` // suggested by the file, not proven
	// Actions and the rest are as docs/figures.md defines them.
	Actions          uint64      `json:"actions"`
	APM              uint64      `json:"apm"`
	EffectiveActions uint64      `json:"effective_actions"`
	EffectiveAPM     uint64      `json:"effective_apm"`
	Details          []NamedText `json:"details,omitempty"`
}

// InspectedSync says whether the participants agreed with each other.
type InspectedSync struct {
	Reports       uint64         `json:"reports"`
	Checkpoints   uint64         `json:"checkpoints"`
	Compared      uint64         `json:"compared"`
	Mismatches    uint64         `json:"mismatches"`
	FirstMismatch *FrameMismatch `json:"first_mismatch"`
	OddPlayer     *int32         `json:"odd_player"`
}

// FrameMismatch is the first moment in which hashes disagree.
type FrameMismatch struct {
	Frame  uint64                  `json:"frame"`
	Tick   uint64                  `json:"tick"`
	Values []divergence.SourceHash `json:"values"`
}

// InspectScore is one figure of the score screen.
type InspectScore struct {
	Player int32  `json:"player"`
	Name   string `json:"name"`
	Value  int64  `json:"value"`
}

// ChatLine is one chat message.
type ChatLine struct {
	TimeMS uint64 `json:"time_ms"`
	Player int32  `json:"player"`
	Text   string `json:"text"`
}

// InspectWarning is something the decoder wants known.
type InspectWarning struct {
	Code   string  `json:"code"`
	Text   string  `json:"text"`
	Offset *uint64 `json:"offset,omitempty"`
}

// InspectedFailure is why the file could not be read to its end.
type InspectedFailure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Offset  uint64 `json:"offset"`
}

// Counts is how often each name occurred; JSON has the names in order.
type Counts map[string]uint64

// Limits of the lists of an Inspection; figures are counted beyond them.
const (
	maxBuildSteps = 10_000
	maxChatLines  = 10_000
)

// Inspect reads a decoder's stream to its end and sums it up. What could be
// read is in the Inspection even if the replay is damaged; then its Error is
// set, and damage holds the *ir.DecodeError; without a readable header nothing
// but the Error is. err is for everything else, as in Convert.
func Inspect(ctx context.Context, source Source, packs *pack.Set) (inspection *Inspection, damage, err error) {
	defer fault.Contain(&err)
	f, err := openFeed(ctx, source)
	if decode, ok := ir.AsDecodeError(err); ok {
		return Unreadable(decode), decode, nil
	}
	if err != nil {
		return nil, nil, err
	}
	n := &inspector{
		header: f.header, packs: packs, meter: actions.NewMeter(actions.RulesOf(f.header), len(f.header.Players)),
		built: newBuildOrder(subjectOf(f.header)), factions: newFactions(f.header),
	}
	n.fillHeader()
	for !f.done {
		if err := f.pull(ctx); err != nil {
			return nil, nil, err
		}
		for o := f.take(); o != nil; o = f.take() {
			n.order(o)
		}
	}
	n.finish(f)
	return &n.out, f.failure, nil
}

// Unreadable is the Inspection of a file of which nothing could be read.
func Unreadable(why *ir.DecodeError) *Inspection {
	return &Inspection{
		Players: []InspectPlayer{}, CommandsByType: Counts{}, OrdersByKind: Counts{}, Warnings: []InspectWarning{},
		TickRate: Rate{Num: 0, Den: 1},
		Error:    &InspectedFailure{Code: string(why.Code), Message: why.Error(), Offset: why.Offset},
	}
}

type inspector struct {
	header   *ir.Header
	packs    *pack.Set
	out      Inspection
	meter    *actions.Meter
	kinds    [256]uint64
	built    *buildOrder
	factions *factions
}

func (n *inspector) fillHeader() {
	h := n.header
	n.out = Inspection{
		Format: h.Format, Game: h.Game, GameName: subjectOf(h).Title(), Version: h.Version, Profile: h.Profile, Unverified: h.Unverified,
		Map: InspectedMap{Name: h.Map.Name, ID: h.Map.ID}, StartTime: h.StartTime, EndTime: h.EndTime, GameSpeed: h.Speed,
		Options: named(h.Options), Details: named(h.Details),
		TickRate: Rate{Num: h.TickRate.Num, Den: h.TickRate.Den},
		Players:  make([]InspectPlayer, 0, len(h.Players)),
	}
	if h.HasSeed {
		seed := h.Seed
		n.out.Seed = &seed
	}
	for i := range h.Players {
		p := &h.Players[i]
		n.out.Players = append(n.out.Players, InspectPlayer{
			Slot: p.Slot, Client: p.Client, Name: p.Name, Kind: p.Kind.String(), AI: p.AI, Faction: p.Faction,
			ChosenFaction: p.ChosenFaction, FactionResolved: p.FactionResolved, Team: p.Team, Start: p.Start,
			Color: p.Color, Outcome: p.Outcome.String(), Details: named(p.Details),
		})
	}
}

func named(list []ir.KeyValue) []NamedText {
	out := make([]NamedText, 0, len(list))
	for _, pair := range list {
		out = append(out, NamedText{Key: pair.Key, Value: pair.Value})
	}
	return out
}

// TimeOf is when a tick begins in the game, in milliseconds.
func (n *Inspection) TimeOf(tick uint64) uint64 {
	if n.TickRate.Num == 0 {
		return 0
	}
	return order.TickRate{Num: n.TickRate.Num, Den: n.TickRate.Den}.Milliseconds(order.Tick(tick))
}

func (n *inspector) time(tick uint64) uint64 {
	return tickRate(n.header).Milliseconds(order.Tick(tick))
}

func (n *inspector) order(o *ir.Order) {
	n.kinds[o.Kind]++
	if o.Kind == ir.KindChat && len(n.out.Chat) < maxChatLines {
		n.out.Chat = append(n.out.Chat, ChatLine{TimeMS: n.time(o.Tick), Player: o.Player, Text: strings.Clone(o.Text)})
	}
	n.meter.Add(int(o.Player), o)
	if !o.Kind.Game() || o.Player < 0 || int(o.Player) >= len(n.out.Players) {
		return
	}
	n.factions.order(o)
	n.built.order(o, n.time(o.Tick))
}

func (n *inspector) finish(f *feed) {
	out := &n.out
	if t := f.trailer; t != nil {
		n.trailer(t)
	}
	out.OrdersByKind = Counts{}
	for kind, count := range n.kinds {
		if count > 0 {
			out.OrdersByKind[ir.Kind(kind).String()] = count
		}
	}
	n.fillActions()
	out.BuildOrder, out.UnmatchedCancellations = n.built.list(), n.built.unmatched
	n.names()
	sync := f.sync.Report()
	out.Sync = InspectedSync{
		Reports: sync.Reports, Checkpoints: sync.Checkpoints, Compared: sync.Compared,
		Mismatches: sync.Mismatches, OddPlayer: sync.OddPlayer,
	}
	if m := sync.FirstMismatch; m != nil {
		out.Sync.FirstMismatch = &FrameMismatch{Frame: m.Frame, Tick: m.Tick, Values: m.Values}
	}
	out.Warnings = []InspectWarning{}
	for _, standIn := range standInsOfRules(n.header, n.packs) {
		if standIn.OtherRules { // what is not known at all is for a conversion to say
			out.Warnings = append(out.Warnings, InspectWarning{Code: standIn.Code, Text: "a conversion would stand in for it: " + standIn.Text()})
		}
	}
	for _, d := range f.diagnostics {
		warning := InspectWarning{Code: d.Code, Text: d.Summary}
		if d.HasOffset {
			offset := d.Offset
			warning.Offset = &offset
		}
		out.Warnings = append(out.Warnings, warning)
	}
	if decode, ok := ir.AsDecodeError(f.failure); ok {
		out.Error = &InspectedFailure{Code: string(decode.Code), Message: decode.Error(), Offset: decode.Offset}
		out.Complete = false
	}
}

// fillActions takes the figures once the trailer has said whose game ended when.
func (n *inspector) fillActions() {
	rate := tickRate(n.header)
	for i := range n.out.Players {
		p, figures := &n.out.Players[i], n.meter.Figures(i)
		p.Actions, p.APM = figures.Actions, figures.PerMinute(rate)
		p.EffectiveActions, p.EffectiveAPM = figures.Effective, figures.EffectivePerMinute(rate)
	}
	n.out.UnattributedActions = n.meter.Unattributed()
}

// names adds what people call players and factions.
func (n *inspector) names() {
	subject := subjectOf(n.header)
	for i := range n.out.Players {
		p := &n.out.Players[i]
		if name := subject.Player(p.Name, p.AI); name != p.Name {
			p.DisplayName = name
		}
		if inferred := n.factions.inferred(i); inferred != "" {
			p.ChosenFaction, p.Faction, p.FactionInferred = p.Faction, inferred, true
		}
		if name, guess := subject.Faction(p.Faction); name != p.Faction {
			p.FactionName, p.FactionGuess = name, guess
		}
	}
}

func (n *inspector) trailer(t *ir.Trailer) {
	out := &n.out
	endActions(n.meter, n.header, t, func(player int32) int { return int(player) })
	out.Complete, out.BytesConsumed = t.Complete, t.BytesConsumed
	out.LastFrame, out.Ticks, out.DurationMS = t.LastFrame, t.Ticks, n.time(t.Ticks)
	out.Commands = t.Commands
	out.CommandsByType = Counts{}
	for _, c := range t.CommandsByType {
		out.CommandsByType[c.Name] = c.N
	}
	for _, o := range t.Outcomes {
		if o.Player < 0 || int(o.Player) >= len(out.Players) {
			continue
		}
		p := &out.Players[o.Player]
		p.Outcome, p.OutcomeFrame, p.OutcomeHint = o.Outcome.String(), o.Frame, o.Hint
		p.OutcomeTimeMS = n.time(o.Frame * uint64(n.header.TicksPerFrame))
	}
	if t.Winner >= 0 && int(t.Winner) < len(out.Players) {
		winner := t.Winner
		out.Winner = &winner
	}
	for _, s := range t.Scores {
		out.Scores = append(out.Scores, InspectScore{Player: s.Player, Name: s.Name, Value: s.Value})
	}
	out.Details = append(out.Details, named(t.Details)...)
}

// MarshalJSON writes an empty object for no counts.
func (c Counts) MarshalJSON() ([]byte, error) {
	if c == nil {
		return []byte("{}"), nil
	}
	return json.Marshal(map[string]uint64(c))
}
