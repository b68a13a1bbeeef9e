// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"context"
	"encoding/binary"
	"errors"
	"reflect"
	"runtime"
	"testing"

	"convertd/core/ir"
	"convertd/sdk"
	"convertd/sdk/sinktest"

	fixture "convertd/internal/fixtures/ea"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// checkStream checks the laws of every decode, whatever the bytes: errors are
// typed, header and trailer come once each or not at all, and the trailer counts
// the orders that were sent.
func checkStream(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, data []byte, got *recording,
) {
	t.Helper()
	if got.err != nil {
		damage, ok := ir.AsDecodeError(got.err)
		if !ok {
			t.Fatalf("error without type: %v", got.err)
		}
		if damage.Code == "" || damage.Section == "" || damage.Message == "" {
			t.Fatalf("incomplete error: %+v", damage)
		}
		if damage.Offset > uint64(len(data)) {
			t.Fatalf("error at byte %d of %d", damage.Offset, len(data))
		}
	}
	if (got.Header == nil) != (got.Trailer == nil) {
		t.Fatalf("header %t, trailer %t", got.Header != nil, got.Trailer != nil)
	}
	if got.Header == nil {
		if got.err == nil {
			t.Fatalf("neither header nor error")
		}
		return
	}
	if err := got.Header.Validate(); err != nil {
		t.Fatalf("%v", err)
	}
	trailer := got.Trailer
	if trailer.Complete && got.err != nil {
		t.Fatalf("complete with error %v", got.err)
	}
	if trailer.BytesConsumed > uint64(len(data)) {
		t.Fatalf("%d bytes consumed of %d", trailer.BytesConsumed, len(data))
	}
	sum := uint64(0)
	for _, count := range trailer.CommandsByType {
		sum += count.N
	}
	if sum != trailer.Commands || uint64(len(got.Orders)+len(got.Lines)) != trailer.Commands {
		t.Fatalf("%d commands, %d by type, %d orders", trailer.Commands, sum, len(got.Orders)+len(got.Lines))
	}
	for i := range got.Orders {
		if player := got.Orders[i].Player; player < ir.NoPlayer || int(player) >= len(got.Header.Players) {
			t.Fatalf("order of player %d", player)
		}
	}
	wire, err := ir.AppendHeader(nil, got.Header)
	if err != nil || len(wire) > ir.MaxBatchBytes {
		t.Fatalf("header of %d bytes on the wire: %v", len(wire), err)
	}
}

// TestCutRecordingKeepsWhatCameBefore cuts every sample at every byte: the
// orders are those of the whole file up to the cut, and the error says where.
func TestCutRecordingKeepsWhatCameBefore(t *testing.T) {
	for _, game := range fixture.Games() {
		t.Run(game.Name(), func(t *testing.T) {
			source := sampleSource(game)
			whole := decode(source, sdk.DecodeOptions{})
			start := int(decode(source, sdk.DecodeOptions{Depth: sdk.DepthHeader}).Trailer.BytesConsumed)
			for cut := range len(source.Data) {
				data := source.Data[:cut:cut]
				got := decode(sdk.Source{Data: data}, sdk.DecodeOptions{})
				checkStream(t, data, got)
				if cut < start {
					if got.Header != nil {
						t.Fatalf("cut at %d inside the header: no error", cut)
					}
					continue
				}
				if got.Trailer == nil || got.Trailer.Complete {
					t.Fatalf("cut at %d counts as complete", cut)
				}
				if game == fixture.TiberiumWarsEarly && got.Header.Format == formatKanesWrath {
					continue // cut before the checksum that tells the two games apart
				}
				for i := range got.Orders {
					if !reflect.DeepEqual(got.Orders[i], whole.Orders[i]) {
						t.Fatalf("cut at %d changes order %d:\n%s", cut, i, cmp.Diff(whole.Orders[i], got.Orders[i]))
					}
				}
				if value(got.Trailer.Details, "missing") == "" {
					t.Fatalf("cut at %d: the trailer does not say what is missing", cut)
				}
			}
		})
	}
}

// TestCorruptedLengthsAreBounded writes huge and tiny numbers over every word
// of every sample: a damaged count or length anywhere gives a typed error or
// another reading, never a panic, and never memory by the claimed size.
func TestCorruptedLengthsAreBounded(t *testing.T) {
	for _, game := range fixture.Games() {
		t.Run(game.Name(), func(t *testing.T) {
			sample := sampleSource(game).Data
			data := make([]byte, len(sample))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			decodes := uint64(0)
			for _, bad := range []uint32{0xFFFFFFFF, 0x7FFFFFFF, 0x0000FFFF, 0} {
				for at := range len(sample) - 3 {
					copy(data, sample)
					binary.LittleEndian.PutUint32(data[at:], bad)
					options := sdk.DecodeOptions{Native: at%2 == 0}
					checkStream(t, data, decode(sdk.Source{Data: data}, options))
					decodes++
				}
			}
			runtime.ReadMemStats(&after)
			const bound = 256 << 10 // a sample has less than 6 KiB
			if each := (after.TotalAlloc - before.TotalAlloc) / decodes; each > bound {
				t.Errorf("%d bytes allocated by one decode on average, bound %d", each, bound)
			}
		})
	}
}

// TestFlippedBytesNeverPanic flips bytes of samples at random.
func TestFlippedBytesNeverPanic(t *testing.T) {
	for _, game := range fixture.Games() {
		t.Run(game.Name(), func(t *testing.T) {
			sample := sampleSource(game).Data
			rapid.Check(t, func(t *rapid.T) {
				data := append([]byte(nil), sample...)
				for range rapid.IntRange(1, 8).Draw(t, "flips") {
					data[rapid.IntRange(0, len(data)-1).Draw(t, "at")] ^= rapid.ByteRange(1, 255).Draw(t, "bits")
				}
				native := rapid.Bool().Draw(t, "native")
				checkStream(t, data, decode(sdk.Source{Data: data}, sdk.DecodeOptions{Native: native}))
			})
		})
	}
}

// TestEveryByteOfEverySampleMayFlip flips each byte in turn, completely.
func TestEveryByteOfEverySampleMayFlip(t *testing.T) {
	for _, game := range fixture.Games() {
		sample := sampleSource(game).Data
		data := append([]byte(nil), sample...)
		for at := range data {
			for _, flip := range []byte{0x01, 0x80, 0xFF} {
				data[at] = sample[at] ^ flip
				checkStream(t, data, decode(sdk.Source{Data: data}, sdk.DecodeOptions{}))
			}
			data[at] = sample[at]
		}
	}
}

// cancelSink cancels its context at the first order.
type cancelSink struct {
	sinktest.Counter
	cancel context.CancelFunc
}

func (s *cancelSink) Order(o *ir.Order) error {
	s.cancel()
	return s.Counter.Order(o)
}

func TestCancelledContextEndsDecoding(t *testing.T) {
	game := fixture.KanesWrath
	replay := fixture.Sample(game)
	last := replay.Records[len(replay.Records)-1].Frame
	move := fixture.Record{Frame: last, ID: game.IDs().Move, Arguments: fixture.Args(fixture.At(1, 2, 3))}
	for range 5000 {
		replay.Records = append(replay.Records, move)
	}
	ctx, cancel := context.WithCancel(context.Background())
	sink := &cancelSink{cancel: cancel}
	err := New().Decode(ctx, sdk.Source{Data: replay.Encode(game)}, sdk.DecodeOptions{}, sink)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if sink.Orders > contextStride {
		t.Errorf("%d orders after the context was cancelled, at most %d may come", sink.Orders, contextStride)
	}
	if err := New().Decode(ctx, sdk.Source{}, sdk.DecodeOptions{}, sink); !errors.Is(err, context.Canceled) {
		t.Errorf("with a cancelled context: %v", err)
	}
}
