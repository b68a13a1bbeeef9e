// SPDX-License-Identifier: GPL-3.0-or-later

package conformance

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"slices"
	"time"

	"convertd/core/ir"
	"convertd/sdk"
)

// recorder is a sink that keeps a digest of everything, checks the order of
// calls, and can refuse a call.
type recorder struct {
	size    int // bytes of the source
	formats []sdk.Format
	players int

	header  *ir.Header
	trailer *ir.Trailer
	orders  []uint64 // one digest each, without what the end of a file may decide
	lines   []uint64
	text    []string // the lines themselves, if keepsText
	samples int
	// Neither ticks of orders nor frames of one reporter go back.
	lastTick   uint64
	lastFrames map[int32]uint64
	stream     hash.Hash64 // of everything
	writer     ir.OrderBatchWriter
	scratch    []byte

	keepsText bool

	calls    int
	refuseAt int   // 0: never; else the number of the call that is refused
	refusal  error // what it is refused with
	onCall   func(calls int)
	refused  bool
	faults   []error
}

var _ sdk.Sink = (*recorder)(nil)

// maxFaults is how many broken laws of one stream are worth telling.
const maxFaults = 5

func (r *recorder) fault(format string, args ...any) {
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, fmt.Errorf(format, args...))
	}
}

// call counts, refuses, and checks that the call is between header and trailer.
func (r *recorder) call(what string) error {
	if r.refused {
		r.fault("%s was sent after the sink had refused a call", what)
	}
	r.calls++
	if r.onCall != nil {
		r.onCall(r.calls)
	}
	if r.refuseAt == r.calls {
		r.refused = true
		return r.refusal
	}
	if r.header == nil && what != "header" {
		r.fault("%s came before the header", what)
	}
	if r.trailer != nil {
		r.fault("%s came after the trailer", what)
	}
	return nil
}

func (r *recorder) add(parts ...any) {
	r.scratch = fmt.Appendf(r.scratch[:0], "%v", parts)
	_, _ = r.stream.Write(r.scratch)
}

// Header implements sdk.Sink.
func (r *recorder) Header(header *ir.Header) error {
	if err := r.call("header"); err != nil {
		return err
	}
	if r.header != nil {
		r.fault("a second header was sent")
	}
	kept := *header
	kept.Players = slices.Clone(header.Players)
	r.header, r.players = &kept, len(header.Players)
	if err := header.Validate(); err != nil {
		r.fault("header: %w", err)
	}
	if !slices.ContainsFunc(r.formats, func(f sdk.Format) bool { return f.ID == header.Format }) {
		r.fault("header names format %q, which Info does not declare", header.Format)
	}
	encoded, err := ir.AppendHeader(nil, header)
	if err != nil {
		r.fault("header: %w", err)
	}
	_, _ = r.stream.Write(encoded)
	return nil
}

// Order implements sdk.Sink.
func (r *recorder) Order(order *ir.Order) error {
	if err := r.call("an order"); err != nil {
		return err
	}
	if order.Player < ir.NoPlayer || int(order.Player) >= r.players {
		r.fault("order %d has player %d of %d", len(r.orders), order.Player, r.players)
	}
	if order.Offset > uint64(r.size) {
		r.fault("order %d lies at byte %d of %d", len(r.orders), order.Offset, r.size)
	}
	if order.Tick < r.lastTick {
		r.fault("order %d goes back from tick %d to %d", len(r.orders), r.lastTick, order.Tick)
	}
	r.lastTick = max(r.lastTick, order.Tick)
	full, err := r.writer.Add(order)
	if err != nil {
		r.fault("order %d: %w", len(r.orders), err)
	}
	if full {
		r.scratch = r.writer.Flush(r.scratch[:0])
	}
	digest := r.orderDigest(order)
	r.orders = append(r.orders, digest)
	r.scratch = binary.LittleEndian.AppendUint64(r.scratch[:0], digest)
	r.scratch = binary.LittleEndian.AppendUint64(r.scratch, order.Tick)
	r.scratch = binary.LittleEndian.AppendUint32(r.scratch, uint32(order.Player))
	_, _ = r.stream.Write(r.scratch)
	return nil
}

// orderDigest is over what the record itself says. Who it acts for and its tick
// may depend on parts of the file that come later.
func (r *recorder) orderDigest(o *ir.Order) uint64 {
	b := r.scratch[:0]
	for _, number := range [...]uint64{
		o.Frame, o.Offset, uint64(o.Kind), uint64(o.NativeID), uint64(o.Present), uint64(o.ItemID), uint64(o.Data),
		uint64(uint32(o.Client)), uint64(uint32(o.Count)),
		uint64(len(o.NativeName)), uint64(len(o.Item)), uint64(len(o.Text)), uint64(len(o.Subjects)), uint64(len(o.Entities)),
	} {
		b = binary.LittleEndian.AppendUint64(b, number)
	}
	b = append(append(append(append(b, o.NativeName...), o.Item...), o.Text...), o.Raw...)
	for _, list := range [...][]uint32{o.Subjects, o.Entities} {
		for _, id := range list {
			b = binary.LittleEndian.AppendUint32(b, id)
		}
	}
	for _, target := range [...]ir.Target{o.Target, o.Target2} {
		for _, number := range [...]uint32{
			uint32(target.Kind), uint32(target.X), uint32(target.Y), uint32(target.Z), uint32(target.Sub),
			target.ID, uint32(target.Generation), target.Owner,
		} {
			b = binary.LittleEndian.AppendUint32(b, number)
		}
	}
	r.scratch = b
	return digestOf(b)
}

func digestOf(b []byte) uint64 {
	digest := fnv.New64a()
	_, _ = digest.Write(b)
	return digest.Sum64()
}

// Sync implements sdk.Sink.
func (r *recorder) Sync(sample ir.SyncSample) error {
	if err := r.call("a sync sample"); err != nil {
		return err
	}
	if sample.Player < ir.NoPlayer || int(sample.Player) >= r.players {
		r.fault("a sync sample has player %d of %d", sample.Player, r.players)
	}
	if r.lastFrames == nil {
		r.lastFrames = make(map[int32]uint64)
	}
	if last := r.lastFrames[sample.Reporter]; sample.Frame < last {
		r.fault("reporter %d goes back from frame %d to %d", sample.Reporter, last, sample.Frame)
	} else {
		r.lastFrames[sample.Reporter] = sample.Frame
	}
	r.samples++
	r.add(sample)
	return nil
}

// Camera implements sdk.Sink.
func (r *recorder) Camera(sample ir.CameraSample) error {
	if err := r.call("a camera sample"); err != nil {
		return err
	}
	if sample.Player < ir.NoPlayer || int(sample.Player) >= r.players {
		r.fault("a camera sample has player %d of %d", sample.Player, r.players)
	}
	r.samples++
	r.add(sample)
	return nil
}

// Native implements sdk.Sink.
func (r *recorder) Native(line []byte) error {
	if err := r.call("a native line"); err != nil {
		return err
	}
	if bytes.IndexByte(line, '\n') >= 0 {
		r.fault("native line %d holds a line feed", len(r.lines))
	}
	r.lines = append(r.lines, digestOf(line))
	if r.keepsText {
		r.text = append(r.text, string(line))
	}
	_, _ = r.stream.Write(line)
	return nil
}

// Diagnostic implements sdk.Sink.
func (r *recorder) Diagnostic(diagnostic ir.Diagnostic) error {
	if err := r.call("a diagnostic"); err != nil {
		return err
	}
	if diagnostic.Code == "" || diagnostic.Summary == "" {
		r.fault("a diagnostic has no code or no summary")
	}
	if diagnostic.HasOffset && diagnostic.Offset > uint64(r.size) {
		r.fault("diagnostic %s lies at byte %d of %d", diagnostic.Code, diagnostic.Offset, r.size)
	}
	r.add(diagnostic)
	return nil
}

// Trailer implements sdk.Sink.
func (r *recorder) Trailer(trailer *ir.Trailer) error {
	if err := r.call("the trailer"); err != nil {
		return err
	}
	kept := *trailer
	r.trailer = &kept
	if trailer.BytesConsumed > uint64(r.size) {
		r.fault("trailer says %d bytes of %d were understood", trailer.BytesConsumed, r.size)
	}
	if trailer.Winner < ir.NoPlayer || int(trailer.Winner) >= r.players {
		r.fault("trailer names player %d of %d as winner", trailer.Winner, r.players)
	}
	for _, outcome := range trailer.Outcomes {
		if outcome.Player < 0 || int(outcome.Player) >= r.players {
			r.fault("trailer has an outcome of player %d of %d", outcome.Player, r.players)
		}
	}
	encoded, err := ir.AppendTrailer(nil, trailer)
	if err != nil {
		r.fault("trailer: %w", err)
	}
	_, _ = r.stream.Write(encoded)
	return nil
}

// decode runs the decoder once and checks what holds for every decoding.
func (s *suite) decode(ctx context.Context, sample *Sample, options sdk.DecodeOptions, change func(*recorder)) (*recorder, error) {
	r := &recorder{size: len(sample.Data), formats: s.info.Formats, stream: fnv.New64a()}
	if change != nil {
		change(r)
	}
	before := digestOf(sample.Data)
	ctx, cancel := context.WithTimeout(ctx, s.options.Patience)
	defer cancel()
	begun := time.Now()
	err := s.decoder.Decode(ctx, sdk.Source{Name: sample.Name, Data: sample.Data}, options, r)
	if took := time.Since(begun); took > s.options.Patience {
		r.fault("one decoding took %v, the limit is %v", took.Round(time.Millisecond), s.options.Patience)
	}
	if digestOf(sample.Data) != before {
		r.fault("the decoder wrote to its source")
	}
	var panicked *panicError
	if errors.As(err, &panicked) {
		r.fault("%w", panicked)
	}
	return r, err
}

// read decodes and checks that the end of the stream is as it must be, for any
// input at all.
func (s *suite) read(sample *Sample, options sdk.DecodeOptions) (*recorder, error) {
	r, err := s.decode(s.ctx, sample, options, nil)
	failure, typed := ir.AsDecodeError(err)
	switch {
	case err != nil && !typed:
		r.fault("the error is not an *ir.DecodeError: %w", err)
	case typed:
		checkFailure(r, failure)
	case r.header == nil:
		r.fault("the decoding went well without a header")
	case r.trailer == nil:
		r.fault("the decoding went well without a trailer")
	}
	if r.header != nil && r.trailer == nil && err != nil {
		r.fault("after a header, damage must be followed by a trailer: %w", err)
	}
	return r, errors.Join(r.faults...)
}

func checkFailure(r *recorder, failure *ir.DecodeError) {
	switch failure.Code {
	case ir.CodeNotRecognised, ir.CodeUnsupportedVersion, ir.CodeTruncated, ir.CodeMalformed, ir.CodeLimitExceeded:
	default:
		r.fault("error has unknown code %q", failure.Code)
	}
	if failure.Section == "" || failure.Message == "" {
		r.fault("error %q does not say what or where", failure.Error())
	}
	if failure.Offset > uint64(r.size) {
		r.fault("error lies at byte %d of %d", failure.Offset, r.size)
	}
	if r.trailer != nil && r.trailer.Complete {
		r.fault("trailer says the recording is complete, and then %w", failure)
	}
}
