// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"testing"

	"convertd/core/sim/openra/internal/info"
)

func TestEveryKindOfHashedTraitSaysHowItIsHashed(t *testing.T) {
	for kind := info.SyncZero + 1; kind < info.SyncKindCount; kind++ {
		if hashedTraits[kind].hash == nil {
			t.Errorf("kind %d has no hash", kind)
		}
	}
	if hashedTraits[info.SyncZero].hash != nil {
		t.Error("what is not modelled has a hash")
	}
}
