// SPDX-License-Identifier: GPL-3.0-or-later

package maps

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"convertd/internal/corpus"
)

func TestUIDIsWhatTheFileNamesSay(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(corpus.Dir(t, "maps"), "*.oramap"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no maps: %v", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Read(data)
		if err != nil {
			t.Fatalf("%s: %v", filepath.Base(path), err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".oramap")
		prefix := name[strings.LastIndex(name, "-")+1:]
		if len(prefix) == 10 && !strings.HasPrefix(m.UID, prefix) {
			t.Errorf("%s has UID %s", filepath.Base(path), m.UID)
		}
		if len(m.Tiles) != m.Width*m.Height || len(m.Actors) == 0 || len(m.Players) < 2 {
			t.Errorf("%s: %d tiles, %d actors, %d players", name, len(m.Tiles), len(m.Actors), len(m.Players))
		}
	}
}

// archiveOf builds a map archive of a text and a binary part.
func archiveOf(t testing.TB, text string, data []byte) []byte {
	t.Helper()
	var buffer bytes.Buffer
	writer := zip.NewWriter(&buffer)
	for _, file := range []struct {
		name string
		data []byte
	}{{"map.yaml", []byte(text)}, {"map.bin", data}} {
		entry, err := writer.Create(file.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write(file.data); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	return buffer.Bytes()
}

const smallText = "MapFormat: 11\nRequiresMod: ra\nTileset: TEMPERAT\nMapSize: 2,3\nBounds: 0,1,2,2\n" +
	"Players:\n\tPlayerReference@Neutral:\n\t\tName: Neutral\n\t\tOwnsWorld: True\nActors:\n\tActor0: MINE # ore\n\t\tOwner: Neutral\n\t\tLocation: 1,2\n"

func smallBinary() []byte {
	data := []byte{2}
	data = binary.LittleEndian.AppendUint16(data, 2)
	data = binary.LittleEndian.AppendUint16(data, 3)
	data = binary.LittleEndian.AppendUint32(data, 17)
	data = binary.LittleEndian.AppendUint32(data, 0)
	data = binary.LittleEndian.AppendUint32(data, 35)
	for cell := range byte(6) {
		data = append(data, cell, 0, 255)
	}
	for cell := range byte(6) {
		data = append(data, cell%2, cell)
	}
	return data
}

func TestSmallMapIsReadColumnByColumn(t *testing.T) {
	m, err := Read(archiveOf(t, smallText, smallBinary()))
	if err != nil {
		t.Fatal(err)
	}
	if m.Tiles[1*2+1].Template != 4 || m.Tiles[1*2+1].Index != 5 || m.Resources[2*2+0] != (Resource{Type: 0, Density: 2}) {
		t.Errorf("tiles %v, resources %v", m.Tiles, m.Resources)
	}
	if len(m.Actors) != 1 || m.Actors[0].Type != "mine" || m.Actors[0].X != 1 || m.Actors[0].Y != 2 {
		t.Errorf("actors %+v", m.Actors)
	}
	if m.Bounds.Contains(0, 0) || !m.Bounds.Contains(1, 2) {
		t.Errorf("bounds %+v", m.Bounds)
	}
}

func TestDamageIsAFormatError(t *testing.T) {
	whole := smallBinary()
	for name, archive := range map[string][]byte{
		"not a zip":       []byte("PK nothing"),
		"cut tiles":       archiveOf(t, smallText, whole[:20]),
		"cut header":      archiveOf(t, smallText, whole[:3]),
		"huge size":       archiveOf(t, strings.Replace(smallText, "2,3", "9999999,9999999", 1), whole),
		"other size":      archiveOf(t, strings.Replace(smallText, "2,3", "3,3", 1), whole),
		"bounds outside":  archiveOf(t, strings.Replace(smallText, "0,1,2,2", "1,1,2,2", 1), whole),
		"orphan indent":   archiveOf(t, "A: 1\n\t\t\tB: 2\n", whole),
		"unknown format":  archiveOf(t, smallText, append([]byte{9}, whole[1:]...)),
		"nothing at all":  archiveOf(t, "", nil),
		"offset past end": archiveOf(t, smallText, append(append([]byte{}, whole[:5]...), 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0)),
	} {
		_, err := Read(archive)
		var format *FormatError
		if !errors.As(err, &format) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(archiveOf(f, smallText, smallBinary()))
	f.Add([]byte("PK"))
	f.Fuzz(func(t *testing.T, archive []byte) {
		m, err := Read(archive)
		if err == nil && len(m.Tiles) != m.Width*m.Height {
			t.Errorf("%d tiles on %dx%d", len(m.Tiles), m.Width, m.Height)
		}
	})
}

func FuzzParts(f *testing.F) {
	f.Add(smallText, smallBinary())
	f.Fuzz(func(t *testing.T, text string, data []byte) {
		root, err := ParseMiniYAML(text)
		if err != nil {
			return
		}
		m := &Map{}
		if m.readText(root) == nil && m.Width*m.Height < 1<<16 && m.readBinary(data) == nil && len(m.Resources) != m.Width*m.Height {
			t.Errorf("%d resource cells on %dx%d", len(m.Resources), m.Width, m.Height)
		}
	})
}
