// SPDX-License-Identifier: GPL-3.0-or-later

package playback_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"convertd/internal/corpus"
	"convertd/plugins/rts/protocol"
)

// recorded is one message of a transcript of the program's own client and server.
type recorded struct {
	Dir    string `json:"dir"`
	Text   string `json:"text"`
	Binary string `json:"b64"`
}

func transcript(tb testing.TB, file string) []recorded {
	tb.Helper()
	unpacker, err := gzip.NewReader(bytes.NewReader(corpus.Read(tb, "rts", "transcripts", file)))
	if err != nil {
		tb.Fatal(err)
	}
	var messages []recorded
	decoder := json.NewDecoder(unpacker)
	for {
		var message recorded
		if err := decoder.Decode(&message); errors.Is(err, io.EOF) {
			return messages
		} else if err != nil {
			tb.Fatal(err)
		}
		messages = append(messages, message)
	}
}

func tagIn(text string) string {
	var head struct{ T string }
	if json.Unmarshal([]byte(text), &head) != nil {
		return ""
	}
	return head.T
}

// playersOfOurs puts our game and its players in place of the recorded ones.
var playersOfOurs = strings.NewReplacer("__replay_artifact__:ai4101", room, `"playerId":1`, `"playerId":3`, `"playerIds":[1,`, `"playerIds":[3,`)

// The client's messages get from our server what its own server answered: the same
// messages in the same order, of the same shape. Snapshots, and the analysis that comes
// with time, come in between.
func TestARecordedClientGetsAnswersOfTheSameShapeInTheSameOrder(t *testing.T) {
	for _, file := range []string{"replay-controls.jsonl.gz", "replay-rejected.jsonl.gz"} {
		t.Run(file, func(t *testing.T) {
			messages := transcript(t, file)
			address, _ := serve(t, nil)
			v := dial(t, address)
			for i := 0; i < len(messages); {
				if tagIn(messages[i].Text) == "seekRoomTimeTo" {
					time.Sleep(550 * time.Millisecond) // the client waited longer
				}
				for ; i < len(messages) && messages[i].Dir == "c2s"; i++ {
					v.say(playersOfOurs.Replace(messages[i].Text))
				}
				for ; i < len(messages) && messages[i].Dir == "s2c"; i++ {
					if messages[i].Binary == "" && tagIn(messages[i].Text) != "welcome" {
						v.expect(messages[i].Text)
					}
				}
			}
		})
	}
}

// expect reads on to the message that the recorded server sent here. besides names what
// may be built differently. A pong and what a room answers may overtake each other, here as in
// the recordings.
func (v *viewer) expect(text string, besides ...string) {
	v.tb.Helper()
	tag := tagIn(text)
	for range 500 {
		var r *received
		if at := slices.IndexFunc(v.early, func(r *received) bool { return r.tag() == tag }); at >= 0 {
			r = v.early[at]
			v.early = slices.Delete(v.early, at, at+1)
		} else {
			r = v.next()
		}
		got := r.tag()
		if got != tag && (got == "snapshot" || got == "replayAnalysis") {
			continue
		}
		if (got == "pong") != (tag == "pong") && len(v.early) == 0 {
			v.early = append(v.early, r)
			continue
		}
		if got != tag {
			v.tb.Fatalf("got %s, the recorded server sent %s", got, tag)
		}
		mine, err := protocol.EncodeServer(nil, r.message)
		if err != nil {
			v.tb.Fatal(err)
		}
		var one, other any
		if err := json.Unmarshal(mine, &one); err != nil {
			v.tb.Fatal(err)
		}
		if err := json.Unmarshal([]byte(text), &other); err != nil {
			v.tb.Fatal(err)
		}
		for _, difference := range shape(tag, one, other) {
			if name, _, _ := strings.Cut(difference, " "); !slices.Contains(besides, name) {
				v.tb.Error(difference)
			}
		}
		return
	}
	v.tb.Fatalf("no %s came", tag)
}

// shape lists where two values are built differently. Lists are compared by their first
// elements.
func shape(path string, mine, theirs any) (differences []string) {
	switch b := theirs.(type) {
	case map[string]any:
		a, ok := mine.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s is %T, not an object", path, mine)}
		}
		for name := range a {
			if _, known := b[name]; !known {
				differences = append(differences, fmt.Sprintf("%s.%s is not in the recorded message", path, name))
			}
		}
		for name, value := range b {
			if _, known := a[name]; !known {
				differences = append(differences, fmt.Sprintf("%s.%s is missing", path, name))
				continue
			}
			differences = append(differences, shape(path+"."+name, a[name], value)...)
		}
	case []any:
		a, ok := mine.([]any)
		if !ok {
			return []string{fmt.Sprintf("%s is %T, not a list", path, mine)}
		}
		if len(a) > 0 && len(b) > 0 {
			return shape(path+"[]", a[0], b[0])
		}
	default:
		if fmt.Sprintf("%T", mine) != fmt.Sprintf("%T", theirs) {
			return []string{fmt.Sprintf("%s is %T, not %T", path, mine, theirs)}
		}
		if text, ok := mine.(string); ok && slices.Contains([]string{"error.msg", "commandReceipt.reason"}, path) && !strings.Contains(theirs.(string), "artifact") && text != theirs {
			return []string{fmt.Sprintf("%s is %q, not %q", path, text, theirs)}
		}
	}
	return differences
}

// A live game of the recorded client is a practice branch here: from its start on it gets
// the same answers in the same order. What comes before is the lobby of a match, and what
// comes after its end the replay of it: neither is to be had of a server of replays
// (docs/playback.md#recorded-clients). The units it orders are none of ours, so that the
// receipts say so.
func TestARecordedLiveClientIsAnsweredInABranch(t *testing.T) {
	for _, file := range []string{"live-rec1-guest.jsonl.gz", "live-rec1-host.jsonl.gz"} {
		t.Run(file, func(t *testing.T) {
			address, _ := serve(t, nil)
			v := dial(t, address)
			v.join(room)
			v.send(&protocol.RequestReplayBranch{})
			r, _ := v.until("replayBranchCreated")
			created := r.message.(*protocol.ReplayBranchCreated)
			v.send(&protocol.Join{Name: "recorded", Room: &created.BranchRoom})
			v.until("branchStaging")
			v.send(&protocol.ClaimBranchSeat{PlayerID: created.Seats[0].PlayerID})
			v.until("branchStaging")
			v.send(&protocol.StartBranch{})

			messages := transcript(t, file)
			begin := slices.IndexFunc(messages, func(m recorded) bool { return m.Dir == "s2c" && tagIn(m.Text) == "start" })
			answered := 0
			for _, m := range messages[begin:] {
				switch tag := tagIn(m.Text); {
				case m.Binary != "":
				case m.Dir == "c2s":
					v.say(m.Text)
				case tag == "gameOver":
					if strings.Contains(file, "host") { // the other one gave up; here nobody else plays
						v.send(&protocol.GiveUp{})
					}
					v.expect(m.Text)
					if answered < 40 {
						t.Errorf("only %d messages were answered", answered)
					}
					return
				default:
					v.expect(m.Text, "commandReceipt.reason", "start.predictionVersion", "start.predictionBuildId", "start.matchRunId")
					answered++
				}
			}
			t.Error("the recorded game does not end")
		})
	}
}
