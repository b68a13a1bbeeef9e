// SPDX-License-Identifier: GPL-3.0-or-later

package icreptest

import (
	"bytes"
	"crypto/ed25519"
	"testing"

	"convertd/core/icrep"
)

// Everything describes a replay that has all seven sections.
func Everything(ticks uint64) Game {
	g := Game{Ticks: ticks, Events: true}
	g.Final = func(f *icrep.Final) {
		f.Signature = g.Sign(Key(), ticks)
		f.Voice = Voice()
		f.Embedded = Embedded()
	}
	return g
}

// WriteEverything records Everything.
func WriteEverything(tb testing.TB, ticks uint64) []byte {
	tb.Helper()
	return Everything(ticks).Write(tb)
}

// Key is a private key for tests. Its seed is public: it certifies nothing.
func Key() ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
}

// PublicKey belongs to Key.
func PublicKey() ed25519.PublicKey {
	public, _ := Key().Public().(ed25519.PublicKey)
	return public
}

// Sign signs every cadence tick and the terminal one, as a relay would.
func (g Game) Sign(key ed25519.PrivateKey, ticks uint64) *icrep.Signature {
	s := icrep.NewSigner(key)
	for t := uint64(icrep.SigningCadence); t < ticks; t += icrep.SigningCadence {
		if err := s.Sign(t, g.Hash(t), 0); err != nil {
			panic(err)
		}
	}
	if err := s.Sign(ticks, g.Hash(ticks), 0); err != nil {
		panic(err)
	}
	return s.Signature()
}

// Voice is one track with two frames and one of a player who did not consent.
func Voice() []icrep.VoiceTrack {
	return []icrep.VoiceTrack{
		{Player: 0, Consented: true, Frames: []icrep.VoiceFrame{
			{Tick: 5, Opus: []byte{1, 2, 3}, Target: icrep.VoiceTeam},
			{Tick: 6, Opus: []byte{4, 5, 6, 7}, Target: icrep.VoicePlayer, Player: 1},
		}},
		{Player: 1},
	}
}

// Embedded are resources of the self-contained mode.
func Embedded() *icrep.Embedded {
	return &icrep.Embedded{
		Map: bytes.Repeat([]byte("map "), 100), BalancePreset: "openra",
		Manifest: &icrep.ModManifest{
			Mods:  []icrep.Mod{{ID: "ra", Version: "release-20250330"}},
			Rules: []icrep.RuleFile{{Name: "rules/infantry.yaml", Content: []byte("E1:\n\tCost: 100\n")}},
		},
	}
}
