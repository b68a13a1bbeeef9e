// SPDX-License-Identifier: GPL-3.0-or-later

package conversion

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"convertd/core/divergence"
	"convertd/core/pipeline"
	"convertd/core/rules/pack"
	"convertd/host"
	"convertd/sdk"
)

// Settings of an Engine: the same for all its conversions.
type Settings struct {
	Version    string // of convertd: written into results
	Build      string // identity of this very program: part of a result's address
	Thresholds divergence.Thresholds
	Packs      *pack.Set // rule packs from outside, until UsePacks: part of a result's address
	EmbedMaps  bool      // put the map into every file
	// ResultBytes bounds a result, 0: icrep.MaxFileBytes does. It is no part of a
	// result's address: one that it refuses is not kept.
	ResultBytes int64
}

// Engine converts, inspects and dumps replays. It is safe for several
// goroutines. Host and maps stay the caller's.
type Engine struct {
	host     *host.Host
	maps     *MapFolders
	settings Settings
	packs    atomic.Pointer[pack.Set]

	mu       sync.Mutex
	identity string // of the decoders that version and formats are of
	version  string

	formatsMu sync.Mutex
	formatsOf string   // identity of the decoders that formats are of
	formats   []Format // nil until somebody asked
}

// New makes an engine over a running host.
func New(decoders *host.Host, maps *MapFolders, settings Settings) (*Engine, error) {
	e := &Engine{host: decoders, maps: maps, settings: settings}
	e.packs.Store(settings.Packs)
	if err := e.address(decoders.Identity()); err != nil {
		return nil, err
	}
	return e, nil
}

// address computes what results of these decoders are found by.
func (e *Engine) address(identity string) error {
	values := []any{e.settings.Build, e.settings.Thresholds, identity, e.settings.EmbedMaps}
	for _, p := range e.packs.Load().All() {
		values = append(values, PackDigest(p))
	}
	facts, err := json.Marshal(values)
	if err != nil {
		return fmt.Errorf("version of the converter: %w", err)
	}
	digest := sha256.Sum256(facts)
	e.identity, e.version = identity, e.settings.Version+"+"+hex.EncodeToString(digest[:8])
	return nil
}

// Version implements daemon.Converter. It changes when decoders do.
func (e *Engine) Version() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	if identity := e.host.Identity(); identity != e.identity {
		_ = e.address(identity) // New has encoded the same once
	}
	return e.version
}

// UsePacks takes other rule packs from outside. Conversions at work finish with those
// that they began with.
func (e *Engine) UsePacks(packs *pack.Set) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.packs.Store(packs)
	_ = e.address(e.host.Identity()) // New has encoded the same once
}

// Materials is what results are played again with, with the packs as they are by then.
func (e *Engine) Materials() *pipeline.Materials {
	return &pipeline.Materials{Maps: e.maps, Packs: packsOf{e}}
}

// packsOf are the packs that an engine uses at the moment.
type packsOf struct{ engine *Engine }

// Current implements pipeline.Packs.
func (p packsOf) Current() *pack.Set { return p.engine.packs.Load() }

// MapAvailable implements daemon.Converter.
func (e *Engine) MapAvailable(id string) bool {
	_, ok, err := e.maps.FindMap(id)
	return ok && err == nil
}

// Decoders lists the processes of decoders that run now.
func (e *Engine) Decoders() []host.ProcessUsage { return e.host.Usage() }

// Describe says what every decoder is and how its process is enclosed. It starts
// those that do not run.
func (e *Engine) Describe(ctx context.Context) []host.Description { return e.host.Describe(ctx) }

// Reload finds the decoders that are not bundled anew. Conversions at work
// finish with the decoders that they began with. It returns the names of those
// that files are shown to now.
func (e *Engine) Reload(outside host.Outside) ([]string, error) {
	err := e.host.Reload(outside)
	return e.host.Names(), err
}

// Formats implements daemon.Converter. The first call, and the first after
// decoders have changed, starts every decoder once; one that cannot be started is
// left out.
func (e *Engine) Formats() []Format {
	e.formatsMu.Lock()
	defer e.formatsMu.Unlock()
	identity := e.host.Identity()
	if e.formats != nil && e.formatsOf == identity {
		return e.formats
	}
	e.formats, e.formatsOf = []Format{}, identity
	for _, decoder := range e.host.Describe(context.Background()) {
		if decoder.Err != nil || !decoder.Asked {
			continue
		}
		for _, format := range decoder.Info.Formats {
			e.formats = append(e.formats, Format{
				ID: format.ID, Description: format.Description, Extensions: format.Extensions,
				Decoder: decoder.Info.Name, Version: decoder.Info.Version,
				Bundled: decoder.Bundled, Unverified: format.Unverified,
			})
		}
	}
	slices.SortFunc(e.formats, func(a, b Format) int { return bytes.Compare([]byte(a.ID), []byte(b.ID)) })
	return e.formats
}

// Input is one replay to decode.
type Input struct {
	Name    string // bare file name, may be empty
	Data    []byte
	Format  string // format id, or NAME@VERSION of a decoder; "" or FormatAuto: recognise it
	Profile string // layout variant, "" to detect
}

// Recognise says what a replay is; an *ir.DecodeError with CodeNotRecognised
// if no decoder knows it.
func (e *Engine) Recognise(ctx context.Context, name string, data []byte) (*host.Detection, error) {
	head := data[:min(len(data), sdk.ProbeBytes)]
	tail := data[max(0, len(data)-sdk.ProbeBytes):]
	return e.host.Detect(ctx, head, tail, name, int64(len(data)))
}

// Open starts decoding. The caller closes the stream. ambiguous says that
// another decoder was just as sure of the format.
func (e *Engine) Open(ctx context.Context, input Input, depth sdk.Depth, native bool) (stream *host.Stream, ambiguous bool, err error) {
	return e.open(ctx, input, sdk.DecodeOptions{Depth: depth, Native: native})
}

// open is Open with all options. Format and layout are those of the input.
func (e *Engine) open(ctx context.Context, input Input, options sdk.DecodeOptions) (stream *host.Stream, ambiguous bool, err error) {
	options.Format, options.Profile = input.Format, input.Profile
	request := &host.Request{
		Decoder: input.Format, Source: bytes.NewReader(input.Data), Size: int64(len(input.Data)), Name: input.Name,
		Options: options,
	}
	if strings.Contains(input.Format, "@") {
		request.Options.Format = "" // one version of a decoder, whatever format it finds
	}
	if input.Format == "" || input.Format == FormatAuto {
		detection, err := e.Recognise(ctx, input.Name, input.Data)
		if err != nil {
			return nil, false, err
		}
		request.Decoder, request.Options.Format = detection.Decoder, detection.Match.Format
		if request.Options.Profile == "" {
			request.Options.Profile = detection.Match.Profile
		}
		ambiguous = detection.Ambiguous
	}
	stream, err = e.host.Decode(ctx, request)
	if errors.Is(err, host.ErrUnknownDecoder) {
		// The formats of an outside decoder are known once it has run.
		e.host.Describe(ctx)
		stream, err = e.host.Decode(ctx, request)
	}
	return stream, ambiguous, err
}
