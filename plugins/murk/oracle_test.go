// SPDX-License-Identifier: GPL-3.0-or-later

package murk_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/core/ir"
	"convertd/internal/corpus"
	"convertd/sdk"
	"convertd/sdk/sinktest"
)

// oracleFile is what the real reader said about one file of the corpus.
type oracleFile struct {
	File      string           `json:"file"`
	SHA256    string           `json:"sha256"`
	StoredAs  string           `json:"stored_as"`
	OpenError *oracleError     `json:"open_error"`
	ReadError *oracleError     `json:"read_error"`
	Header    *oracleHeader    `json:"header"`
	Frames    uint64           `json:"frames"`
	Commands  uint64           `json:"commands"`
	Histogram map[string]int   `json:"command_histogram"`
	FirstTick *string          `json:"first_tick"`
	LastTick  *string          `json:"last_tick"`
	LastHash  *string          `json:"last_frame_hash"`
	Payloads  []oraclePayload  `json:"deserialize_errors"`
	Text      string           `json:"canonical_text_sha256"`
	TextFile  string           `json:"canonical_text_file"`
	Engine    *json.RawMessage `json:"engine_run"`
}

type oracleError struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

type oraclePayload struct {
	Frame   uint64 `json:"frame"`
	Command int    `json:"command"`
	Message string `json:"message"`
}

type oracleHeader struct {
	Toolchain       string `json:"toolchain"`
	TargetTriple    string `json:"target_triple"`
	MurkVersion     string `json:"murk_version"`
	CompileFlags    string `json:"compile_flags"`
	Seed            string `json:"seed"`
	ConfigHash      string `json:"config_hash"`
	FieldCount      uint32 `json:"field_count"`
	CellCount       string `json:"cell_count"`
	SpaceDescriptor string `json:"space_descriptor_hex"`
}

func readOracle(tb testing.TB) []oracleFile {
	tb.Helper()
	var oracle struct {
		Files []oracleFile `json:"files"`
	}
	if err := json.Unmarshal(corpus.Read(tb, "murk", "oracle.json"), &oracle); err != nil {
		tb.Fatal(err)
	}
	if len(oracle.Files) == 0 {
		tb.Fatal("the oracle names no files")
	}
	return oracle.Files
}

// read returns the file's bytes, unpacked if it is stored packed.
func (f *oracleFile) read(tb testing.TB) []byte {
	tb.Helper()
	data := []byte(nil)
	if f.StoredAs == "" {
		data = corpus.Read(tb, "murk", f.File)
	} else {
		unpacker, err := gzip.NewReader(bytes.NewReader(corpus.Read(tb, "murk", f.StoredAs)))
		if err != nil {
			tb.Fatal(err)
		}
		if data, err = io.ReadAll(unpacker); err != nil {
			tb.Fatal(err)
		}
	}
	if got := digest(data); got != f.SHA256 {
		tb.Fatalf("%s is not the file of the oracle", f.File)
	}
	return data
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// verdict is the code and message a DecodeError must carry for an error of
// the real reader.
func verdict(e *oracleError) (ir.Code, string) {
	switch e.Kind {
	case "Io":
		return ir.CodeTruncated, "failed to fill whole buffer"
	case "InvalidMagic":
		return ir.CodeNotRecognised, `invalid magic bytes (expected "MURK")`
	case "UnsupportedVersion":
		return ir.CodeUnsupportedVersion, e.Message
	default:
		return ir.CodeMalformed, e.Message[len("malformed frame: "):]
	}
}

func checkError(t *testing.T, err error, want *oracleError) {
	t.Helper()
	if want == nil {
		if err != nil {
			t.Fatalf("want no error, got %v", err)
		}
		return
	}
	got, ok := ir.AsDecodeError(err)
	if !ok {
		t.Fatalf("want a DecodeError like %+v, got %v", want, err)
	}
	code, message := verdict(want)
	if got.Code != code || got.Message != message {
		t.Fatalf("got %s %q, want %s %q", got.Code, got.Message, code, message)
	}
}

func TestOracleAgreesOnEveryCorpusFile(t *testing.T) {
	for _, file := range readOracle(t) {
		t.Run(file.File, func(t *testing.T) {
			data := file.read(t)
			sent, err := decode(data, sdk.DecodeOptions{})
			if file.OpenError != nil {
				checkError(t, err, file.OpenError)
				if !sent.Empty() {
					t.Fatalf("sent %+v of a file that cannot be opened", sent)
				}
				return
			}
			checkError(t, err, file.ReadError)
			checkHeader(t, sent.Header, file.Header)
			checkTrailer(t, sent, &file, len(data))
			checkPayloadErrors(t, sent, file.Payloads)
		})
	}
}

func TestOracleAgreesOnTheTextOfEveryCorpusFile(t *testing.T) {
	for _, file := range readOracle(t) {
		if file.OpenError != nil {
			continue
		}
		t.Run(file.File, func(t *testing.T) {
			sent, err := decode(file.read(t), sdk.DecodeOptions{Native: true})
			checkError(t, err, file.ReadError)
			if file.TextFile != "" {
				want := string(corpus.Read(t, "murk", file.TextFile))
				if diff := cmp.Diff(want, sent.Text()); diff != "" {
					t.Fatal(diff)
				}
			}
			if got := sent.Digest(); got != file.Text {
				t.Fatalf("text digest %s, want %s", got, file.Text)
			}
			if sent.Trailer.Commands != file.Commands {
				t.Fatalf("%d commands, want %d", sent.Trailer.Commands, file.Commands)
			}
		})
	}
}

func checkHeader(t *testing.T, got *ir.Header, want *oracleHeader) {
	t.Helper()
	if seed := strconv.FormatUint(uint64(got.Seed), 10); !got.HasSeed || seed != want.Seed {
		t.Errorf("seed %s, want %s", seed, want.Seed)
	}
	details := []ir.KeyValue{
		{Key: "toolchain", Value: want.Toolchain},
		{Key: "target_triple", Value: want.TargetTriple},
		{Key: "murk_version", Value: want.MurkVersion},
		{Key: "compile_flags", Value: want.CompileFlags},
		{Key: "config_hash", Value: want.ConfigHash},
		{Key: "field_count", Value: fmt.Sprint(want.FieldCount)},
		{Key: "cell_count", Value: want.CellCount},
		{Key: "space_descriptor", Value: want.SpaceDescriptor},
	}
	if diff := cmp.Diff(details, got.Details); diff != "" {
		t.Error(diff)
	}
}

func checkTrailer(t *testing.T, sent *sinktest.Recording, want *oracleFile, size int) {
	t.Helper()
	trailer := sent.Trailer
	if trailer == nil {
		t.Fatal("no trailer")
	}
	if got := uint64(len(sent.Syncs)); got != want.Frames {
		t.Errorf("%d frames, want %d", got, want.Frames)
	}
	if trailer.Commands != want.Commands || uint64(len(sent.Orders)) != want.Commands {
		t.Errorf("%d commands and %d orders, want %d", trailer.Commands, len(sent.Orders), want.Commands)
	}
	histogram := map[string]int{}
	for _, count := range trailer.CommandsByType {
		histogram[count.Name] = int(count.N)
	}
	if diff := cmp.Diff(want.Histogram, histogram); diff != "" {
		t.Error(diff)
	}
	if complete := want.ReadError == nil; trailer.Complete != complete {
		t.Errorf("complete is %t, want %t", trailer.Complete, complete)
	}
	if trailer.Complete && trailer.BytesConsumed != uint64(size) {
		t.Errorf("%d bytes consumed of %d", trailer.BytesConsumed, size)
	}
	details := []ir.KeyValue{{Key: "frames", Value: strconv.FormatUint(want.Frames, 10)}}
	if want.FirstTick != nil {
		details = append(details, ir.KeyValue{Key: "first_tick", Value: *want.FirstTick},
			ir.KeyValue{Key: "last_tick", Value: *want.LastTick},
			ir.KeyValue{Key: "last_frame_hash", Value: *want.LastHash})
	}
	if diff := cmp.Diff(details, trailer.Details); diff != "" {
		t.Error(diff)
	}
}

func checkPayloadErrors(t *testing.T, sent *sinktest.Recording, want []oraclePayload) {
	t.Helper()
	var wanted, got []string
	for _, each := range want {
		message := each.Message
		if rest, ok := bytes.CutPrefix([]byte(message), []byte("malformed frame: ")); ok {
			message = "malformed payload: " + string(rest)
		}
		wanted = append(wanted, fmt.Sprintf("frame %d: %s", each.Frame, message))
	}
	for _, diagnostic := range sent.Diagnostics {
		if diagnostic.Code != "ticks-out-of-step" {
			got = append(got, diagnostic.Summary)
		}
	}
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Error(diff)
	}
	unknown := 0
	for i := range sent.Orders {
		if sent.Orders[i].Kind == ir.KindUnknown {
			unknown++
		}
	}
	if unknown != len(want) {
		t.Errorf("%d orders of unknown kind, want %d", unknown, len(want))
	}
}
