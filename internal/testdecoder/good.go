// SPDX-License-Identifier: GPL-3.0-or-later

package testdecoder

import (
	"bytes"
	"context"
	"strconv"

	"convertd/core/ir"
	"convertd/sdk"
)

// Magic begins every replay of the test format.
const Magic = "TESTREPLAY\n"

// Good decodes the test format as it should be.
type Good struct {
	// Name is what it calls itself.
	Name string
	// Extension is the file name extension it declares.
	Extension string
}

var _ sdk.Decoder = Good{}

// Info implements sdk.Decoder.
func (g Good) Info() sdk.Info {
	return sdk.Info{Name: g.Name, Version: "1.0.0", Formats: []sdk.Format{{
		ID: "testreplay", Description: "test replay", Extensions: []string{g.Extension}, Magic: []byte(Magic),
	}}}
}

// Probe implements sdk.Decoder. It is never quite certain, so that several such
// decoders can be asked about one file.
func (g Good) Probe(input sdk.ProbeInput) sdk.Match {
	if !bytes.HasPrefix(input.Head, []byte(Magic)) {
		return sdk.Match{}
	}
	return sdk.Match{Format: "testreplay", Confidence: 90, Reason: "it begins with its magic"}
}

// Decode implements sdk.Decoder.
func (g Good) Decode(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink) error {
	if !bytes.HasPrefix(source.Data, []byte(Magic)) {
		return &ir.DecodeError{Code: ir.CodeNotRecognised, Section: "header", Message: "no magic"}
	}
	if err := sink.Header(&ir.Header{
		Format: "testreplay", Game: "test", TickRate: ir.Rational{Num: 25, Den: 1}, TicksPerFrame: 3,
		LocalPlayer: ir.NoPlayer, Players: []ir.Player{{Name: "first"}, {Name: "second"}},
	}); err != nil {
		return err
	}
	trailer := ir.Trailer{Complete: true, BytesConsumed: uint64(len(source.Data)), Winner: ir.NoPlayer}
	var damage error
	if options.Depth == sdk.DepthFull {
		var err error
		if damage, err = records(ctx, source.Data, options, sink, &trailer); err != nil {
			return err
		}
	}
	if err := sink.Trailer(&trailer); err != nil {
		return err
	}
	return damage
}

// records sends every record. damage is what stopped it early, err what the
// sink said.
func records(ctx context.Context, data []byte, options sdk.DecodeOptions, sink sdk.Sink, trailer *ir.Trailer) (damage, err error) {
	damaged := func(code ir.Code, offset int) (error, error) {
		trailer.Complete, trailer.BytesConsumed = false, uint64(offset)
		return &ir.DecodeError{Code: code, Section: "record", Offset: uint64(offset), Message: "not a record"}, nil
	}
	reported := uint64(0) // frame of the last sync sample
	for offset := len(Magic); offset < len(data); {
		if trailer.Commands%1024 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		line, _, ended := bytes.Cut(data[offset:], []byte{'\n'})
		if !ended {
			return damaged(ir.CodeTruncated, offset)
		}
		ok, err := record(line, offset, options, sink, trailer, &reported)
		if err != nil {
			return nil, err
		}
		if !ok {
			return damaged(ir.CodeMalformed, offset)
		}
		trailer.Commands++
		offset += len(line) + 1
	}
	return nil, nil
}

// record sends one record; ok is false for what is none, and for frames that go back.
func record(line []byte, offset int, options sdk.DecodeOptions, sink sdk.Sink, trailer *ir.Trailer, reported *uint64) (ok bool, err error) {
	words := bytes.Fields(line)
	if len(words) == 0 {
		return false, nil
	}
	if options.Native && string(words[0]) != "odd" {
		return true, sink.Native(line)
	}
	numbers := make([]uint64, 0, 4)
	for _, word := range words[1:] {
		number, err := strconv.ParseUint(string(word), 10, 31)
		if err != nil {
			break
		}
		numbers = append(numbers, number)
	}
	switch {
	case string(words[0]) == "order" && len(words) == 4 && len(numbers) == 2 && numbers[0] >= trailer.LastFrame:
		trailer.LastFrame = numbers[0]
		return true, sink.Order(&ir.Order{
			Frame: numbers[0], Tick: 3 * numbers[0], Offset: uint64(offset), Player: int32(numbers[1]), Client: -1,
			Kind: ir.KindUnknown, NativeName: string(words[3]), Raw: line,
		})
	case string(words[0]) == "sync" && len(numbers) == 2 && numbers[0] >= *reported:
		*reported = numbers[0]
		return true, sink.Sync(ir.SyncSample{Frame: numbers[0], Tick: 3 * numbers[0], Player: ir.NoPlayer, Value: numbers[1]})
	case string(words[0]) == "look" && len(numbers) == 3:
		return true, sink.Camera(ir.CameraSample{Frame: numbers[0], X: int32(numbers[1]), Y: int32(numbers[2])})
	case string(words[0]) == "odd":
		return true, sink.Diagnostic(ir.Diagnostic{Severity: ir.SeverityWarning, Code: "odd", Summary: "an odd record", Offset: uint64(offset), HasOffset: true})
	}
	return false, nil
}
