// SPDX-License-Identifier: GPL-3.0-or-later

package million

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"convertd/core/icrep"
	"convertd/core/icsave"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/internal/mutate"
	"convertd/sdk"
)

// decoding reads spoilt files of a format with its decoder.
func decoding(f *family) *Kind {
	return &Kind{Name: "decode " + f.format, Try: func(number uint64) error {
		name, data := f.input(number)
		sink := lawful{size: len(data)}
		err := f.decoder.Decode(context.Background(), sdk.Source{Name: name, Data: data}, sdk.DecodeOptions{}, &sink)
		return sink.judge(err)
	}}
}

// input makes the file of a number.
func (f *family) input(number uint64) (name string, data []byte) {
	r := random(number)
	chosen := &f.seeds[r.Below(len(f.seeds))]
	if number == 0 {
		return chosen.name, chosen.data
	}
	return chosen.name, mutate.Bytes(r, chosen.data, f.seeds[r.Below(len(f.seeds))].data)
}

// lawful is a sink that holds a decoder to its contract.
type lawful struct {
	size   int
	header *ir.Header
	ended  *ir.Trailer
	tick   uint64
	frames map[int32]uint64
	broken error
	writer ir.OrderBatchWriter
}

func (s *lawful) breaks(format string, args ...any) {
	if s.broken == nil {
		s.broken = fmt.Errorf(format, args...)
	}
}

func (s *lawful) call(what string) {
	if s.header == nil || s.ended != nil {
		s.breaks("%s came before the header or behind the trailer", what)
	}
}

func (s *lawful) Header(h *ir.Header) error {
	if s.header != nil {
		s.breaks("a second header")
	}
	s.header = h
	if err := h.Validate(); err != nil {
		s.breaks("header: %w", err)
	}
	return nil
}

func (s *lawful) Order(o *ir.Order) error {
	s.call("an order")
	if o.Tick < s.tick {
		s.breaks("ticks go back from %d to %d", s.tick, o.Tick)
	}
	s.tick = o.Tick
	if o.Offset > uint64(s.size) || o.Player < ir.NoPlayer || int(o.Player) >= len(s.header.Players) {
		s.breaks("an order at byte %d of player %d", o.Offset, o.Player)
	}
	full, err := s.writer.Add(o)
	if err != nil {
		s.breaks("order: %w", err)
	}
	if full {
		s.writer.Discard()
	}
	return nil
}

func (s *lawful) Sync(sample ir.SyncSample) error {
	s.call("a sample")
	if s.frames == nil {
		s.frames = make(map[int32]uint64)
	}
	if sample.Frame < s.frames[sample.Reporter] {
		s.breaks("frames of reporter %d go back to %d", sample.Reporter, sample.Frame)
	}
	s.frames[sample.Reporter] = sample.Frame
	return nil
}

func (s *lawful) Camera(ir.CameraSample) error   { s.call("a camera sample"); return nil }
func (s *lawful) Native([]byte) error            { s.call("a line"); return nil }
func (s *lawful) Diagnostic(ir.Diagnostic) error { s.call("a diagnostic"); return nil }

func (s *lawful) Trailer(t *ir.Trailer) error {
	s.call("the trailer")
	s.ended = t
	return nil
}

// judge says which law a decoding broke.
func (s *lawful) judge(err error) error {
	damage, typed := ir.AsDecodeError(err)
	switch {
	case s.broken != nil:
		return s.broken
	case err != nil && !typed:
		return fmt.Errorf("an error without a type: %w", err)
	case typed && damage.Offset > uint64(s.size):
		return fmt.Errorf("an error at byte %d of %d", damage.Offset, s.size)
	case s.header != nil && s.ended == nil:
		return errors.New("a header and no trailer")
	case s.header == nil && err == nil:
		return errors.New("neither header nor error")
	}
	return nil
}

// reading opens spoilt files of our own formats and reads all of them.
func reading() []*Kind {
	recordings := &family{seeds: ending(seeds("golden"), ".icrep")}
	saves := &family{seeds: ending(seeds("golden"), ".icsave")}
	return []*Kind{
		{Name: "read icrep", Try: func(number uint64) error {
			_, data := recordings.input(number)
			return readRecording(data)
		}},
		{Name: "read icsave", Try: func(number uint64) error {
			_, data := saves.input(number)
			return readSave(data, saves.seeds[number%uint64(len(saves.seeds))].data, number)
		}},
	}
}

// readRecording walks through a whole file.
func readRecording(data []byte) error {
	file, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return typedRecording(err)
	}
	for _, problem := range file.Verify(icrep.VerifyOptions{States: true}).Problems {
		if err := typedRecording(problem); err != nil {
			return err
		}
	}
	for _, tick := range []order.Tick{0, order.Tick(file.Header().TotalTicks / 2), order.Tick(file.Header().TotalTicks)} {
		plan, err := file.SeekPlan(tick)
		if err == nil {
			_, err = file.State(plan)
		}
		if err := typedRecording(err); err != nil {
			return err
		}
	}
	return nil
}

func typedRecording(err error) error {
	var located *icrep.Error
	if err != nil && !errors.As(err, &located) {
		return fmt.Errorf("an error without a type: %w", err)
	}
	return nil
}

// readSave reads a save; of every other one the state is spoilt and everything sealed
// again, so that no digest keeps the change from what is behind it.
func readSave(data, whole []byte, number uint64) error {
	if number%2 == 1 {
		save, err := icsave.Load(bytes.NewReader(whole), int64(len(whole)))
		if err != nil {
			return err
		}
		mutate.State(random(number), save.State)
		if data, err = icsave.Encode(save, icrep.Fastest); err != nil {
			return nil // no state that could be written
		}
	}
	_, err := icsave.Load(bytes.NewReader(data), int64(len(data)))
	var located *icsave.Error
	if err != nil && !errors.As(err, &located) {
		return fmt.Errorf("an error without a type: %w", err)
	}
	return nil
}
