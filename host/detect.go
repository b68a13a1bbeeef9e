// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"convertd/core/ir"
	"convertd/sdk"
	"convertd/sdk/decoderpb"
)

// Certain is the confidence from which on no other decoder is asked.
const Certain = 100

// Candidate is one decoder that recognises an input.
type Candidate struct {
	Decoder string
	Match   sdk.Match
}

// Detection is what an input looks like.
type Detection struct {
	Candidate
	// Others recognised it too, best first.
	Others []Candidate
	// Ambiguous says that another decoder is exactly as sure and the file
	// name decides nothing either: the choice is only a fixed order.
	Ambiguous bool
	// Failed are decoders that could not be asked, with the reason.
	Failed map[string]error
}

// Detect asks the decoders what an input is: content decides, the file name
// only between equals. head and tail are the first and last sdk.ProbeBytes of
// it, or all of it if it is shorter.
//
// Nobody recognising it is an *ir.DecodeError with CodeNotRecognised; if a
// decoder could not be asked, that is its cause, since the answer might have
// been another.
func (h *Host) Detect(ctx context.Context, head, tail []byte, name string, size int64) (*Detection, error) {
	input := sdk.ProbeInput{
		Head: head[:min(len(head), sdk.ProbeBytes)],
		Tail: tail[max(0, len(tail)-sdk.ProbeBytes):],
		Name: filepath.Base(strings.ToValidUTF8(name, "\uFFFD")),
		Size: size,
	}
	detection := &Detection{Failed: make(map[string]error)}
	var found []Candidate
	likely, others := h.byLikelihood(&input)
	for _, group := range [][]*entry{likely, others} {
		candidates, err := h.ask(ctx, group, &input, detection.Failed)
		if err != nil {
			return nil, err
		}
		found = append(found, candidates...)
		if slices.ContainsFunc(candidates, func(c Candidate) bool { return c.Match.Confidence >= Certain }) {
			break
		}
	}
	if len(found) == 0 {
		return nil, notRecognised(detection.Failed)
	}
	slices.SortStableFunc(found, func(a, b Candidate) int {
		return h.rank(b, input.Name) - h.rank(a, input.Name)
	})
	detection.Candidate, detection.Others = found[0], found[1:]
	detection.Ambiguous = len(found) > 1 && h.rank(found[0], input.Name) == h.rank(found[1], input.Name)
	return detection, nil
}

func notRecognised(failed map[string]error) error {
	names := make([]string, 0, len(failed))
	for name := range failed {
		names = append(names, name)
	}
	slices.Sort(names)
	var cause error
	for _, name := range names {
		cause = errors.Join(cause, failed[name])
	}
	return &ir.DecodeError{
		Code: ir.CodeNotRecognised, Section: "file", Message: "no decoder recognises it", Cause: cause,
	}
}

// rank orders candidates: confidence, then whether the name fits.
func (h *Host) rank(candidate Candidate, name string) int {
	rank := 2 * int(candidate.Match.Confidence)
	one, err := h.catalog.Load().named(candidate.Decoder)
	if err != nil {
		return rank
	}
	info, _ := one.knownInfo()
	for i := range info.Formats {
		if info.Formats[i].ID == candidate.Match.Format && hasExtension(&info.Formats[i], name) {
			return rank + 1
		}
	}
	return rank
}

func hasExtension(format *sdk.Format, name string) bool {
	extension := strings.ToLower(filepath.Ext(name))
	return extension != "" && slices.Contains(format.Extensions, extension)
}

// ask asks all decoders of a group at once, each with a time of its own: a slow
// one costs its own answer. Its process is not given up for that.
func (h *Host) ask(ctx context.Context, group []*entry, input *sdk.ProbeInput, failed map[string]error) ([]Candidate, error) {
	type answer struct {
		match sdk.Match
		err   error
	}
	answers := make([]chan answer, len(group))
	asking := context.WithoutCancel(ctx)
	for i, one := range group {
		answers[i] = make(chan answer, 1)
		go func() {
			match, err := h.probe(asking, one, input)
			answers[i] <- answer{match, err}
		}()
	}
	patience := time.NewTimer(h.config.Limits.ProbeWait)
	defer patience.Stop()
	over := make(chan struct{})
	var found []Candidate
	for i, one := range group {
		var got answer
		select {
		case got = <-answers[i]:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-patience.C:
			close(over)
			got.err = h.slow(one)
		case <-over:
			select {
			case got = <-answers[i]:
			default:
				got.err = h.slow(one)
			}
		}
		switch {
		case errors.Is(got.err, ErrClosed):
			return nil, got.err
		case got.err != nil:
			failed[one.name] = got.err
		case got.match.Confidence > 0:
			found = append(found, Candidate{Decoder: one.name, Match: got.match})
		}
	}
	return found, nil
}

// slow is the answer of a decoder that gave none in time.
func (h *Host) slow(one *entry) error {
	return &PluginError{
		Class: ErrPluginTimeout, Decoder: one.name,
		Detail: fmt.Sprintf("it did not say within %v whether it knows the input", h.config.Limits.ProbeWait),
	}
}

// byLikelihood puts the decoders apart whose magic or extension fits, so that
// the others need not be started when one is certain.
func (h *Host) byLikelihood(input *sdk.ProbeInput) (likely, others []*entry) {
	likelihood := func(one *entry) int {
		best := 0
		info, _ := one.knownInfo()
		for i := range info.Formats {
			format := &info.Formats[i]
			score := 0
			if len(format.Magic) > 0 && bytes.HasPrefix(input.Head, format.Magic) {
				score += 2
			}
			if hasExtension(format, input.Name) {
				score++
			}
			best = max(best, score)
		}
		return best
	}
	entries := slices.Clone(h.catalog.Load().entries)
	slices.SortStableFunc(entries, func(a, b *entry) int { return likelihood(b) - likelihood(a) })
	for _, one := range entries {
		if likelihood(one) > 0 {
			likely = append(likely, one)
		} else {
			others = append(others, one)
		}
	}
	return likely, others
}

// probe asks one decoder.
func (h *Host) probe(ctx context.Context, one *entry, input *sdk.ProbeInput) (sdk.Match, error) {
	if one.refused != nil {
		return sdk.Match{}, &PluginError{Class: ErrPluginUnavailable, Decoder: one.name, Cause: one.refused}
	}
	process, err := h.pool.takeForProbe(ctx, one)
	if err != nil {
		return sdk.Match{}, err
	}
	match, err := process.probe(ctx, input, h.config.Limits)
	h.pool.giveBack(process, err == nil)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return match, err
}

func (p *process) probe(ctx context.Context, input *sdk.ProbeInput, limits Limits) (sdk.Match, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limits.IdleWait, errWaited)
	defer cancel()
	request := &decoderpb.ProbeRequest{Head: input.Head, Tail: input.Tail, Name: input.Name, Size: input.Size}
	var response *decoderpb.ProbeResponse
	var err error
	if p.direct != nil {
		response, err = p.direct.probe(ctx, request)
	} else {
		response, err = p.rpc.Probe(ctx, request)
	}
	if err != nil {
		failure := &PluginError{Class: ErrPluginCrashed, Decoder: p.entry.name, Detail: "probe", Cause: err}
		// Either side may notice first that the time is over.
		switch {
		case errors.Is(context.Cause(ctx), errWaited) || status.Code(err) == codes.DeadlineExceeded:
			failure.Class = ErrPluginTimeout
		case errors.Is(err, errProbeAnswer):
			failure.Class = ErrPluginLied
		}
		return sdk.Match{}, failure
	}
	match := sdk.Match{
		Format: response.GetFormat(), Confidence: uint8(min(response.GetConfidence(), 255)),
		Profile: boundText(response.GetProfile()), Reason: boundText(response.GetReason()),
	}
	declared := slices.ContainsFunc(p.info.Formats, func(f sdk.Format) bool { return f.ID == match.Format })
	if match.Confidence > Certain || match.Confidence > 0 && !declared {
		return sdk.Match{}, &PluginError{
			Class: ErrPluginLied, Decoder: p.entry.name,
			Detail: fmt.Sprintf("probe answered format %q with confidence %d", boundText(match.Format), match.Confidence),
		}
	}
	return match, nil
}
