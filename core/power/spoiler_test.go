// SPDX-License-Identifier: GPL-3.0-or-later

package power

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/core/ir"
)

// battle is a game of two players who produce, move and attack, with a hash and
// chat in between.
func battle() *game {
	g := &game{header: ir.Header{
		Format: "test", Game: "test", PositionUnit: ir.PositionWorld1024,
		Players: []ir.Player{
			{Kind: ir.PlayerHuman, Client: 10, Faction: "red"},
			{Kind: ir.PlayerHuman, Client: 11, Faction: "blue"},
			{Kind: ir.PlayerObserver, Client: 12},
		},
	}}
	for i := range 40 {
		player := int32(i % 2)
		o := ir.Order{Tick: uint64(10 * i), Frame: uint64(i), Offset: uint64(100 * i), Player: player, Client: 10 + player}
		switch i % 8 / 2 {
		case 0:
			o.Kind, o.Item, o.Subjects = ir.KindProduce, []string{"tank", "plane"}[player], []uint32{uint32(1 + player)}
		case 1:
			o.Kind, o.Subjects, o.Target = ir.KindMove, []uint32{uint32(100 + i)}, ir.Target{Kind: ir.TargetPosition, X: int32(i), Y: 7}
		case 2:
			o.Kind, o.Subjects, o.Target = ir.KindAttack, []uint32{uint32(100 + i)}, ir.Target{Kind: ir.TargetEntity, ID: uint32(99 + i)}
		case 3:
			o.Kind, o.Subjects = ir.KindSelect, []uint32{uint32(100 + i)}
		}
		g.orders = append(g.orders, o)
	}
	g.orders = append(g.orders,
		ir.Order{Tick: 400, Player: 0, Client: 10, Kind: ir.KindChat, Text: "gg"},
		ir.Order{Tick: 400, Player: 2, Client: 12, Kind: ir.KindCamera})
	g.hashes = []ir.SyncSample{{Frame: 1, Tick: 100, Reporter: 10, Value: 1}, {Frame: 1, Tick: 100, Reporter: 11, Value: 1}}
	g.trailer = &ir.Trailer{Ticks: 401}
	return g
}

// spoilt applies a spoiler to a game and checks that the game itself is as it
// was, and that doing it again does the same.
func spoilt(t *testing.T, name string, g *game) (result *game, changed int, why string) {
	t.Helper()
	spoilers := Spoilers()
	at := slices.IndexFunc(spoilers, func(s Spoiler) bool { return s.Name == name })
	before := g.clone()
	for i := range before.orders {
		before.orders[i] = copied(&g.orders[i])
	}
	result, changed, why = spoilers[at].apply(g, "source")
	again, _, _ := spoilers[at].apply(g, "source")
	if diff := cmp.Diff(result.orders, again.orders); diff != "" {
		t.Errorf("%s is not the same twice: %s", name, diff)
	}
	same := func(a, b []uint32) bool { return slices.Equal(a, b) }
	for i := range before.orders {
		a, b := before.orders[i], g.orders[i]
		if !same(a.Subjects, b.Subjects) || a.Target != b.Target || a.Tick != b.Tick || a.Player != b.Player || a.Item != b.Item {
			t.Fatalf("%s changed the game itself: order %d is %+v", name, i, b)
		}
	}
	for i := 1; i < len(result.orders); i++ {
		if result.orders[i].Tick < result.orders[i-1].Tick {
			t.Fatalf("%s: ticks go back at order %d", name, i)
		}
	}
	return result, changed, why
}

// undo restores one field of every order, so that a test can say that nothing
// else was changed.
func undo(t *testing.T, whole, changed *game, restore func(from, to *ir.Order)) {
	t.Helper()
	if len(whole.orders) != len(changed.orders) {
		t.Fatalf("%d orders, there were %d", len(changed.orders), len(whole.orders))
	}
	got := changed.clone()
	for i := range got.orders {
		restore(&whole.orders[i], &got.orders[i])
	}
	for i := range got.orders {
		if diff := cmp.Diff(whole.orders[i], got.orders[i]); diff != "" {
			t.Fatalf("order %d: %s", i, diff)
		}
	}
}

func TestSwappedPlayersGiveEachOthersOrders(t *testing.T) {
	g := battle()
	got, changed, why := spoilt(t, "players_swapped", g)
	if changed != 40 || why != "" {
		t.Fatalf("%d changed, %q", changed, why)
	}
	for i := range got.orders[:40] {
		if o := &got.orders[i]; o.Player != 1-g.orders[i].Player || o.Client != 10+o.Player {
			t.Errorf("order %d is of player %d, client %d", i, o.Player, o.Client)
		}
	}
	undo(t, g, got, func(from, to *ir.Order) { to.Player, to.Client = from.Player, from.Client })
	if got.orders[40].Player != 0 || got.orders[41].Player != 2 {
		t.Error("talk and the camera of an observer were swapped")
	}
}

func TestAThirdOfTheOrdersIsCutAndNothingElse(t *testing.T) {
	g := battle()
	for range 5 {
		g.orders = append(g.orders[:40:40], g.orders...) // more of them, so that the share tells
		slices.SortStableFunc(g.orders, func(a, b ir.Order) int { return int(a.Tick) - int(b.Tick) })
	}
	got, changed, _ := spoilt(t, "orders_cut", g)
	of := 0
	for i := range g.orders {
		if ofPlayers(&g.orders[i]) {
			of++
		}
	}
	if len(got.orders) != len(g.orders)-changed || changed*100 < 22*of || changed*100 > 38*of {
		t.Errorf("%d of %d cut", changed, of)
	}
	if n := len(got.orders); got.orders[n-2].Kind != ir.KindChat || got.orders[n-1].Kind != ir.KindCamera {
		t.Error("talk or the camera was cut")
	}
}

func TestShuffledOrdersAreTheSameOrdersAtOtherMoments(t *testing.T) {
	g := battle()
	got, changed, _ := spoilt(t, "orders_shuffled", g)
	moved := 0
	for i := range g.orders {
		a, b := &g.orders[i], &got.orders[i]
		if a.Tick != b.Tick || a.Frame != b.Frame || a.Offset != b.Offset {
			t.Fatalf("place %d has another moment", i)
		}
		if a.Kind != b.Kind || !slices.Equal(a.Subjects, b.Subjects) {
			moved++
		}
	}
	if changed != 40 || moved < 20 {
		t.Errorf("%d changed, %d orders say something else", changed, moved)
	}
	what := func(g *game) []string {
		var list []string
		for i := range g.orders {
			o := g.orders[i]
			o.Tick, o.Frame, o.Offset = 0, 0, 0
			list = append(list, o.Item+string(rune(o.Kind))+string(rune(o.Player+1))+string(rune(o.Target.ID))+string(rune(o.Target.X)))
		}
		slices.Sort(list)
		return list
	}
	if !slices.Equal(what(g), what(got)) {
		t.Error("other orders than before")
	}
}

func TestJunkIDsReplaceSubjectsAndTargets(t *testing.T) {
	g := battle()
	got, changed, _ := spoilt(t, "junk_ids", g)
	if changed != 40 {
		t.Errorf("%d changed", changed)
	}
	for i := range got.orders[:40] {
		a, b := &g.orders[i], &got.orders[i]
		if len(a.Subjects) != len(b.Subjects) || slices.Equal(a.Subjects, b.Subjects) || a.Kind == ir.KindAttack && a.Target.ID == b.Target.ID {
			t.Errorf("order %d names %v and %v", i, b.Subjects, b.Target.ID)
		}
	}
	undo(t, g, got, func(from, to *ir.Order) {
		to.Subjects, to.Entities, to.Target.ID = from.Subjects, from.Entities, from.Target.ID
	})
}

func TestPositionsArePutFarOffTheMapInTheFormatsOwnUnits(t *testing.T) {
	g := battle()
	got, changed, _ := spoilt(t, "off_map", g)
	if changed != 10 {
		t.Errorf("%d changed", changed)
	}
	for i := range got.orders {
		if o := &got.orders[i]; o.Target.Kind == ir.TargetPosition && (o.Target.X != farAway && o.Target.X != -farAway || o.Target.Y != farAway && o.Target.Y != -farAway) {
			t.Errorf("order %d is at %d, %d", i, o.Target.X, o.Target.Y)
		}
	}
	undo(t, g, got, func(from, to *ir.Order) { to.Target.X, to.Target.Y = from.Target.X, from.Target.Y })
	g.header.PositionUnit = ir.PositionFloatBits
	got, _, _ = spoilt(t, "off_map", g)
	if x := math.Float32frombits(uint32(got.orders[2].Target.X)); x != farAway && x != -farAway {
		t.Errorf("as floats: %v", x)
	}
}

func TestProductionIsRemovedWithWhatItPlacesAndCancels(t *testing.T) {
	g := battle()
	got, changed, _ := spoilt(t, "production_removed", g)
	if changed != 10 || len(got.orders) != len(g.orders)-10 || slices.ContainsFunc(got.orders, func(o ir.Order) bool { return produces(o.Kind) }) {
		t.Errorf("%d removed, %d are left", changed, len(got.orders))
	}
}

func TestAThirdOfTheOrdersIsGivenToUnitsOfTheOther(t *testing.T) {
	g := battle()
	got, changed, _ := spoilt(t, "wrong_owner", g)
	found := 0
	for i := range got.orders[:40] {
		o := &got.orders[i]
		for _, id := range o.Subjects {
			if int32(id+1)%2 == 1-o.Player && id < 3 || id >= 100 && int32(id)%2 != o.Player {
				found++
			}
		}
	}
	if changed < 4 || changed > 18 || found != changed {
		t.Errorf("%d changed, %d orders name units of the other", changed, found)
	}
	undo(t, g, got, func(from, to *ir.Order) { to.Subjects = from.Subjects })
}

func TestItemsAreThoseOfAnotherFaction(t *testing.T) {
	g := battle()
	got, changed, _ := spoilt(t, "wrong_faction", g)
	if changed != 10 || got.orders[0].Item != "plane" || got.orders[1].Item != "tank" {
		t.Errorf("%d changed: %q and %q", changed, got.orders[0].Item, got.orders[1].Item)
	}
	undo(t, g, got, func(from, to *ir.Order) { to.Item = from.Item })
	// Where rules say whose an item is, one player is enough.
	g.header.Game = "kw"
	for i := range g.orders {
		if g.orders[i].Kind == ir.KindProduce {
			g.orders[i].Item = "GDIRifleSoldierSquad"
		}
	}
	got, changed, _ = spoilt(t, "wrong_faction", g)
	if changed != 10 || got.orders[0].Item == "GDIRifleSoldierSquad" || got.orders[0].ItemID == 0 {
		t.Errorf("%d changed: %q", changed, got.orders[0].Item)
	}
}

func TestHasteDividesEveryMoment(t *testing.T) {
	g := battle()
	got, _, _ := spoilt(t, "ten_times_faster", g)
	if got.orders[39].Tick != 39 || got.hashes[0].Tick != 10 || got.trailer.Ticks != 41 || g.trailer.Ticks != 401 {
		t.Errorf("tick %d, hash at %d, %d ticks", got.orders[39].Tick, got.hashes[0].Tick, got.trailer.Ticks)
	}
	undo(t, g, got, func(from, to *ir.Order) { to.Tick, to.Frame = from.Tick, from.Frame })
}

// What a game does not have cannot be spoilt, and that is said.
func TestWhatAGameLacksIsNotSpoilt(t *testing.T) {
	g := battle()
	g.orders = []ir.Order{{Player: 0, Kind: ir.KindStop}, {Player: 2, Kind: ir.KindCamera}}
	for _, spoiler := range Spoilers() {
		_, _, why := spoilt(t, spoiler.Name, g)
		if why == "" && spoiler.Name != "orders_cut" {
			t.Errorf("%s was applied to a game of one order", spoiler.Name)
		}
	}
}

// Another file is spoilt in another way.
func TestRandomnessIsThatOfTheSource(t *testing.T) {
	if seed("a", "b") == seed("b", "b") || seed("a", "b") == seed("a", "c") {
		t.Error("the seed does not depend on source and spoiler")
	}
}
