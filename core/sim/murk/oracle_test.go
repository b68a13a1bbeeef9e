// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"convertd/internal/corpus"
)

// engineRun is what the real engine said about a run it recorded.
type engineRun struct {
	File   string `json:"file"`
	Header struct {
		Seed       string `json:"seed"`
		ConfigHash string `json:"config_hash"`
		FieldCount uint32 `json:"field_count"`
		CellCount  string `json:"cell_count"`
		Descriptor string `json:"space_descriptor_hex"`
	} `json:"header"`
	Frames uint64 `json:"frames"`
	Run    *struct {
		World      json.RawMessage   `json:"world"`
		HashBefore string            `json:"hash_before_first_tick"`
		Receipts   map[string]uint64 `json:"receipts"`
		Compare    *struct {
			DivergedAt uint64 `json:"diverged_at_tick"`
		} `json:"replay_and_compare"`
		Fields []struct {
			Len     int    `json:"len"`
			Nonzero int    `json:"nonzero"`
			SHA256  string `json:"sha256_of_f32le"`
		} `json:"final_fields"`
	} `json:"engine_run"`
}

func engineRuns(tb testing.TB) []engineRun {
	tb.Helper()
	var oracle struct {
		Files []engineRun `json:"files"`
	}
	if err := json.Unmarshal(corpus.Read(tb, "murk", "oracle.json"), &oracle); err != nil {
		tb.Fatal(err)
	}
	var runs []engineRun
	for _, each := range oracle.Files {
		if strings.HasPrefix(each.File, "engine-") {
			runs = append(runs, each)
		}
	}
	if len(runs) < 5 {
		tb.Fatalf("the corpus has %d engine runs, want at least 5", len(runs))
	}
	return runs
}

func (r *engineRun) recorded(tb testing.TB) Recorded {
	tb.Helper()
	seed, err := strconv.ParseUint(r.Header.Seed, 10, 64)
	if err != nil {
		tb.Fatal(err)
	}
	cells, err := strconv.ParseUint(r.Header.CellCount, 10, 64)
	if err != nil {
		tb.Fatal(err)
	}
	return Recorded{Seed: seed, FieldCount: r.Header.FieldCount, CellCount: cells}
}

// testFrame is one frame of a file, walked by hand: the decoder is another
// room.
type testFrame struct {
	tick, hash uint64
	records    [][]byte
}

func framesOf(tb testing.TB, data []byte) []testFrame {
	tb.Helper()
	at := 5
	for range 4 {
		at += 4 + int(binary.LittleEndian.Uint32(data[at:]))
	}
	at += 28
	at += 4 + int(binary.LittleEndian.Uint32(data[at:]))
	var frames []testFrame
	for at < len(data) {
		frame := testFrame{tick: binary.LittleEndian.Uint64(data[at:])}
		count := binary.LittleEndian.Uint32(data[at+8:])
		at += 12
		for range count {
			end := at + 5 + int(binary.LittleEndian.Uint32(data[at+1:])) + 1
			end += 1 + 8*int(data[end])
			end += 1 + 8*int(data[end])
			end += 16
			frame.records = append(frame.records, data[at:end])
			at = end
		}
		frame.hash = binary.LittleEndian.Uint64(data[at:])
		at += 8
		frames = append(frames, frame)
	}
	return frames
}

func play(check *Check, frames []testFrame) Result {
	for _, frame := range frames {
		for _, record := range frame.records {
			check.Command(record)
		}
		check.EndFrame(frame.tick, frame.hash)
	}
	return check.Result()
}

func TestEngineRunsAreReproduced(t *testing.T) {
	for _, run := range engineRuns(t) {
		if run.Run == nil {
			continue
		}
		t.Run(run.File, func(t *testing.T) {
			world, err := ParseWorld(run.Run.World)
			if err != nil {
				t.Fatal(err)
			}
			recorded := run.recorded(t)
			descriptor, err := hex.DecodeString(run.Header.Descriptor)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%016x", world.ConfigHash(recorded.FieldCount, recorded.CellCount, descriptor)); got != run.Header.ConfigHash {
				t.Errorf("config_hash %s, want %s", got, run.Header.ConfigHash)
			}
			check, err := NewCheck(world, recorded)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%016x", check.engine.hash()); got != run.Run.HashBefore {
				t.Errorf("hash before the first tick %s, want %s", got, run.Run.HashBefore)
			}
			frames := framesOf(t, corpus.Read(t, "murk", run.File))
			result := play(check, frames)
			if run.Run.Compare != nil {
				checkDivergence(t, result, frames, run.Run.Compare.DivergedAt)
				return
			}
			if result.Verdict != Exact || result.Proven != run.Frames || result.Checked != run.Frames {
				t.Fatalf("%+v, want %d frames exact", result, run.Frames)
			}
			checkReceipts(t, result.Receipts, run.Run.Receipts)
			for i, want := range run.Run.Fields {
				var encoded []byte
				for _, value := range check.engine.fields[i].values {
					encoded = binary.LittleEndian.AppendUint32(encoded, value)
				}
				sum := sha256.Sum256(encoded)
				if len(encoded) != 4*want.Len || hex.EncodeToString(sum[:]) != want.SHA256 {
					t.Errorf("field %d ends with other values", i)
				}
				if got := check.engine.fields[i].nonzero; got != want.Nonzero {
					t.Errorf("field %d has %d values that are not zero, want %d", i, got, want.Nonzero)
				}
			}
		})
	}
}

func checkReceipts(t *testing.T, got Receipts, want map[string]uint64) {
	t.Helper()
	wanted := Receipts{
		Applied: want["applied"], NotApplied: want["NotApplied"], Stale: want["Stale"],
		Unsupported: want["UnsupportedCommand"], QueueFull: want["QueueFull"],
	}
	if got != wanted {
		t.Errorf("receipts %+v, want %+v", got, wanted)
	}
}

func checkDivergence(t *testing.T, result Result, frames []testFrame, tick uint64) {
	t.Helper()
	if result.Verdict != Diverged || result.First.Tick != tick {
		t.Fatalf("%+v, want a divergence at tick %d", result, tick)
	}
	at := result.First.Frame
	if result.Proven != at || result.Checked != at+1 || result.First.Want != frames[at].hash || result.First.Got == result.First.Want {
		t.Fatalf("%+v does not fit frame %d", result, at)
	}
}

func TestWorldWhosePropagatorWritesIsNotCheckable(t *testing.T) {
	for _, run := range engineRuns(t) {
		if run.File != "engine-diffusion.murk" {
			continue
		}
		recorded := run.recorded(t)
		world := World{
			Space: square{rows: 8, cols: 8}, MaxIngressQueue: DefaultIngressQueue,
			Fields:      []Field{{Name: "heat", Type: Scalar, Components: 1, Mutability: PerTick}},
			Propagators: []string{"diffusion"},
			DtBits:      math.Float64bits(0.1), Seed: recorded.Seed, CellCount: recorded.CellCount,
		}
		if err := world.Check(); err != nil {
			t.Fatal(err)
		}
		check, err := NewCheck(&world, recorded)
		if err != nil {
			t.Fatal(err)
		}
		result := play(check, framesOf(t, corpus.Read(t, "murk", run.File)))
		if result.Verdict != NotCheckable || result.Checked != 0 || !strings.Contains(result.Reason, "diffusion") {
			t.Fatalf("%+v", result)
		}
		return
	}
	t.Fatal("the corpus has no engine-diffusion.murk")
}

// plainHash is the snapshot hash as the document has it, byte by byte.
func plainHash(e *engine) uint64 {
	var folded bytes.Buffer
	for i := range e.fieldCount {
		_ = binary.Write(&folded, binary.LittleEndian, i)
		if int(i) < len(e.fields) {
			_ = binary.Write(&folded, binary.LittleEndian, e.fields[i].values)
		}
	}
	hash := fnvOffset
	for _, b := range folded.Bytes() {
		hash = (hash ^ uint64(b)) * fnvPrime
	}
	return hash
}

func BenchmarkCheck(b *testing.B) {
	for _, run := range engineRuns(b) {
		if run.File != "engine-square4.murk" {
			continue
		}
		world, err := ParseWorld(run.Run.World)
		if err != nil {
			b.Fatal(err)
		}
		data := corpus.Read(b, "murk", run.File)
		frames := framesOf(b, data)
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			check, err := NewCheck(world, run.recorded(b))
			if err != nil {
				b.Fatal(err)
			}
			if result := play(check, frames); result.Verdict != Exact {
				b.Fatalf("%+v", result)
			}
		}
		b.ReportMetric(float64(b.N)*float64(len(frames))/b.Elapsed().Seconds(), "ticks/s")
	}
}
