// SPDX-License-Identifier: GPL-3.0-or-later

package remastered_test

import (
	"encoding/hex"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/core/ir"
	fixtures "convertd/internal/fixtures/remastered"
	"convertd/sdk"
)

// meaning is what the tests compare of an order.
type meaning struct {
	Kind     ir.Kind
	Item     string
	ItemID   uint32
	Data     uint32
	Present  ir.Presence
	Subjects []uint32
	Target   ir.Target
	RawBytes int
}

func meanings(orders []ir.Order) map[string]meaning {
	all := map[string]meaning{}
	for i := range orders {
		o := &orders[i]
		one := meaning{o.Kind, o.Item, o.ItemID, o.Data, o.Present &^ ir.PresentNativeID, o.Subjects, o.Target, len(o.Raw)}
		if len(one.Subjects) == 0 {
			one.Subjects = nil
		}
		all[o.NativeName] = one
	}
	return all
}

func TestEveryRedAlertEventHasItsMeaning(t *testing.T) {
	const unit, building = 28<<24 | 7, 5<<24 | 4
	subject := func(id uint32) []uint32 { return []uint32{id} }
	cell := ir.Target{Kind: ir.TargetCell, X: 44, Y: 55}
	// The centre of cell 40,50: 256 leptons a cell.
	place := ir.Target{Kind: ir.TargetPosition, X: 40*256 + 128, Y: 50*256 + 128}
	data, item := ir.PresentData, ir.PresentItemID
	want := map[string]meaning{
		"EMPTY":         {Kind: ir.KindSystem, RawBytes: 5},
		"ALLY":          {Kind: ir.KindDiplomacy, Data: 3, Present: data, RawBytes: 9},
		"MEGAMISSION":   {Kind: ir.KindMove, Data: 2, Present: data, Subjects: subject(unit), Target: place, RawBytes: 18},
		"MEGAMISSION_F": {Kind: ir.KindMove, Data: 2, Present: data, Subjects: subject(unit), Target: place, RawBytes: 20},
		"IDLE":          {Kind: ir.KindStop, Subjects: subject(unit), RawBytes: 9},
		"SCATTER":       {Kind: ir.KindScatter, Subjects: subject(unit), RawBytes: 9},
		"DESTRUCT":      {Kind: ir.KindResign, RawBytes: 5},
		"DEPLOY":        {Kind: ir.KindDeploy, RawBytes: 5},
		"PLACE":         {Kind: ir.KindPlaceBuilding, Data: 5, Present: data, Target: cell, RawBytes: 8},
		"OPTIONS":       {Kind: ir.KindSystem, RawBytes: 5},
		"GAMESPEED":     {Kind: ir.KindSystem, Data: 3, Present: data, RawBytes: 9},
		"PRODUCE":       {Kind: ir.KindProduce, Item: "POWR", ItemID: 17, Data: 6, Present: data | item, RawBytes: 10},
		"SUSPEND":       {Kind: ir.KindPauseProduction, Item: "POWR", ItemID: 17, Data: 6, Present: data | item, RawBytes: 10},
		"ABANDON":       {Kind: ir.KindCancelProduction, Item: "POWR", ItemID: 17, Data: 6, Present: data | item, RawBytes: 10},
		"PRIMARY":       {Kind: ir.KindSetPrimary, Subjects: subject(building), RawBytes: 9},
		"SPECIAL_PLACE": {Kind: ir.KindUseAbility, Item: "PARA_BOMB", ItemID: 3, Present: item, Target: cell, RawBytes: 11},
		"EXIT":          {Kind: ir.KindLeave, RawBytes: 5},
		"ANIMATION": {
			Kind: ir.KindSystem, Data: 51, Present: data, Target: ir.Target{Kind: ir.TargetPosition, X: 15488, Y: 15744}, RawBytes: 15,
		},
		"REPAIR":        {Kind: ir.KindRepairBuilding, Subjects: subject(building), RawBytes: 9},
		"SELL":          {Kind: ir.KindSell, Subjects: subject(building), RawBytes: 9},
		"SELLCELL":      {Kind: ir.KindSell, Target: cell, RawBytes: 7},
		"SPECIAL":       {Kind: ir.KindSystem, Data: 3, Present: data, RawBytes: 9},
		"FRAMESYNC":     {Kind: ir.KindSync, Data: 0xDEADBEEF, Present: data, RawBytes: 12},
		"MESSAGE":       {Kind: ir.KindSystem, RawBytes: 5},
		"RESPONSE_TIME": {Kind: ir.KindSystem, Data: 5, Present: data, RawBytes: 5},
		"FRAMEINFO":     {Kind: ir.KindSync, Data: 0xDEADBEEF, Present: data, RawBytes: 12},
		"SAVEGAME":      {Kind: ir.KindSaveGame, RawBytes: 5},
		"ARCHIVE":       {Kind: ir.KindSetRallyPoint, Subjects: subject(unit), Target: place, RawBytes: 9 + 4},
		"ADDPLAYER":     {Kind: ir.KindSystem, RawBytes: 13},
		"TIMING":        {Kind: ir.KindSystem, Data: 9<<16 | 20, Present: data, RawBytes: 9},
		"PROCESS_TIME":  {Kind: ir.KindSystem, Data: 20, Present: data, RawBytes: 7},
		"PROPOSE_DRAW":  {Kind: ir.KindVote, RawBytes: 5},
		"RETRACT_DRAW":  {Kind: ir.KindVote, RawBytes: 5},
	}
	b := fixtures.FindBuild("ra-remaster")
	got := mustDecode(t, fixtures.Everything(b).Encode(b).Data, sdk.DecodeOptions{})
	if diff := cmp.Diff(want, meanings(got.events())); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestTiberianDawnTargetsAndNamesAreItsOwn(t *testing.T) {
	for _, build := range []string{"td-remaster", "td-vanilla-linux", "td-1995"} {
		b := fixtures.FindBuild(build)
		got := meanings(mustDecode(t, fixtures.Everything(b).Encode(b).Data, sdk.DecodeOptions{}).events())
		move := got["MEGAMISSION"]
		if want := (ir.Target{Kind: ir.TargetCell, X: 40, Y: 50}); move.Kind != ir.KindMove || move.Target != want {
			t.Errorf("%s: %+v", build, move)
		}
		if diff := cmp.Diff([]uint32{b.Object(false, 7)}, move.Subjects); diff != "" {
			t.Errorf("%s: %s", build, diff)
		}
		if got["PRODUCE"].Item != "NUKE" || got["SPECIAL_PLACE"].Item != "AIR_STRIKE" {
			t.Errorf("%s: %+v, %+v", build, got["PRODUCE"], got["SPECIAL_PLACE"])
		}
		if _, ok := got["ARCHIVE"]; ok != (build != "td-1995") {
			t.Errorf("%s: ARCHIVE present: %v", build, ok)
		}
	}
}

func oneEvent(t *testing.T, build string, event fixtures.Event) ir.Order {
	t.Helper()
	b := fixtures.FindBuild(build)
	r := fixtures.Everything(b)
	event.ID = uint8(r.Whom)
	r.Turns[0].Events = []fixtures.Event{event}
	return mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{}).events()[0]
}

func TestSpecialCasesOfSingleEvents(t *testing.T) {
	td, ra := fixtures.FindBuild("td-remaster"), fixtures.FindBuild("ra-remaster")
	wall := oneEvent(t, "td-remaster", fixtures.Event{Name: "SELL", Whom: td.Place(3, 4)})
	if wall.Target != (ir.Target{Kind: ir.TargetCell, X: 3, Y: 4}) || len(wall.Subjects) != 0 {
		t.Errorf("a wall is sold by its cell: %+v", wall)
	}
	leaves := oneEvent(t, "ra-remaster", fixtures.Event{Name: "PLACE", RTTI: 28, Cell: -1})
	if leaves.Kind != ir.KindSystem || leaves.Target.Kind != ir.TargetInvalid {
		t.Errorf("a unit that leaves its factory is no placement: %+v", leaves)
	}
	attack := oneEvent(t, "ra-remaster", fixtures.Event{
		Name: "MEGAMISSION", Whom: ra.Object(false, 1), Mission: 1, Target: ra.Object(true, 2), Destination: ra.Place(1, 1),
	})
	if attack.Kind != ir.KindAttack || attack.Target != (ir.Target{Kind: ir.TargetEntity, ID: 5<<24 | 2}) ||
		attack.Target2 != (ir.Target{Kind: ir.TargetPosition, X: 384, Y: 384}) {
		t.Errorf("%+v", attack)
	}
	queued := oneEvent(t, "ra-remaster", fixtures.Event{Name: "MEGAMISSION", Whom: ra.Object(false, 1), Mission: 3, Destination: ra.Place(1, 1)})
	if queued.Kind != ir.KindMove || !queued.Present.Has(ir.PresentQueued) {
		t.Errorf("%+v", queued)
	}
	for _, mission := range []int8{-1, 23, 127} {
		unknown := oneEvent(t, "ra-remaster", fixtures.Event{Name: "MEGAMISSION", Whom: 28 << 24, Mission: mission})
		if unknown.Kind != ir.KindUnknown || unknown.Data != uint32(int32(mission)) {
			t.Errorf("mission %d: %+v", mission, unknown)
		}
	}
	beacon := oneEvent(t, "ra-remaster", fixtures.Event{Name: "ANIMATION", Anim: 80})
	if beacon.Kind != ir.KindBeacon {
		t.Errorf("%+v", beacon)
	}
	if other := oneEvent(t, "ra-vanilla-linux", fixtures.Event{Name: "ANIMATION", Anim: 80}); other.Kind != ir.KindSystem {
		t.Errorf("only the Remastered source has beacons: %+v", other)
	}
	for id, name := range map[int32]string{22: "", -1: "", 21: "STNK"} {
		if made := oneEvent(t, "ra-remaster", fixtures.Event{Name: "PRODUCE", RTTI: 29, Value: id}); made.Item != name || made.ItemID != uint32(id) {
			t.Errorf("unit type %d: %+v", id, made)
		}
	}
}

// TestSuspendOverACompressedLinkNamesNothing: its id was not sent and reads 0.
func TestSuspendOverACompressedLinkNamesNothing(t *testing.T) {
	b := fixtures.FindBuild("ra-vanilla-linux")
	for protocol, named := range map[int]bool{0: true, 1: false} {
		r := fixtures.Network(b, protocol, 12)
		r.Turns[5].Events = append(r.Turns[5].Events, fixtures.Event{Name: "SUSPEND", ID: 12, RTTI: 6})
		got := meanings(mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{}).events())["SUSPEND"]
		if (got.Item == "ATEK") != named || got.Present.Has(ir.PresentItemID) != named {
			t.Errorf("protocol %d: %+v", protocol, got)
		}
	}
}

func TestTeamsAndFormationsAreOrders(t *testing.T) {
	b := fixtures.FindBuild("ra-1996-win95")
	r := fixtures.Everything(b)
	for i := range r.Turns {
		r.Turns[i] = fixtures.Turn{CameraX: 5, CameraY: 6}
	}
	r.Turns[2].TeamEvent, r.Turns[2].TeamNumber = 3, 9
	r.Turns[3].TeamEvent = 1
	r.Turns[4].FormationEvent = 1
	r.Turns[5].FormSpeed = 4
	r.Turns[6].FormSpeed = 4
	r.Turns[7].TeamEvent = 77
	got := mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{Profile: "ra-1996-win95"})
	type act struct {
		Tick uint64
		Kind ir.Kind
		Name string
		Data uint32
		Raw  string
	}
	var acts []act
	for _, o := range got.Orders {
		acts = append(acts, act{o.Tick, o.Kind, o.NativeName, o.Data, hex.EncodeToString(o.Raw)})
	}
	state := func(speed string) string { return hex.EncodeToString(make([]byte, 24)) + speed + "00" }
	want := []act{
		{2, ir.KindGroupAssign, "UI_TEAM", 9, "0309"},
		{3, ir.KindGroupSelect, "UI_TEAM", 0, "0100"},
		{4, ir.KindFormation, "UI_FORMATION", 1, ""},
		{5, ir.KindSystem, "UI_FORMATION_STATE", 0, state("04")},
		{7, ir.KindUnknown, "UI_TEAM", 0, "4d00"},
		{7, ir.KindSystem, "UI_FORMATION_STATE", 0, state("00")},
	}
	if diff := cmp.Diff(want, acts); diff != "" {
		t.Error(diff)
	}
	if len(got.Cameras) != 1 || got.Trailer.Commands != 0 {
		t.Errorf("%d camera samples, %d commands", len(got.Cameras), got.Trailer.Commands)
	}
}

func TestSelectionsAreSentWhenTheyChange(t *testing.T) {
	b := fixtures.FindBuild("td-vanilla-linux")
	r := fixtures.Everything(b)
	for i := range r.Turns {
		r.Turns[i] = fixtures.Turn{CameraX: 5, CameraY: 6}
	}
	unit := b.Object(false, 3)
	r.Turns[1].Selected = []uint32{unit}
	r.Turns[2].Selected = []uint32{unit}
	r.Turns[3].Selected = []uint32{unit, b.Object(true, 1)}
	got := mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{})
	if len(got.Orders) != 3 {
		t.Fatalf("%+v", got.Orders)
	}
	for i, want := range []struct {
		tick     uint64
		kind     ir.Kind
		subjects int
	}{{1, ir.KindSelect, 1}, {3, ir.KindSelect, 2}, {4, ir.KindDeselect, 0}} {
		order := &got.Orders[i]
		if order.Tick != want.tick || order.Kind != want.kind || len(order.Subjects) != want.subjects || order.Player != got.Header.LocalPlayer {
			t.Errorf("%+v, want %+v", order, want)
		}
	}
}
