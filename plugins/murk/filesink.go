// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"convertd/core/ir"
	"convertd/plugins/murk/murkfile"
	"convertd/sdk"
)

// Errors of FileSink. None of them can be retried: the replay cannot be
// expressed as a Murk file.
var (
	// ErrNotExpressible: an order has no Murk command that says the same.
	ErrNotExpressible = errors.New("order has no Murk command")
	// ErrHeaderIncomplete: a fact of the Murk header was too long for the
	// representation and is missing.
	ErrHeaderIncomplete = errors.New("the Murk header is not wholly known")
	// ErrFrameWithoutHash: orders came after the last sync sample, and a
	// frame ends with its hash.
	ErrFrameWithoutHash = errors.New("orders without a sync sample behind them")
	// ErrNoHeader: something was sent before the header.
	ErrNoHeader = errors.New("no header was sent")
)

// FileSink writes what it is sent as a Murk file. What Decoder sent comes out
// byte for byte: each order carries its record, each sync sample closes a
// frame.
//
// Orders of other formats are built from their fields where Murk has a
// command for them (move, spawn, despawn, set field); the rest is refused
// with ErrNotExpressible instead of being written as something else.
type FileSink struct {
	out      io.Writer
	writer   *murkfile.Writer
	verbatim bool   // orders carry Murk records
	arrival  uint64 // next arrival_seq of a built command
	payload  []byte
}

var _ sdk.Sink = (*FileSink)(nil)

// NewFileSink returns a sink that writes to out, which the caller flushes and
// closes after Trailer.
func NewFileSink(out io.Writer) *FileSink { return &FileSink{out: out} }

// Header writes the file header. Facts the header does not hold are empty.
func (s *FileSink) Header(header *ir.Header) error {
	file, err := fileHeader(header)
	if err != nil {
		return err
	}
	s.writer, err = murkfile.NewWriter(s.out, &file)
	s.verbatim = header.Format == FormatID
	return err
}

// Order adds the order to the open frame.
func (s *FileSink) Order(order *ir.Order) error {
	if s.writer == nil {
		return ErrNoHeader
	}
	if !s.verbatim {
		return s.build(order)
	}
	if _, err := murkfile.ParseCommand(order.Raw); err != nil {
		return fmt.Errorf("order of frame %d at byte %d carries no Murk record: %w",
			order.Frame, order.Offset, ErrNotExpressible)
	}
	return s.writer.Record(order.Raw)
}

// Sync closes the open frame with its tick and hash.
func (s *FileSink) Sync(sample ir.SyncSample) error {
	if s.writer == nil {
		return ErrNoHeader
	}
	return s.writer.EndFrame(sample.Tick+sample.Extra, sample.Value)
}

// Camera ignores the sample: Murk has no cameras.
func (s *FileSink) Camera(ir.CameraSample) error { return nil }

// Native ignores the line.
func (s *FileSink) Native([]byte) error { return nil }

// Diagnostic ignores the diagnostic.
func (s *FileSink) Diagnostic(ir.Diagnostic) error { return nil }

// Trailer checks that no frame is left open.
func (s *FileSink) Trailer(*ir.Trailer) error {
	if s.writer == nil {
		return ErrNoHeader
	}
	if n := s.writer.Open(); n > 0 {
		return fmt.Errorf("%d %w", n, ErrFrameWithoutHash)
	}
	return nil
}

// build adds a command made from the fields of an order of another format,
// one for each subject.
func (s *FileSink) build(order *ir.Order) error {
	command := murkfile.Command{Priority: 1, ExpiresAfterTick: math.MaxUint64}
	if order.Client >= 0 {
		command.HasSourceID, command.SourceID = true, uint64(order.Client)
	}
	cell := []int32{order.Target.X, order.Target.Y}
	switch {
	case order.Kind == ir.KindMove && order.Target.Kind == ir.TargetCell && len(order.Subjects) > 0:
		for _, subject := range order.Subjects {
			command.Tag = murkfile.TagMove
			if err := s.add(&command, murkfile.AppendMove(s.payload[:0], uint64(subject), cell)); err != nil {
				return err
			}
		}
		return nil
	case order.Kind == ir.KindSpawn && order.Target.Kind == ir.TargetCell:
		command.Tag = murkfile.TagSpawn
		return s.add(&command, murkfile.AppendSpawn(s.payload[:0], cell, nil))
	case order.Kind == ir.KindDespawn && len(order.Subjects) > 0:
		for _, subject := range order.Subjects {
			command.Tag = murkfile.TagDespawn
			if err := s.add(&command, murkfile.AppendDespawn(s.payload[:0], uint64(subject))); err != nil {
				return err
			}
		}
		return nil
	case order.Kind == ir.KindSetField && order.Target.Kind == ir.TargetCell &&
		order.Present.Has(ir.PresentItemID|ir.PresentData):
		command.Tag = murkfile.TagSetField
		return s.add(&command, murkfile.AppendSetField(s.payload[:0], cell, order.ItemID, order.Data))
	default:
		return fmt.Errorf("order of kind %d in frame %d: %w", order.Kind, order.Frame, ErrNotExpressible)
	}
}

func (s *FileSink) add(command *murkfile.Command, payload []byte) error {
	s.payload = payload
	command.Payload = payload
	command.ArrivalSeq = s.arrival
	s.arrival++
	return s.writer.Command(command)
}

// fileHeader gathers the file header from the facts headerOf spread.
func fileHeader(header *ir.Header) (murkfile.Header, error) {
	file := murkfile.Header{MurkVersion: header.Version, Seed: uint64(header.Seed)}
	for _, detail := range header.Details {
		var err error
		switch detail.Key {
		case detailToolchain:
			file.Toolchain = detail.Value
		case detailTargetTriple:
			file.TargetTriple = detail.Value
		case detailMurkVersion:
			file.MurkVersion = detail.Value
		case detailCompileFlags:
			file.CompileFlags = detail.Value
		case detailConfigHash:
			file.ConfigHash, err = strconv.ParseUint(detail.Value, 16, 64)
		case detailFieldCount:
			var count uint64
			count, err = strconv.ParseUint(detail.Value, 10, 32)
			file.FieldCount = uint32(count)
		case detailCellCount:
			file.CellCount, err = strconv.ParseUint(detail.Value, 10, 64)
		case detailSpaceDescriptor:
			file.SpaceDescriptor, err = hex.DecodeString(detail.Value)
		case detailDescriptorSHA256, detailTextsCut:
			err = ErrHeaderIncomplete
		}
		if err != nil {
			return murkfile.Header{}, fmt.Errorf("header fact %s: %w", detail.Key, err)
		}
	}
	return file, nil
}
