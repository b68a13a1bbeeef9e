// SPDX-License-Identifier: GPL-3.0-or-later

package protocol_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/internal/corpus"
	"convertd/plugins/rts/protocol"
	"convertd/plugins/rts/snapshot"
)

// recorded is one message of a transcript.
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

func TestTranscriptsAreUnderstoodAndWrittenBack(t *testing.T) {
	var oracle struct {
		Transcripts []struct {
			File     string         `json:"file"`
			Messages map[string]int `json:"messages"`
		} `json:"transcripts"`
	}
	if err := json.Unmarshal(corpus.Read(t, "rts", "oracle.json"), &oracle); err != nil {
		t.Fatal(err)
	}
	for _, want := range oracle.Transcripts {
		t.Run(filepath.Base(want.File), func(t *testing.T) {
			counts := map[string]int{}
			for _, message := range transcript(t, filepath.Base(want.File)) {
				counts[check(t, message)]++
			}
			if diff := cmp.Diff(want.Messages, counts); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// check decodes a message, encodes it again, and names it as the oracle does.
func check(t *testing.T, message recorded) string {
	t.Helper()
	if message.Binary != "" {
		frame, err := base64.StdEncoding.DecodeString(message.Binary)
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := snapshot.Decode(frame)
		if err != nil {
			t.Fatal(err)
		}
		if encoded, err := snapshot.Encode(nil, decoded); err != nil || !bytes.Equal(encoded, frame) {
			t.Fatalf("a snapshot comes back with %d bytes of %d, %v", len(encoded), len(frame), err)
		}
		return "s2c.snapshot(binary)"
	}
	var plain map[string]any
	if err := json.Unmarshal([]byte(message.Text), &plain); err != nil {
		plain = nil
	}
	encoded, err := rewrite(message)
	switch {
	case plain == nil:
		if !errors.Is(err, protocol.ErrMalformed) {
			t.Fatalf("%q: got %v", message.Text, err)
		}
		return message.Dir + ".text"
	case plain["t"] == "nonsense":
		if !errors.Is(err, protocol.ErrMalformed) {
			t.Fatalf("%q: got %v", message.Text, err)
		}
	case err != nil:
		t.Fatalf("%.200s: %v", message.Text, err)
	default:
		var again map[string]any
		if err := json.Unmarshal(encoded, &again); err != nil {
			t.Fatal(err)
		}
		// false may be said or left out.
		if diff := cmp.Diff(withoutFalse(plain), withoutFalse(again)); diff != "" {
			t.Fatal(diff)
		}
	}
	return fmt.Sprintf("%s.%s", message.Dir, plain["t"])
}

func rewrite(message recorded) ([]byte, error) {
	if message.Dir == "c2s" {
		decoded, err := protocol.DecodeClient([]byte(message.Text))
		if err != nil {
			return nil, err
		}
		return protocol.EncodeClient(nil, decoded)
	}
	decoded, err := protocol.DecodeServer([]byte(message.Text))
	if err != nil {
		return nil, err
	}
	return protocol.EncodeServer(nil, decoded)
}

// withoutFalse leaves out the top-level fields that are false.
func withoutFalse(message map[string]any) map[string]any {
	kept := map[string]any{}
	for key, value := range message {
		if value != false {
			kept[key] = value
		}
	}
	return kept
}

func TestTagsAreTheContracts(t *testing.T) {
	var contract struct {
		Tags struct {
			Client map[string]string `json:"client"`
			Server map[string]string `json:"server"`
		} `json:"messageTags"`
		Commands map[string]string `json:"commandTags"`
	}
	if err := json.Unmarshal(corpus.Read(t, "rts", "protocol-contract.json"), &contract); err != nil {
		t.Fatal(err)
	}
	// A known tag without fields is refused for a missing field or taken; an
	// unknown one is refused as unknown.
	unknown := func(err error) bool {
		return err != nil && bytes.Contains([]byte(err.Error()), []byte("unknown variant"))
	}
	for _, tag := range contract.Tags.Client {
		if _, err := protocol.DecodeClient(fmt.Appendf(nil, `{"t":%q}`, tag)); unknown(err) {
			t.Errorf("client tag %s: %v", tag, err)
		}
	}
	for _, tag := range contract.Tags.Server {
		_, err := protocol.DecodeServer(fmt.Appendf(nil, `{"t":%q}`, tag))
		if unknown(err) || errors.Is(err, protocol.ErrBinary) != (tag == "snapshot") {
			t.Errorf("server tag %s: %v", tag, err)
		}
	}
	for _, tag := range contract.Commands {
		if _, err := protocol.DecodeClient(fmt.Appendf(nil, `{"t":"command","clientSeq":1,"cmd":{"c":%q}}`, tag)); unknown(err) {
			t.Errorf("command %s: %v", tag, err)
		}
	}
	if _, err := protocol.DecodeClient([]byte(`{"t":"nonsense"}`)); !unknown(err) {
		t.Errorf("an unknown tag: %v", err)
	}
}
