// SPDX-License-Identifier: GPL-3.0-or-later

package remastered_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	fixtures "convertd/internal/fixtures/remastered"
	"convertd/sdk"
)

// emitted is all text and bytes that leave the decoder, lower case.
func emitted(t *rapid.T, data []byte, profile string) string {
	var all strings.Builder
	for _, native := range []bool{false, true} {
		got, err := decode(data, sdk.DecodeOptions{Native: native, Profile: profile})
		for i := range got.Orders {
			all.WriteString(hex.EncodeToString(got.Orders[i].Raw))
			all.Write(got.Orders[i].Raw)
			got.Orders[i].Raw = nil // JSON would write it in base64
		}
		for _, part := range []any{got.Header, got.Orders, got.Syncs, got.Cameras, got.Diagnostics, got.Trailer, got.Lines} {
			text, err := json.Marshal(part)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(text)
		}
		if err != nil {
			all.WriteString(err.Error())
		}
	}
	return strings.ToLower(all.String())
}

// forms are the ways an address might be written.
func forms(address []byte) []string {
	var list []string
	for at := 0; at+4 <= len(address); at++ {
		part := address[at : at+4]
		list = append(list,
			string(part), hex.EncodeToString(part),
			fmt.Sprintf("%d.%d.%d.%d", part[0], part[1], part[2], part[3]),
			fmt.Sprintf("%d", uint32(part[0])|uint32(part[1])<<8|uint32(part[2])<<16|uint32(part[3])<<24))
	}
	return list
}

// TestAddressesNeverLeaveTheDecoder plays lobbies with made-up node addresses,
// whole, cut and with the wrong player count, and looks for every four bytes of
// every address in everything that is sent.
func TestAddressesNeverLeaveTheDecoder(t *testing.T) {
	var builds []*fixtures.Build
	for _, b := range fixtures.Builds() {
		if b.RedAlert() && b.Profile != "design" && !strings.HasSuffix(b.Profile, "noaddress") {
			builds = append(builds, b)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SampledFrom(builds).Draw(t, "build")
		r := fixtures.Network(b, rapid.IntRange(0, 2).Draw(t, "protocol"), 6)
		var looked []string
		for i := range r.Players {
			for j := range r.Players[i].Address {
				// High bytes: they stand nowhere else by chance, and JSON cannot
				// write them as they are.
				r.Players[i].Address[j] = rapid.ByteRange(0xC3, 0xFD).Draw(t, "byte")
			}
			looked = append(looked, forms(r.Players[i].Address[:])...)
		}
		data := r.Encode(b).Data
		if rapid.Bool().Draw(t, "cut") {
			data = data[:rapid.IntRange(0, len(data)).Draw(t, "keep")]
		}
		profile := ""
		if rapid.Bool().Draw(t, "named") {
			profile = b.Profile
		}
		sent := emitted(t, data, profile)
		for _, form := range looked {
			if strings.Contains(sent, form) {
				t.Fatalf("%q of an address leaves the decoder", form)
			}
		}
	})
}

// TestNoiseNeverLeavesTheDecoder: the unused bytes of an event are whatever
// the engine's memory held, and may be anything.
func TestNoiseNeverLeavesTheDecoder(t *testing.T) {
	const secret = "\xC0\xA8\x01\x17"
	for _, b := range fixtures.Builds() {
		file := fixtures.Everything(b).Encode(b)
		for i, at := range file.Events {
			name := b.EventNames()[i]
			header := 5
			if !b.RedAlert() {
				header = 6
			}
			// The longest meaning of a union without being SPECIAL has 15 bytes.
			if name == "SPECIAL" || b.EventBytes() < header+15+len(secret) {
				continue
			}
			copy(file.Data[at+header+15:], secret)
		}
		for _, native := range []bool{false, true} {
			got := mustDecode(t, file.Data, sdk.DecodeOptions{Native: native})
			for _, order := range got.Orders {
				if strings.Contains(string(order.Raw), secret) {
					t.Fatalf("%s: %s carries noise", b.Name(), order.NativeName)
				}
			}
			for _, line := range got.Lines {
				if strings.Contains(line, hex.EncodeToString([]byte(secret))) || strings.Contains(line, secret) {
					t.Fatalf("%s: %s", b.Name(), line)
				}
			}
		}
	}
}

func TestScenarioPathsAreCutToTheirFile(t *testing.T) {
	b := fixtures.FindBuild("ra-vanilla-linux")
	for recorded, want := range map[string]string{
		"SCM01EA.INI":                   "SCM01EA.INI",
		`C:\Users\somebody\SCM01EA.INI`: "SCM01EA.INI",
		"/home/somebody/mine.mpr":       "mine.mpr",
		"":                              "",
	} {
		r := fixtures.Everything(b)
		r.ScenarioName = recorded
		got := mustDecode(t, r.Encode(b).Data, sdk.DecodeOptions{Depth: sdk.DepthHeader})
		if got.Header.Map.Name != want || got.Header.Map.ID != want {
			t.Errorf("%q: %+v", recorded, got.Header.Map)
		}
	}
}
