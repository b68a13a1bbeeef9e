// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"convertd/core/maps"
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/state"
	"convertd/internal/corpus"
)

// recording is what the tests need of a replay: the lobby at the start, the
// orders and the hash of every net frame.
type recording struct {
	name    string
	mod     string
	version string
	lobby   state.Lobby
	frames  [][]Order // frames[0] is net frame 1
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

func (r *orderReader) byte() byte     { return r.take(1)[0] }
func (r *orderReader) uint16() uint16 { return binary.LittleEndian.Uint16(r.take(2)) }
func (r *orderReader) uint32() uint32 { return binary.LittleEndian.Uint32(r.take(4)) }
func (r *orderReader) int32() int32   { return int32(r.uint32()) }

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

func (r *orderReader) cell() Cell {
	bits := r.int32()
	return Cell{X: bits >> 20, Y: bits >> 8 & 0xFFF}
}

func (r *orderReader) order(client int32) Order {
	o := Order{Client: client, Name: r.text()}
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

func (r *orderReader) target(o *Order, flags uint16) {
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
		o.Target, o.Position = state.TargetPosition, Pos{X: r.int32(), Y: r.int32(), Z: r.int32()}
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
				rec.add(frame, Order{Name: name, Text: text, Client: client})
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

func (rec *recording) add(frame int32, o Order) {
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

// orders are the orders of a net frame, counted from 0.
func (rec *recording) orders(i int) []Order {
	if i >= len(rec.frames) {
		return nil
	}
	return rec.frames[i]
}

// world starts the game of a recording; the map comes from the corpus.
func (rec *recording) world(tb testing.TB) *World {
	tb.Helper()
	set, err := rules.Load(rec.mod, rec.version)
	if err != nil {
		tb.Fatal(err)
	}
	setup := rec.lobby.Setup()
	setup.Rules = set
	setup.Map = mapOf(tb, rec.lobby.Map)
	if rec.name == "ra-dev2026-short-unfinished.orarep" {
		setup.PausedUntil = 16
	}
	w, err := New(setup)
	if err != nil {
		tb.Fatal(err)
	}
	return w
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

// leading is the number of net frames from the first on whose recorded hash
// comes out.
func (rec *recording) leading(tb testing.TB) (frames, total int) {
	w := rec.world(tb)
	for i := range rec.hashes {
		hash := w.Frame(rec.orders(i))
		if rec.hashed[i] && hash != rec.hashes[i] {
			return i, len(rec.hashes)
		}
	}
	return len(rec.hashes), len(rec.hashes)
}

// reached is how many leading net frames of a replay came out at least; what a
// replay is worth is always found by comparing its own hashes.
var reached = map[string]int{
	"cnc-playtest-20201213-skirmish.orarep": 494,
	"cnc-release-20200202-skirmish.orarep":  480,
	"ra-release-20230225-skirmish.orarep":   1356,
	"ra-dev2026-short-unfinished.orarep":    75,
	"ra-dev2026-rl-7047e24cebde.orarep":     18888,
	"ra-dev2026-rl-83f13921ab9b.orarep":     22945,
	"ra-dev2026-rl-da822cf490a3.orarep":     20032,
	"ra-dev2026-rl-db15d685bc9d.orarep":     20727,
	"ra-dev2026-rl-f3aaecd9c0d8.orarep":     25225,
	"ra-dev2026-rl-normal-vs-easy.orarep":   26840,
}

func TestRecordedHashesComeOut(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(corpus.Dir(t, "orarep"), "*.orarep"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no replays: %v", err)
	}
	for _, path := range paths {
		rec := readRecording(t, path)
		if mapOf(t, rec.lobby.Map) == nil {
			t.Logf("%s: no map %s", rec.name, rec.lobby.Map)
			continue
		}
		t.Run(rec.name, func(t *testing.T) {
			t.Parallel()
			frames, total := rec.leading(t)
			t.Logf("%s: %d of %d net frames", rec.name, frames, total)
			want, known := reached[rec.name]
			if !known {
				t.Errorf("the table of what replays reach does not have it: %d of %d", frames, total)
			}
			if frames < want {
				t.Errorf("only %d leading net frames agree, %d did before", frames, want)
			}
		})
	}
}
