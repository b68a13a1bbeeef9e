// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"convertd/core/ir"
	"convertd/sdk"
)

// decoderVersion is the version of this decoder.
const decoderVersion = "1.0.0"

// Decoder reads the replays of the SAGE games. The zero value is ready.
type Decoder struct{}

var _ sdk.Decoder = Decoder{}

// New returns the decoder.
func New() Decoder { return Decoder{} }

// Info describes the decoder and its seven formats.
func (Decoder) Info() sdk.Info {
	return sdk.Info{
		Capabilities: &sdk.Capabilities{Sync: true, Camera: true, NativeLines: true, Positions: true},
		Name:         "ea", Version: decoderVersion,
		Formats: []sdk.Format{
			{
				ID: formatGenerals, Description: "Command & Conquer Generals and Zero Hour",
				Extensions: []string{".rep"}, Magic: []byte(magicGenerals),
			},
			{
				ID: formatBFME, Description: "The Battle for Middle-earth",
				Extensions: []string{".bfmereplay"}, Magic: []byte(magicBFME), Unverified: true,
			},
			{
				ID:          formatBFME2,
				Description: "The Battle for Middle-earth II (1.06 unverified) and The Rise of the Witch-king",
				Extensions:  []string{".bfme2replay"}, Magic: []byte(magicBFME2),
			},
			{
				ID: formatTiberiumWars, Description: "Command & Conquer 3 Tiberium Wars (before 1.07 unverified)",
				Extensions: []string{".cnc3replay"}, Magic: []byte(magicCNC3),
			},
			{
				ID: formatKanesWrath, Description: "Command & Conquer 3 Kane's Wrath",
				Extensions: []string{".kwreplay"}, Magic: []byte(magicCNC3),
			},
			{
				ID: formatRedAlert3, Description: "Command & Conquer Red Alert 3",
				Extensions: []string{".ra3replay"}, Magic: []byte(magicRA3),
			},
			{
				// The magic stands behind the file version.
				ID: formatTiberianTwilight, Description: "Command & Conquer 4 Tiberian Twilight",
				Extensions: []string{".cnc4replay"},
				Magic:      append([]byte{twilightVersion, 0, 0, 0}, magicTwilight...), Unverified: true,
			},
		},
	}
}

// Decode reads a replay; see sdk.Decoder.
func (Decoder) Decode(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r, err := readHeader(source.Data, hint{format: options.Format, name: source.Name})
	if err != nil {
		return err
	}
	if options.Profile != "" && options.Profile != r.header.Profile {
		return &ir.DecodeError{
			Code: ir.CodeUnsupportedVersion, Section: "header",
			Message: fmt.Sprintf("the layout is %q, not %q", r.header.Profile, options.Profile),
		}
	}
	r.detail("item_names", itemNames(r))
	if err := sink.Header(&r.header); err != nil {
		return err
	}
	for _, note := range r.notes {
		if err := sink.Diagnostic(note); err != nil {
			return err
		}
	}
	if options.Depth == sdk.DepthHeader {
		return sink.Trailer(headerTrailer(r, source.Data))
	}
	body := newBody(ctx, r, sink, options)
	defer body.release()
	return decodeBody(body, source.Data)
}

// itemNames says how far the names of units, structures and upgrades can be
// trusted (docs/engine/rules.md#sage-packs).
func itemNames(r *replay) string {
	switch r.dialect {
	case generals:
		return "inferred, structures and a few units only"
	case zeroHour:
		return "registration order of the retail data"
	case tiberiumWars, kanesWrath, redAlert3:
		return "hash of the asset name"
	}
	return "none known"
}

// decodeBody reads what follows the header and closes the stream. An error of
// the sink or the context ends it at once.
func decodeBody(b *body, data []byte) error {
	var consumed int
	var err error
	switch b.replay.container {
	case containerRecords:
		consumed, err = b.records(data)
	case containerChunks:
		consumed, err = b.chunks(data)
	case containerTwilight:
		consumed, err = b.twilight(data)
	}
	if b.stopped {
		return err
	}
	damage, _ := ir.AsDecodeError(err)
	b.closingNotes(consumed, len(data), damage)
	for _, note := range b.notes.diagnostics() {
		if err := b.sink.Diagnostic(note); err != nil {
			return err
		}
	}
	if b.private > 0 {
		err := b.sink.Diagnostic(ir.Diagnostic{
			Severity: ir.SeverityInfo, Code: "contents-withheld",
			Summary: fmt.Sprintf("%d commands identify an account or a match: their contents stay here", b.private),
		})
		if err != nil {
			return err
		}
	}
	if err := b.sink.Trailer(b.trailer(consumed, len(data), damage)); err != nil {
		return err
	}
	if damage != nil {
		return damage
	}
	return nil
}

// closingNotes adds what can be said only with the whole body read.
func (b *body) closingNotes(consumed, size int, damage *ir.DecodeError) {
	if damage != nil {
		return
	}
	if !b.ended {
		b.notes.add("no-end-record", "the recording stops without the record that ends one", consumed)
	}
	if consumed < size {
		b.notes.skip("trailing-bytes", "bytes behind the end of the recording", consumed, size-consumed)
	}
	if frames := b.replay.frames; b.ended && frames != 0 && frames != b.lastFrame {
		b.notes.add("frame-count", "the header's length is not that of the recording", 0)
	}
}

// trailer builds the trailer of a full decode.
func (b *body) trailer(consumed, size int, damage *ir.DecodeError) *ir.Trailer {
	complete := damage == nil && b.ended
	details := b.details
	if !complete {
		details = append(details, ir.KeyValue{Key: "missing", Value: b.missing()})
	}
	if consumed < size {
		details = append(details, ir.KeyValue{Key: "bytes_unread", Value: fmt.Sprint(size - consumed)})
	}
	return &ir.Trailer{
		Complete:       complete,
		BytesConsumed:  uint64(consumed),
		LastFrame:      uint64(b.lastFrame),
		Ticks:          uint64(b.lastFrame),
		Commands:       b.commands,
		CommandsByType: b.counted(),
		Outcomes:       b.outcomes.list(b.replay, b.interval(), complete),
		Winner:         ir.NoPlayer,
		Details:        details,
	}
}

// missing says what a cut recording lacks.
func (b *body) missing() string {
	switch {
	case b.replay.container == containerRecords:
		return "the rest of the game and the record that ends it"
	case b.ended:
		return "the footer"
	}
	return "the rest of the game, the end marker and the footer"
}

// interval is how many frames lie between two checksums of a player, 0 if the
// recording does not say.
func (b *body) interval() uint32 {
	if b.replay.options.interval > 0 {
		return b.replay.options.interval
	}
	switch b.dialect {
	case generals, zeroHour, bfme, bfme2:
		return defaultInterval
	case tiberiumWars, kanesWrath:
		return 450 // thirty seconds, docs/formats/ea.md#checksums
	case redAlert3:
		return 45 // three seconds, docs/formats/ea.md#checksums
	}
	return 0
}

func sortCounts(list []ir.Count) {
	slices.SortFunc(list, func(a, b ir.Count) int { return cmp.Compare(a.Name, b.Name) })
}

// headerTrailer is the trailer of a decode that stops at the header. The length
// is what header or footer claim; nothing is counted.
func headerTrailer(r *replay, data []byte) *ir.Trailer {
	trailer := &ir.Trailer{BytesConsumed: uint64(r.bodyStart), Winner: ir.NoPlayer}
	frames := r.frames
	if r.container == containerChunks {
		frames = footerTimecode(data, r)
	}
	trailer.LastFrame, trailer.Ticks = uint64(frames), uint64(frames)
	trailer.Complete = frames > 0
	return trailer
}

// footerTimecode reads the last timecode from the footer, whose length is the
// last word of the file; 0 without a footer.
func footerTimecode(data []byte, r *replay) uint32 {
	magic := footerCNC3
	if r.dialect == redAlert3 {
		magic = footerRA3
	}
	if len(data) < 4 {
		return 0
	}
	size := int64(le32(data[len(data)-4:]))
	if size < int64(len(magic)+4) || size > int64(len(data)-r.bodyStart) {
		return 0
	}
	footer := data[int64(len(data))-size:]
	if string(footer[:len(magic)]) != magic {
		return 0
	}
	return le32(footer[len(magic):])
}
