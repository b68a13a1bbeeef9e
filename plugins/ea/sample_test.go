// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"math"
	"strings"
	"testing"

	"convertd/core/ir"
	"convertd/sdk"

	fixture "convertd/internal/fixtures/ea"

	"github.com/google/go-cmp/cmp"
)

// sampleFacts is what each sample has to decode to, beside what all have.
var sampleFacts = map[fixture.Game]struct {
	format, game, profile string
	unverified            bool
	tickRate              uint32
	first                 int32 // native number of the first player
	faction, second       string
	observer              string
}{
	fixture.Generals:           {formatGenerals, "generals", "generals", false, 30, 2, "USA", "", "Observer"},
	fixture.ZeroHour:           {formatGenerals, "zerohour", "zerohour", false, 30, 2, "USA", "", "Observer"},
	fixture.BFMEShort:          {formatBFME, "bfme", "9 bytes", true, 5, 3, "3", "5", "Observer"},
	fixture.BFMELong:           {formatBFME, "bfme", "17 bytes", true, 5, 3, "3", "5", "Observer"},
	fixture.BFME2:              {formatBFME2, "bfme2", "bfme2", true, 5, 3, "3", "5", "Observer"},
	fixture.RiseOfTheWitchKing: {formatBFME2, "bfme2", "rotwk", false, 5, 3, "3", "5", "Observer"},
	fixture.TiberiumWars:       {formatTiberiumWars, "tw", "tw-1.07", false, 15, 3, "GDI", "Random", "Observer"},
	fixture.TiberiumWarsEarly:  {formatTiberiumWars, "tw", "tw-1.06", true, 15, 3, "GDI", "Random", "Observer"},
	fixture.KanesWrath:         {formatKanesWrath, "kw", "kw", false, 15, 3, "GDI", "Random", "Observer"},
	fixture.RedAlert3:          {formatRedAlert3, "ra3", "ra3", false, 15, 2, "Allies", "Random", "Observer"},
	fixture.TiberianTwilight:   {formatTiberianTwilight, "cnc4", "file-7", true, 15, 3, "6", "1", "2"},
}

func sampleSource(game fixture.Game) sdk.Source {
	return sdk.Source{Name: game.Name(), Data: fixture.Sample(game).Encode(game)}
}

func TestSampleHeaders(t *testing.T) {
	for _, game := range fixture.Games() {
		t.Run(game.Name(), func(t *testing.T) {
			want := sampleFacts[game]
			got := decode(sampleSource(game), sdk.DecodeOptions{})
			if got.err != nil {
				t.Fatal(got.err)
			}
			h := got.Header
			if err := h.Validate(); err != nil {
				t.Error(err)
			}
			equal(t, "format", h.Format, want.format)
			equal(t, "game", h.Game, want.game)
			equal(t, "profile", h.Profile, want.profile)
			equal(t, "unverified", h.Unverified, want.unverified)
			equal(t, "tick rate", h.TickRate, ir.Rational{Num: want.tickRate, Den: 1})
			equal(t, "position unit", h.PositionUnit, ir.PositionFloatBits)
			equal(t, "seed", h.Seed, fixture.SampleSeed)
			equal(t, "start", h.StartTime, fixture.SampleStart)
			equal(t, "map", h.Map.ID, fixture.SampleMap)
			equal(t, "local time", value(h.Details, "local_time"), "2023-03-02T21:05:44.250")
			title := "replay_name"
			if got.Header.Format == formatTiberiumWars || h.Format == formatKanesWrath || h.Format == formatRedAlert3 ||
				h.Format == formatTiberianTwilight {
				title = "title"
			}
			equal(t, "title", value(h.Details, title), fixture.SampleTitle)
			comparePlayers(t, game, h.Players)
			equal(t, "complete", got.Trailer.Complete, true)
			probeSample(t, game, want.format)
		})
	}
}

func comparePlayers(t *testing.T, game fixture.Game, players []ir.Player) {
	t.Helper()
	want := sampleFacts[game]
	kinds := []ir.PlayerKind{
		ir.PlayerHuman, ir.PlayerClosedSlot, ir.PlayerHuman, ir.PlayerAI, ir.PlayerObserver, ir.PlayerOpenSlot,
	}
	if game == fixture.TiberianTwilight { // faction numbers are not known
		kinds[4] = ir.PlayerHuman
	}
	if len(players) < len(kinds) {
		t.Fatalf("%d players", len(players))
	}
	for i, kind := range kinds {
		equal(t, "kind", players[i].Kind, kind)
		equal(t, "slot", players[i].Slot, int32(i))
	}
	equal(t, "name", players[0].Name, "Ada")
	equal(t, "faction", players[0].Faction, want.faction)
	equal(t, "team", players[0].Team, 1)
	equal(t, "start", players[0].Start, 1)
	equal(t, "native number", players[0].Client, want.first)
	equal(t, "name with syntax in it", players[2].Name, fixture.TrickyName)
	equal(t, "native number behind a closed slot", players[2].Client, want.first+1)
	equal(t, "AI", players[3].AI, "hard")
	equal(t, "name in another script", players[4].Name, "Zoë")
	equal(t, "faction of an observer", players[4].Faction, want.observer)
	if game == fixture.Generals || game == fixture.ZeroHour {
		equal(t, "resolved", players[2].FactionResolved, true)
		equal(t, "chosen", players[2].ChosenFaction, "Random")
		return
	}
	equal(t, "second faction", players[2].Faction, want.second)
}

// probeSample looks at the sample without its name, except where only the name
// can tell.
func probeSample(t *testing.T, game fixture.Game, format string) {
	t.Helper()
	data := sampleSource(game).Data
	match := New().Probe(sdk.ProbeInput{Head: data, Size: int64(len(data))})
	equal(t, "probe", match.Format, format)
	equal(t, "confidence", match.Confidence, confidenceHeader)
	// Without its end the header still says what it is.
	short := New().Probe(sdk.ProbeInput{Head: data[:30], Size: 30, Name: game.Name()})
	equal(t, "probe of the first bytes", short.Format, format)
	equal(t, "confidence of the first bytes", short.Confidence, confidenceMagic)
}

// lastOf returns the last order of a native id.
func lastOf(t *testing.T, orders []ir.Order, id uint32) *ir.Order {
	t.Helper()
	for i := len(orders) - 1; i >= 0; i-- {
		if orders[i].NativeID == id {
			return &orders[i]
		}
	}
	t.Fatalf("no order %d", id)
	return nil
}

func bits(v float32) int32 { return int32(math.Float32bits(v)) }

func position(x, y, z float32) ir.Target {
	return ir.Target{Kind: ir.TargetPosition, X: bits(x), Y: bits(y), Z: bits(z)}
}

func TestSampleOrdersHaveTheirMeaning(t *testing.T) {
	for _, game := range fixture.Games() {
		if game == fixture.TiberianTwilight {
			continue // no command of it has a known meaning
		}
		t.Run(game.Name(), func(t *testing.T) {
			got := decode(sampleSource(game), sdk.DecodeOptions{})
			id, orders := game.IDs(), got.Orders
			late := sampleFacts[game].tickRate == 15
			tanks := []uint32{fixture.Tank1, fixture.Tank2}
			is := func(id uint32, kind ir.Kind) *ir.Order {
				t.Helper()
				o := lastOf(t, orders, id)
				equal(t, "kind", o.Kind, kind)
				return o
			}
			move := is(id.Move, ir.KindMove)
			equal(t, "who moves", move.Subjects, tanks)
			equal(t, "where to", move.Target, position(100.5, 200.25, 10))
			equal(t, "raw form of a move", len(move.Raw), 0)
			equal(t, "player of a move", move.Player, 0)
			equal(t, "client of a move", move.Client, sampleFacts[game].first)

			equal(t, "group", is(id.CreateTeam1, ir.KindGroupAssign).Count, 1)
			recalled := is(id.SelectTeam1, ir.KindGroupSelect)
			equal(t, "recalled group", recalled.Subjects, tanks)

			attack := is(id.Attack, ir.KindAttack)
			equal(t, "attackers", attack.Subjects, tanks)
			equal(t, "attacked", attack.Target, ir.Target{Kind: ir.TargetEntity, ID: fixture.Enemy})

			unit := is(id.Unit, ir.KindProduce)
			equal(t, "producer", unit.Subjects, []uint32{fixture.Factory})
			equal(t, "player of a production", unit.Player, 2)
			place := is(id.Place, ir.KindPlaceBuilding)
			equal(t, "place", place.Target, position(300, 400, 5))
			equal(t, "facing", place.Data, uint32(bits(1.5)))
			item, five := uint32(fixture.SampleUnit), int32(1)
			if late {
				item, five = fixture.SampleHash, 5
			}
			equal(t, "template", unit.ItemID, item)
			equal(t, "units", unit.Count, five)
			equal(t, "structure", place.ItemID, item)
			rally := is(id.Rally, ir.KindSetRallyPoint)
			equal(t, "rally of", rally.Subjects, []uint32{fixture.Factory})
			equal(t, "rally at", rally.Target, position(20, 30, 0))
			equal(t, "research by", is(id.Upgrade, ir.KindResearch).Subjects, []uint32{fixture.Factory})
			power := is(id.PowerAt, ir.KindUseAbility)
			equal(t, "power of", power.Subjects, []uint32{fixture.Tank1})
			equal(t, "power at", power.Target, position(1, 2, 3))
			equal(t, "beacon", is(id.Beacon, ir.KindBeacon).Target, position(7, 8, 9))
			equal(t, "sold", is(id.Sell, ir.KindSell).Subjects, []uint32{fixture.Factory})
			is(id.Stop, ir.KindStop)
			is(id.Scatter, ir.KindScatter)
			is(id.Checksum, ir.KindSync)
			is(id.End, ir.KindEndGame)
			nameless := is(id.Nameless, ir.KindUnknown)
			equal(t, "name of the unknown", nameless.NativeName, "")
			if len(nameless.Raw) == 0 {
				t.Error("an unknown command has no raw form")
			}
			if late {
				compareLate(t, game, got)
			} else {
				compareEarly(t, game, got)
			}
		})
	}
}

func compareEarly(t *testing.T, game fixture.Game, got *recording) {
	t.Helper()
	id := game.IDs()
	equal(t, "text of a beacon", lastOf(t, got.Orders, id.BeaconText).Text, "го\U0001F3C6\uFFFD")
	camera := lastOf(t, got.Orders, id.Camera)
	equal(t, "player of the camera", camera.Player, ir.NoPlayer)
	if len(got.Cameras) != 1 {
		t.Fatalf("%d camera samples", len(got.Cameras))
	}
	equal(t, "camera", got.Cameras[0], ir.CameraSample{
		Frame: 44, Tick: 44, Player: ir.NoPlayer, X: bits(50), Y: bits(60), Z: 0, Zoom: bits(2), Angle: bits(0.5),
	})
	resigned := lastOf(t, got.Orders, id.SelfDestruct)
	equal(t, "resigned", resigned.Kind, ir.KindResign)
	equal(t, "outcomes", got.Trailer.Outcomes, []ir.PlayerOutcome{
		{Player: 2, Outcome: ir.OutcomeResigned, Frame: 250, Hint: true},
	})
	checkpoint := uint64(0)
	if game != fixture.Generals && game != fixture.ZeroHour {
		checkpoint = 100
	}
	first := got.Syncs[0]
	equal(t, "first checkpoint", first, ir.SyncSample{
		Frame: checkpoint, Tick: 100, Reporter: sampleFacts[game].first, Player: 0, Value: 1000,
	})
}

func compareLate(t *testing.T, game fixture.Game, got *recording) {
	t.Helper()
	id := game.IDs()
	equal(t, "reverse move", lastOf(t, got.Orders, id.Reverse).Kind, ir.KindReverseMove)
	equal(t, "selected in three runs", len(lastOf(t, got.Orders, id.Select).Subjects), 40)
	account := lastOf(t, got.Orders, id.Account)
	equal(t, "account", account.Kind, ir.KindSystem)
	equal(t, "contents of an account", len(account.Raw), 0)
	equal(t, "cameras", got.Cameras, []ir.CameraSample{
		{Frame: 1, Tick: 1, Player: 0, X: bits(10), Y: bits(20), Z: bits(30), Angle: 0, Zoom: bits(0.9)},
		{Frame: 3, Tick: 3, Player: 0, X: bits(11), Y: bits(21), Z: bits(31), Angle: 0, Zoom: bits(0.9)},
		{Frame: 5, Tick: 5, Player: 2, Angle: bits(0.1), Zoom: bits(0.9)},
	})
	equal(t, "outcomes", got.Trailer.Outcomes, []ir.PlayerOutcome{
		{Player: 2, Outcome: ir.OutcomeLost, Frame: 950, Hint: true},
	})
	codes := map[string]bool{}
	for _, diagnostic := range got.Diagnostics {
		codes[diagnostic.Code] = true
	}
	for _, code := range []string{"commentary-audio", "telestrator", "broadcast-metadata", "contents-withheld"} {
		if !codes[code] {
			t.Errorf("diagnostic %s is missing", code)
		}
	}
	equal(t, "checkpoints", [2]uint64{got.Syncs[0].Frame, got.Syncs[3].Frame}, [2]uint64{450, 900})
}

func TestTwilightKeepsWhatItDoesNotUnderstand(t *testing.T) {
	game := fixture.TiberianTwilight
	got := decode(sampleSource(game), sdk.DecodeOptions{})
	if got.err != nil {
		t.Fatal(got.err)
	}
	records := fixture.Sample(game).Records
	commands := 0
	for _, record := range records {
		if record.Channel <= 1 {
			commands++
		}
	}
	equal(t, "orders", len(got.Orders), commands)
	for i := range got.Orders {
		equal(t, "kind", got.Orders[i].Kind, ir.KindUnknown)
	}
	raw := got.Orders[len(got.Orders)-1]
	equal(t, "raw chunk", raw.Raw, records[len(records)-1].Payload)
	equal(t, "count of raw chunks", got.Trailer.CommandsByType[len(got.Trailer.CommandsByType)-1],
		ir.Count{Name: "chunk", N: 1})
	native := decode(sampleSource(game), sdk.DecodeOptions{Native: true})
	equal(t, "native lines", len(native.Lines), commands)
	equal(t, "native raw chunk", native.Lines[len(native.Lines)-1], "1073 chunk 0:0101010000000909"+"0000ff")
}

// TestDesyncIsFoundInEveryGame changes one report of the last checkpoint. The
// corpus has desynced recordings of Zero Hour and Rise of the Witch-king alone.
func TestDesyncIsFoundInEveryGame(t *testing.T) {
	for _, game := range fixture.Games() {
		if game == fixture.TiberianTwilight {
			continue // its checksum is not known
		}
		t.Run(game.Name(), func(t *testing.T) {
			replay := fixture.Sample(game)
			changed := 0
			for i := range replay.Records {
				record := &replay.Records[i]
				if record.ID == game.IDs().Checksum && record.Slot == 2 {
					changed = i // the last one wins
				}
			}
			replay.Records[changed].Arguments = append(fixture.Args(fixture.Int(-1)), replay.Records[changed].Arguments[1:]...)
			if game == fixture.BFME2 || game == fixture.RiseOfTheWitchKing {
				replay.DesyncFrame = 202
			}
			replay.DesyncFlag = true
			got := decode(sdk.Source{Data: replay.Encode(game)}, sdk.DecodeOptions{})
			values := map[uint64]map[uint64]int{}
			for _, sample := range got.Syncs {
				if values[sample.Frame] == nil {
					values[sample.Frame] = map[uint64]int{}
				}
				values[sample.Frame][sample.Value]++
			}
			disagreeing := 0
			for _, reports := range values {
				if len(reports) > 1 {
					disagreeing++
				}
			}
			equal(t, "checkpoints", len(values), 2)
			equal(t, "disagreeing checkpoints", disagreeing, 1)
			marked := strings.Contains(cmp.Diff(nil, got.Diagnostics), "header-desync")
			equal(t, "header's mark", marked, game == fixture.Generals || game == fixture.ZeroHour ||
				game == fixture.BFME2 || game == fixture.RiseOfTheWitchKing)
		})
	}
}
