// SPDX-License-Identifier: GPL-3.0-or-later

package protocol_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/plugins/rts/protocol"
)

// clientTexts has a message of each kind that no recorded session holds.
var clientTexts = []string{
	`{"t":"setTeamPreset","preset":"x"}`, `{"t":"setTeam","id":1,"teamId":2}`, `{"t":"setFaction","factionId":"ekat"}`,
	`{"t":"addAi"}`, `{"t":"addAi","teamId":1,"aiProfileId":"p"}`, `{"t":"setAiProfile","id":1,"aiProfileId":"p"}`,
	`{"t":"removeAi","id":1}`, `{"t":"setQuickstart","enabled":true}`, `{"t":"setSpectator","spectator":false,"id":4}`,
	`{"t":"pauseGame"}`, `{"t":"stepRoomTime"}`, `{"t":"requestReplayBranch"}`, `{"t":"claimBranchSeat","playerId":1}`,
	`{"t":"releaseBranchSeat","playerId":1}`, `{"t":"startBranch"}`,
	`{"t":"setReplayVision","vision":{"mode":"all"}}`, `{"t":"setReplayVision","vision":{"mode":"players","playerIds":[1,2]}}`,
	`{"t":"setReplayVision","vision":{"mode":"players","playerIds":[]}}`,
	`{"t":"lab","requestId":1,"op":{"op":"spawnEntity","owner":1,"kind":"tank","x":1.5,"y":2}}`,
	`{"t":"lab","requestId":1,"op":{"op":"setVision","vision":{"mode":"teams","teamIds":[1]}}}`,
	`{"t":"lab","requestId":1,"op":{"op":"setVision","vision":{"mode":"teams","teamIds":[]}}}`,
	`{"t":"lab","requestId":1,"op":{"op":"issueCommandAs","playerId":1,"cmd":{"c":"stop","units":[3]}}}`,
	`{"t":"lab","requestId":1,"op":{"op":"exportScenario"}}`,
	`{"t":"command","clientSeq":1,"cmd":{"c":"useAbility","ability":"smoke","units":[1],"x":1,"y":2,"queued":true}}`,
	`{"t":"command","clientSeq":1,"cmd":{"c":"recastAbility","ability":"ekatTeleport","units":[],"targetObjectId":9}}`,
	`{"t":"command","clientSeq":1,"cmd":{"c":"setAutocast","ability":"mortarFire","units":[1],"enabled":false}}`,
}

var serverTexts = []string{
	`{"t":"shutdownWarning","deadlineUnixMs":1760000000000,"secondsRemaining":60}`,
	`{"t":"gameOver","winnerId":null,"winnerTeamId":null,"you":"draw","scores":[]}`,
	`{"t":"replayBranchCreated","branchRoom":"b","sourceTick":5,"seats":[{"playerId":1,"teamId":1,"factionId":"ekat","name":"n","color":"c","claimable":true}]}`,
	`{"t":"branchStaging","room":"r","sourceTick":5,"hostId":1,"seats":[{"playerId":1,"teamId":1,"factionId":"ekat","name":"n","color":"c","claimantId":2,"claimantName":"m"}],"occupants":[{"id":1,"name":"n"}],"canStart":false}`,
	`{"t":"labState","room":"r","operatorId":1,"role":"operator","vision":{"mode":"fullWorld"},"dirty":false,"operationCount":2}`,
	`{"t":"labResult","requestId":1,"ok":true,"op":"exportScenario","outcome":{"scenario":{"x":[1,2]}}}`,
}

func TestEveryOtherMessageIsWrittenBack(t *testing.T) {
	for _, text := range clientTexts {
		message, err := protocol.DecodeClient([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		encoded, err := protocol.EncodeClient(nil, message)
		if diff := cmp.Diff(text, string(encoded)); err != nil || diff != "" {
			t.Errorf("%v %s", err, diff)
		}
	}
	for _, text := range serverTexts {
		message, err := protocol.DecodeServer([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		encoded, err := protocol.EncodeServer(nil, message)
		if diff := cmp.Diff(text, string(encoded)); err != nil || diff != "" {
			t.Errorf("%v %s", err, diff)
		}
	}
}

func TestDecodingIsStrict(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"no tag", `{"name":"x"}`, "missing field `t`"},
		{"tag twice", `{"t":"ping","t":"ping","ts":1}`, "duplicate field `t`"},
		{"missing field", `{"t":"ready"}`, "missing field `ready`"},
		{"repeated field", `{"t":"ready","ready":true,"ready":true}`, "duplicate field `ready`"},
		{"another type", `{"t":"ready","ready":1}`, "expected a boolean"},
		{"out of range", `{"t":"seekRoomTimeTo","tick":4294967296}`, "expected u32"},
		{"null", `{"t":"ready","ready":null}`, "expected a boolean"},
		{"unknown command", `{"t":"command","clientSeq":1,"cmd":{"c":"dance"}}`, "unknown variant of Command"},
		{"no command", `{"t":"command","clientSeq":1}`, "missing field `cmd`"},
		{"vision without its field", `{"t":"setReplayVision","vision":{"mode":"player"}}`, "missing field `playerId`"},
		{"unknown vision", `{"t":"setReplayVision","vision":{"mode":"x"}}`, "unknown variant of ReplayVisionRequest"},
		{"trailing characters", `{"t":"giveUp"} x`, "trailing characters"},
		{"no object", `"giveUp"`, "expected internally tagged enum ClientMessage"},
		{"nothing", ``, "EOF"},
		{"too long", strings.Repeat(" ", protocol.MaxClientMessageBytes) + "{", "limit"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := protocol.DecodeClient([]byte(test.text))
			if !errors.Is(err, protocol.ErrMalformed) || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("got %v, want %s", err, test.want)
			}
		})
	}
	if _, err := protocol.DecodeServer([]byte(`{"t":"gameOver","winnerId":1,"winnerTeamId":1,"you":"maybe","scores":[]}`)); err == nil {
		t.Error("an unknown verdict is taken")
	}
}

func TestLongestMessageIsTaken(t *testing.T) {
	text := `{"t":"giveUp"}`
	text += strings.Repeat(" ", protocol.MaxClientMessageBytes-len(text))
	if _, err := protocol.DecodeClient([]byte(text)); err != nil {
		t.Fatal(err)
	}
}

func TestMessagesOfTheOtherDirectionAreNotEncoded(t *testing.T) {
	if _, err := protocol.EncodeClient(nil, nil); err == nil {
		t.Error("nil was encoded")
	}
}

func FuzzDecode(f *testing.F) {
	for _, text := range append(append([]string(nil), clientTexts...), serverTexts...) {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if message, err := protocol.DecodeClient(text); err == nil {
			encoded, err := protocol.EncodeClient(nil, message)
			if err != nil {
				return // an infinite float32 has no JSON form
			}
			if _, err := protocol.DecodeClient(encoded); err != nil {
				t.Fatalf("%s: %v", encoded, err)
			}
		}
		_, _ = protocol.DecodeServer(text)
	})
}
