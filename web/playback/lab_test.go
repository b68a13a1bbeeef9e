// SPDX-License-Identifier: GPL-3.0-or-later

package playback_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"convertd/core/icsave"
	"convertd/internal/converted"
	"convertd/plugins/rts/protocol"
	"convertd/web/playback"
)

// zeroHour is a game whose simulation is the plausible one.
func zeroHour(tb testing.TB) *converted.Game {
	tb.Helper()
	return converted.EA(tb, filepath.Join("..", "..", "testdata", "replays", "ea", "zerohour.rep"))
}

// openLab goes into a lab at a tick of a game.
func openLab(tb testing.TB, game *converted.Game, tick uint32) *viewer {
	tb.Helper()
	address, _ := serve(tb, func(o *playback.Options) { o.Games = games{"game": of(game)} })
	v := dial(tb, address)
	v.hello()
	v.join(room)
	v.send(&protocol.SetRoomTimeSpeed{Speed: 0})
	v.send(&protocol.SeekRoomTimeTo{Tick: tick})
	v.until("start")
	v.say(`{"t":"convertd.branch"}`)
	created, _ := v.until("convertd.labCreated")
	name, _ := created.own["room"].(string)
	start := v.join(name)
	if start.Lab == nil || start.Lab.Role != protocol.LabOperator || start.Tick != tick {
		tb.Fatalf("the lab starts with %+v at tick %d", start.Lab, start.Tick)
	}
	v.send(&protocol.SetRoomTimeSpeed{Speed: 0})
	return v
}

// lab does an operation and returns its outcome.
func (v *viewer) lab(request uint32, op string) (*protocol.LabResult, map[string]any) {
	v.tb.Helper()
	v.say(op)
	r, _ := v.until("labResult")
	result := r.message.(*protocol.LabResult)
	if result.RequestID != request {
		v.tb.Fatalf("the answer is to request %d, not %d", result.RequestID, request)
	}
	var outcome map[string]any
	if result.Outcome != nil {
		if err := json.Unmarshal(*result.Outcome, &outcome); err != nil {
			v.tb.Fatal(err)
		}
	}
	return result, outcome
}

// done does an operation that must succeed.
func (v *viewer) done(request uint32, op string) map[string]any {
	v.tb.Helper()
	result, outcome := v.lab(request, op)
	if !result.OK {
		v.tb.Fatalf("%s: %s", op, *result.Error)
	}
	return outcome
}

func TestALabChangesTheGameByHand(t *testing.T) {
	v := openLab(t, zeroHour(t), 0)
	spawned := v.done(1, `{"t":"lab","requestId":1,"op":{"op":"spawnEntity","owner":1,"kind":"AmericaTankCrusader","x":6400,"y":6400}}`)
	tank := uint32(spawned["entityId"].(float64))
	v.done(2, fmt.Sprintf(`{"t":"lab","requestId":2,"op":{"op":"moveEntity","entityId":%d,"x":320,"y":640}}`, tank))
	v.done(3, fmt.Sprintf(`{"t":"lab","requestId":3,"op":{"op":"setEntityOwner","entityId":%d,"owner":2}}`, tank))
	v.done(4, `{"t":"lab","requestId":4,"op":{"op":"setPlayerResources","playerId":2,"steel":4321,"oil":0}}`)
	r, _ := v.until("snapshot")
	found := false
	for _, e := range r.snapshot.Entities {
		found = found || e.ID == tank && e.Owner == 2 && e.X == 320 && e.Y == 640
	}
	if !found {
		t.Errorf("the tank is not where it was moved to: %+v", r.snapshot.Entities)
	}
	if r.snapshot.PlayerResources[1].Steel != 4321 {
		t.Errorf("player 2 has %d", r.snapshot.PlayerResources[1].Steel)
	}
	v.done(5, fmt.Sprintf(`{"t":"lab","requestId":5,"op":{"op":"issueCommandAs","playerId":2,"cmd":{"c":"move","units":[%d],"x":3200,"y":640}}}`, tank))
	v.say(`{"t":"convertd.stepRoomTime","ticks":30}`)
	orders, _ := v.until("convertd.orders")
	if first := orders.own["orders"].([]any)[0].(map[string]any); first["order"] != "move" || first["outcome"] != "accepted" {
		t.Errorf("the order is %v", first)
	}
	v.done(6, fmt.Sprintf(`{"t":"lab","requestId":6,"op":{"op":"deleteEntity","entityId":%d}}`, tank))
	for request, op := range []string{
		fmt.Sprintf(`{"op":"deleteEntity","entityId":%d}`, tank),
		`{"op":"spawnEntity","owner":9,"kind":"AmericaTankCrusader","x":1,"y":1}`,
		`{"op":"spawnEntity","owner":1,"kind":"nonsense","x":1,"y":1}`,
		`{"op":"setCompletedResearch","playerId":1,"upgrade":"tank_unlock","completed":true}`,
		fmt.Sprintf(`{"op":"issueCommandAs","playerId":1,"cmd":{"c":"stop","units":[%d]}}`, tank),
	} {
		if result, _ := v.lab(uint32(request)+100, fmt.Sprintf(`{"t":"lab","requestId":%d,"op":%s}`, request+100, op)); result.OK || *result.Error == "" {
			t.Errorf("%s succeeded", op)
		}
	}
}

func TestALabIsGoneBackInAndSaved(t *testing.T) {
	game := zeroHour(t)
	v := openLab(t, game, 0)
	spawned := v.done(1, `{"t":"lab","requestId":1,"op":{"op":"spawnEntity","owner":1,"kind":"AmericaTankCrusader","x":640,"y":640}}`)
	tank := uint32(spawned["entityId"].(float64))
	v.done(2, fmt.Sprintf(`{"t":"convertd.lab","requestId":2,"op":{"op":"order","player":1,"order":"move","units":[%d],"x":3200,"y":640}}`, tank))
	where := func() (x float64) {
		r, _ := v.until("snapshot")
		for _, e := range r.snapshot.Entities {
			if e.ID == tank {
				x = e.X
			}
		}
		return x
	}
	seek := func(tick uint32) float64 {
		v.send(&protocol.SeekRoomTimeTo{Tick: tick})
		v.until("start")
		return where()
	}
	late := seek(120)
	if early := seek(30); early >= late || early < 640 {
		t.Errorf("at tick 30 the tank is at %v, at tick 120 at %v", early, late)
	}
	if again := seek(120); again != late {
		t.Errorf("at tick 120 the tank is at %v, and was at %v", again, late)
	}
	saved := v.done(3, `{"t":"convertd.lab","requestId":3,"op":{"op":"save"}}`)
	data, err := base64.StdEncoding.DecodeString(saved["base64"].(string))
	if err != nil {
		t.Fatal(err)
	}
	save, err := icsave.Load(bytes.NewReader(data), int64(len(data)))
	if err != nil || save.State.Core.Tick != 120 {
		t.Fatal(err)
	}
	address, _ := serve(t, func(o *playback.Options) {
		o.Games = games{"save": {Save: save, Materials: game.Materials}}
	})
	other := dial(t, address)
	other.hello()
	start := other.join(playback.RoomPrefix + "save")
	if start.Tick != 120 || start.Lab == nil {
		t.Errorf("the save opens at tick %d, lab %+v", start.Tick, start.Lab)
	}
	other.send(&protocol.SetRoomTimeSpeed{Speed: 0})
	about, _ := other.until("convertd.game")
	if about.own["kind"] != "save" {
		t.Errorf("it says it is a %v", about.own["kind"])
	}
	other.done(9, `{"t":"lab","requestId":9,"op":{"op":"setPlayerResources","playerId":1,"steel":5,"oil":0}}`)
}

func TestAScenarioIsExportedAndImported(t *testing.T) {
	v := openLab(t, zeroHour(t), 0)
	exported := v.done(1, `{"t":"lab","requestId":1,"op":{"op":"exportScenario","name":"mine"}}`)
	scenario, err := json.Marshal(exported["scenario"])
	if err != nil {
		t.Fatal(err)
	}
	before := len(exported["scenario"].(map[string]any)["entities"].([]any))
	v.done(2, `{"t":"lab","requestId":2,"op":{"op":"spawnEntity","owner":1,"kind":"AmericaTankCrusader","x":640,"y":640}}`)
	imported := v.done(3, fmt.Sprintf(`{"t":"lab","requestId":3,"op":{"op":"importScenario","scenario":%s}}`, scenario))
	if got := len(imported["entityIdMap"].(map[string]any)); got != before || before == 0 {
		t.Errorf("%d entities came back of %d, left out: %v", got, before, imported["leftOut"])
	}
	other := bytes.Replace(scenario, []byte(`"kind":"labScenario"`), []byte(`"kind":"other"`), 1)
	if result, _ := v.lab(4, fmt.Sprintf(`{"t":"lab","requestId":4,"op":{"op":"importScenario","scenario":%s}}`, other)); result.OK {
		t.Error("another kind of file was imported")
	}
}

func TestAJudgementSaysHowManyRecordedOrdersFit(t *testing.T) {
	game := zeroHour(t)
	v := openLab(t, game, 0)
	same := v.done(1, `{"t":"convertd.lab","requestId":1,"op":{"op":"judge","ticks":20000}}`)
	recorded := same["recorded"].(map[string]any)
	if same["orders"].(float64) == 0 || same["fit"] != recorded["fit"] || same["orders"] != recorded["orders"] {
		t.Errorf("of an unchanged game %v of %v fit, of the recorded one %v", same["fit"], same["orders"], recorded["fit"])
	}
	exported := v.done(2, `{"t":"lab","requestId":2,"op":{"op":"exportScenario"}}`)
	for i, entity := range exported["scenario"].(map[string]any)["entities"].([]any) {
		id := entity.(map[string]any)["id"].(float64)
		v.done(uint32(i)+10, fmt.Sprintf(`{"t":"lab","requestId":%d,"op":{"op":"deleteEntity","entityId":%.0f}}`, i+10, id))
	}
	spoilt := v.done(3, `{"t":"convertd.lab","requestId":3,"op":{"op":"judge","ticks":20000}}`)
	if spoilt["fit"].(float64) >= same["fit"].(float64) {
		t.Errorf("without anything on the map %v orders fit, with all %v", spoilt["fit"], same["fit"])
	}
}

func TestOnlyTheOperatorChangesALab(t *testing.T) {
	address, _ := serve(t, func(o *playback.Options) { o.Games = games{"game": of(zeroHour(t))} })
	operator, guest := dial(t, address), dial(t, address)
	operator.hello()
	guest.hello()
	operator.join(room)
	operator.say(`{"t":"convertd.branch"}`)
	created, _ := operator.until("convertd.labCreated")
	name, _ := created.own["room"].(string)
	operator.join(name)
	if start := guest.join(name); start.Lab.Role != protocol.LabReadOnly {
		t.Errorf("the guest is %s", start.Lab.Role)
	}
	guest.send(&protocol.SetRoomTimeSpeed{Speed: 0})
	operation := `{"t":"lab","requestId":1,"op":{"op":"setPlayerResources","playerId":1,"steel":5,"oil":0}}`
	if result, _ := guest.lab(1, operation); result.OK {
		t.Error("a guest changed the lab")
	}
	operator.send(&protocol.ReturnToLobby{})
	state, _ := guest.until("labState")
	if state.message.(*protocol.LabState).Role != protocol.LabOperator {
		t.Errorf("once the operator left the guest is %+v", state.message)
	}
	guest.done(1, operation)
}
