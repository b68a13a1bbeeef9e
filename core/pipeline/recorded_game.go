// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"strconv"

	"convertd/core/bincode"
	"convertd/core/icrep"
	"convertd/core/naming"
	"convertd/core/order"
)

// RecordedGame sums up what happens in an .icrep, as an Inspection does for a
// foreign recording. Players are numbers of the recording itself.
type RecordedGame struct {
	Orders       uint64
	OrdersByKind Counts
	Events       uint64
	EventsByKind Counts
	Chat         []ChatLine
	// BuildOrder is what the simulation that wrote the file began and finished.
	BuildOrder             []BuildStep
	UnmatchedCancellations uint64
	// Ended is how the match ended, nil if the recording does not say it.
	Ended *icrep.MatchEnded
}

// SubjectOf is the game that the names of a recording belong to.
func SubjectOf(m *icrep.Metadata) naming.Subject {
	subject := naming.Subject{Game: m.BalancePreset}
	if from := m.ConvertedFrom; from != nil {
		subject.Format, subject.Game, subject.Version = from.Source, from.OriginalMod, from.OriginalVersion
	}
	return subject
}

// ReadRecordedGame reads all orders and events of a recording once. What came
// before damage is in the result, which is never nil; err says what the
// damage is.
func ReadRecordedGame(reader *icrep.Reader) (*RecordedGame, error) {
	r := &recordedReader{
		subject: SubjectOf(reader.Metadata()),
		out:     &RecordedGame{OrdersByKind: Counts{}, EventsByKind: Counts{}},
		open:    map[stepKey][]int{}, ordered: map[stepKey]string{}, placed: map[order.UnitTag]int{},
	}
	if rate := reader.Metadata().TickRate; rate != nil && rate.Num > 0 && rate.Num <= 1<<31 && rate.Den <= 1<<31 {
		r.rate = order.TickRate{Num: uint32(rate.Num), Den: uint32(max(rate.Den, 1))}
	}
	err := r.read(reader)
	for i := range r.steps {
		if !r.steps[i].cancelled {
			r.out.BuildOrder = append(r.out.BuildOrder, r.steps[i].BuildStep)
		}
	}
	return r.out, err
}

type recordedReader struct {
	subject naming.Subject
	rate    order.TickRate
	out     *RecordedGame
	names   []string
	steps   []recordedStep
	open    map[stepKey][]int     // steps that nothing came of yet, oldest first
	ordered map[stepKey]string    // the kind of order that an item was first ordered by
	placed  map[order.UnitTag]int // steps whose structure is being built
	command order.Command
}

type recordedStep struct {
	BuildStep
	cancelled bool
}

func (r *recordedReader) time(tick order.Tick) uint64 {
	if r.rate.Num == 0 {
		return 0
	}
	return r.rate.Milliseconds(tick)
}

// read goes through orders and events side by side: an order of a tick comes
// before what happened in it.
func (r *recordedReader) read(reader *icrep.Reader) (err error) {
	if r.names, err = reader.Names(); err != nil {
		return err
	}
	ticks := reader.Ticks(0)
	if !reader.HasEvents() {
		for ticks.Next() {
			r.frame(ticks.Frame())
		}
		return ticks.Err()
	}
	events := reader.Events(0)
	more := ticks.Next()
	for events.Next() {
		for event := events.Event(); more && ticks.Frame().Tick <= event.EventTick(); more = ticks.Next() {
			r.frame(ticks.Frame())
		}
		r.event(events.Event())
	}
	for ; more; more = ticks.Next() {
		r.frame(ticks.Frame())
	}
	if err := ticks.Err(); err != nil {
		return err
	}
	return events.Err()
}

func (r *recordedReader) frame(frame *icrep.TickFrame) {
	for i := range frame.Orders {
		o := &frame.Orders[i]
		r.out.Orders++
		switch o.Order.Kind {
		case order.KindGameOrder:
			r.out.OrdersByKind[o.Order.Game.Tag.String()]++
			r.game(frame.Tick, o.Player, &o.Order.Game)
		case order.KindChatMessage:
			r.out.OrdersByKind[o.Order.Kind.String()]++
			if len(r.out.Chat) < maxChatLines {
				r.out.Chat = append(r.out.Chat, ChatLine{TimeMS: r.time(frame.Tick), Player: playerNumber(o.Player), Text: o.Order.Text})
			}
		default:
			r.out.OrdersByKind[o.Order.Kind.String()]++
		}
	}
}

func playerNumber(player order.PlayerID) int32 {
	if player == order.NoPlayer {
		return -1
	}
	return int32(player)
}

func (r *recordedReader) game(tick order.Tick, player order.PlayerID, g *order.GameOrder) {
	switch g.Tag {
	case order.TagProduce, order.TagResearch, order.TagPurchasePower, order.TagPlaceBuilding, order.TagBuild,
		order.TagCancelProduction, order.TagCancelResearch:
	default:
		return
	}
	c := &r.command
	reader := bincode.NewReader(g.Payload)
	order.ReadCommand(reader, c)
	if reader.Err() != nil {
		return
	}
	item := c.Item
	if item == "" && c.Flags&order.CommandHasItemID != 0 {
		item = strconv.FormatUint(uint64(c.ItemID), 10)
	}
	count := 1
	if c.Flags&order.CommandHasCount != 0 {
		count = int(max(c.Count, 1))
	}
	key, kind := stepKey{playerNumber(player), item}, g.Tag.String()
	switch g.Tag {
	case order.TagCancelProduction, order.TagCancelResearch:
		r.cancel(key, count)
		return
	case order.TagPlaceBuilding, order.TagBuild:
		// Where buildings come out of a queue the step is there already.
		if first, ok := r.ordered[key]; item == "" || ok && first == order.TagProduce.String() || len(r.open[key]) > 0 {
			return
		}
		count = 1
	default:
	}
	for range min(count, maxBuildSteps-len(r.steps)) {
		if _, known := r.ordered[key]; !known {
			r.ordered[key] = kind
		}
		r.open[key] = append(r.open[key], len(r.steps))
		r.steps = append(r.steps, recordedStep{BuildStep: BuildStep{
			TimeMS: r.time(tick), Player: key.player, Kind: kind, Item: item, Name: r.subject.Item(item),
		}})
	}
}

// cancel takes back the newest steps of an item.
func (r *recordedReader) cancel(key stepKey, count int) {
	if key.item == "" {
		r.out.UnmatchedCancellations++
		return
	}
	open, known := r.open[key]
	if !known {
		return
	}
	for ; count > 0 && len(open) > 0; count-- {
		r.steps[open[len(open)-1]].cancelled = true
		open = open[:len(open)-1]
	}
	r.open[key] = open
}

// take ends the oldest step of a player that a name can be of; -1 if there is none:
// it came with another building, or stood there from the beginning.
func (r *recordedReader) take(player order.PlayerID, name icrep.NameID) int {
	if int(name) >= len(r.names) {
		return -1
	}
	key := stepKey{playerNumber(player), r.names[name]}
	open := r.open[key]
	if len(open) == 0 {
		return -1
	}
	r.open[key] = open[1:]
	return open[0]
}

func (r *recordedReader) event(e icrep.Event) {
	r.out.Events++
	r.out.EventsByKind[e.EventKind().String()]++
	now := r.time(e.EventTick())
	switch v := e.(type) {
	case *icrep.ConstructionStarted:
		if at := r.take(v.Owner, v.Type); at >= 0 {
			r.steps[at].StartedMS = &now
			r.placed[v.Tag] = at
		}
	case *icrep.ConstructionCompleted:
		if at, ok := r.placed[v.Tag]; ok {
			r.steps[at].CompletedMS = &now
			delete(r.placed, v.Tag)
		}
	case *icrep.UnitDestroyed:
		delete(r.placed, v.Tag)
	case *icrep.UnitCreated:
		if at := r.take(v.Owner, v.Type); at >= 0 {
			r.steps[at].CompletedMS = &now
		}
	case *icrep.MatchEnded:
		ended := *v
		ended.Outcome.End.Ballots = nil
		r.out.Ended = &ended
	case *icrep.UpgradeCompleted:
		if at := r.take(v.Player, v.Upgrade); at >= 0 {
			r.steps[at].CompletedMS = &now
		}
	}
}
