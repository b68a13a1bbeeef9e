// SPDX-License-Identifier: GPL-3.0-or-later

package murk_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"convertd/core/ir"
	fixtures "convertd/internal/fixtures/murk"
	"convertd/plugins/murk"
	"convertd/plugins/murk/murkfile"
	"convertd/sdk"
)

// rewrite decodes data straight into a FileSink.
func rewrite(data []byte) ([]byte, error) {
	var out bytes.Buffer
	err := murk.Decoder{}.Decode(context.Background(), sdk.Source{Data: data}, sdk.DecodeOptions{}, murk.NewFileSink(&out))
	return out.Bytes(), err
}

func TestEverySoundCorpusFileComesBackByteForByte(t *testing.T) {
	for _, file := range readOracle(t) {
		if file.OpenError != nil || file.ReadError != nil {
			continue
		}
		t.Run(file.File, func(t *testing.T) {
			data := file.read(t)
			written, err := rewrite(data)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(written, data) {
				t.Fatalf("%d bytes written, %d read, and they differ", len(written), len(data))
			}
		})
	}
}

func TestEveryFixtureComesBackAsFarAsItIsSound(t *testing.T) {
	for _, file := range fixtures.Files() {
		t.Run(file.Name, func(t *testing.T) {
			written, err := rewrite(file.Data)
			if (err == nil) != (file.Code == "") {
				t.Fatalf("error %v for code %q", err, file.Code)
			}
			if !bytes.HasPrefix(file.Data, written) {
				t.Fatal("what was written is not a prefix of what was read")
			}
			if err == nil && len(written) != len(file.Data) {
				t.Fatalf("%d bytes written of %d", len(written), len(file.Data))
			}
		})
	}
}

func TestOrdersOfOtherFormatsAreBuiltFromTheirFields(t *testing.T) {
	var out bytes.Buffer
	sink := murk.NewFileSink(&out)
	cell := ir.Target{Kind: ir.TargetCell, X: 4, Y: -5}
	orders := []ir.Order{
		{Kind: ir.KindMove, Client: 2, Subjects: []uint32{10, 11}, Target: cell},
		{Kind: ir.KindSpawn, Client: -1, Target: cell},
		{Kind: ir.KindDespawn, Client: -1, Subjects: []uint32{9}},
		{
			Kind: ir.KindSetField, Client: -1, Target: cell, ItemID: 3, Data: math.Float32bits(0.5),
			Present: ir.PresentItemID | ir.PresentData,
		},
	}
	if err := sink.Header(&ir.Header{Format: "orarep", Seed: 12}); err != nil {
		t.Fatal(err)
	}
	for i := range orders {
		if err := sink.Order(&orders[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := sink.Sync(ir.SyncSample{Tick: 8, Value: 0xBEEF}); err != nil {
		t.Fatal(err)
	}
	if err := sink.Trailer(&ir.Trailer{}); err != nil {
		t.Fatal(err)
	}
	read, err := decode(out.Bytes(), sdk.DecodeOptions{Native: true})
	if err != nil {
		t.Fatal(err)
	}
	var decoded []string
	for _, line := range read.Lines {
		if !strings.HasPrefix(line, "C") {
			decoded = append(decoded, strings.TrimSpace(line))
		}
	}
	want := []string{
		"F 8 5 000000000000beef",
		"D move 10 4,-5", "D move 11 4,-5", "D spawn 4,-5 -", "D despawn 9", "D setfield 4,-5 3 3f000000",
	}
	if diff := cmp.Diff(want, decoded); diff != "" {
		t.Fatal(diff)
	}
}

func TestFileSinkRefusesWhatItCannotSay(t *testing.T) {
	murkHeader := &ir.Header{Format: murk.FormatID}
	tests := []struct {
		name string
		run  func(*murk.FileSink) error
		want error
	}{
		{"an order before the header", func(s *murk.FileSink) error { return s.Order(&ir.Order{}) }, murk.ErrNoHeader},
		{"a frame before the header", func(s *murk.FileSink) error { return s.Sync(ir.SyncSample{}) }, murk.ErrNoHeader},
		{"no header at all", func(s *murk.FileSink) error { return s.Trailer(&ir.Trailer{}) }, murk.ErrNoHeader},
		{"a Murk order without its record", func(s *murk.FileSink) error {
			return errors.Join(s.Header(murkHeader), s.Order(&ir.Order{Kind: ir.KindMove}))
		}, murk.ErrNotExpressible},
		{"a foreign order without a Murk command", func(s *murk.FileSink) error {
			return errors.Join(s.Header(&ir.Header{Format: "orarep"}), s.Order(&ir.Order{Kind: ir.KindSell}))
		}, murk.ErrNotExpressible},
		{"a space descriptor that was left out", func(s *murk.FileSink) error {
			return s.Header(&ir.Header{Format: murk.FormatID, Details: []ir.KeyValue{{Key: "space_descriptor_sha256"}}})
		}, murk.ErrHeaderIncomplete},
		{"orders behind the last frame", func(s *murk.FileSink) error {
			order := ir.Order{Kind: ir.KindDespawn, Client: -1, Subjects: []uint32{1}}
			return errors.Join(s.Header(&ir.Header{}), s.Order(&order), s.Trailer(&ir.Trailer{}))
		}, murk.ErrFrameWithoutHash},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if err := test.run(murk.NewFileSink(&bytes.Buffer{})); !errors.Is(err, test.want) {
				t.Fatalf("got %v, want %v", err, test.want)
			}
		})
	}
}

func TestLongHeaderPartsAreReportedAndNotWrittenBackCut(t *testing.T) {
	tests := []struct {
		name   string
		header murkfile.Header
		code   string // "" if everything is carried
	}{
		{"text at the limit", murkfile.Header{CompileFlags: strings.Repeat("a", 4<<10)}, ""},
		{"text above the limit", murkfile.Header{CompileFlags: strings.Repeat("a", 4<<10+1)}, "header-text-cut"},
		{"text with a path", murkfile.Header{CompileFlags: "--remap-path-prefix=/home/somebody"}, "header-text-cut"},
		{"text with a Windows path", murkfile.Header{Toolchain: `C:\rust`}, "header-text-cut"},
		{"descriptor at the limit", murkfile.Header{SpaceDescriptor: make([]byte, 64<<10)}, ""},
		{"descriptor above the limit", murkfile.Header{SpaceDescriptor: make([]byte, 64<<10+1)}, "space-descriptor-left-out"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			data, err := murkfile.AppendHeader(nil, &test.header)
			if err != nil {
				t.Fatal(err)
			}
			sent, err := decode(data, sdk.DecodeOptions{})
			if err != nil {
				t.Fatal(err)
			}
			written, err := rewrite(data)
			if test.code == "" {
				if err != nil || !bytes.Equal(written, data) || len(sent.Diagnostics) != 0 {
					t.Fatalf("want the same bytes and no diagnostics, got %v, %v", err, sent.Diagnostics)
				}
				return
			}
			for _, detail := range sent.Header.Details {
				if strings.ContainsAny(detail.Value, `/\`) {
					t.Fatalf("%s is %q", detail.Key, detail.Value)
				}
			}
			if len(sent.Diagnostics) != 1 || sent.Diagnostics[0].Code != test.code {
				t.Fatalf("diagnostics %+v", sent.Diagnostics)
			}
			if !errors.Is(err, murk.ErrHeaderIncomplete) {
				t.Fatalf("got %v", err)
			}
		})
	}
}

func TestLongCommandIsCarriedWithoutItsBytes(t *testing.T) {
	const limit = 511 << 10
	for _, size := range []int{limit - murkfile.MinCommandBytes, limit - murkfile.MinCommandBytes + 1} {
		var out bytes.Buffer
		writer, err := murkfile.NewWriter(&out, &murkfile.Header{})
		if err != nil {
			t.Fatal(err)
		}
		command := murkfile.Command{Tag: murkfile.TagDespawn, Payload: make([]byte, size)}
		if err := errors.Join(writer.Command(&command), writer.EndFrame(1, 2)); err != nil {
			t.Fatal(err)
		}
		sent, err := decode(out.Bytes(), sdk.DecodeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		var batch ir.OrderBatchWriter
		if _, err := batch.Add(&sent.Orders[0]); err != nil {
			t.Fatalf("the representation refuses the order: %v", err)
		}
		fits := size+murkfile.MinCommandBytes <= limit
		if fits != (len(sent.Orders[0].Raw) > 0) || fits != (len(sent.Diagnostics) == 0) {
			t.Fatalf("payload of %d: %d raw bytes, diagnostics %+v", size, len(sent.Orders[0].Raw), sent.Diagnostics)
		}
	}
}
