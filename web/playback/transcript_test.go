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

// expect reads on to the message that the recorded server sent here.
func (v *viewer) expect(text string) {
	v.tb.Helper()
	tag := tagIn(text)
	for range 500 {
		r := v.next()
		got := r.tag()
		if got != tag && (got == "snapshot" || got == "replayAnalysis") {
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
			v.tb.Error(difference)
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
