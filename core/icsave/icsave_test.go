// SPDX-License-Identifier: GPL-3.0-or-later

package icsave_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/icsave"
	"convertd/core/order"
	"convertd/core/snapshot"
)

func sample() *icsave.Save {
	return &icsave.Save{
		Metadata: icsave.Metadata{
			SaveName: "Checkpoint", Timestamp: "2027-03-15T14:30:00Z", EngineVersion: "0.5.0", ModAPIVersion: "1.0",
			GameModule: "ra1", MapName: "Allied05", GameTime: "18.0",
			Players:  []icsave.Player{{Name: "Player 1", Faction: "allies", IsHuman: true}},
			Campaign: &icsave.Campaign{CampaignID: "allied", MissionID: "allied05", Flags: json.RawMessage(`{"bridge_intact":true}`)},
			Extra:    map[string]json.RawMessage{"x_unknown": json.RawMessage(`[1,{"a":2.50}]`)},
		},
		State:     icreptest.State(450, 40),
		Thumbnail: append([]byte("\x89PNG\r\n\x1a\n"), "picture"...),
	}
}

func encode(tb testing.TB, s *icsave.Save) []byte {
	tb.Helper()
	data, err := icsave.Encode(s, icrep.Fastest)
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

func load(data []byte) (*icsave.Save, error) {
	return icsave.Load(bytes.NewReader(data), int64(len(data)))
}

func TestLoadGivesBackWhatWasSaved(t *testing.T) {
	for _, thumbnail := range []bool{true, false} {
		want := sample()
		if !thumbnail {
			want.Thumbnail = nil
		}
		got, err := load(encode(t, want))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want.State, got.State, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if !bytes.Equal(got.Thumbnail, want.Thumbnail) || got.Metadata.Tick != 450 || (got.Metadata.Thumbnail != "") != thumbnail {
			t.Errorf("%+v", got.Metadata)
		}
		if string(got.Metadata.Extra["x_unknown"]) == "" || got.Metadata.Campaign.MissionID != "allied05" {
			t.Errorf("members are gone: %+v", got.Metadata)
		}
	}
}

func TestSameSaveGivesSameBytes(t *testing.T) {
	if !bytes.Equal(encode(t, sample()), encode(t, sample())) {
		t.Error("two encodings differ")
	}
}

func TestEveryFlippedBitIsCaught(t *testing.T) {
	data := encode(t, sample())
	random := rand.New(rand.NewPCG(5, 6))
	for i := range 1000 {
		bit := random.IntN(len(data) * 8)
		if i < icsave.HeaderBytes*8 {
			bit = i // all of the header
		}
		data[bit/8] ^= 1 << (bit % 8)
		_, err := load(data)
		var located *icsave.Error
		if !errors.As(err, &located) {
			t.Errorf("bit %d of byte %d: %v", bit%8, bit/8, err)
		}
		data[bit/8] ^= 1 << (bit % 8)
	}
}

func TestEveryTruncationIsATypedError(t *testing.T) {
	data := encode(t, sample())
	for n := range data {
		_, err := load(data[:n])
		var located *icsave.Error
		if !errors.As(err, &located) {
			t.Fatalf("%d bytes: %v", n, err)
		}
	}
}

func TestHostileHeadersAreRefused(t *testing.T) {
	data := encode(t, sample())
	put := func(at int, v uint32) func([]byte) {
		return func(b []byte) { binary.LittleEndian.PutUint32(b[at:], v) }
	}
	for name, c := range map[string]struct {
		change func([]byte)
		class  error
	}{
		"magic":             {func(b []byte) { b[0] = 'X' }, icsave.ErrNotSave},
		"version":           {func(b []byte) { b[4] = 2 }, icsave.ErrUnsupported},
		"compression":       {func(b []byte) { b[6] = 2 }, icsave.ErrUnsupported},
		"flag":              {func(b []byte) { b[7] = 2 }, icsave.ErrCorrupt},
		"state of 4 GiB":    {put(24, 0xFFFFFFFF), icsave.ErrLimit},
		"state at limit+1":  {put(24, icsave.MaxStateBytes+1), icsave.ErrLimit},
		"metadata of 2 MiB": {put(12, 2<<20), icsave.ErrLimit},
		"payload of 4 GiB":  {put(20, 0xFFFFFFFF), icsave.ErrLimit},
		"payload inside":    {put(16, 4), icsave.ErrCorrupt},
		"no metadata":       {put(12, 0), icsave.ErrCorrupt},
	} {
		changed := slices.Clone(data)
		c.change(changed)
		if _, err := load(changed); !errors.Is(err, c.class) {
			t.Errorf("%s: %v, want %v", name, err, c.class)
		}
	}
}

// forge builds a save around a payload with correct digests everywhere, as an
// attacker would.
func forge(tb testing.TB, payload []byte, uncompressed uint32, state order.SyncHash) []byte {
	tb.Helper()
	h := icsave.Header{MetadataOffset: icsave.HeaderBytes, PayloadLength: uint32(len(payload)), UncompressedLength: uncompressed, StateHash: state, PayloadHash: sha256.Sum256(payload)}
	render := func(header, own string) []byte {
		text, err := icrep.CanonicalJSON(fmtMetadata(header, own))
		if err != nil {
			tb.Fatal(err)
		}
		return text
	}
	h.MetadataLength = uint32(len(render(icrep.ZeroDigest, icrep.ZeroDigest)))
	h.PayloadOffset = icsave.HeaderBytes + h.MetadataLength
	head := h.Append(nil)
	digest := icrep.DigestText(sha256.Sum256(head))
	own := icrep.DigestText(sha256.Sum256(render(digest, icrep.ZeroDigest)))
	return slices.Concat(head, render(digest, own), payload)
}

func fmtMetadata(header, own string) []byte {
	return []byte(`{"save_name":"x","engine_version":"","mod_api_version":"","game_module":"","active_mods":[],"map_name":"","tick":0,"game_time_seconds":0,"players":[],"integrity":{"header":"` + header + `","metadata":"` + own + `"}}`)
}

func TestForgedPayloadsAreRefused(t *testing.T) {
	state := icreptest.State(0, 0)
	plain := state.Append(nil)
	packed, err := icrep.CompressBlock(nil, plain, icrep.Fastest)
	if err != nil {
		t.Fatal(err)
	}
	hash := snapshot.Sync(state.Core.StateHash())
	if _, err := load(forge(t, packed, uint32(len(plain)), hash)); err != nil {
		t.Fatalf("the forger makes no loadable save: %v", err)
	}
	bomb, err := icrep.CompressBlock(nil, make([]byte, 8<<20), icrep.Fastest)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data  []byte
		class error
	}{
		"ratio above 256":       {forge(t, packed, 60<<20, hash), icsave.ErrLimit},
		"longer than declared":  {forge(t, bomb, 1<<20, hash), icsave.ErrCorrupt},
		"shorter than declared": {forge(t, packed, uint32(len(plain))+1, hash), icsave.ErrCorrupt},
		"zeros as a state":      {forge(t, bomb, 8<<20, hash), icsave.ErrCorrupt},
		"another state hash":    {forge(t, packed, uint32(len(plain)), hash+1), icsave.ErrCorrupt},
		"not LZ4":               {forge(t, bytes.Repeat([]byte{0xFF}, 40), 100, hash), icsave.ErrCorrupt},
	} {
		if _, err := load(c.data); !errors.Is(err, c.class) {
			t.Errorf("%s: %v, want %v", name, err, c.class)
		}
	}
}

func TestWriteIsOneStepAndRefusesToOverwrite(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer closeIn(t, root.Close)
	if err := icsave.Write(root, "a.icsave", sample(), icsave.Options{NoSync: true}); err != nil {
		t.Fatal(err)
	}
	if err := icsave.Write(root, "a.icsave", sample(), icsave.Options{NoSync: true}); !errors.Is(err, icsave.ErrExists) {
		t.Errorf("overwriting: %v", err)
	}
	if err := icsave.Write(root, "a.icsave", sample(), icsave.Options{Overwrite: true}); err != nil {
		t.Errorf("overwriting on demand: %v", err)
	}
	// What an interrupted save leaves is discarded, the save before it loads.
	if err := os.WriteFile(dir+"/a.icsave.tmp", []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := icsave.LoadFile(root, "a.icsave"); err != nil {
		t.Error(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
	if _, err := icsave.LoadFile(root, "../a.icsave"); err == nil {
		t.Error("a name led out of the folder")
	}
}

func TestAKeyframeBecomesASaveAndBack(t *testing.T) {
	data := icreptest.Game{Ticks: 1000}.Write(t)
	r, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	s, err := icsave.FromReplay(r, 750, "from replay")
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := load(encode(t, s))
	if err != nil {
		t.Fatal(err)
	}
	tick, blob := loaded.Keyframe()
	if tick != 600 || !bytes.Equal(blob, icreptest.State(600, 0).Append(nil)) {
		t.Errorf("keyframe %d is not the state of tick 600", tick)
	}
	if loaded.Metadata.GameTime != "24.0" || string(loaded.Metadata.Extra["converted_from_source"]) != `"openra"` {
		t.Errorf("%+v", loaded.Metadata)
	}
}

func TestRestoreIntoAnotherGameIsRefused(t *testing.T) {
	s := sample()
	hash := s.State.Core.MapHash
	if err := s.CheckConfig(icreptest.Seed, hash); err != nil {
		t.Error(err)
	}
	if err := s.CheckConfig(icreptest.Seed+1, hash); !errors.Is(err, icsave.ErrConfigMismatch) {
		t.Errorf("another seed: %v", err)
	}
	hash[0]++
	if err := s.CheckConfig(icreptest.Seed, hash); !errors.Is(err, icsave.ErrConfigMismatch) {
		t.Errorf("another map: %v", err)
	}
}

func FuzzLoad(f *testing.F) {
	data, err := icsave.Encode(sample(), icrep.Fastest)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:100])
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := load(data)
		var located *icsave.Error
		if err != nil && !errors.As(err, &located) {
			t.Fatalf("not a typed error: %v", err)
		}
		if err == nil && s.State.Check() != nil {
			t.Fatal("a state that does not pass the schema was handed out")
		}
	})
}

// FuzzPayload gives hostile states correct hashes, so that the fuzzer gets past
// the file layer.
func FuzzPayload(f *testing.F) {
	f.Add(icreptest.State(0, 0).Append(nil))
	f.Fuzz(func(t *testing.T, plain []byte) {
		if len(plain) == 0 {
			return
		}
		packed, err := icrep.CompressBlock(nil, plain, icrep.Fastest)
		if err != nil {
			t.Fatal(err)
		}
		_, err = load(forge(t, packed, uint32(len(plain)), 0))
		var located *icsave.Error
		if err != nil && !errors.As(err, &located) {
			t.Fatalf("not a typed error: %v", err)
		}
	})
}

// closeIn closes at the end of a test and reports a failure to do so.
func closeIn(tb testing.TB, closeIt func() error) {
	tb.Helper()
	if err := closeIt(); err != nil {
		tb.Error(err)
	}
}
