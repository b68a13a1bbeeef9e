// SPDX-License-Identifier: GPL-3.0-or-later

package playback_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// bench is a lab in which units are put next to each other, to be ordered about.
type bench struct {
	*viewer
	requests uint32
	places   int
}

// spawn puts something onto the next free place.
func (b *bench) spawn(owner int, kind string) uint32 {
	b.tb.Helper()
	for range 200 {
		b.requests++
		b.places++
		result, outcome := b.lab(b.requests, fmt.Sprintf(`{"t":"lab","requestId":%d,"op":{"op":"spawnEntity","owner":%d,"kind":%q,"x":%d,"y":%d,"completed":true}}`,
			b.requests, owner, kind, (20+b.places%12*3)*32+16, (10+b.places/12*4)*32+16))
		if result.OK {
			return uint32(outcome["entityId"].(float64))
		}
	}
	b.tb.Fatalf("there is no place for %s", kind)
	return 0
}

// order gives an order and returns what became of it when it was played.
func (b *bench) order(op string) string {
	b.tb.Helper()
	b.requests++
	b.done(b.requests, fmt.Sprintf(`{"t":"convertd.lab","requestId":%d,"op":{"op":"order",%s}}`, b.requests, op))
	b.say(`{"t":"convertd.stepRoomTime","ticks":3}`)
	r, _ := b.until("convertd.orders")
	played := r.own["orders"].([]any)
	outcome, _ := played[len(played)-1].(map[string]any)["outcome"].(string)
	return outcome
}

// Every order that a lab of an OpenRA game offers is one that its module knows: given to
// those who can carry it out it is accepted, and what it is for happens.
func TestALabGivesOpenRAsOwnOrders(t *testing.T) {
	v := openLab(t, theGame(t), 1200)
	v.done(1, `{"t":"convertd.lab","requestId":1,"op":{"op":"follow","enabled":false}}`)
	b := &bench{viewer: v, requests: 1}
	const mine, theirs = 3, 4
	b.done(2, `{"t":"convertd.lab","requestId":2,"op":{"op":"credits","player":3,"credits":20000}}`)
	b.requests = 2
	names := v.done(3, `{"t":"convertd.lab","requestId":3,"op":{"op":"orders"}}`)["orders"].([]any)
	b.requests = 3
	unit := func(kind string) string { return fmt.Sprintf(`"player":%d,"units":[%d]`, mine, b.spawn(mine, kind)) }
	enemy := func(kind string) string { return fmt.Sprintf(`,"target":%d`, b.spawn(theirs, kind)) }
	place := fmt.Sprintf(`,"x":%d,"y":%d`, 30*32, 24*32)
	player := fmt.Sprintf(`"player":%d`, mine)
	for _, test := range []struct{ order, op string }{
		{"move", unit("e1") + place},
		{"attack_move", unit("e1") + place},
		{"attack", unit("e1") + enemy("e1")},
		{"force_attack", unit("e1") + place},
		{"stop", unit("e1")},
		{"scatter", unit("e1")},
		{"guard", unit("e1") + fmt.Sprintf(`,"target":%d`, b.spawn(mine, "jeep"))},
		{"deploy", unit("mcv")},
		{"harvest", unit("harv") + place},
		{"enter", unit("e1") + fmt.Sprintf(`,"target":%d`, b.spawn(mine, "apc"))},
		{"unload", unit("apc")},
		{"capture", unit("e6") + enemy("powr")},
		{"set_rally_point", unit("tent") + place},
		{"set_primary", unit("tent")},
		{"sell", unit("powr")},
		{"power_toggle", unit("dome")},
		{"repair_building", player + fmt.Sprintf(`,"units":[],"target":%d`, b.spawn(mine, "powr"))},
		{"produce", player + `,"units":[],"item":"powr","count":1`},
		{"pause_production", player + `,"units":[],"item":"powr"`},
		{"cancel_production", player + `,"units":[],"item":"powr","count":1`},
		{"demolish", unit("e7") + enemy("powr")},
		{"infiltrate", unit("spy") + enemy("dome")},
	} {
		if !slices.Contains(names, any(test.order)) {
			t.Errorf("%s is not among the orders of the lab: %v", test.order, names)
		}
		if outcome := b.order(fmt.Sprintf(`"order":%q,%s`, test.order, test.op)); outcome != "accepted" {
			t.Errorf("%s (%s) is %s", test.order, test.op, outcome)
		}
	}
}

func TestOrdersOfALabDoInOpenRAWhatTheyAreFor(t *testing.T) {
	v := openLab(t, theGame(t), 1200)
	b := &bench{viewer: v, requests: 2}
	v.done(1, `{"t":"convertd.lab","requestId":1,"op":{"op":"follow","enabled":false}}`)
	v.done(2, `{"t":"convertd.lab","requestId":2,"op":{"op":"credits","player":3,"credits":20000}}`)
	const mine, theirs = 3, 4
	walker, target, shooter := b.spawn(mine, "4tnk"), b.spawn(theirs, "e1"), b.spawn(mine, "3tnk")
	sold, yard := b.spawn(mine, "powr"), b.spawn(mine, "mcv")
	before := b.after(3)
	for _, op := range []string{
		fmt.Sprintf(`"order":"move","player":3,"units":[%d],"x":%d,"y":%d`, walker, int(before[walker].x)+320, int(before[walker].y)),
		fmt.Sprintf(`"order":"attack","player":3,"units":[%d],"target":%d`, shooter, target),
		fmt.Sprintf(`"order":"sell","player":3,"units":[%d]`, sold),
		fmt.Sprintf(`"order":"deploy","player":3,"units":[%d]`, yard),
	} {
		if outcome := b.order(op); outcome != "accepted" {
			t.Errorf("%s is %s", op, outcome)
		}
	}
	const already = 1 // what the game itself had in a queue
	for _, test := range []struct {
		order  string
		queued int
	}{{"produce", already + 2}, {"cancel_production", already}} {
		if outcome := b.order(fmt.Sprintf(`"order":%q,"player":3,"units":[],"item":"powr","count":2`, test.order)); outcome != "accepted" {
			t.Errorf("%s is %s", test.order, outcome)
		}
		if got := b.queued(test.queued); got != test.queued {
			t.Errorf("after %s %d entries are in the queues, not %d", test.order, got, test.queued)
		}
	}
	b.after(300)
	now := b.after(300)
	if now[walker].x <= before[walker].x {
		t.Errorf("the tank went from %v to %v", before[walker], now[walker])
	}
	for what, id := range map[string]uint32{"the soldier that was shot at": target, "the building that was sold": sold, "the vehicle that was deployed": yard} {
		if _, there := now[id]; there {
			t.Errorf("%s is still there", what)
		}
	}
	for op, refused := range map[string]string{
		`"order":"nonsense","player":3,"units":[]`:                                           "there is no such order",
		fmt.Sprintf(`"order":"move","player":4,"units":[%d],"x":10,"y":10`, walker):          "not all of these are this player's",
		fmt.Sprintf(`"order":"hold_position","player":3,"units":[%d],"x":10,"y":10`, walker): "this command has no order in this game",
		`"order":"produce","player":9,"units":[],"item":"powr","count":1`:                    "",
	} {
		b.requests++
		result, _ := b.lab(b.requests, fmt.Sprintf(`{"t":"convertd.lab","requestId":%d,"op":{"op":"order",%s}}`, b.requests, op))
		if result.OK || !strings.Contains(*result.Error, refused) {
			t.Errorf("%s: %v, %v", op, result.OK, *result.Error)
		}
	}
}

type spot struct{ x, y uint32 }

// after plays some ticks on, at most 300, and says where everything is then.
func (b *bench) after(ticks uint32) map[uint32]spot {
	b.tb.Helper()
	b.say(`{"t":"convertd.stepRoomTime","ticks":3}`)
	r, _ := b.until("snapshot")
	want := r.snapshot.Tick + ticks
	b.say(fmt.Sprintf(`{"t":"convertd.stepRoomTime","ticks":%d}`, ticks))
	for r.snapshot.Tick < want {
		r, _ = b.until("snapshot")
	}
	places := map[uint32]spot{}
	for _, e := range r.snapshot.Entities {
		places[e.ID] = spot{uint32(e.X), uint32(e.Y)}
	}
	return places
}

// queued plays on until the queues of player 3 have a number of entries, a few economies
// at most, and counts them.
func (b *bench) queued(wanted int) (count int) {
	b.tb.Helper()
	for range 5 {
		time.Sleep(550 * time.Millisecond) // an economy comes twice a second at most
		b.say(`{"t":"convertd.stepRoomTime","ticks":3}`)
		r, _ := b.until("convertd.economy")
		count = 0
		for _, player := range r.own["players"].([]any) {
			if p := player.(map[string]any); p["id"] == float64(3) {
				for _, q := range p["queues"].([]any) {
					count += int(q.(map[string]any)["count"].(float64))
				}
			}
		}
		if count == wanted {
			break
		}
	}
	return count
}
