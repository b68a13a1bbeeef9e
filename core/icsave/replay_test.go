// SPDX-License-Identifier: GPL-3.0-or-later

package icsave

import (
	"testing"

	"convertd/core/icrep"
)

func TestOnlyPeopleAreHumanInASave(t *testing.T) {
	human := map[string]bool{
		icrep.KindHuman: true, icrep.KindBot: false, icrep.KindNeutral: false, icrep.KindSpectator: false,
		"ai": false, // what converters of the first days called bots
		"":   true,  // not known: somebody takes the seat
	}
	for kind, want := range human {
		save := describe(&icrep.Metadata{Players: []icrep.Player{{Name: "One", Kind: kind}}}, 0, "save")
		if got := save.Players[0].IsHuman; got != want {
			t.Errorf("a player of kind %q is human: %v, want %v", kind, got, want)
		}
	}
}
