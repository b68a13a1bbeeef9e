// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"context"
	"strings"

	"convertd/core/ir"
	"convertd/plugins/murk/murkfile"
	"convertd/sdk"
)

// FormatID is the id of the one format this decoder reads.
const FormatID = "murk"

const (
	decoderVersion = "1.0.0"
	extension      = ".murk" // ours: the format fixes no extension

	// contextStride is how many bytes of frames go by between two looks at
	// the context.
	contextStride = 1 << 20
)

// Decoder decodes Murk replays. The zero value is ready; see sdk.Decoder for
// the contract.
type Decoder struct{}

var _ sdk.Decoder = Decoder{}

// Info describes the decoder.
func (Decoder) Info() sdk.Info {
	return sdk.Info{
		Capabilities: &sdk.Capabilities{Sync: true, NativeLines: true},
		Name:         "murk",
		Version:      decoderVersion,
		Formats: []sdk.Format{{
			ID:          FormatID,
			Description: "Murk replay, version 3: commands and a snapshot hash for every tick of a field world",
			Extensions:  []string{extension},
			Magic:       []byte(murkfile.Magic),
		}},
	}
}

// Probe recognises the magic. A version that is not read is still ours, so
// that its user is told the version instead of "unknown format"; so is a file
// called .murk that is cut inside its magic.
func (Decoder) Probe(input sdk.ProbeInput) sdk.Match {
	head := string(input.Head)
	switch {
	case strings.HasPrefix(head, murkfile.Magic) && len(head) > len(murkfile.Magic):
		if head[len(murkfile.Magic)] == murkfile.Version {
			return sdk.Match{Format: FormatID, Confidence: 100, Reason: "magic MURK, version 3"}
		}
		return sdk.Match{Format: FormatID, Confidence: 90, Reason: "magic MURK, a version that is not read"}
	case head == murkfile.Magic:
		return sdk.Match{Format: FormatID, Confidence: 80, Reason: "magic MURK and nothing after it"}
	case strings.HasPrefix(murkfile.Magic, head) && strings.HasSuffix(strings.ToLower(input.Name), extension):
		return sdk.Match{Format: FormatID, Confidence: 10, Reason: "named .murk and cut inside its magic"}
	default:
		return sdk.Match{}
	}
}

// Decode sends what source holds to sink.
//
// At header depth the trailer counts nothing, its BytesConsumed is the length
// of the header, and Complete says only that the header is.
func (Decoder) Decode(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	header, first, err := murkfile.ParseHeader(source.Data)
	if err != nil {
		return err
	}
	survey := murkfile.SurveyFrames(source.Data, first)
	sent := headerOf(&header)
	sent.Players = players(survey.Largest)
	if err := sink.Header(&sent); err != nil {
		return err
	}
	stream := &stream{sink: sink, lastPlayer: int32(len(sent.Players) - 1), problems: problems{sink: sink}}
	if err := stream.describeHeader(&header); err != nil {
		return err
	}
	if options.Depth == sdk.DepthHeader {
		return sink.Trailer(&ir.Trailer{Complete: true, BytesConsumed: uint64(first), Winner: ir.NoPlayer})
	}
	send := stream.orders
	if options.Native {
		send = stream.lines
	}
	if err := stream.frames(ctx, source.Data, first, survey.Frames, send); err != nil {
		return err
	}
	if err := stream.end(&survey); err != nil {
		return err
	}
	return survey.Err
}

// stream is the state of one Decode.
type stream struct {
	sink       sdk.Sink
	lastPlayer int32 // index of the last player of the header

	order    ir.Order
	frame    murkfile.Frame
	command  murkfile.Command
	payload  murkfile.Payload
	line     []byte
	tally    tally
	problems problems
}

// frames sends n frames, the first at offset at, through send: it is called
// with the frame opened, closes it and returns where the next one begins.
func (s *stream) frames(ctx context.Context, data []byte, at int, n uint64, send func() (int, error)) error {
	nextLook := at + contextStride
	for index := range n {
		s.frame.Open(data, at, index)
		next, err := send()
		if err != nil {
			return err
		}
		s.tally.frame(&s.frame)
		if at = next; at >= nextLook {
			if err := ctx.Err(); err != nil {
				return err
			}
			nextLook = at + contextStride
		}
	}
	return nil
}

// end sends what is left to say, and the trailer.
func (s *stream) end(survey *murkfile.Survey) error {
	if err := s.problems.summarise(s.tally.odd); err != nil {
		return err
	}
	trailer := s.tally.trailer(survey)
	return s.sink.Trailer(&trailer)
}
