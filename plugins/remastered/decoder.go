// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"convertd/core/ir"
	"convertd/sdk"
)

const decoderVersion = "1.0.0"

// Decoder decodes Westwood recordings. The zero value is ready; see
// sdk.Decoder for the contract.
type Decoder struct{}

var _ sdk.Decoder = Decoder{}

// Info describes the decoder. Both formats are marked as unverified: their
// layouts were checked against the compiled sources, but no recording that a
// game wrote has been found.
func (Decoder) Info() sdk.Info {
	extensions := []string{".bin"}
	return sdk.Info{
		Capabilities: &sdk.Capabilities{Sync: true, Camera: true, NativeLines: true, Positions: true},
		Name:         "remastered",
		Version:      decoderVersion,
		Formats: []sdk.Format{
			{
				ID:          FormatRedAlert,
				Description: "Red Alert recording (RECORD.BIN): Vanilla Conquer, the Remastered source, 1996",
				Extensions:  extensions, Unverified: true,
			},
			{
				ID:          FormatTiberianDawn,
				Description: "Tiberian Dawn recording (RECORD.BIN): Vanilla Conquer, the Remastered source, 1995",
				Extensions:  extensions, Unverified: true,
			},
		},
	}
}

// Decode implements sdk.Decoder. Format and Profile restrict the layouts that
// are tried; a layout that is named is taken even where the header speaks
// against it.
//
// At header depth the trailer counts nothing, its BytesConsumed is the length
// of the header, and Complete says only that the header is.
func (Decoder) Decode(ctx context.Context, source sdk.Source, options sdk.DecodeOptions, sink sdk.Sink) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := knownProfile(options.Format, options.Profile); err != nil {
		return err
	}
	found := detect(source.Data, options.Format, options.Profile)
	if len(found.candidates) == 0 {
		return found.notFound(source.Data)
	}
	best := found.candidates[0].r
	r, _, failure := parseHeader(best.layout, source.Data, parseFacts)
	if failure != nil {
		return failure
	}
	r.start = best.start
	r.findSenders(source.Data)
	s := &stream{r: r, roster: r.roster(), sink: sink}
	header := s.header()
	if err := sink.Header(header); err != nil {
		return err
	}
	if err := found.report(sink); err != nil {
		return err
	}
	if options.Depth == sdk.DepthHeader {
		return sink.Trailer(&ir.Trailer{Complete: true, BytesConsumed: uint64(r.end), Winner: ir.NoPlayer})
	}
	return s.run(ctx, source.Data, options.Native)
}

// knownProfile refuses a profile that the format does not have.
func knownProfile(format, profile string) error {
	if profile == "" {
		return nil
	}
	var known []string
	for _, l := range layouts {
		if format != "" && format != l.format() {
			continue
		}
		if profile == l.profile {
			return nil
		}
		if !slices.Contains(known, l.profile) {
			known = append(known, l.profile)
		}
	}
	return &ir.DecodeError{
		Code: ir.CodeUnsupportedVersion, Section: sectionHeader,
		Message: fmt.Sprintf("profile %q is not known: choose one of %s", profile, strings.Join(known, ", ")),
	}
}

// report says what is uncertain about the layout.
func (d *detection) report(sink sdk.Sink) error {
	best := &d.candidates[0]
	var diagnostics []ir.Diagnostic
	warn := func(code, format string, args ...any) {
		diagnostics = append(diagnostics, ir.Diagnostic{Severity: ir.SeverityWarning, Code: code, Summary: fmt.Sprintf(format, args...)})
	}
	if others := d.rivals(); others != "" {
		warn("ambiguous-profile", "the file fits %s as well as %s: name the profile to decide", best.r.layout.profile, others)
	}
	if best.evidence == 0 {
		warn("no-evidence", "no turn of the file shows that its layout is %s", best.r.layout.profile)
	}
	if best.doubt != "" {
		warn("doubtful-header", "as %s, %s", best.r.layout.profile, best.doubt)
	}
	if best.r.layout.unverified {
		warn("experimental-profile", "the layout %s was derived from source and confirmed by nothing else", best.r.layout.profile)
	}
	for _, diagnostic := range diagnostics {
		if err := sink.Diagnostic(diagnostic); err != nil {
			return err
		}
	}
	return nil
}
