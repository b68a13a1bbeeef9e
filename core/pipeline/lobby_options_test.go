// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"convertd/core/icrep"
	"convertd/core/ir"
)

func TestARecordingKeepsWhatPlayersChoseInTheLobby(t *testing.T) {
	m := &icrep.Metadata{Extra: map[string]json.RawMessage{}}
	long := strings.Repeat("x", MaxLobbyOptionBytes+1)
	keepLobbyOptions(m, []ir.KeyValue{
		{Key: "startingcash", Value: "5000"},
		{Key: "M", Value: "maps/a"},
		{Key: "GSID", Value: "12ab"},
		{Key: "SD", Value: "7"},
		{Key: "long", Value: long},
		{Key: long, Value: "1"},
		{Key: "most", Value: long[1:]},
		{Key: "empty"},
		{Key: "crates", Value: "True"},
	})
	want := []LobbyOption{{"startingcash", "5000"}, {"most", long[1:]}, {"crates", "True"}}
	if got := LobbyOptionsOf(m); !slices.Equal(got, want) {
		t.Errorf("kept are %v", got)
	}
}

func TestAsManyLobbyOptionsAsThereIsRoomForAreKept(t *testing.T) {
	for given, want := range map[int]int{0: 0, MaxLobbyOptions: MaxLobbyOptions, MaxLobbyOptions + 1: MaxLobbyOptions} {
		m := &icrep.Metadata{Extra: map[string]json.RawMessage{}}
		var settings []ir.KeyValue
		for i := range given {
			settings = append(settings, ir.KeyValue{Key: fmt.Sprint("option", i), Value: "1"})
		}
		keepLobbyOptions(m, settings)
		if got := len(LobbyOptionsOf(m)); got != want {
			t.Errorf("of %d options %d are kept", given, got)
		}
		if _, there := m.Extra[lobbyOptionsKey]; there != (given > 0) {
			t.Errorf("with %d options the member is there: %v", given, there)
		}
	}
	for _, wrong := range []string{`{}`, `"x"`, `[1]`, `[` + strings.Repeat(`{"name":"a","value":"b"},`, MaxLobbyOptions) + `{}]`} {
		if got := LobbyOptionsOf(&icrep.Metadata{Extra: map[string]json.RawMessage{lobbyOptionsKey: json.RawMessage(wrong)}}); got != nil {
			t.Errorf("%.20s gives %v", wrong, got)
		}
	}
}
