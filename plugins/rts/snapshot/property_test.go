// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot_test

import (
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"convertd/plugins/rts/snapshot"
)

// draws of parts of a snapshot.

func drawFloat(t *rapid.T, label string) float64 {
	return float64(rapid.Float32Range(-1e9, 1e9).Draw(t, label))
}

func drawPoint(t *rapid.T) snapshot.Point {
	return snapshot.Point{X: drawFloat(t, "x"), Y: drawFloat(t, "y")}
}

func optional[T any](t *rapid.T, draw func() T) snapshot.Optional[T] {
	if !rapid.Bool().Draw(t, "present") {
		return snapshot.Optional[T]{}
	}
	return snapshot.Some(draw())
}

func drawUint32(t *rapid.T) uint32 { return rapid.Uint32().Draw(t, "number") }

func drawEntity(t *rapid.T) snapshot.Entity {
	number := func() uint32 { return drawUint32(t) }
	float := func() float64 { return drawFloat(t, "fraction") }
	stages := rapid.Custom(func(t *rapid.T) snapshot.OrderStage {
		return snapshot.OrderStage{Kind: snapshot.StageKind(rapid.Uint8Range(1, 15).Draw(t, "stage")), Point: drawPoint(t)}
	})
	e := snapshot.Entity{
		ID: number(), Owner: number(), Kind: snapshot.Kind(rapid.Uint8Range(1, 21).Draw(t, "kind")), Point: drawPoint(t),
		HP: number(), MaxHP: number(), State: snapshot.State(rapid.Uint8Range(1, 8).Draw(t, "state")),
		Facing: optional(t, float), WeaponFacing: optional(t, float),
		ProdKind:      optional(t, func() snapshot.Kind { return 3 }),
		ProdProgress:  optional(t, float),
		ProdQueue:     optional(t, number),
		BuildProgress: optional(t, float), LatchedNode: optional(t, number), TargetID: optional(t, number),
		SetupState: optional(t, func() snapshot.SetupState { return 2 }),
		Remaining:  optional(t, number),
		Rally:      optional(t, func() snapshot.Place { return snapshot.Place(drawPoint(t)) }),
		OilUsed:    optional(t, float), SetupFacing: optional(t, float),
		OrderPlan:          rapid.SliceOfN(stages, 0, 9).Draw(t, "orders"),
		ChargeCooldownLeft: optional(t, number), BreakthroughTicks: optional(t, number),
		VisionOnly:  snapshot.Optional[bool]{Valid: true, Value: rapid.Bool().Draw(t, "vision only")},
		RallyPlan:   rapid.SliceOfN(stages, 0, 4).Draw(t, "rally"),
		ProdUpgrade: optional(t, func() snapshot.Upgrade { return 6 }),
		BuildActive: snapshot.Some(true), // so that every slot before it is written
	}
	if rapid.Bool().Draw(t, "path") {
		e.DebugPath = &snapshot.DebugPath{
			Waypoints: []snapshot.Point{drawPoint(t)}, Goal: optional(t, func() snapshot.Point { return drawPoint(t) }),
			LastRepathTick: number(), TotalWaypoints: number(),
		}
	}
	return e
}

func drawEvent(t *rapid.T) snapshot.Event {
	place := func() snapshot.Optional[snapshot.Place] { return snapshot.Some(snapshot.Place(drawPoint(t))) }
	reveal := func() *snapshot.Reveal {
		if !rapid.Bool().Draw(t, "reveal") {
			return nil
		}
		return &snapshot.Reveal{
			Owner: 1, Kind: 4, Point: drawPoint(t),
			SetupState: optional(t, func() snapshot.SetupState { return 1 }),
		}
	}
	shooter := snapshot.Some(drawUint32(t))
	switch kind := snapshot.EventKind(rapid.Uint8Range(1, 10).Draw(t, "event")); kind {
	case snapshot.EventAttack:
		e := snapshot.Event{Kind: kind, From: shooter, To: drawUint32(t), Reveal: reveal()}
		if rapid.Bool().Draw(t, "aimed") {
			e.ToAt = place()
		}
		return e
	case snapshot.EventDeath:
		return snapshot.Event{Kind: kind, ID: drawUint32(t), At: drawPoint(t), EntityKind: 5}
	case snapshot.EventBuild:
		return snapshot.Event{Kind: kind, ID: drawUint32(t), EntityKind: 6}
	case snapshot.EventNotice:
		return snapshot.Event{
			Kind: kind, Message: rapid.String().Draw(t, "message"), Severity: snapshot.Severity(rapid.Uint8Range(1, 3).Draw(t, "severity")),
			NoticeAt: optional(t, func() snapshot.Point { return drawPoint(t) }),
		}
	case snapshot.EventSmokeLaunch:
		return snapshot.Event{Kind: kind, FromAt: drawPoint(t), ToAt: place(), DelayTicks: 3}
	case snapshot.EventMortarImpact:
		return snapshot.Event{
			Kind: kind, At: drawPoint(t), RadiusTiles: 1.5, Reveal: reveal(),
			From: optional(t, func() uint32 { return drawUint32(t) }),
		}
	case snapshot.EventArtilleryTarget:
		return snapshot.Event{Kind: kind, From: shooter, At: drawPoint(t), RadiusTiles: 2, DelayTicks: 9}
	case snapshot.EventArtilleryImpact:
		return snapshot.Event{Kind: kind, At: drawPoint(t), RadiusTiles: 2}
	case snapshot.EventMortarLaunch:
		return snapshot.Event{Kind: kind, From: shooter, FromAt: drawPoint(t), ToAt: place(), RadiusTiles: 2, DelayTicks: 9}
	default:
		return snapshot.Event{Kind: kind, To: drawUint32(t)}
	}
}

func drawSnapshot(t *rapid.T) *snapshot.Snapshot {
	number := func() uint32 { return drawUint32(t) }
	s := &snapshot.Snapshot{
		Tick: number(), Steel: number(), Oil: number(), SupplyUsed: number(), SupplyCap: number(),
		Entities:     rapid.SliceOfN(rapid.Custom(drawEntity), 0, 3).Draw(t, "entities"),
		Events:       rapid.SliceOfN(rapid.Custom(drawEvent), 0, 6).Draw(t, "events"),
		VisibleTiles: rapid.SliceOfN(rapid.Uint8Range(0, 1), 0, 40).Draw(t, "tiles"),
		NetStatus: snapshot.NetStatus{
			ServerLagMs: number(), SlowTick: rapid.Bool().Draw(t, "slow"), HeadOfLine: rapid.Bool().Draw(t, "head of line"),
		},
	}
	if rapid.Bool().Draw(t, "rest") {
		s.ResourceDeltas = []snapshot.ResourceDelta{{ID: number(), Remaining: number()}}
		s.Smokes = []snapshot.Smoke{{ID: number(), Point: drawPoint(t), RadiusTiles: 2.5, ExpiresIn: number()}}
		s.AbilityObjects = []snapshot.AbilityObject{{
			ID: number(), Ability: 6, Kind: 1, Point: drawPoint(t), ExpiresIn: optional(t, number),
			OwnerState: &snapshot.OwnerState{HP: optional(t, number), Radius: snapshot.Some(drawFloat(t, "radius"))},
		}}
		s.RememberedBuildings = []snapshot.RememberedBuilding{{
			ID: number(), Kind: 7, Point: drawPoint(t), Footprint: []snapshot.Tile{{X: 1, Y: number()}}, ObservedTick: number(),
		}}
		s.PlayerResources = []snapshot.PlayerResources{{ID: 1, Steel: number(), SupplyCap: number()}}
		s.Upgrades = []snapshot.Upgrade{1, 6}
		s.NetStatus.Prediction = snapshot.Some(snapshot.Prediction{
			Version: snapshot.Some(uint32(1)), LastSimConsumedClientTick: optional(t, number),
		})
	}
	return s
}

func TestWhatIsEncodedIsDecoded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawSnapshot(t)
		frame, err := snapshot.Encode(nil, want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := snapshot.Decode(frame)
		if err != nil {
			t.Fatal(err)
		}
		// An absent list and an empty one look the same in a frame.
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestEncodeKeepsTheClientsLimits(t *testing.T) {
	entity := snapshot.Entity{Kind: 1, State: 1}
	tests := []struct {
		name  string
		fill  func(s *snapshot.Snapshot, n int)
		limit int
	}{
		{"entities", func(s *snapshot.Snapshot, n int) {
			for range n {
				s.Entities = append(s.Entities, entity)
			}
		}, 20_000},
		{"events", func(s *snapshot.Snapshot, n int) {
			for range n {
				s.Events = append(s.Events, snapshot.Event{Kind: snapshot.EventOverpenetration})
			}
		}, 5000},
		{"smokes", func(s *snapshot.Snapshot, n int) { s.Smokes = make([]snapshot.Smoke, n) }, 1024},
		{"resource deltas", func(s *snapshot.Snapshot, n int) { s.ResourceDeltas = make([]snapshot.ResourceDelta, n) }, 20_000},
		{"players", func(s *snapshot.Snapshot, n int) { s.PlayerResources = make([]snapshot.PlayerResources, n) }, 32},
		{"tiles", func(s *snapshot.Snapshot, n int) { s.VisibleTiles = make([]uint8, n) }, 65_536},
		{"waypoints", func(s *snapshot.Snapshot, n int) {
			path := entity
			path.DebugPath = &snapshot.DebugPath{Waypoints: make([]snapshot.Point, n)}
			s.Entities = []snapshot.Entity{path}
		}, 128},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var fits, tooMany snapshot.Snapshot
			test.fill(&fits, test.limit)
			frame, err := snapshot.Encode(nil, &fits)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := snapshot.Decode(frame); err != nil {
				t.Fatal(err)
			}
			test.fill(&tooMany, test.limit+1)
			if _, err := snapshot.Encode(nil, &tooMany); !errors.Is(err, snapshot.ErrFrame) {
				t.Fatalf("got %v", err)
			}
		})
	}
}

func TestEncodeRefusesWhatHasNoForm(t *testing.T) {
	for name, s := range map[string]*snapshot.Snapshot{
		"not a number": {Smokes: []snapshot.Smoke{{RadiusTiles: math.NaN()}}},
		"infinity":     {Smokes: []snapshot.Smoke{{RadiusTiles: math.Inf(-1)}}},
		"no kind":      {Entities: []snapshot.Entity{{State: 1}}},
		"no event":     {Events: []snapshot.Event{{Kind: 11}}},
		"no upgrade":   {Upgrades: []snapshot.Upgrade{255}},
		"tile 2":       {VisibleTiles: []uint8{2}},
	} {
		if _, err := snapshot.Encode(nil, s); !errors.Is(err, snapshot.ErrFrame) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestMinusZeroBecomesZero(t *testing.T) {
	frame, err := snapshot.Encode(nil, &snapshot.Snapshot{Smokes: []snapshot.Smoke{{Point: snapshot.Point{X: math.Copysign(0, -1)}}}})
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := snapshot.Decode(frame)
	if err != nil {
		t.Fatal(err)
	}
	if math.Signbit(decoded.Smokes[0].X) {
		t.Fatal("-0 came back as -0")
	}
}

// full is a frame that holds something of everything.
func full(tb testing.TB) []byte {
	tb.Helper()
	var frame []byte
	longest := rapid.Custom(func(t *rapid.T) []byte {
		encoded, err := snapshot.Encode(nil, drawSnapshot(t))
		if err != nil {
			t.Fatal(err)
		}
		return encoded
	})
	for seed := range 20 {
		if each := longest.Example(seed); len(each) > len(frame) {
			frame = each
		}
	}
	return frame
}

func TestAnyFlippedByteAndAnyCutIsSurvived(t *testing.T) {
	frame := full(t)
	check := func(damaged []byte) {
		s, err := snapshot.Decode(damaged)
		if err != nil {
			if !errors.Is(err, snapshot.ErrFrame) {
				t.Fatalf("%x: %v", damaged, err)
			}
			return
		}
		if _, err := snapshot.Encode(nil, s); err != nil {
			t.Fatalf("%x was taken and cannot be written: %v", damaged, err)
		}
	}
	for at := range frame {
		for _, flip := range []byte{0x01, 0x10, 0x80, 0xFF} {
			damaged := append([]byte(nil), frame...)
			damaged[at] ^= flip
			check(damaged)
		}
		check(frame[:at])
	}
}

func TestHugeCountsCostNothing(t *testing.T) {
	for name, frame := range map[string]string{
		"map":      "RTSM\x01\xdf\xff\xff\xff\xff",
		"array":    "RTSM\x01\x81\xa1e\xdd\xff\xff\xff\xff",
		"text":     "RTSM\x01\x81\xa1t\xdb\xff\xff\xff\xff",
		"nesting":  "RTSM\x01\x81\xa1e" + string(make([]byte, 0)) + repeated("\x91", 100_000),
		"trailing": "RTSM\x01\x80\x00",
	} {
		before, after := testing.AllocsPerRun(1, func() {}), 0.0
		after = testing.AllocsPerRun(5, func() {
			if _, err := snapshot.Decode([]byte(frame)); !errors.Is(err, snapshot.ErrFrame) {
				t.Fatalf("%s: %v", name, err)
			}
		})
		if after-before > 10 {
			t.Errorf("%s: %v allocations", name, after)
		}
	}
}

func repeated(text string, n int) string {
	out := make([]byte, 0, n*len(text))
	for range n {
		out = append(out, text...)
	}
	return string(out)
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("RTSM\x01\x80"))
	f.Add(full(f))
	f.Fuzz(func(t *testing.T, frame []byte) {
		s, err := snapshot.Decode(frame)
		if err != nil {
			if !errors.Is(err, snapshot.ErrFrame) {
				t.Fatal(err)
			}
			return
		}
		again, err := snapshot.Encode(nil, s)
		if err != nil {
			t.Fatal(err)
		}
		second, err := snapshot.Decode(again)
		if err != nil {
			t.Fatal(err)
		}
		if third, err := snapshot.Encode(nil, second); err != nil || string(third) != string(again) {
			t.Fatalf("not stable: %v", err)
		}
	})
}
