// SPDX-License-Identifier: GPL-3.0-or-later

package bench

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"convertd/core/divergence"
	"convertd/core/maps"
	"convertd/core/order"
	"convertd/core/sim/plausible"
)

// Tiles of the temperate climate of Red Alert: clear ground, and the sea.
const (
	clearTile = 255
	waterTile = 1
)

// mapArchive encodes a map as docs/formats/oramap.md describes it: ground
// of one letter a cell, "." for clear ground, "~" for water, "*" for ore, and
// its actors.
func mapArchive(t testing.TB, rows []string, actors ...maps.Actor) []byte {
	t.Helper()
	width, height := len(rows[0]), len(rows)
	var text strings.Builder
	fmt.Fprintf(&text, "MapFormat: 11\nRequiresMod: ra\nTitle: Ours\nTileset: TEMPERAT\nMapSize: %d,%d\nBounds: 1,1,%d,%d\nActors:\n", width, height, width-2, height-2)
	for i, a := range actors {
		fmt.Fprintf(&text, "\tActor%d: %s\n\t\tOwner: Neutral\n\t\tLocation: %d,%d\n", i, a.Type, a.X, a.Y)
	}
	cells := width * height
	data := binary.LittleEndian.AppendUint16([]byte{2}, uint16(width))
	data = binary.LittleEndian.AppendUint16(data, uint16(height))
	data = binary.LittleEndian.AppendUint32(data, 17)
	data = binary.LittleEndian.AppendUint32(data, 0)
	data = binary.LittleEndian.AppendUint32(data, uint32(17+3*cells))
	var ore []byte
	for x := range width {
		for y := range height {
			tile, resource := uint16(clearTile), byte(0)
			switch rows[y][x] {
			case '~':
				tile = waterTile
			case '*':
				resource = 1
			}
			data = append(binary.LittleEndian.AppendUint16(data, tile), 0)
			ore = append(ore, resource, resource)
		}
	}
	var archive bytes.Buffer
	writer := zip.NewWriter(&archive)
	for name, content := range map[string][]byte{"map.yaml": []byte(text.String()), "map.bin": append(data, ore...)} {
		entry, err := writer.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return archive.Bytes()
}

// island is a map of 64 × 48 cells with a lake in the middle.
func island(t testing.TB, actors ...maps.Actor) []byte {
	t.Helper()
	rows := make([]string, 48)
	for y := range rows {
		rows[y] = strings.Repeat(".", 64)
		if y > 20 && y < 28 {
			rows[y] = strings.Repeat(".", 26) + strings.Repeat("~", 12) + strings.Repeat(".", 26)
		}
	}
	rows[40] = strings.Repeat(".", 60) + "**.."
	return mapArchive(t, rows, actors...)
}

func start2() []maps.Actor {
	return []maps.Actor{{Type: "mpspawn", X: 50, Y: 38}, {Type: "mpspawn", X: 10, Y: 10}}
}

func TestTerrainIsWhereNothingCanBeBuilt(t *testing.T) {
	terrain, err := ReadTerrain(island(t, append(start2(), maps.Actor{Type: "t01", X: 20, Y: 5}, maps.Actor{Type: "mine", X: 5, Y: 20})...))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what    string
		x, y    int
		blocked bool
	}{
		{"open ground", 15, 15, false},
		{"water", 30, 24, true},
		{"ore", 60, 40, true},
		{"outside the bounds", 0, 10, true},
		{"a tree", 20, 5, true},
		{"a mine", 5, 20, true},
		{"a start", 10, 10, false},
	} {
		if got := terrain.blocked[c.y*64+c.x]; got != c.blocked {
			t.Errorf("%s: blocked %t", c.what, got)
		}
	}
	if len(terrain.starts) != 2 || terrain.starts[0] != (order.CellPos{X: 10, Y: 10}) {
		t.Errorf("starts %v", terrain.starts)
	}
}

func TestMapsWithoutGroundOrStartsAreRefused(t *testing.T) {
	var damage *maps.FormatError
	if _, err := ReadTerrain([]byte("no map")); !errors.As(err, &damage) {
		t.Errorf("damage: %v", err)
	}
	if _, err := ReadTerrain(island(t, start2()[0])); !errors.Is(err, ErrFewStarts) {
		t.Errorf("one start: %v", err)
	}
	lake := []maps.Actor{{Type: "mpspawn", X: 30, Y: 24}, {Type: "mpspawn", X: 10, Y: 10}}
	if _, err := ReadTerrain(island(t, lake...)); !errors.Is(err, ErrFewStarts) {
		t.Errorf("a start in the water: %v", err)
	}
}

func TestAGameOnARealMapIsWonBack(t *testing.T) {
	terrain, err := ReadTerrain(island(t, start2()...))
	if err != nil {
		t.Fatal(err)
	}
	truth, err := playTruth(3, &large, 240, terrain)
	if err != nil {
		t.Fatal(err)
	}
	if truth.setup.Width != 64 || truth.setup.Height != 48 || len(truth.header.Players) != 2 || len(truth.entities) < 30 {
		t.Fatalf("%d × %d, %d players, %d entities", truth.setup.Width, truth.setup.Height, len(truth.header.Players), len(truth.entities))
	}
	got, err := truth.replay(&Perturbations()[0], divergence.DefaultThresholds())
	if err != nil {
		t.Fatal(err)
	}
	if got.rejected != 0 || got.right != got.mentions || got.reported || got.peak != 0 {
		t.Errorf("%+v", *got)
	}
}

func TestEverySecondGameIsOnARealMapInTurn(t *testing.T) {
	a, b := &Terrain{Title: "a"}, &Terrain{Title: "b"}
	options := Options{Maps: []*Terrain{a, b}}
	for game, want := range []*Terrain{nil, a, nil, b, nil, a} {
		if got := options.terrain(game); got != want {
			t.Errorf("game %d: %v, want %v", game, got, want)
		}
	}
	if got := (&Options{}).terrain(1); got != nil {
		t.Errorf("without maps: %v", got)
	}
}

func TestStartsAreDealtBySeed(t *testing.T) {
	terrain, err := ReadTerrain(island(t, append(start2(), maps.Actor{Type: "mpspawn", X: 50, Y: 8})...))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[order.CellPos]bool{}
	for seed := range uint64(20) {
		setup := terrain.setup(seed, 2)
		first, second := carrierOf(setup, 0), carrierOf(setup, 1)
		if first == second {
			t.Fatalf("seed %d: both begin at %v", seed, first)
		}
		seen[first] = true
	}
	if len(seen) != 3 {
		t.Errorf("the first player began at %v only", seen)
	}
}

func carrierOf(s plausible.Setup, owner order.PlayerID) order.CellPos {
	for _, e := range s.Entities {
		if e.Owner == owner && e.Type == "carrier" {
			return e.Cell
		}
	}
	return order.CellPos{}
}
