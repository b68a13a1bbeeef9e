// SPDX-License-Identifier: GPL-3.0-or-later

package icsave_test

import (
	"bytes"
	"errors"
	"testing"

	"convertd/core/icrep"
	"convertd/core/icrep/icreptest"
	"convertd/core/icsave"
)

// A save is of one map: metadata that name another are refused.
func TestTheMapOfASaveIsThatOfItsState(t *testing.T) {
	state := icreptest.State(5, 0)
	state.Core.MapHash = [32]byte{1, 2, 3}
	for hash, want := range map[string]error{
		icrep.DigestText(state.Core.MapHash): nil, icrep.DigestText([32]byte{9}): icsave.ErrCorrupt, "": nil, "of the first days": nil,
	} {
		data, err := icsave.Encode(&icsave.Save{Metadata: icsave.Metadata{SaveName: "save", MapHash: hash}, State: state}, icrep.Fastest)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := icsave.Load(bytes.NewReader(data), int64(len(data))); !errors.Is(err, want) {
			t.Errorf("map_hash %q: %v, want %v", hash, err, want)
		}
	}
}
