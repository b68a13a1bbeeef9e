// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"convertd/core/ir"
	"convertd/sdk"
	"convertd/sdk/sinktest"

	"github.com/google/go-cmp/cmp"

	fixtures "convertd/internal/fixtures/orarep"
)

var update = flag.Bool("update", false, "write the snapshots anew")

// snapshot is what decoding one fixture file gives, in short.
type snapshot struct {
	Profile     string   `json:"profile,omitempty"`
	Players     []string `json:"players,omitempty"`
	Orders      int      `json:"orders"`
	Syncs       int      `json:"syncs"`
	LastFrame   uint64   `json:"last_frame"`
	Ticks       uint64   `json:"ticks"`
	Complete    bool     `json:"complete"`
	Diagnostics []string `json:"diagnostics,omitempty"`
	Error       string   `json:"error,omitempty"`
	Lines       string   `json:"lines_sha256"`
	IR          string   `json:"ir_sha256"`
}

func takeSnapshot(t *testing.T, data []byte) snapshot {
	t.Helper()
	c, err := decode(data, sdk.DecodeOptions{})
	native, nativeErr := decode(data, sdk.DecodeOptions{Native: true, Raw: true})
	if fmt.Sprint(err) != fmt.Sprint(nativeErr) {
		t.Errorf("orders end with %v, native lines with %v", err, nativeErr)
	}
	s := snapshot{Orders: len(c.Orders), Syncs: len(c.Syncs), Lines: native.Digest(), IR: streamDigest(t, c)}
	if err != nil {
		if _, ok := ir.AsDecodeError(err); !ok {
			t.Errorf("%v is no decode error", err)
		}
		s.Error = err.Error()
	}
	for _, d := range c.Diagnostics {
		s.Diagnostics = append(s.Diagnostics, d.Code)
	}
	if c.Header != nil {
		s.Profile = c.Header.Profile
		for _, p := range c.Header.Players {
			s.Players = append(s.Players, fmt.Sprintf("%s (%d, %s)", p.Name, p.Client, p.Faction))
		}
		s.LastFrame, s.Ticks, s.Complete = c.Trailer.LastFrame, c.Trailer.Ticks, c.Trailer.Complete
	}
	return s
}

// streamDigest is the SHA-256 of everything a sink is given, as JSON.
func streamDigest(t *testing.T, c *sinktest.Recording) string {
	t.Helper()
	sum := sha256.New()
	encoder := json.NewEncoder(sum)
	for _, part := range []any{c.Header, c.Orders, c.Syncs, c.Diagnostics, c.Trailer} {
		if err := encoder.Encode(part); err != nil {
			t.Fatal(err)
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func TestFixturesHaveTheirSnapshots(t *testing.T) {
	path := filepath.Join("testdata", "snapshots.json")
	got := map[string]snapshot{}
	for _, file := range fixtures.Files() {
		got[file.Path] = takeSnapshot(t, file.Data)
	}
	if *update {
		text, err := json.MarshalIndent(got, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(text, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]snapshot{}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("snapshots (-kept +got), -update writes them anew:\n%s", diff)
	}
}
