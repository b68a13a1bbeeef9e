// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"context"
	"strconv"

	"convertd/core/ir"
	"convertd/sdk"
)

// Decoder decodes OpenRA replays. It has no state.
type Decoder struct{}

// New returns the decoder.
func New() Decoder { return Decoder{} }

// Info describes the decoder.
func (Decoder) Info() sdk.Info {
	return sdk.Info{
		Capabilities: &sdk.Capabilities{Sync: true, NativeLines: true, Positions: true},
		Name:         FormatID,
		Version:      "1.0.0",
		Formats: []sdk.Format{{
			ID:          FormatID,
			Description: "OpenRA replay, release-20130514 and later",
			Extensions:  []string{".orarep", ".rep"},
		}},
	}
}

// container is what the file's outer form holds.
type container struct {
	form        containerForm
	stream      []byte
	base        uint64 // offset of the stream in the source
	packed      bool   // the stream is compressed: places in it have no offset of their own
	metadata    string
	hasMetadata bool
	block       metadataBlock // of the flat form
	hashes      []byte        // of the ZIP form
	size        uint64        // of the source
}

// offset turns a place in the stream into an offset in the source.
func (c *container) offset(at int) uint64 {
	if c.packed {
		return c.base
	}
	return c.base + uint64(at)
}

type containerForm uint8

const (
	formFlat containerForm = iota
	formZIP
)

// openContainer recognises the outer form.
func openContainer(data []byte) (container, error) {
	if isZIP(data) {
		return openZIP(data)
	}
	c := container{stream: data, size: uint64(len(data))}
	c.block, c.hasMetadata = metadataFromEnd(data)
	if c.hasMetadata {
		c.metadata = string(data[c.block.text:c.block.end])
	}
	if !c.hasMetadata && !startsWithHandshake(data) {
		return container{}, &ir.DecodeError{
			Code: ir.CodeNotRecognised, Section: "container",
			Message: "neither OpenRA's handshake opens the file nor its metadata block ends it",
		}
	}
	return c, nil
}

// Decode implements sdk.Decoder. Profile forces an order layout ("A0" to "H").
func (Decoder) Decode(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink) error {
	if options.Format != "" && options.Format != FormatID {
		return &ir.DecodeError{Code: ir.CodeNotRecognised, Section: "options", Message: "this decoder reads " + FormatID + " only"}
	}
	r, err := openReplay(source.Data, options.Profile)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := sink.Header(r.buildHeader()); err != nil {
		return err
	}
	if err := r.sendDiagnostics(sink); err != nil {
		return err
	}
	if options.Depth == sdk.DepthHeader {
		return sink.Trailer(r.headerTrailer())
	}
	return r.decodeStream(newStream(ctx, r, sink, options))
}

// openReplay reads what precedes the first order: container, handshake, layout,
// lobby, metadata.
func openReplay(data []byte, profile string) (*replay, error) {
	if len(data) > maxSourceBytes {
		return nil, &ir.DecodeError{Code: ir.CodeLimitExceeded, Section: "container", Message: "the source is larger than the limit"}
	}
	c, err := openContainer(data)
	if err != nil {
		return nil, err
	}
	r := &replay{container: c, data: c.stream, metadata: &metadata{}}
	if c.hasMetadata {
		r.metadata = parseMetadata(c.metadata)
	}
	r.shake = readHandshake(r.data)
	if r.shake.version == "" {
		r.shake.version = r.metadata.value("Version")
	}
	if r.layout, r.fits = layoutNamed(profile), true; r.layout == nil {
		if profile != "" && profile != profileZIP {
			return nil, &ir.DecodeError{Code: ir.CodeUnsupportedVersion, Section: "options", Message: "no order layout has this name"}
		}
		r.layout, r.fits = chooseLayout(r.data, r.shake)
	}
	r.session = readSession(r.data, r.layout)
	r.seats = buildSeats(r.session, r.metadata)
	r.interval = r.session.netFrameInterval()
	return r, nil
}

// sendDiagnostics reports what the header cannot say.
func (r *replay) sendDiagnostics(sink sdk.Sink) error {
	_, _, speedKnown := r.session.gameSpeed(r.session.options())
	for _, d := range []struct {
		met           bool
		severity      ir.Severity
		code, summary string
	}{
		{
			!r.metadata.found && r.metadataExpected(), ir.SeverityWarning, "no-metadata",
			"no metadata block ends the file: the game crashed, was killed, or its server saw a desync",
		},
		{
			!r.metadata.found && !r.metadataExpected(), ir.SeverityInfo, "no-metadata",
			"recordings of this version have no metadata block",
		},
		{!r.fits, ir.SeverityWarning, "layout-uncertain", "no order layout reads every packet; the most likely one is used"},
		{!r.session.started, ir.SeverityWarning, "no-start", "no StartGame order: the lobby is the last one recorded"},
		{!speedKnown, ir.SeverityWarning, "unknown-game-speed", "the game speed is a mod's own; 40 ms a tick are assumed"},
		{r.session.cut || r.metadata.cut, ir.SeverityWarning, "text-too-long", "a lobby or metadata text has more lines than the limit"},
		{r.container.form == formZIP, ir.SeverityInfo, "zip-form", "the ZIP form of the original design document, which no release wrote"},
	} {
		if !d.met {
			continue
		}
		if err := sink.Diagnostic(ir.Diagnostic{Severity: d.severity, Code: d.code, Summary: d.summary}); err != nil {
			return err
		}
	}
	return nil
}

// firstMetadata is the date of the first version that wrote metadata
// (docs/formats/orarep.md#no-metadata).
const firstMetadata = 20140525

// metadataExpected says that a whole recording of this version has metadata.
func (r *replay) metadataExpected() bool {
	date := versionDate(r.shake.version)
	return date == 0 || date >= firstMetadata
}

// headerTrailer closes a header-only decoding: nothing is counted.
func (r *replay) headerTrailer() *ir.Trailer {
	t := &ir.Trailer{Complete: r.metadata.found, BytesConsumed: r.container.size, Winner: ir.NoPlayer}
	if ticks, err := strconv.ParseUint(r.metadata.value("FinalGameTick"), 10, 32); err == nil {
		t.Ticks = ticks
	}
	return t
}

// decodeStream runs the stream and closes it.
func (r *replay) decodeStream(s *stream) error {
	broken, err := s.run()
	if err != nil {
		return err
	}
	consumed := s.offset(s.reader.at)
	if broken == nil {
		consumed, broken, err = s.endOfStream()
		if err != nil {
			return err
		}
	}
	if broken == nil {
		broken = s.damage
	}
	complete := broken == nil && (r.metadata.found || !r.metadataExpected())
	if err := s.sink.Trailer(s.trailer(complete, consumed)); err != nil {
		return err
	}
	if broken != nil {
		return broken
	}
	return nil
}

// endOfStream looks at what follows the last packet of a sound stream: nothing,
// or the metadata block and nothing more. Bytes behind the block are the rest
// of another recording that was written into the same file
// (docs/formats/orarep.md#two-writers).
func (s *stream) endOfStream() (consumed uint64, broken *ir.DecodeError, err error) {
	at := s.reader.at
	if s.container.form == formZIP {
		return s.container.size, nil, nil
	}
	if s.reader.stop != stopMarker {
		return s.offset(at), nil, nil
	}
	block, whole := metadataAt(s.data, at)
	switch {
	case whole && block.after() == len(s.data):
		return s.offset(len(s.data)), nil, nil
	case whole:
		err = s.warn("two-writers", "another recording was written into the same file behind this one", block.after())
		return s.offset(block.after()), &ir.DecodeError{
			Code: ir.CodeMalformed, Section: "container", Offset: s.offset(block.after()),
			Message: "bytes follow the end of the recording",
		}, err
	case len(s.data)-at < metadataOverhead+maxMetadataText && !s.metadata.found:
		return s.offset(at), &ir.DecodeError{
			Code: ir.CodeTruncated, Section: "metadata", Offset: s.offset(at),
			Message: "the file ends inside the metadata block",
		}, nil
	default:
		return s.offset(at), &ir.DecodeError{
			Code: ir.CodeMalformed, Section: "metadata", Offset: s.offset(at),
			Message: "the packets end, but no metadata block follows",
		}, nil
	}
}
