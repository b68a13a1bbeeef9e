// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"encoding/binary"
	"testing"

	"convertd/core/ir"
	fixture "convertd/internal/fixtures/ea"
	"convertd/sdk"
)

// frameOffsets lists where the frames of records or chunks stand.
func frameOffsets(t *testing.T, data []byte) []int {
	t.Helper()
	r, err := readHeader(data, hint{})
	if err != nil {
		t.Fatal(err)
	}
	var list []int
	switch r.container {
	case containerRecords:
		sent := decode(sdk.Source{Data: data}, sdk.DecodeOptions{})
		for i := range sent.Orders {
			list = append(list, int(sent.Orders[i].Offset))
		}
	case containerChunks:
		walk, c := chunkWalk{data: data, pos: r.bodyStart}, chunk{}
		for walk.next(&c) == nil && !c.last {
			list = append(list, c.offset+4)
		}
	case containerTwilight:
		for at := r.bodyStart; at+8 <= len(data) && le32(data[at:]) != twilightEndTime; at += 8 + int(binary.LittleEndian.Uint16(data[at+6:])) {
			list = append(list, at)
		}
	}
	return list
}

// One wrong bit in the frame of a record costs that record and what follows, and
// its place is told, in every game.
func TestAFrameThatGoesBackIsDamageAndKeepsWhatCameBefore(t *testing.T) {
	for _, game := range fixture.Games() {
		t.Run(game.Name(), func(t *testing.T) {
			data := fixture.Sample(game).Encode(game)
			whole := decode(sdk.Source{Data: data}, sdk.DecodeOptions{})
			offsets := frameOffsets(t, data)
			if len(offsets) < 10 {
				t.Fatalf("%d frames are found", len(offsets))
			}
			at := offsets[len(offsets)/2]
			for name, frame := range map[string]uint32{"too low": 0, "one bit too high": le32(data[at:]) ^ 0x800, "far too high": 4_319_000, "highest": 0xFFFFFFF0} {
				changed := append([]byte(nil), data...)
				binary.LittleEndian.PutUint32(changed[at:], frame)
				got := decode(sdk.Source{Data: changed}, sdk.DecodeOptions{})
				damage, ok := ir.AsDecodeError(got.err)
				if !ok || damage.Code != ir.CodeMalformed || damage.Offset != uint64(at) {
					t.Fatalf("%s: the error is %v, want one at byte %d", name, got.err, at)
				}
				if len(got.Orders) == 0 || len(got.Orders) >= len(whole.Orders) {
					t.Errorf("%s: %d orders of %d are left", name, len(got.Orders), len(whole.Orders))
				}
				if got.Trailer == nil || got.Trailer.Ticks > whole.Trailer.Ticks {
					t.Errorf("%s: the trailer is %+v", name, got.Trailer)
				}
			}
		})
	}
}

// The length of a game is bounded by the bytes that were recorded of it.
func TestSilencesAreBoundedByWhatIsRecorded(t *testing.T) {
	for _, one := range []struct {
		game    fixture.Game
		silence uint32
	}{{fixture.ZeroHour, silenceOfRecords}, {fixture.KanesWrath, silenceOfChunks}} {
		for name, wait := range map[string]uint32{"as long as can be": one.silence, "longer": one.silence + 1} {
			replay := fixture.Sample(one.game)
			last := replay.Records[len(replay.Records)-2].Frame
			replay.Records[len(replay.Records)-1].Frame = last + wait
			got := decode(sdk.Source{Data: replay.Encode(one.game)}, sdk.DecodeOptions{})
			if wait <= one.silence && got.err != nil || wait > one.silence && codeOf(t, got.err) != ir.CodeMalformed {
				t.Errorf("%s: %s: %v", one.game.Name(), name, got.err)
			}
		}
		// Many silences, each of which alone is credible.
		replay := fixture.Sample(one.game)
		replay.Records = replay.Records[:len(replay.Records)-1] // behind the end nothing is read
		last := replay.Records[len(replay.Records)-1].Frame
		stop := fixture.Record{ID: one.game.IDs().Move, Arguments: fixture.Args(fixture.At(1, 2, 3))}
		for range 1000 {
			last += one.silence
			stop.Frame = last
			replay.Records = append(replay.Records, stop)
		}
		data := replay.Encode(one.game)
		got := decode(sdk.Source{Data: data}, sdk.DecodeOptions{})
		if codeOf(t, got.err) != ir.CodeMalformed || got.Trailer.Ticks > uint64(one.silence)+framesPerByte*uint64(len(data)) {
			t.Errorf("%s: %d ticks out of %d bytes: %v", one.game.Name(), got.Trailer.Ticks, len(data), got.err)
		}
	}
}
