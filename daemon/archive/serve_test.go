// SPDX-License-Identifier: GPL-3.0-or-later

package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestMessagesArriveAsTheyWereSent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var wire bytes.Buffer
		sent := rapid.SliceOf(rapid.Custom(func(t *rapid.T) message {
			return message{
				kind: kind(rapid.IntRange(0, int(kindCount)-1).Draw(t, "kind")),
				name: rapid.String().Draw(t, "name"), text: rapid.String().Draw(t, "text"),
				data: rapid.SliceOf(rapid.Byte()).Draw(t, "data"),
			}
		})).Draw(t, "messages")
		for _, m := range sent {
			if err := m.send(&wire); err != nil {
				t.Fatal(err)
			}
		}
		for _, m := range sent {
			got, err := receive(&wire, 1<<20)
			if err != nil || got.kind != m.kind || got.name != m.name || got.text != m.text || !bytes.Equal(got.data, m.data) {
				t.Fatalf("%+v arrived as %+v (%v)", m, got, err)
			}
		}
		if _, err := receive(&wire, 1<<20); !errors.Is(err, io.EOF) {
			t.Fatalf("after the last message: %v", err)
		}
	})
}

func TestMessagesAreBoundedOnBothSides(t *testing.T) {
	long := strings.Repeat("é", maxTextBytes)
	for _, test := range []struct {
		name  string
		sent  message
		limit uint64
		want  error
	}{
		{"data at the limit", message{kind: kindEntry, data: make([]byte, 10)}, 10, nil},
		{"data over it", message{kind: kindEntry, data: make([]byte, 11)}, 10, errMessage},
		{"a long name is cut where it is sent", message{kind: kindEntry, name: long, text: long}, 10, nil},
		{"the last kind", message{kind: kindEnd}, 0, nil},
		{"one after it", message{kind: kindCount}, 0, errMessage},
	} {
		t.Run(test.name, func(t *testing.T) {
			var wire bytes.Buffer
			if err := test.sent.send(&wire); err != nil {
				t.Fatal(err)
			}
			if _, err := receive(&wire, test.limit); !errors.Is(err, test.want) {
				t.Errorf("error is %v, want %v", err, test.want)
			}
		})
	}
}

// FuzzServe holds for any bytes under any archive name: no panic, no entry
// above the limits, and an end that is said.
func FuzzServe(f *testing.F) {
	zipped, tarred, gzipped := fuzzSeeds(f)
	f.Add("x.zip", zipped)
	f.Add("x.tar", tarred)
	f.Add("x.tar.gz", gzipped)
	f.Add("x.7z", []byte("7z\xbc\xaf\x27\x1c"))
	f.Add("x.rar", []byte("Rar!\x1a\x07\x01\x00"))
	f.Add("x.rar", []byte("R"))
	limits := Limits{EntryBytes: 1 << 16, Depth: 2, Entries: 16, Bytes: 1 << 18, Ratio: 10}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		var wire bytes.Buffer
		request := Request{Base: name, Size: int64(len(data)), Limits: limits}
		if err := Serve(request, bytes.NewReader(data), &wire); err != nil {
			t.Fatal(err)
		}
		entries := 0
		for {
			m, err := receive(&wire, limits.EntryBytes)
			if err != nil {
				t.Fatal(err)
			}
			if m.kind == kindEnd {
				break
			}
			if m.kind == kindEntry {
				entries++
			}
		}
		if entries > limits.Entries+1 || wire.Len() > 0 {
			t.Errorf("%d entries, %d bytes after the end", entries, wire.Len())
		}
	})
}

// fuzzSeeds are archives of one entry.
func fuzzSeeds(tb testing.TB) (zipped, tarred, gzipped []byte) {
	tb.Helper()
	var z, t, g bytes.Buffer
	zipWriter := zip.NewWriter(&z)
	entry, err := zipWriter.Create("a")
	if err == nil {
		_, err = entry.Write([]byte("content"))
	}
	tarWriter := tar.NewWriter(&t)
	err = errors.Join(err, zipWriter.Close(), tarWriter.WriteHeader(&tar.Header{Name: "../a", Mode: 0o600}), tarWriter.Close())
	gzipWriter := gzip.NewWriter(&g)
	_, writeErr := gzipWriter.Write(t.Bytes())
	if err := errors.Join(err, writeErr, gzipWriter.Close()); err != nil {
		tb.Fatal(err)
	}
	return z.Bytes(), t.Bytes(), g.Bytes()
}
