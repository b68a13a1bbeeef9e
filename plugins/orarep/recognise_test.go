// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"convertd/core/ir"
	"convertd/sdk"
	"convertd/sdk/sinktest"

	fixtures "convertd/internal/fixtures/orarep"
)

func probeInput(name string, data []byte) sdk.ProbeInput {
	input := sdk.ProbeInput{Name: name, Size: int64(len(data)), Head: data, Tail: data}
	if len(data) > sdk.ProbeBytes {
		input.Head, input.Tail = data[:sdk.ProbeBytes], data[len(data)-sdk.ProbeBytes:]
	}
	return input
}

func TestProbeKnowsEveryFixture(t *testing.T) {
	for _, file := range fixtures.Files() {
		match := New().Probe(probeInput("replay", file.Data))
		known, sure := !strings.HasPrefix(file.Path, "bad/"), uint8(certain)
		if strings.HasSuffix(file.Path, "-zip.orarep") {
			sure = nearlyCertain // others pack ZIPs too
		}
		if (match.Confidence == sure) != known {
			t.Errorf("%s: confidence %d", file.Path, match.Confidence)
		}
	}
}

func TestProbeTrustsContentBeforeTheName(t *testing.T) {
	whole := fixtureData(t, "good/ra-skirmish.orarep")
	cases := map[string]struct {
		input sdk.ProbeInput
		want  uint8
	}{
		"metadata without a handshake": {probeInput("x.bin", whole[100:]), likely},
		"name only":                    {probeInput("x.ORAREP", []byte("something else")), confidenceByExt},
		"ZIP with the name":            {probeInput("x.orarep", []byte("PK\x03\x04 and more")), possible},
		"ZIP without the name":         {probeInput("x.zip", []byte("PK\x03\x04 and more")), 0},
		"nothing":                      {probeInput("x.orarep", nil), 0},
		"another format":               {probeInput("x.rep", []byte("GENREP....")), 0},
	}
	for name, test := range cases {
		if got := New().Probe(test.input).Confidence; got != test.want {
			t.Errorf("%s: confidence %d, want %d", name, got, test.want)
		}
	}
}

func TestLayoutFollowsProtocolThenVersion(t *testing.T) {
	cases := []struct {
		protocol int
		version  string
		want     string
	}{
		{8, "SP-2020", "D"},
		{9, "", "E"},
		{10, "release-20130514", "E"},
		{11, "", "F"},
		{20, "20230305", "G"},
		{21, "", "H"},
		{23, "", "H"},
		{0, "release-20130514", "A0"},
		{0, "playtest-20130804", "A0"},
		{0, "playtest-20130812", "A"},
		{0, "release-20171014", "A"},
		{0, "playtest-20180102", "B0"},
		{0, "playtest-20180208", "B"},
		{0, "release-20181215", "B"},
		{0, "playtest-20190106", "C"},
		{0, "release-20190314", "C"},
		{0, "playtest-20190825", "D"},
		{0, "playtest-20200301", "E"},
		{0, "playtest-20201213", "F"},
		{0, "release-20210321", "F"},
		{0, "playtest-20221119", "G"},
		{0, "release-20231010", "G"},
		{0, "playtest-20250330", "H"},
	}
	for _, test := range cases {
		got, _ := chooseLayout(nil, handshake{protocol: test.protocol, version: test.version})
		if got.era != test.want {
			t.Errorf("protocol %d, version %q: era %s, want %s", test.protocol, test.version, got.era, test.want)
		}
	}
}

// TestLayoutIsFoundByTrial decodes the fixtures with the version taken away:
// the layout found reads every order of the file as its own does.
func TestLayoutIsFoundByTrial(t *testing.T) {
	for _, era := range []string{"B0", "B", "C", "D", "E", "F", "G", "H"} {
		game := fixtures.Sweep(era)
		game.Release.Version, game.Release.Protocol = "SP-1.23", 0
		game.Release.Mod = "mod"
		data := game.Write()
		found, err := decode(data, sdk.DecodeOptions{Native: true})
		if err != nil {
			t.Errorf("%s: %v", era, err)
			continue
		}
		told, _ := decode(data, sdk.DecodeOptions{Native: true, Profile: era})
		if found.Digest() != told.Digest() {
			t.Errorf("era %s is read differently as %s", era, found.Header.Profile)
		}
		// Without a list of actors, E is written as D is.
		if found.Header.Profile != era && era != "D" {
			t.Errorf("era %s is taken for %s", era, found.Header.Profile)
		}
	}
}

func TestProfileForcesTheLayout(t *testing.T) {
	data := fixtureData(t, "good/fields-G.orarep")
	c, err := decode(data, sdk.DecodeOptions{Profile: "H"})
	if c.Header.Profile != "H" || err == nil {
		t.Errorf("profile %s, error %v", c.Header.Profile, err)
	}
	_, err = decode(data, sdk.DecodeOptions{Profile: "Z"})
	if damage, ok := ir.AsDecodeError(err); !ok || damage.Code != ir.CodeUnsupportedVersion {
		t.Errorf("unknown profile: %v", err)
	}
}

func TestHeaderDepthGivesTheSameHeader(t *testing.T) {
	for _, file := range fixtures.Files() {
		full, fullErr := decode(file.Data, sdk.DecodeOptions{})
		short, shortErr := decode(file.Data, sdk.DecodeOptions{Depth: sdk.DepthHeader})
		if full.Header == nil {
			if fmt.Sprint(fullErr) != fmt.Sprint(shortErr) {
				t.Errorf("%s: %v, full %v", file.Path, shortErr, fullErr)
			}
			continue
		}
		if streamDigest(t, &sinktest.Recording{Header: full.Header}) != streamDigest(t, &sinktest.Recording{Header: short.Header}) {
			t.Errorf("%s: headers differ", file.Path)
		}
		if shortErr != nil || len(short.Orders)+len(short.Syncs) > 0 {
			t.Errorf("%s: error %v, %d orders", file.Path, shortErr, len(short.Orders))
		}
	}
}

func zipWith(t *testing.T, members map[string][]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for name, content := range members {
		w, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestZIPFormGivesTheOrdersOfTheFlatForm(t *testing.T) {
	flat, err := decode(fixtureData(t, "good/ra-skirmish.orarep"), sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	zipped, err := decode(fixtureData(t, "good/ra-skirmish-zip.orarep"), sdk.DecodeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(flat.Orders) != len(zipped.Orders) || len(flat.Syncs) != len(zipped.Syncs) {
		t.Fatalf("%d orders and %d hashes, flat %d and %d", len(zipped.Orders), len(zipped.Syncs), len(flat.Orders), len(flat.Syncs))
	}
	for i := range flat.Syncs {
		if a, b := flat.Syncs[i], zipped.Syncs[i]; a.Frame != b.Frame || a.Tick != b.Tick || a.Value != b.Value || b.Reporter != -1 {
			t.Fatalf("hash %d is %v, flat %v", i, b, a)
		}
	}
}

func TestZIPLimits(t *testing.T) {
	game := fixtures.Sweep("G")
	game.HashesApart = true
	orders := game.Stream().Bytes()
	many := map[string][]byte{"orders": orders}
	for i := range maxZIPMembers {
		many[fmt.Sprintf("other%d", i)] = nil
	}
	bomb := make([]byte, 2*zipRatioFloor)
	cases := map[string]struct {
		members map[string][]byte
		code    ir.Code
	}{
		"plain":         {map[string][]byte{"orders": orders}, ""},
		"many members":  {many, ir.CodeLimitExceeded},
		"bomb":          {map[string][]byte{"orders": bomb}, ir.CodeLimitExceeded},
		"long metadata": {map[string][]byte{"orders": orders, "metadata.yaml": bytes.Repeat([]byte("Root: x\n"), maxMetadataText/8+1)}, ir.CodeLimitExceeded},
		"paths":         {map[string][]byte{"../orders": orders}, ir.CodeNotRecognised},
	}
	for name, test := range cases {
		_, err := decode(zipWith(t, test.members), sdk.DecodeOptions{})
		damage, failed := ir.AsDecodeError(err)
		if failed != (test.code != "") || failed && damage.Code != test.code {
			t.Errorf("%s: %v, want %q", name, err, test.code)
		}
	}
}
