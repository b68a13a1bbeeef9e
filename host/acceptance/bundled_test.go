// SPDX-License-Identifier: GPL-3.0-or-later

package acceptance

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"convertd/core/ir"
	"convertd/internal/corpus"
	"convertd/sdk"
	"convertd/sdk/conformance"
)

// samplesOf are the replays of each decoder that these tests use: the folders of
// the corpus, the file names, and how many of the smallest files.
var samplesOf = map[string]struct {
	folder  []string
	pattern string
	files   int
}{
	"orarep": {[]string{"orarep"}, "*.orarep", 4},
	"murk":   {[]string{"murk"}, "engine-*.murk", 3},
	"ea":     {[]string{"ea"}, "*", 4},
	"rts":    {[]string{"rts"}, "*", 4},
}

// smallest reads the smallest replays of a decoder that it recognises.
func smallest(t *testing.T, decoder sdk.Decoder) []conformance.Sample {
	t.Helper()
	from, ok := samplesOf[decoder.Info().Name]
	if !ok {
		t.Fatalf("no samples are named for decoder %s", decoder.Info().Name)
	}
	var samples []conformance.Sample
	err := filepath.WalkDir(corpus.Dir(t, from.folder...), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if fits, err := filepath.Match(from.pattern, entry.Name()); err != nil || !fits {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		match := decoder.Probe(sdk.ProbeInput{
			Head: data[:min(len(data), sdk.ProbeBytes)], Tail: data[max(0, len(data)-sdk.ProbeBytes):],
			Name: entry.Name(), Size: int64(len(data)),
		})
		if match.Confidence >= 50 {
			samples = append(samples, conformance.Sample{Name: entry.Name(), Data: data})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(samples, func(a, b conformance.Sample) int { return len(a.Data) - len(b.Data) })
	if len(samples) == 0 {
		t.Fatalf("the corpus has nothing for decoder %s", decoder.Info().Name)
	}
	return samples[:min(len(samples), from.files)]
}

func TestBundledDecodersPassTheSuiteInTheirOwnProcess(t *testing.T) {
	h := newHost(t)
	for _, decoder := range bundled() {
		t.Run(decoder.Info().Name, func(t *testing.T) {
			remote, err := h.Remote(decoder.Info().Name)
			if err != nil {
				t.Fatal(err)
			}
			samples := smallest(t, decoder)
			for _, result := range conformance.Run(t.Context(), remote, samples[:1], conformance.Options{Cuts: 16, Flips: 16}) {
				if result.Err != nil {
					t.Errorf("%s: %v", result.Check, result.Err)
				}
			}
		})
	}
}

// transcript writes every call as text, so that two streams can be compared.
type transcript struct {
	text    bytes.Buffer
	samples bytes.Buffer // samples travel in batches of their own
	odd     bytes.Buffer // diagnostics travel alone
}

func (s *transcript) Header(header *ir.Header) error {
	encoded, err := ir.AppendHeader(nil, header)
	s.text.Write(encoded)
	return err
}

func (s *transcript) Order(order *ir.Order) error {
	kept := *order
	if len(kept.Subjects) == 0 {
		kept.Subjects = nil
	}
	if len(kept.Entities) == 0 {
		kept.Entities = nil
	}
	if len(kept.Raw) == 0 {
		kept.Raw = nil
	}
	_, err := fmt.Fprintf(&s.text, "%+v\n", kept)
	return err
}

func (s *transcript) Sync(sample ir.SyncSample) error {
	_, err := fmt.Fprintf(&s.samples, "%+v\n", sample)
	return err
}

func (s *transcript) Camera(sample ir.CameraSample) error {
	_, err := fmt.Fprintf(&s.samples, "%+v\n", sample)
	return err
}

func (s *transcript) Native(line []byte) error {
	_, err := fmt.Fprintf(&s.text, "%s\n", line)
	return err
}

func (s *transcript) Diagnostic(diagnostic ir.Diagnostic) error {
	_, err := fmt.Fprintf(&s.odd, "%+v\n", diagnostic)
	return err
}

func (s *transcript) Trailer(trailer *ir.Trailer) error {
	encoded, err := ir.AppendTrailer(nil, trailer)
	s.text.Write(encoded)
	return err
}

func TestStreamIsTheSameInProcessAndOutOfIt(t *testing.T) {
	h := newHost(t)
	for _, decoder := range bundled() {
		remote, err := h.Remote(decoder.Info().Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, sample := range smallest(t, decoder) {
			for _, options := range []sdk.DecodeOptions{{}, {Native: true}, {Depth: sdk.DepthHeader}} {
				t.Run(fmt.Sprintf("%s/%s/%+v", decoder.Info().Name, sample.Name, options), func(t *testing.T) {
					source := sdk.Source{Name: sample.Name, Data: sample.Data}
					var direct, through transcript
					directErr := decoder.Decode(context.Background(), source, options, &direct)
					throughErr := remote.Decode(context.Background(), source, options, &through)
					if fmt.Sprint(directErr) != fmt.Sprint(throughErr) {
						t.Errorf("in process %v, out of process %v", directErr, throughErr)
					}
					if !bytes.Equal(direct.text.Bytes(), through.text.Bytes()) {
						t.Errorf("%d and %d bytes of orders differ", direct.text.Len(), through.text.Len())
					}
					if !bytes.Equal(direct.samples.Bytes(), through.samples.Bytes()) {
						t.Errorf("%d and %d bytes of samples differ", direct.samples.Len(), through.samples.Len())
					}
					if !bytes.Equal(direct.odd.Bytes(), through.odd.Bytes()) {
						t.Errorf("%d and %d bytes of diagnostics differ", direct.odd.Len(), through.odd.Len())
					}
				})
			}
		}
	}
}
