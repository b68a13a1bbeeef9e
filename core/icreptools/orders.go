// SPDX-License-Identifier: GPL-3.0-or-later

package icreptools

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"convertd/core/bincode"
	"convertd/core/icrep"
	"convertd/core/order"
)

// WriteOrders writes every order of a replay as one line of text: tick, sub-tick,
// player, kind, and the fields that count, separated by tabs
// (docs/icrep.md#orders-as-text). It returns how many there were; those before damage
// are written, then the error is returned.
func WriteOrders(w io.Writer, r *icrep.Reader) (n uint64, err error) {
	out := bufio.NewWriter(w)
	ticks := r.Ticks(0)
	var line orderLine
	for ticks.Next() {
		frame := ticks.Frame()
		for i := range frame.Orders {
			if _, err := out.Write(line.write(frame.Tick, &frame.Orders[i])); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, errors.Join(ticks.Err(), out.Flush())
}

// orderLine writes one order; its buffers serve the next one too.
type orderLine struct {
	text    []byte
	command order.Command
}

func (l *orderLine) write(tick order.Tick, o *order.TimestampedOrder) []byte {
	l.text = fmt.Appendf(l.text[:0], "%d\t%d\t", tick, o.SubTick)
	if o.Player == order.NoPlayer {
		l.text = append(l.text, '-')
	} else {
		l.text = fmt.Appendf(l.text, "%d", o.Player)
	}
	l.text = append(l.text, '\t')
	switch p := &o.Order; p.Kind {
	case order.KindGameOrder:
		l.game(&p.Game)
	case order.KindMove:
		l.kind(p.Kind)
		l.units("units", p.Units)
		l.field("to", positionText(p.Position))
	case order.KindAttack:
		l.kind(p.Kind)
		l.units("units", p.Units)
		l.target("target", &p.Target)
	case order.KindStop:
		l.kind(p.Kind)
		l.units("units", p.Units)
	case order.KindChatMessage:
		l.kind(p.Kind)
		l.field("channel", channelNames[min(int(p.Channel), len(channelNames)-1)])
		if p.Channel == order.ChannelWhisper {
			l.field("whisper", strconv.FormatUint(uint64(p.Whisper), 10))
		}
		l.quoted("text", p.Text)
	case order.KindChatCommand, order.KindSetCvar:
		l.kind(p.Kind)
		l.quoted("name", p.Text)
		for _, argument := range p.Args {
			l.quoted("argument", argument)
		}
	case order.KindCheatCode:
		l.kind(p.Kind)
		l.field("code", strconv.FormatUint(uint64(p.Cheat), 10))
	case order.KindVote:
		l.kind(p.Kind)
		l.field("vote", fmt.Sprintf("%d type=%d target=%d id=%d choice=%t", p.Vote.Kind, p.Vote.Type, p.Vote.Target, p.Vote.ID, p.Vote.Choice))
		l.text = append(l.text, ' ')
		l.text = strconv.AppendQuote(l.text, p.Vote.Reason+p.Vote.TypeID)
	case order.KindIdle:
		l.kind(p.Kind)
	}
	return append(l.text, '\n')
}

// channelNames are the chat channels.
var channelNames = [...]string{"all", "team", "whisper", "observer", "unknown"}

func (l *orderLine) kind(k order.PlayerOrderKind) { l.text = append(l.text, k.String()...) }

// game takes a game order apart.
func (l *orderLine) game(g *order.GameOrder) {
	l.text = append(l.text, g.Tag.String()...)
	c := &l.command
	r := bincode.NewReader(g.Payload)
	order.ReadCommand(r, c)
	if r.Err() != nil {
		l.field("payload", hex.EncodeToString(g.Payload))
		return
	}
	l.units("units", c.Units)
	if c.Queued {
		l.field("queued", "true")
	}
	l.target("target", &c.Target)
	l.target("target2", &c.Target2)
	l.units("others", c.Others)
	if c.Flags&order.CommandHasItem != 0 || c.Item != "" {
		l.quoted("item", c.Item)
	}
	for _, number := range []struct {
		name string
		flag order.CommandFlags
		text string
	}{
		{"item_id", order.CommandHasItemID, strconv.FormatUint(uint64(c.ItemID), 10)},
		{"count", order.CommandHasCount, strconv.FormatInt(int64(c.Count), 10)},
		{"data", order.CommandHasData, strconv.FormatUint(uint64(c.Data), 10)},
	} {
		if c.Flags&number.flag != 0 {
			l.field(number.name, number.text)
		}
	}
	if c.Name != "" {
		l.quoted("name", c.Name)
	}
	if len(c.Raw) > 0 {
		l.field("raw", hex.EncodeToString(c.Raw))
	}
	l.numbers("unbound", c.Unbound)
	l.numbers("unbound_targets", c.UnboundTargets)
}

func (l *orderLine) field(name, value string) {
	l.text = append(l.text, '\t')
	l.text = append(l.text, name...)
	l.text = append(l.text, '=')
	l.text = append(l.text, value...)
}

func (l *orderLine) quoted(name, value string) { l.field(name, strconv.Quote(value)) }

func (l *orderLine) units(name string, tags []order.UnitTag) {
	if len(tags) == 0 {
		return
	}
	texts := make([]string, len(tags))
	for i, tag := range tags {
		texts[i] = tag.String()
	}
	l.field(name, strings.Join(texts, ","))
}

func (l *orderLine) numbers(name string, ids []uint32) {
	if len(ids) == 0 {
		return
	}
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatUint(uint64(id), 10)
	}
	l.field(name, strings.Join(texts, ","))
}

func (l *orderLine) target(name string, t *order.Target) {
	switch t.Kind {
	case order.TargetPosition:
		l.field(name, positionText(t.Position))
	case order.TargetUnit:
		l.field(name, "unit "+t.Unit.String())
	case order.TargetCell:
		l.field(name, fmt.Sprintf("cell %d,%d,%d/%d", t.Cell.X, t.Cell.Y, t.Cell.Z, t.SubCell))
	case order.TargetFrozen:
		l.field(name, fmt.Sprintf("unit %s as remembered by %d", t.Unit, t.Viewer))
	case order.TargetNone:
	}
}

func positionText(p order.WorldPos) string { return fmt.Sprintf("%d,%d,%d", p.X, p.Y, p.Z) }
