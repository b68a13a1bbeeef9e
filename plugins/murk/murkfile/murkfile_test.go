// SPDX-License-Identifier: GPL-3.0-or-later

package murkfile_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"convertd/core/ir"
	"convertd/plugins/murk/murkfile"
)

type recordedFrame struct {
	Tick, Hash uint64
	Commands   []murkfile.Command
}

func drawCommand(t *rapid.T) murkfile.Command {
	command := murkfile.Command{
		Tag:              murkfile.Tag(rapid.Byte().Draw(t, "tag")),
		Payload:          rapid.SliceOfN(rapid.Byte(), 0, 40).Draw(t, "payload"),
		Priority:         rapid.Byte().Draw(t, "priority"),
		HasSourceID:      rapid.Bool().Draw(t, "has source"),
		HasSourceSeq:     rapid.Bool().Draw(t, "has sequence"),
		ExpiresAfterTick: rapid.Uint64().Draw(t, "expires"),
		ArrivalSeq:       rapid.Uint64().Draw(t, "arrival"),
	}
	if command.HasSourceID {
		command.SourceID = rapid.Uint64().Draw(t, "source")
	}
	if command.HasSourceSeq {
		command.SourceSeq = rapid.Uint64().Draw(t, "sequence")
	}
	return command
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		header := murkfile.Header{
			Toolchain:       rapid.String().Draw(t, "toolchain"),
			TargetTriple:    rapid.String().Draw(t, "triple"),
			MurkVersion:     rapid.String().Draw(t, "version"),
			CompileFlags:    rapid.String().Draw(t, "flags"),
			Seed:            rapid.Uint64().Draw(t, "seed"),
			ConfigHash:      rapid.Uint64().Draw(t, "config"),
			FieldCount:      rapid.Uint32().Draw(t, "fields"),
			CellCount:       rapid.Uint64().Draw(t, "cells"),
			SpaceDescriptor: rapid.SliceOfN(rapid.Byte(), 0, 20).Draw(t, "descriptor"),
		}
		frames := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) recordedFrame {
			return recordedFrame{
				Tick: rapid.Uint64().Draw(t, "tick"), Hash: rapid.Uint64().Draw(t, "hash"),
				Commands: rapid.SliceOfN(rapid.Custom(drawCommand), 0, 4).Draw(t, "commands"),
			}
		}), 0, 4).Draw(t, "frames")

		data := write(t, &header, frames)
		gotHeader, first, err := murkfile.ParseHeader(data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(header, gotHeader); diff != "" {
			t.Fatal(diff)
		}
		got := read(t, data, first)
		if diff := cmp.Diff(frames, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func write(t *rapid.T, header *murkfile.Header, frames []recordedFrame) []byte {
	var out bytes.Buffer
	writer, err := murkfile.NewWriter(&out, header)
	if err != nil {
		t.Fatal(err)
	}
	for _, frame := range frames {
		for i := range frame.Commands {
			if err := writer.Command(&frame.Commands[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := writer.EndFrame(frame.Tick, frame.Hash); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// read returns the frames with the commands as they were drawn: without
// Offset and Record, after checking that the record parses to the same.
func read(t *rapid.T, data []byte, first int) []recordedFrame {
	frames := []recordedFrame{}
	reader := murkfile.NewReader(data, first)
	var frame murkfile.Frame
	for reader.Next(&frame) {
		recorded := recordedFrame{Tick: frame.Tick, Hash: frame.Hash, Commands: []murkfile.Command{}}
		at := frame.First()
		for range frame.Commands {
			var command murkfile.Command
			at = frame.Command(at, &command)
			alone, err := murkfile.ParseCommand(command.Record)
			if err != nil {
				t.Fatal(err)
			}
			alone.Offset = command.Offset
			if diff := cmp.Diff(command, alone); diff != "" {
				t.Fatal(diff)
			}
			command.Offset, command.Record = 0, nil
			recorded.Commands = append(recorded.Commands, command)
		}
		frames = append(frames, recorded)
	}
	if err := reader.Err(); err != nil {
		t.Fatal(err)
	}
	return frames
}

func TestHeaderLimitsHoldOnBothSides(t *testing.T) {
	claim := func(length uint32) []byte {
		return binary.LittleEndian.AppendUint32([]byte("MURK\x03"), length)
	}
	tests := []struct {
		name    string
		data    []byte
		code    ir.Code
		message string
	}{
		{"string at the limit in a short file", claim(1 << 20), ir.CodeTruncated, "failed to fill whole buffer"},
		{"string above the limit", claim(1<<20 + 1), ir.CodeMalformed, "string length 1048577 exceeds limit 1048576"},
		{"string of all bits", claim(math.MaxUint32), ir.CodeMalformed, "string length 4294967295 exceeds limit 1048576"},
		{"string that is not UTF-8", append(claim(1), 0xFF), ir.CodeMalformed, "toolchain is not valid UTF-8"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := murkfile.ParseHeader(test.data)
			got, ok := ir.AsDecodeError(err)
			if !ok || got.Code != test.code || got.Message != test.message {
				t.Fatalf("got %v", err)
			}
		})
	}
}

func TestLongestStringIsReadAndALongerOneNotWritten(t *testing.T) {
	header := murkfile.Header{Toolchain: strings.Repeat("x", murkfile.MaxStringBytes)}
	data, err := murkfile.AppendHeader(nil, &header)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := murkfile.ParseHeader(data); err != nil {
		t.Fatal(err)
	}
	header.Toolchain += "x"
	if _, err := murkfile.AppendHeader(nil, &header); !errors.Is(err, murkfile.ErrTooLarge) {
		t.Fatalf("got %v", err)
	}
}

func TestWriterKeepsTheLimitsOfItsReader(t *testing.T) {
	tooLong := murkfile.Command{Payload: make([]byte, murkfile.MaxBlobBytes+1)}
	if _, err := murkfile.AppendCommand(nil, &tooLong); !errors.Is(err, murkfile.ErrTooLarge) {
		t.Fatalf("payload: got %v", err)
	}
	if _, err := murkfile.AppendHeader(nil, &murkfile.Header{SpaceDescriptor: tooLong.Payload}); !errors.Is(err, murkfile.ErrTooLarge) {
		t.Fatalf("space descriptor: got %v", err)
	}
	writer, err := murkfile.NewWriter(&bytes.Buffer{}, &murkfile.Header{})
	if err != nil {
		t.Fatal(err)
	}
	for range murkfile.MaxFrameCommands {
		if err := writer.Record(nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Record(nil); !errors.Is(err, murkfile.ErrTooLarge) {
		t.Fatalf("command count: got %v", err)
	}
}

func TestHugeEntryCountsCostNothing(t *testing.T) {
	huge := []byte{0xFF, 0xFF, 0xFF, 0xFF}
	tests := []struct {
		tag     murkfile.Tag
		payload []byte
		want    murkfile.Fault
	}{
		{murkfile.TagSpawn, append([]byte{0, 0, 0, 0}, huge...), murkfile.FaultSpawnEntry},
		{murkfile.TagSetParameterBatch, huge, murkfile.FaultBatchEntry},
		{murkfile.TagMove, append(make([]byte, 8), huge...), murkfile.FaultCoordinateData},
		{murkfile.TagCustom, append(make([]byte, 4), huge...), murkfile.FaultCustomData},
	}
	for _, test := range tests {
		var payload murkfile.Payload
		allocations := testing.AllocsPerRun(10, func() {
			if got := payload.Decode(test.tag, test.payload); got != test.want {
				t.Fatalf("tag %d: fault %d, want %d", test.tag, got, test.want)
			}
		})
		if allocations != 0 {
			t.Errorf("tag %d: %v allocations", test.tag, allocations)
		}
	}
}

func TestEveryFaultHasItsWords(t *testing.T) {
	for fault := murkfile.FaultUnknownTag; fault <= murkfile.FaultBatchEntry; fault++ {
		err := fault.Err(7)
		want := murkfile.ErrMalformedPayload
		if fault == murkfile.FaultUnknownTag {
			want = murkfile.ErrUnknownPayload
		}
		if !errors.Is(err, want) || err.Error() == want.Error() {
			t.Errorf("fault %d says %q", fault, err)
		}
	}
	if err := murkfile.FaultNone.Err(7); err != nil {
		t.Errorf("no fault says %q", err)
	}
}

func FuzzParseCommand(f *testing.F) {
	f.Add([]byte{})
	f.Add(make([]byte, 24))
	f.Fuzz(func(t *testing.T, record []byte) {
		command, err := murkfile.ParseCommand(record)
		if err != nil {
			return
		}
		written, err := murkfile.AppendCommand(nil, &command)
		if err != nil || !bytes.Equal(written, record) {
			t.Fatalf("%x came back as %x, %v", record, written, err)
		}
		var payload murkfile.Payload
		if payload.Decode(command.Tag, command.Payload) == murkfile.FaultNone {
			for key, bits := range payload.Entries() {
				_, _ = key, bits
			}
		}
	})
}
