// SPDX-License-Identifier: GPL-3.0-or-later

package icreptest

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"convertd/core/bincode"
	"convertd/core/icrep"
	"convertd/core/order"
)

// Dump renders everything in a replay as lines of text, the same lines that
// docs/examples/read_icrep.py --dump prints. Texts are shown as hex of their
// UTF-8, so that no language's quoting matters.
func Dump(tb testing.TB, data []byte) string {
	tb.Helper()
	r, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		tb.Fatal(err)
	}
	d := &dump{tb: tb, r: r}
	h := r.Header()
	d.line("header flags %d ticks %d lost %d final %x", h.Flags, h.TotalTicks, h.LostFrames, h.FinalStateHash)
	for _, s := range h.Sections() {
		d.line("section %s %d %d", s.Section, s.Span.Offset, s.Span.Length)
	}
	d.line("replay %s", r.Metadata().ReplayID)
	d.frames()
	d.keyframes()
	d.events()
	d.rest()
	return d.out.String()
}

type dump struct {
	tb  testing.TB
	r   *icrep.Reader
	out strings.Builder
}

func (d *dump) line(format string, args ...any) {
	fmt.Fprintf(&d.out, format+"\n", args...)
}

func (d *dump) check(err error) {
	if err != nil {
		d.tb.Fatal(err)
	}
}

func (d *dump) frames() {
	ticks := d.r.Ticks(0)
	for ticks.Next() {
		f := ticks.Frame()
		d.line("frame %d %016x", f.Tick, uint64(f.StateHash))
		for i := range f.Orders {
			o := &f.Orders[i]
			d.line("order %d %d %d%s", o.Player, o.SubTick, o.Order.Kind, orderText(&o.Order))
		}
	}
	d.check(ticks.Err())
}

func orderText(o *order.PlayerOrder) string {
	switch o.Kind {
	case order.KindMove:
		return unitsText(o.Units) + placeText(o.Position)
	case order.KindAttack:
		return unitsText(o.Units) + targetText(o.Target)
	case order.KindStop:
		return unitsText(o.Units)
	case order.KindChatMessage:
		text := fmt.Sprintf(" %d", o.Channel)
		if o.Channel == order.ChannelWhisper {
			text += fmt.Sprintf(" %d", o.Whisper)
		}
		return text + hexText(o.Text)
	case order.KindChatCommand:
		text := hexText(o.Text)
		for _, arg := range o.Args {
			text += hexText(arg)
		}
		return text
	case order.KindCheatCode:
		return fmt.Sprintf(" %d", o.Cheat)
	case order.KindSetCvar:
		return hexText(o.Text) + hexText(o.Args[0])
	case order.KindVote:
		return voteText(&o.Vote)
	case order.KindGameOrder:
		return fmt.Sprintf(" tag %d", o.Game.Tag) + commandText(o.Game.Payload)
	case order.KindIdle:
	}
	return ""
}

func voteText(v *order.Vote) string {
	switch v.Kind {
	case order.VoteCast:
		return fmt.Sprintf(" 1 %d %t", v.ID, v.Choice)
	case order.VoteCancel:
		return fmt.Sprintf(" 2 %d", v.ID)
	case order.VotePropose:
	}
	text := fmt.Sprintf(" 0 %d", v.Type)
	switch v.Type {
	case order.VoteKick:
		text += fmt.Sprintf(" %d", v.Target) + hexText(v.Reason)
	case order.VoteCustom:
		text += hexText(v.TypeID)
	case order.VoteSurrender, order.VoteRemake, order.VoteDraw:
	}
	return text
}

func commandText(payload []byte) string {
	var c order.Command
	r := bincode.NewReader(payload)
	order.ReadCommand(r, &c)
	if r.Err() != nil {
		return " unreadable"
	}
	text := unitsText(c.Units) + fmt.Sprintf(" %t", c.Queued) + targetText(c.Target) + targetText(c.Target2) + unitsText(c.Others)
	text += hexText(c.Item) + fmt.Sprintf(" %d %d %d %d", c.ItemID, c.Count, c.Data, c.Flags)
	return text + hexText(c.Name) + hexText(string(c.Raw)) + numbersText(c.Unbound) + numbersText(c.UnboundTargets)
}

func numbersText(numbers []uint32) string {
	parts := make([]string, len(numbers))
	for i, number := range numbers {
		parts[i] = strconv.FormatUint(uint64(number), 10)
	}
	return " [" + strings.Join(parts, ",") + "]"
}

func unitsText(units []order.UnitTag) string {
	parts := make([]string, len(units))
	for i := range units {
		parts[i] = units[i].String()
	}
	return " [" + strings.Join(parts, ",") + "]"
}

func placeText(p order.WorldPos) string { return fmt.Sprintf(" (%d,%d,%d)", p.X, p.Y, p.Z) }

func targetText(t order.Target) string {
	text := fmt.Sprintf(" target %d", t.Kind)
	switch t.Kind {
	case order.TargetPosition:
		text += placeText(t.Position)
	case order.TargetUnit:
		text += " " + t.Unit.String()
	case order.TargetCell:
		text += placeText(order.WorldPos(t.Cell)) + fmt.Sprintf(" %d", t.SubCell)
	case order.TargetFrozen:
		text += " " + t.Unit.String() + fmt.Sprintf(" %d", t.Viewer)
	case order.TargetNone:
	}
	return text
}

func hexText(text string) string { return fmt.Sprintf(" x%x", text) }

func (d *dump) keyframes() {
	for i, k := range d.r.Keyframes() {
		blob, err := d.r.Keyframe(i, nil)
		d.check(err)
		d.line("keyframe %d %t %d %x", k.Tick, k.Full, len(blob), sha256.Sum256(blob))
	}
}

func (d *dump) events() {
	names, err := d.r.Names()
	d.check(err)
	for i, name := range names {
		d.line("name %d%s", i, hexText(name))
	}
	if !d.r.HasEvents() {
		return
	}
	events := d.r.Events(0)
	for events.Next() {
		d.line("event %s", eventText(events.Event()))
	}
	d.check(events.Err())
}

func (d *dump) rest() {
	voice, err := d.r.Voice()
	d.check(err)
	for i := range voice {
		d.line("voice %d %t", voice[i].Player, voice[i].Consented)
		for _, f := range voice[i].Frames {
			d.line("opus %d %d %d%s", f.Tick, f.Target, f.Player, hexText(string(f.Opus)))
		}
	}
	signature, err := d.r.Signature()
	d.check(err)
	if signature != nil {
		d.line("key %x", signature.PublicKey)
		for i := range signature.Chain {
			e := &signature.Chain[i]
			d.line("signature %d %d %x %x", e.Tick, e.Skipped, e.StateHash, e.Signature)
		}
	}
	embedded, err := d.r.Embedded()
	d.check(err)
	if embedded == nil {
		return
	}
	d.line("map %t %x", embedded.Map != nil, sha256.Sum256(embedded.Map))
	if m := embedded.Manifest; m != nil {
		for _, mod := range m.Mods {
			d.line("mod%s%s", hexText(mod.ID), hexText(mod.Version))
		}
		for _, rule := range m.Rules {
			d.line("rule%s %x", hexText(rule.Name), sha256.Sum256(rule.Content))
		}
	}
	d.line("preset%s", hexText(embedded.BalancePreset))
	d.line("state %t %x", embedded.InitialState != nil, sha256.Sum256(embedded.InitialState))
}

// eventText shows an event as its number, its tick and its encoded fields,
// each read one by one by the reader of the other language.
func eventText(e icrep.Event) string {
	head := fmt.Sprintf("%d %d", e.EventKind(), e.EventTick())
	switch v := e.(type) {
	case *icrep.UnitCreated:
		return head + fmt.Sprintf(" %s %d %d", v.Tag, v.Type, v.Owner) + placeText(v.Pos)
	case *icrep.ConstructionStarted:
		return head + fmt.Sprintf(" %s %d %d", v.Tag, v.Type, v.Owner) + placeText(v.Pos)
	case *icrep.ConstructionCompleted:
		return head + fmt.Sprintf(" %s", v.Tag)
	case *icrep.UnitDestroyed:
		return head + fmt.Sprintf(" %s %s %s", v.Tag, optional(v.Killer != order.NoUnit, v.Killer), optional(v.KillerOwner != order.NoPlayer, v.KillerOwner))
	case *icrep.UnitPositionSample:
		for _, p := range v.Positions {
			head += fmt.Sprintf(" %s", p.Tag) + placeText(p.Pos)
		}
		return head
	case *icrep.PlayerStatSnapshot:
		s := &v.Stats
		return head + fmt.Sprintf(" %d %v", v.Player, []any{
			s.TotalCollected, s.TotalSpent, s.CollectionRate, s.IdleHarvesterTicks, s.UnitsProduced, s.StructuresBuilt,
			s.IdleProductionTicks, s.UnitsKilled, s.UnitsLost, s.StructuresDestroyed, s.StructuresLost,
			s.KilledValue, s.LostValue, s.DamageDealt, s.DamageReceived, s.APM, s.EffectiveAPM,
		})
	case *icrep.ResourceCollected:
		return head + fmt.Sprintf(" %d %d %d", v.Player, v.Resource, v.Amount)
	case *icrep.UpgradeCompleted:
		return head + fmt.Sprintf(" %d %d", v.Player, v.Upgrade)
	case *icrep.CameraPositionSample:
		return head + fmt.Sprintf(" %d", v.Player) + placeText(v.Center) + fmt.Sprintf(" %d", v.Zoom)
	case *icrep.SelectionChanged:
		return head + fmt.Sprintf(" %d", v.Player) + unitsText(v.Added) + unitsText(v.Removed)
	case *icrep.ControlGroup:
		return head + fmt.Sprintf(" %d %d %d", v.Player, v.Group, v.Action)
	case *icrep.AbilityUsed:
		text := head + fmt.Sprintf(" %d %d", v.Player, v.Ability)
		if v.HasTarget {
			text += placeText(v.Target)
		}
		return text
	case *icrep.Pause:
		return head + fmt.Sprintf(" %d %t", v.Player, v.Paused)
	}
	return head + lateEventText(e)
}

// lateEventText shows the fields of the events from MatchEnded on.
func lateEventText(e icrep.Event) string {
	switch v := e.(type) {
	case *icrep.MatchEnded:
		return outcomeText(&v.Outcome)
	case *icrep.Vote:
		w := v.Vote
		switch w.Kind {
		case icrep.VoteProposed:
			return fmt.Sprintf(" 0 %d %d %d", w.ID, w.Type, w.Player)
		case icrep.VoteBallotCast:
			return fmt.Sprintf(" 1 %d %d %t", w.ID, w.Player, w.Choice)
		case icrep.VoteResolved:
			return fmt.Sprintf(" 2 %d %d", w.ID, w.Resolution)
		}
	case *icrep.EngagementStarted:
		return fmt.Sprintf(" %d", v.Player) + placeText(v.Center) + unitsText(v.Friendly) + unitsText(v.Enemy) + fmt.Sprintf(" %d %d", v.ValueFriendly, v.ValueEnemy)
	case *icrep.EngagementEnded:
		return fmt.Sprintf(" %d", v.Player) + placeText(v.Center) + fmt.Sprintf(" %d %d %d %d %d", v.FriendlyLosses, v.EnemyLosses, v.FriendlySurvivors, v.EnemySurvivors, v.Duration)
	case *icrep.SuperweaponFired:
		return fmt.Sprintf(" %d", v.Weapon) + placeText(v.Target) + fmt.Sprintf(" %d %d %d", v.Player, v.UnitsAffected, v.BuildingsAffected)
	case *icrep.BaseDestroyed:
		return fmt.Sprintf(" %d", v.Player) + placeText(v.Pos) + unitsText(v.Buildings)
	case *icrep.ArmyWipe:
		return fmt.Sprintf(" %d %d %d %d", v.Player, v.UnitsLost, v.TotalValueLost, v.Percentage)
	case *icrep.ComebackMoment:
		return fmt.Sprintf(" %d %d %d %d", v.Player, v.DeficitBefore, v.AdvantageAfter, v.Swing)
	}
	return " unknown"
}

func outcomeText(o *icrep.MatchOutcome) string {
	switch o.Kind {
	case icrep.OutcomeCompleted:
		return fmt.Sprintf(" 0 %t %d", o.WinnerIsTeam, o.Winner) + endText(&o.End)
	case icrep.OutcomeAbandoned:
		return fmt.Sprintf(" 1 %d %d", o.Leaver, o.At)
	case icrep.OutcomeDrawn:
		return " 2" + endText(&o.End)
	case icrep.OutcomeRemade:
		return " 3"
	case icrep.OutcomeDesyncTerminated:
		return fmt.Sprintf(" 4 %d", o.At)
	}
	return " unknown"
}

func endText(e *icrep.MatchEnd) string {
	text := fmt.Sprintf(" %d", e.Reason)
	switch e.Reason {
	case icrep.EndSurrender:
		return text + fmt.Sprintf(" %d", e.Player)
	case icrep.EndTeamSurrender:
		text += fmt.Sprintf(" %d", e.Team)
	case icrep.EndElimination, icrep.EndObjectiveCompleted, icrep.EndDraw:
	}
	for _, b := range e.Ballots {
		text += fmt.Sprintf(" %d:%t", b.Voter, b.Choice)
	}
	return text
}

func optional(present bool, value any) string {
	if !present {
		return "-"
	}
	return fmt.Sprint(value)
}
