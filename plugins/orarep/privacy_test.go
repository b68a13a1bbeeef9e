// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"

	fixtures "convertd/internal/fixtures/orarep"
	"convertd/sdk"
)

// TestLinesHideDigestsOverPrivateText: whoever knows a lobby but for one address
// finds it by trying all of them, if they have the digest.
func TestLinesHideDigestsOverPrivateText(t *testing.T) {
	for _, era := range []string{"A", "D", "H"} {
		game := fixtures.Skirmish(era)
		data := game.Write()
		plain, _ := decode(data, sdk.DecodeOptions{Native: true})
		raw, _ := decode(data, sdk.DecodeOptions{Native: true, Raw: true})
		if len(plain.Lines) != len(raw.Lines) {
			t.Fatalf("%s: %d lines, raw %d", era, len(plain.Lines), len(raw.Lines))
		}
		hidden := 0
		for i, line := range plain.Lines {
			if strings.Contains(raw.Lines[i], maskedDigest) {
				t.Errorf("%s: raw line %d hides something", era, i)
			}
			private := false
			for _, name := range []string{"SyncInfo", "SyncLobbyClients", "HandshakeResponse"} {
				private = private || strings.Contains(line, "\t"+name+"\t")
			}
			if line != raw.Lines[i] {
				hidden++
			} else if private && era == "A" {
				t.Errorf("%s: line %d tells the digest of a lobby with addresses", era, i)
			}
		}
		if hidden == 0 || hidden == len(plain.Lines) {
			t.Errorf("%s: %d of %d lines hide something", era, hidden, len(plain.Lines))
		}
	}
}

// TestPrivateTextInAFrameOfPlayIsHidden: a lobby's text belongs into frame 0. In
// any other frame, under any other name, it is as private.
func TestPrivateTextInAFrameOfPlayIsHidden(t *testing.T) {
	const text = "Client@0:\n\tIpAddress: " + fixtures.PrivateAddress + "\n"
	digest := sha256.Sum256([]byte(text))
	for _, order := range []fixtures.Order{
		fixtures.Give("SyncInfo", 7).Text(text), fixtures.Give("Move", 7).Text(text).To(3, 4),
		fixtures.Give("StartProduction", 7).Text(text), fixtures.Give("NeverHeardOf", 7).Text(text),
		fixtures.Give("At "+fixtures.PrivateAddress, 7).Text("harmless"),
	} {
		game := fixtures.Skirmish("H")
		game.Turns = append(game.Turns[:1:1], fixtures.Turn{Frame: game.Turns[0].Frame + 1, Client: game.Turns[0].Client, Order: order})
		data := game.Write()
		if !strings.Contains(string(data), fixtures.PrivateAddress) {
			t.Fatal("the recording has nothing to hide")
		}
		c, _ := decode(data, sdk.DecodeOptions{})
		for _, o := range c.Orders {
			for _, field := range []string{o.Text, o.Item, o.NativeName, string(o.Raw)} {
				if strings.Contains(field, fixtures.PrivateAddress) {
					t.Errorf("%s holds the address", o.NativeName)
				}
			}
		}
		for _, count := range c.Trailer.CommandsByType {
			if strings.Contains(count.Name, fixtures.PrivateAddress) {
				t.Error("the counts hold the address")
			}
		}
		lines, _ := decode(data, sdk.DecodeOptions{Native: true})
		if text := lines.Text(); strings.Contains(text, fixtures.PrivateAddress) || strings.Contains(text, hex.EncodeToString(digest[:8])) {
			t.Error("a line tells the address")
		}
	}
}
