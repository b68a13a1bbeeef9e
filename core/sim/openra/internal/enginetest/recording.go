// SPDX-License-Identifier: GPL-3.0-or-later

package enginetest

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"convertd/core/maps"
	"convertd/core/sim/openra/internal/state"
)

// Recording is what the tests need of a replay: the lobby at the start, the
// orders and the hash of every net frame.
type Recording struct {
	Name    string // of the file
	Mod     string
	Version string
	Lobby   state.Lobby
	Frames  [][]state.Order // Frames[0] is net frame 1
	Hashes  []int32
	Hashed  []bool // which of the hashes were recorded
}

// ReadRecording reads the packets of a replay.
func ReadRecording(tb testing.TB, path string) *Recording {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	rec := &Recording{Name: filepath.Base(path), Mod: "ra"}
	if rec.Name[:3] == "cnc" {
		rec.Mod = "cnc"
	}
	rec.Version = versionIn(rec.Name)
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

// versionIn is the release that the name of a file of the corpus says, else the fork's.
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

func (rec *Recording) hash(frame, hash int32) {
	if frame > 1<<20 {
		return
	}
	for int32(len(rec.Hashes)) < frame {
		rec.Hashes = append(rec.Hashes, 0)
		rec.Hashed = append(rec.Hashed, false)
	}
	rec.Hashes[frame-1], rec.Hashed[frame-1] = hash, true
}

func (rec *Recording) packet(tb testing.TB, client, frame int32, packet []byte, started *bool) {
	reader := &orderReader{data: packet, protocol: rec.protocol()}
	for len(reader.data) > 0 && reader.err == nil {
		switch reader.byte() {
		case 0xFE:
			name, text := reader.text(), reader.text()
			if !*started {
				if err := rec.Lobby.Apply(name, text); err != nil {
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
				if err := rec.Lobby.Apply(o.Name, o.Text); err != nil {
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

func (rec *Recording) add(frame int32, o state.Order) {
	if frame > 1<<20 || frame < 1 {
		return
	}
	for int32(len(rec.Frames)) < frame {
		rec.Frames = append(rec.Frames, nil)
	}
	rec.Frames[frame-1] = append(rec.Frames[frame-1], o)
}

func (rec *Recording) protocol() int {
	switch rec.Version {
	case "release-20200202", "release-20200503":
		return 9
	case "playtest-20201213":
		return 12
	case "release-20230225":
		return 20
	}
	return 21
}

// Orders are the orders of a net frame, counted from 0.
func (rec *Recording) Orders(i int) []state.Order {
	if i >= len(rec.Frames) {
		return nil
	}
	return rec.Frames[i]
}

// Setup is how the game began, on a map.
func (rec *Recording) Setup(tb testing.TB, terrain *maps.Map) state.Setup {
	tb.Helper()
	setup := rec.Lobby.Setup()
	setup.Rules, setup.Map = load(tb, rec.Mod, rec.Version), terrain
	return setup
}

// MapIn finds a map in a folder by its fingerprint; nil if it is not there.
func MapIn(tb testing.TB, folder, uid string) *maps.Map {
	tb.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.oramap"))
	if err != nil {
		tb.Fatal(err)
	}
	for _, path := range paths {
		if m := ReadMap(tb, path); m.UID == uid {
			return m
		}
	}
	return nil
}

// ReadMap reads the map of a file.
func ReadMap(tb testing.TB, path string) *maps.Map {
	tb.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	m, err := maps.Read(data)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}
