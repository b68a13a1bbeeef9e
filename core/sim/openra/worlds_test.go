// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"testing"
	"unsafe"

	"convertd/core/maps"

	"convertd/core/rules"

	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"

	"convertd/internal/corpus"
	"convertd/internal/fixtures/oramap"

	"convertd/core/sim/openra/internal/engine"
)

// built puts a building whose make animation is over.
func built(w *engine.World, tb testing.TB, name string, owner int32, at wpos.Cell) *state.Actor {
	tb.Helper()
	a := put(w, tb, name, owner, at)
	a.Incomplete = 0
	return a
}

// fill sets every field below v to a value of its own, so that a field the
// codec forgets comes back different. Pointers and the paths in skip stay nil.
func fill(v reflect.Value, path string, skip map[string]bool, next *int) {
	if skip[path] {
		return
	}
	v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	*next++
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int:
		v.SetInt(int64(*next%100 + 1))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*next%100 + 1))
	case reflect.String:
		v.SetString("text")
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), path+"."+v.Type().Field(i).Name, skip, next)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), path, skip, next)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), path+"[]", skip, next)
		}
	default:
	}
}

// meadow is an isometric map of clear ground with a field of tiberium.
func meadow() *oramap.Map {
	m := &oramap.Map{Mod: "ts", Tileset: "TEMPERATE", Width: 40, Height: 80, Border: 2, Players: []string{"Multi0", "Multi1"}}
	for _, row := range []int{26, 60} {
		c := wpos.CellAt(12, int32(row))
		m.Actors = append(m.Actors, oramap.Actor{Type: "mpspawn", Owner: "Neutral", X: int(c.X), Y: int(c.Y)})
	}
	m.Fill(oramap.Tile{})
	m.Strew(20, 20, 6, 12, 1)
	return m
}

// remembering has player 0 see a building of player 1 once, and returns it when
// he only remembers it.
func remembering(t *testing.T, w *engine.World, name string, at wpos.Cell) *state.Actor {
	t.Helper()
	building := built(w, t, name, 1, at)
	scout := put(w, t, "e1", 0, at.Add(wpos.Cell{X: 2, Y: 2}))
	scout.Stance = info.StanceHoldFire
	pass(w, 2)
	if !w.VisibleTo(building, 0) {
		t.Fatal("the scout does not see the building")
	}
	w.Dispose(scout)
	pass(w, 2)
	if w.VisibleTo(building, 0) {
		t.Fatal("the building is still in sight")
	}
	return building
}

// put creates an actor of a player in the middle of the ground.
func put(w *engine.World, tb testing.TB, name string, owner int32, at wpos.Cell) *state.Actor {
	tb.Helper()
	t := w.TypeOf(name)
	if t == nil {
		tb.Fatalf("no actor type %q", name)
	}
	return w.Create(t, state.Spawn{Owner: owner, Cell: at, HasCell: true, Facing: 0})
}

// pass runs ticks without orders.
func pass(w *engine.World, ticks int) {
	for range ticks {
		w.Step()
	}
}

// field is a small map of clear ground.
func field() *oramap.Map {
	m := &oramap.Map{Mod: "ra", Tileset: "TEMPERAT", Width: 44, Height: 40, Border: 2, Players: []string{"Multi0", "Multi1"}}
	for _, y := range []int{8, 32} {
		m.Actors = append(m.Actors, oramap.Actor{Type: "mpspawn", Owner: "Neutral", X: 8, Y: y})
	}
	m.Fill(oramap.Tile{Template: 255})
	return m
}

// skirmish is a fight of two sides that has begun: soldiers, tanks, guns that
// throw shells, refineries with their harvesters, production.
func skirmish(tb testing.TB) *engine.World {
	tb.Helper()
	w := play(tb, field(), "{DEV_VERSION}", "allies", "russia")
	for i, player := range []int32{dunePlayer, dunePlayer + 1} {
		side := int32(i)
		for k, name := range []string{"e1", "e3", "2tnk", "arty", "e1", "jeep"} {
			put(w, tb, name, player, wpos.Cell{X: 20 + 4*side, Y: 14 + int32(k)})
		}
		built(w, tb, "powr", player, wpos.Cell{X: 4 + 30*side, Y: 24})
		built(w, tb, "proc", player, wpos.Cell{X: 8 + 20*side, Y: 26})
		built(w, tb, "tent", player, wpos.Cell{X: 4 + 30*side, Y: 30})
		bid(w, w.Players[player].Actor, state.Order{Name: "StartProduction", Text: "e1", Extra: 3, Queued: true})
	}
	frames(w, 20)
	return w
}

// Tiles of Arrakis.
var (
	rockTile  = oramap.Tile{Template: 266}
	spiceSand = oramap.Tile{Template: 0}
)

// basin is a map of rock with a field of spice in the east.
func basin() *oramap.Map {
	m := &oramap.Map{
		Mod: "d2k", Tileset: "ARRAKIS", Width: 64, Height: 48, Border: 2, Players: []string{"Multi0", "Multi1"},
		Actors: []oramap.Actor{{Type: "mpspawn", Owner: "Neutral", X: 16, Y: 16}, {Type: "mpspawn", Owner: "Neutral", X: 16, Y: 38}},
	}
	m.Fill(rockTile)
	m.Put(30, 4, 20, 40, spiceSand)
	m.Strew(34, 8, 8, 24, 1)
	return m
}

// play starts a game of two people on a map of our own.
func play(tb testing.TB, file *oramap.Map, version string, factions ...string) *engine.World {
	tb.Helper()
	set, err := rules.Load(file.Mod, version)
	if err != nil {
		tb.Fatal(err)
	}
	terrain, err := maps.Read(file.Archive())
	if err != nil {
		tb.Fatal(err)
	}
	if terrain.UID != file.UID() {
		tb.Fatalf("the map is known as %s, not %s", terrain.UID, file.UID())
	}
	setup := state.Setup{OwnTypes: true, Rules: set, Map: terrain, Seed: 11, Options: []state.Option{{ID: "crates", Value: "False"}}}
	for i, faction := range factions {
		name := file.Players[i]
		setup.Clients = append(setup.Clients, state.Client{Index: int32(i), Slot: name, Faction: faction, Spawn: int32(i + 1), Admin: i == 0})
		setup.Slots = append(setup.Slots, state.Slot{Name: name, Player: name})
	}
	w, err := engine.New(setup)
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

// bid lets the owner of an actor order it something, and plays a net frame.
func bid(w *engine.World, id uint32, o state.Order) {
	o.Subject, o.HasSubject, o.Client = id, true, w.Players[w.Actors[id].Owner].Client
	w.Frame([]state.Order{o})
}

func frames(w *engine.World, n int) {
	for range n {
		w.Frame(nil)
	}
}

const dunePlayer = 2 // after Neutral and Creeps

// noise makes orders that no player would give: every kind the engine knows,
// of actors and players taken by chance, at targets inside the map and outside.
type noise struct {
	source *rand.Rand
	orders []string
	crowd  []*info.ActorType // what can be put on the ground by itself
}

func newNoise(w *engine.World, a, b uint64) *noise {
	n := &noise{source: rand.New(rand.NewPCG(a, b)), orders: []string{"BeginMinefield", "DevAll", "DevGiveCash", ""}}
	for name := range state.OrderKinds {
		// Nothing more would happen after these.
		if name != "PauseGame" && name != "Surrender" {
			n.orders = append(n.orders, name)
		}
	}
	for name := range w.PowerOrders {
		n.orders = append(n.orders, name)
	}
	sort.Strings(n.orders)
	for _, t := range w.Types {
		if t.Mobile != nil || t.Aircraft != nil || t.Building != nil {
			n.crowd = append(n.crowd, t)
		}
	}
	return n
}

func (n *noise) cell() wpos.Cell {
	if n.source.IntN(8) == 0 {
		return wpos.Cell{X: int32(n.source.Uint32()), Y: int32(n.source.Uint32())}
	}
	return wpos.Cell{X: int32(n.source.IntN(40)), Y: int32(n.source.IntN(40))}
}

func (n *noise) order(w *engine.World) state.Order {
	o := state.Order{
		Name: n.orders[n.source.IntN(len(n.orders))], Client: int32(n.source.IntN(4)), Subject: uint32(n.source.IntN(len(w.Actors) + 5)),
		HasSubject: n.source.IntN(8) > 0, Queued: n.source.IntN(2) == 0, Target: state.TargetKind(n.source.IntN(5)),
		Actor: uint32(n.source.IntN(len(w.Actors) + 5)), Cell: n.cell(), Extra: uint32(n.source.IntN(12)),
		Text: w.Types[n.source.IntN(len(w.Types))].Name,
	}
	if n.source.IntN(4) == 0 {
		o.Subject = w.Players[n.source.IntN(len(w.Players))].Actor
	}
	if a := w.Alive(o.Subject); a != nil && n.source.IntN(8) > 0 {
		o.Client = w.Players[a.Owner].Client
	}
	o.Position = wpos.Pos{X: o.Cell.X * 1024, Y: o.Cell.Y * 1024, Z: 0}
	if n.source.IntN(5) == 0 {
		o.Grouped = []uint32{o.Subject, o.Actor, o.Subject + 1}
	}
	if n.source.IntN(3) == 0 {
		o.Extra = o.Subject
	}
	return o
}

// throng puts an actor of any type anywhere.
func (n *noise) throng(w *engine.World) {
	kind := n.crowd[n.source.IntN(len(n.crowd))]
	place := state.Spawn{
		Owner: int32(n.source.IntN(len(w.Players))), Cell: wpos.Cell{X: int32(n.source.IntN(40)), Y: int32(n.source.IntN(40))}, HasCell: true,
		Facing: -1, Ready: n.source.IntN(2) == 0,
	}
	if kind.Mobile != nil && w.Paths.Locomotors[kind.Mobile.Locomotor].SharesCell {
		place.Sub, place.HasSub = 1, true
	}
	w.Create(kind, place)
}

// disturb makes the noise of one net frame, with somebody new in every second
// one.
func (n *noise) disturb(w *engine.World) []state.Order {
	if w.Frames%2 == 0 {
		n.throng(w)
	}
	var orders []state.Order
	for range n.source.IntN(8) {
		orders = append(orders, n.order(w))
	}
	return orders
}

// letEverybodyCheat makes everything affordable, at once and anywhere.
func letEverybodyCheat(w *engine.World) {
	w.Options.Cheats = true
	for i := range w.Players {
		w.Players[i].Cash = 100_000
		w.Players[i].Developer = true
		w.Players[i].Cheats.FastBuild = true
		w.Players[i].Cheats.BuildAnywhere = true
	}
}

// duels are games of two people on open ground, in the releases that differ
// most.
var duels = []struct{ mod, version, one, other string }{
	{"ra", "{DEV_VERSION}", "allies", "russia"},
	{"ra", "release-20200503", "england", "ukraine"},
	{"ra", "release-20230225", "france", "russia"},
	{"cnc", "release-20200202", "gdi", "nod"},
	{"cnc", "playtest-20201213", "nod", "gdi"},
	{"cnc", "release-20231010", "gdi", "nod"},
	{"d2k", "release-20231010", "atreides", "ordos"},
	{"ts", "release-20231010", "gdi", "nod"},
}

func duel(tb testing.TB, mod, version string, factions ...string) state.Setup {
	tb.Helper()
	set, err := rules.Load(mod, version)
	if err != nil {
		tb.Fatal(err)
	}
	setup := state.Setup{Rules: set, Seed: 7}
	for i, faction := range factions {
		name := fmt.Sprintf("Multi%d", i)
		setup.Clients = append(setup.Clients, state.Client{Index: int32(i), Slot: name, Faction: faction, Admin: i == 0})
		setup.Slots = append(setup.Slots, state.Slot{Name: name, Player: name})
	}
	return setup
}

// recording is what the tests need of a replay: the lobby at the start, the
// orders and the hash of every net frame.
type recording struct {
	name    string
	mod     string
	version string
	lobby   state.Lobby
	frames  [][]state.Order // frames[0] is net frame 1
	hashes  []int32
	hashed  []bool
}

var errShort = errors.New("the file ends inside an order")

type orderReader struct {
	data     []byte
	err      error
	protocol int
}

func (r *orderReader) take(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.err = errShort
		r.data = nil
		return make([]byte, max(n, 0))[:max(min(n, 16), 0)]
	}
	out := r.data[:n]
	r.data = r.data[n:]
	return out
}

func (r *orderReader) byte() byte { return r.take(1)[0] }

func (r *orderReader) uint16() uint16 { return binary.LittleEndian.Uint16(r.take(2)) }

func (r *orderReader) uint32() uint32 { return binary.LittleEndian.Uint32(r.take(4)) }

func (r *orderReader) int32() int32 { return int32(r.uint32()) }

func (r *orderReader) text() string {
	n, shift := 0, 0
	for r.err == nil {
		b := r.byte()
		n |= int(b&127) << shift
		if shift += 7; b < 128 || shift > 28 {
			break
		}
	}
	return string(r.take(n))
}

func (r *orderReader) cell() wpos.Cell {
	bits := r.int32()
	return wpos.Cell{X: bits >> 20, Y: bits >> 8 & 0xFFF}
}

func (r *orderReader) order(client int32) state.Order {
	o := state.Order{Client: client, Name: r.text()}
	flags := uint16(0)
	if r.protocol >= 11 {
		flags = r.uint16()
	} else {
		flags = uint16(r.byte())
	}
	if flags&0x80 != 0 {
		o.Subject, o.HasSubject = r.uint32(), true
	}
	if flags&1 != 0 {
		r.target(&o, flags)
	}
	if flags&4 != 0 {
		o.Text = r.text()
	}
	o.Queued = flags&8 != 0
	if flags&2 != 0 {
		r.take(4 * int(r.uint32()))
	}
	if flags&0x10 != 0 {
		o.ExtraCells = append(o.ExtraCells, r.cell())
	}
	if flags&0x20 != 0 {
		o.Extra = r.uint32()
	}
	if flags&0x100 != 0 {
		for range min(r.uint32(), 4096) {
			o.Grouped = append(o.Grouped, r.uint32())
		}
	}
	return o
}

func (r *orderReader) target(o *state.Order, flags uint16) {
	switch r.byte() {
	case 1:
		o.Target, o.Actor = state.TargetActor, r.uint32()
		if r.protocol >= 20 {
			r.take(4)
		}
	case 2:
		if flags&0x40 != 0 {
			o.Target, o.Cell = state.TargetCell, r.cell()
			r.take(1)
			return
		}
		o.Target, o.Position = state.TargetPosition, wpos.Pos{X: r.int32(), Y: r.int32(), Z: r.int32()}
		if r.protocol >= 21 {
			if n := int(int16(r.uint16())); n > 0 {
				r.take(12 * n)
			}
		}
	case 3:
		o.Target = state.TargetFrozen
		r.take(4)
		o.Actor = r.uint32()
	}
}

// readRecording reads the packets of a replay.
func readRecording(tb testing.TB, path string) *recording {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	rec := &recording{name: filepath.Base(path), mod: "ra"}
	if rec.name[:3] == "cnc" {
		rec.mod = "cnc"
	}
	rec.version = versionIn(rec.name)
	started := false
	for len(data) >= 8 {
		client := int32(binary.LittleEndian.Uint32(data))
		length := int(int32(binary.LittleEndian.Uint32(data[4:])))
		data = data[8:]
		if client == -1 || length < 4 || length > len(data) {
			break
		}
		packet := data[:length]
		data = data[length:]
		frame := int32(binary.LittleEndian.Uint32(packet))
		packet = packet[4:]
		if len(packet) == 0 {
			continue
		}
		switch {
		case packet[0] == 0x65 && len(packet) >= 5 && frame > 0:
			rec.hash(frame, int32(binary.LittleEndian.Uint32(packet[1:])))
		case packet[0] == 0xFE || packet[0] == 0xFF:
			rec.packet(tb, client, frame, packet, &started)
		}
	}
	return rec
}

func versionIn(name string) string {
	name = name[len("ra-"):]
	if name[0] == '-' {
		name = name[1:]
	}
	for i, c := range name {
		if c == '-' && i > 8 {
			if version := name[:i]; version[0] != 'd' {
				return version
			}
			break
		}
	}
	return "{DEV_VERSION}"
}

func (rec *recording) hash(frame, hash int32) {
	if frame > 1<<20 {
		return
	}
	for int32(len(rec.hashes)) < frame {
		rec.hashes = append(rec.hashes, 0)
		rec.hashed = append(rec.hashed, false)
	}
	rec.hashes[frame-1], rec.hashed[frame-1] = hash, true
}

func (rec *recording) packet(tb testing.TB, client, frame int32, packet []byte, started *bool) {
	reader := &orderReader{data: packet, protocol: rec.protocol()}
	for len(reader.data) > 0 && reader.err == nil {
		switch reader.byte() {
		case 0xFE:
			name, text := reader.text(), reader.text()
			if !*started {
				if err := rec.lobby.Apply(name, text); err != nil {
					tb.Fatal(err)
				}
			}
			*started = *started || name == "StartGame"
			if *started && name == "PauseGame" {
				rec.add(frame, state.Order{Name: name, Text: text, Client: client})
			}
		case 0xFF:
			o := reader.order(client)
			switch {
			case !*started && (o.Name == "SyncInfo" || len(o.Name) > 9 && o.Name[:9] == "SyncLobby"):
				if err := rec.lobby.Apply(o.Name, o.Text); err != nil {
					tb.Fatal(err)
				}
			case o.Name == "StartGame":
				*started = true
			case frame > 0:
				rec.add(frame, o)
			}
		default:
			return
		}
	}
}

func (rec *recording) add(frame int32, o state.Order) {
	if frame > 1<<20 || frame < 1 {
		return
	}
	for int32(len(rec.frames)) < frame {
		rec.frames = append(rec.frames, nil)
	}
	rec.frames[frame-1] = append(rec.frames[frame-1], o)
}

func (rec *recording) protocol() int {
	switch rec.version {
	case "release-20200202", "release-20200503":
		return 9
	case "playtest-20201213":
		return 12
	case "release-20230225":
		return 20
	}
	return 21
}

func mapOf(tb testing.TB, uid string) *maps.Map {
	tb.Helper()
	paths, _ := filepath.Glob(filepath.Join(corpus.Dir(tb, "maps"), "*.oramap"))
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			tb.Fatal(err)
		}
		m, err := maps.Read(data)
		if err != nil {
			tb.Fatal(err)
		}
		if m.UID == uid {
			return m
		}
	}
	return nil
}

// plain starts a game of two bots on open ground.
func plain(tb testing.TB) *engine.World {
	tb.Helper()
	set, err := rules.Load("ra", "{DEV_VERSION}")
	if err != nil {
		tb.Fatal(err)
	}
	w, err := engine.New(state.Setup{
		OwnTypes: true, Rules: set, Seed: 7,
		Clients: []state.Client{
			{Index: 0, Admin: true},
			{Index: 1, Slot: "Multi0", Faction: "allies", Bot: "normal"},
			{Index: 2, Slot: "Multi1", Faction: "russia", Bot: "normal"},
		},
		Slots: []state.Slot{{Name: "Multi0", Player: "Multi0"}, {Name: "Multi1", Player: "Multi1"}},
	})
	if err != nil {
		tb.Fatal(err)
	}
	return w
}

func anyNamed(w *engine.World, name string) *state.Actor {
	for _, a := range w.Actors {
		if a != nil && a.Type.Name == name {
			return a
		}
	}
	return nil
}
