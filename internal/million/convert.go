// SPDX-License-Identifier: GPL-3.0-or-later

package million

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"convertd/core/divergence"
	"convertd/core/fault"
	"convertd/core/icrep"
	"convertd/core/icreptools"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/pipeline"
	"convertd/failure"
	"convertd/internal/fixtures/oramap"
	"convertd/internal/mutate"
	"convertd/sdk"
	"convertd/sdk/sinktest"
)

// converting plays spoilt files of a format: decoded, translated, simulated, judged,
// recorded.
func converting(f *family) *Kind {
	materials := materialsFor(f)
	return &Kind{Name: "convert " + f.format, Try: func(number uint64) error {
		name, data := f.input(number)
		return convertFile(f, name, data, materials)
	}}
}

func convertFile(f *family, name string, data []byte, materials *pipeline.Materials) error {
	sent, err := sinktest.Decode(f.decoder, sdk.Source{Name: name, Data: data}, sdk.DecodeOptions{})
	if sent.Header == nil {
		return nil // nothing to play; "decode" holds the decoder to its laws
	}
	_, err = convert(sent, err, uint64(len(data)), materials)
	return err
}

// streaming plays spoilt streams of a format: what a damaged or malicious decoder
// could send.
func streaming(f *family) *Kind {
	materials := materialsFor(f)
	var streams []*sinktest.Recording
	for i := range f.seeds {
		sent, err := sinktest.Decode(f.decoder, sdk.Source{Name: f.seeds[i].name, Data: f.seeds[i].data}, sdk.DecodeOptions{})
		if err != nil {
			panic(fmt.Sprintf("million: %s: %v", f.seeds[i].name, err))
		}
		streams = append(streams, sent)
	}
	return &Kind{Name: "stream " + f.format, Try: func(number uint64) error {
		r := random(number)
		at := r.Below(len(streams))
		sent := streams[at]
		if number > 0 {
			sent = mutate.Stream(r, sent)
		}
		_, err := convert(sent, io.EOF, uint64(len(f.seeds[at].data)), materials)
		return err
	}}
}

// materialsFor are the maps and the world that let the seeds of a format be played by
// the module that knows them best.
func materialsFor(f *family) *pipeline.Materials {
	switch f.format {
	case "orarep":
		return &pipeline.Materials{Maps: anyMap{ground(groundMod, "TEMPERAT", 255).Archive()}}
	case "murk":
		return &pipeline.Materials{World: []byte(`{"space": {"kind": "Square4", "rows": 4, "cols": 4}, "seed": 7, "fields": [
			{"name": "kept", "type": "Scalar", "mutability": "Sparse"},
			{"name": "fleeting", "type": "Scalar", "mutability": "PerTick"}], "propagators": ["noop"]}`)}
	}
	return &pipeline.Materials{}
}

// groundMod is the mod of the one map that games of OpenRA get here.
const groundMod = "ra"

// anyMap answers every request with one map.
type anyMap struct{ data []byte }

func (m anyMap) FindMap(string) ([]byte, bool, error) { return m.data, true, nil }

// ground is a map of clear ground for two.
func ground(mod, tileset string, template uint16) *oramap.Map {
	m := &oramap.Map{Mod: mod, Tileset: tileset, Width: 44, Height: 40, Border: 2, Players: []string{"Multi0", "Multi1"}}
	for _, y := range []int{8, 32} {
		m.Actors = append(m.Actors, oramap.Actor{Type: "mpspawn", Owner: "Neutral", X: 8, Y: y})
	}
	m.Fill(oramap.Tile{Template: template})
	return m
}

// convert plays a stream and records it into memory. The error is a broken law.
func convert(sent *sinktest.Recording, end error, size uint64, materials *pipeline.Materials) (*pipeline.Result, error) {
	return record(sent, end, size, materials, func(icrep.Metadata) (pipeline.Recording, error) { return &memory{}, nil })
}

func record(sent *sinktest.Recording, end error, size uint64, materials *pipeline.Materials, begin pipeline.Begin) (*pipeline.Result, error) {
	source, err := replayed(sent, end)
	if err != nil {
		return nil, nil // it cannot be sent at all
	}
	job := &pipeline.Job{SourceBytes: size, Thresholds: divergence.DefaultThresholds(), Materials: *materials}
	result, err := pipeline.Convert(context.Background(), job, source, begin)
	if class := failure.Classify(err); class.Code == "internal" {
		return nil, unclassed(err)
	}
	return result, nil
}

// replayed gives a recording of a stream as the host would.
func replayed(sent *sinktest.Recording, end error) (*script, error) {
	out := &script{end: end}
	if end == nil {
		out.end = io.EOF
	}
	out.events = append(out.events, pipeline.Event{Header: sent.Header})
	var writer ir.OrderBatchWriter
	flush := func() error {
		reader := new(ir.OrderBatchReader)
		if err := reader.Reset(writer.Flush(nil)); err != nil {
			return err
		}
		out.events = append(out.events, pipeline.Event{Orders: reader})
		return nil
	}
	for i := range sent.Orders {
		full, err := writer.Add(&sent.Orders[i])
		if err != nil {
			return nil, err
		}
		if full || writer.Len() == 256 {
			if err := flush(); err != nil {
				return nil, err
			}
		}
	}
	if writer.Len() > 0 {
		if err := flush(); err != nil {
			return nil, err
		}
	}
	for i := range sent.Diagnostics {
		out.events = append(out.events, pipeline.Event{Diagnostic: &sent.Diagnostics[i]})
	}
	if len(sent.Syncs) > 0 {
		out.events = append(out.events, pipeline.Event{Sync: sent.Syncs})
	}
	if sent.Trailer != nil {
		out.events = append(out.events, pipeline.Event{Trailer: sent.Trailer})
	}
	return out, nil
}

// script is a pipeline.Source that plays back events and then an error.
type script struct {
	events []pipeline.Event
	end    error
}

func (s *script) Next(context.Context) (pipeline.Event, error) {
	if len(s.events) == 0 {
		return pipeline.Event{}, s.end
	}
	event := s.events[0]
	s.events = s.events[1:]
	return event, nil
}

// memory is a Recording that writes nothing: what is to be written is made all the
// same.
type memory struct{ bytes int }

func (m *memory) Name(string) (icrep.NameID, error)            { return 0, nil }
func (m *memory) EncodedTick(_ order.Tick, frame []byte) error { m.bytes += len(frame); return nil }
func (m *memory) Event(icrep.Event) error                      { return nil }

func (m *memory) PackKeyframe(_ bool, state []byte) (icrep.PackedKeyframe, error) {
	m.bytes += len(state)
	return icrep.PackedKeyframe{}, nil
}

func (m *memory) PackedKeyframe(order.Tick, icrep.PackedKeyframe) error { return nil }

func (m *memory) Finish(icrep.Final) (*icrep.Summary, error) { return &icrep.Summary{}, nil }

// replaying plays spoilt `.icrep` files of every module again, whose hashes are right,
// and does with them what the tools do.
func replaying(all []family, folder string) []*Kind {
	var kinds []*Kind
	for _, one := range []struct{ module, format string }{{"openra", "orarep"}, {"plausible", "genrep"}, {"plausible westwood", "td-record"}, {"murk", "murk"}} {
		for i := range all {
			if all[i].format == one.format {
				kinds = append(kinds, replayingOf(one.module, &all[i], folder))
			}
		}
	}
	return kinds
}

func replayingOf(module string, f *family, folder string) *Kind {
	materials := materialsFor(f)
	var files [][]byte
	for i := range f.seeds {
		path := filepath.Join(folder, "seed.icrep")
		sent, _ := sinktest.Decode(f.decoder, sdk.Source{Name: f.seeds[i].name, Data: f.seeds[i].data}, sdk.DecodeOptions{})
		if f.format == "orarep" && (sent.Header == nil || sent.Header.Game != groundMod) {
			continue // its own map is not at hand, and that of another mod is not played again
		}
		result, err := record(sent, nil, uint64(len(f.seeds[i].data)), materials, func(metadata icrep.Metadata) (pipeline.Recording, error) {
			return icrep.CreateFile(path, icrep.Options{Metadata: metadata, Durability: icrep.SyncNever, Overwrite: true})
		})
		if err != nil || result == nil {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			panic(err)
		}
		files = append(files, data)
	}
	return &Kind{Name: "replay " + module, Try: func(number uint64) error {
		r := random(number)
		data := files[r.Below(len(files))]
		if number > 0 {
			spoilt, err := mutate.Recording(r, folder, data)
			if err != nil {
				return nil // nothing that could be written
			}
			data = spoilt
		}
		return replay(data, number, materials)
	}}
}

// unplayable is what the kernel says of a state over which a module stumbled: a
// panic that it contained.
const unplayable = "the recorded state cannot be played"

func replay(data []byte, number uint64, materials *pipeline.Materials) error {
	file, err := icrep.Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return typedRecording(err)
	}
	ctx := context.Background()
	again, err := pipeline.Resimulate(ctx, file, materials)
	if err := classed(err); err != nil {
		return err
	}
	if again != nil && again.Mismatch != nil && strings.Contains(again.Mismatch.Got, unplayable) {
		return fmt.Errorf("playing again: %s", again.Mismatch.Got)
	}
	if number == 0 && (again == nil || again.Mismatch != nil) {
		return fmt.Errorf("the unspoilt file does not play: %+v, %w", again, err)
	}
	tick := order.Tick(number) % order.Tick(max(file.Header().TotalTicks, 1))
	_, err = pipeline.Seek(ctx, file, tick, materials)
	if err := classed(err); err != nil {
		return err
	}
	if number%8 == 0 {
		if _, err := icreptools.WriteEvents(io.Discard, file, icreptools.EventsJSON, icreptools.EventFilter{}); err != nil {
			return typedRecording(err)
		}
		file.SectionSizes()
	}
	return nil
}

// classed returns an error that nobody knows what to do about.
func classed(err error) error {
	if err == nil {
		return nil
	}
	var mismatch *pipeline.SeekMismatchError
	if strings.Contains(err.Error(), unplayable) {
		return err
	}
	if class := failure.Classify(err); class.Code == "internal" && !errors.As(err, &mismatch) {
		return unclassed(err)
	}
	return nil
}

// unclassed describes an error that nobody foresaw, and where it came up if it was a
// panic.
func unclassed(err error) error {
	if found := fault.Of(err); found != nil {
		return fmt.Errorf("%w\n%s", err, found.Stack)
	}
	return fmt.Errorf("an error without a class: %w", err)
}
