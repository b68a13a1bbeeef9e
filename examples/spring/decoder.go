// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"strings"

	"convertd/core/ir"
	"convertd/sdk"
)

const (
	formatID       = "springdemo"
	decoderVersion = "1.0.0"
	// ticksPerSecond is the engine's own, the same in every game.
	ticksPerSecond = 30
)

// gzipMagic begins every gzip stream.
var gzipMagic = []byte{0x1f, 0x8b}

// decoder keeps no state: it serves several calls at once.
type decoder struct{}

// Info implements sdk.Decoder.
func (decoder) Info() sdk.Info {
	return sdk.Info{Name: "spring", Version: decoderVersion, Formats: []sdk.Format{{
		ID: formatID, Description: "Spring and Recoil demo (Beyond All Reason), version 5",
		Extensions: []string{".sdfz", ".sdf"},
	}}, Capabilities: &sdk.Capabilities{Sync: true, NativeLines: true, Positions: true}}
}

// Probe unpacks as much of the head as the magic needs: that a file is gzip says
// nothing yet.
func (decoder) Probe(input sdk.ProbeInput) sdk.Match {
	head := input.Head
	if bytes.HasPrefix(head, gzipMagic) {
		head = make([]byte, versionEnd)
		unpacked, err := gzip.NewReader(bytes.NewReader(input.Head))
		if err != nil {
			return sdk.Match{}
		}
		n, _ := io.ReadFull(unpacked, head)
		head = head[:n]
	}
	if !bytes.HasPrefix(head, []byte(magic)) {
		return sdk.Match{}
	}
	if len(head) < versionEnd || binary.LittleEndian.Uint32(head[len(magic):]) != version {
		return sdk.Match{Format: formatID, Confidence: 90, Reason: "begins as a demo does, in a version that is not read"}
	}
	return sdk.Match{Format: formatID, Confidence: 100, Reason: "begins as a demo of version 5 does"}
}

// Decode implements sdk.Decoder.
func (decoder) Decode(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	input, err := open(source.Data)
	if err != nil {
		return err
	}
	head, err := input.header()
	if err != nil {
		return err
	}
	setup, err := input.script(head)
	if err != nil {
		return err
	}
	sent := headerOf(head, setup)
	if err := sink.Header(sent); err != nil {
		return err
	}
	if options.Depth == sdk.DepthHeader {
		return sink.Trailer(&ir.Trailer{Complete: true, BytesConsumed: input.consumed(), Winner: ir.NoPlayer})
	}
	s := newStream(input, head, setup, sink, options.Native)
	err = s.run(ctx)
	var damage *damageError
	if err != nil && !errors.As(err, &damage) {
		return err // of the sink, or of the context
	}
	if err := sink.Trailer(s.trailer(damage == nil)); err != nil {
		return err
	}
	if damage != nil {
		return &damage.DecodeError
	}
	return nil
}

// damageError marks an error of the input, so that it is not taken for one of
// the sink, which may be an ir.DecodeError too.
type damageError struct{ ir.DecodeError }

// headerOf says what the demo's header and its script say.
func headerOf(head *header, setup *setup) *ir.Header {
	out := &ir.Header{
		Format: formatID, Game: gameOf(setup.game), Version: head.engine,
		Map: ir.Map{Name: setup.mapName, ID: setup.mapName}, Players: setup.players,
		TickRate: ir.Rational{Num: ticksPerSecond, Den: 1}, TicksPerFrame: 1, StartTime: head.start, LocalPlayer: ir.NoPlayer,
		PositionUnit: ir.PositionWorld1024, Options: setup.options,
		Details: []ir.KeyValue{{Key: "game", Value: setup.game}},
	}
	if head.start > 0 && head.seconds > 0 {
		out.EndTime = head.start + int64(head.seconds)
	}
	return out
}

// gameOf names a game without its version, so that rules can be found by it:
// "Beyond All Reason test-25910-8a2f" is "bar".
func gameOf(full string) string {
	short := map[string]string{"Beyond All Reason": "bar", "BYAR": "bar", "Zero-K": "zk", "Balanced Annihilation": "ba", "Tech Annihilation": "techa"}
	for name, id := range short {
		if strings.HasPrefix(full, name) {
			return id
		}
	}
	name, _, _ := strings.Cut(strings.ToLower(full), " ")
	if name == "" {
		return "spring"
	}
	return name
}
