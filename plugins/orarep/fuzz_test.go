// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"strings"
	"testing"

	fixtures "convertd/internal/fixtures/orarep"
)

func FuzzDecode(f *testing.F) {
	for _, file := range fixtures.Files() {
		f.Add(file.Data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkHostile(t, data) })
}

// FuzzMetadata puts any text into the metadata block of a sound recording.
func FuzzMetadata(f *testing.F) {
	f.Add("Root:\n\tMod: ra\nPlayer@0:\n\tClientIndex: 0\n\tOutcome: Won\n")
	f.Add("Player@0:\nPlayer@1:\n\tClientIndex: -7\n")
	f.Add("\t\t\t:\n\\ \\\n")
	game := fixtures.Sweep("G")
	stream := game.Lead().Bytes()
	f.Fuzz(func(t *testing.T, text string) {
		rec := fixtures.Start(game.Release)
		rec.Raw(stream)
		rec.Metadata(text)
		checkHostile(t, rec.Bytes())
	})
}

// FuzzLobby puts any text into the lobby.
func FuzzLobby(f *testing.F) {
	f.Add("Client@0:\n\tIndex: 0\n\tSlot: Multi0\nSlot@Multi0:\nGlobalSettings:\n\tNetFrameInterval: 0\n\tOptions:\n\t\tfog:\n")
	f.Add("Client@0:\n\tIpAddress: 192.0.2.1\n")
	game := fixtures.Sweep("G")
	f.Fuzz(func(t *testing.T, text string) {
		rec := fixtures.Start(game.Release)
		rec.Handshake(0, "HandshakeRequest", "Handshake:\n\tMod: ra\n")
		rec.Handshake(0, "HandshakeResponse", "Handshake:\n\tOrdersProtocol: 20\n")
		rec.Immediate(0, "SyncInfo", text)
		rec.Immediate(0, "StartGame", "")
		checkHostile(t, rec.Bytes())
	})
}

func FuzzScrub(f *testing.F) {
	f.Add("\tIpAddress: 192.0.2.1\n\tName: x\n")
	f.Add("::1 1.2.3.4.5:99 *.*.*.*")
	f.Fuzz(func(t *testing.T, text string) {
		once := scrub(text)
		if twice := scrub(once); twice != once {
			t.Errorf("scrubbing %q again changes it to %q", once, twice)
		}
		if strings.Count(once, "\n") > strings.Count(text, "\n") {
			t.Errorf("%q has more lines than before", once)
		}
	})
}

func FuzzZIP(f *testing.F) {
	for _, file := range fixtures.Files() {
		if strings.Contains(file.Path, "zip") {
			f.Add(file.Data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		checkHostile(t, append([]byte("PK\x03\x04"), data...))
		checkHostile(t, data)
	})
}
