// SPDX-License-Identifier: GPL-3.0-or-later

package sdk

import (
	"context"

	"convertd/core/ir"
)

// Decoder turns replays of one family of formats into the intermediate
// representation.
//
// A decoder is used from several goroutines at once and keeps no state between
// calls. It never panics on hostile input; if it does all the same, the host
// turns the panic into an error of that one job.
type Decoder interface {
	// Info describes the decoder. It returns the same value every time.
	Info() Info

	// Probe says whether the input looks like one of the decoder's formats,
	// from content first and name last. It is cheap and never fails: not
	// recognising is a Match with Confidence 0.
	Probe(input ProbeInput) Match

	// Decode reads source and sends what it holds to sink: first one header,
	// then orders, samples and diagnostics in file order, last one trailer.
	//
	// Damage: everything before the damage is sent, then the trailer with
	// Complete false, then a *ir.DecodeError is returned. Nothing before the
	// header is readable: the error alone is returned.
	// An error of the sink, or of ctx, is returned at once and unchanged.
	Decode(ctx context.Context, source Source, options DecodeOptions, sink Sink) error
}

// Info describes a decoder.
type Info struct {
	Name    string // folder-style name: "orarep", "ea"
	Version string // version of the decoder itself
	Formats []Format
	// Capabilities are what its formats hold. Once declared they are binding:
	// the host asks for nothing else and takes nothing else. Nil declares
	// nothing, and everything may be sent.
	Capabilities *Capabilities
	// SettingsSchema is what a Configurable decoder says in the contract's
	// messages. The author of a decoder leaves it empty.
	SettingsSchema string
}

// Capabilities are what a decoder's formats hold.
type Capabilities struct {
	Sync        bool // sync samples
	Camera      bool // camera samples
	NativeLines bool // lines in place of orders
	Positions   bool // targets that are positions: Header.PositionUnit is set
}

// Configurable is a Decoder that takes settings from the configuration.
type Configurable interface {
	Decoder

	// SettingsSchema is the JSON Schema of the settings
	// (docs/plugins.md#settings says which part of it). It is the same every
	// time.
	SettingsSchema() string

	// Configure takes the settings before the first Probe or Decode: one JSON
	// object that fits the schema, its defaults filled in. It is called once in
	// a process. An error is the operator's to read; the decoder is not used.
	Configure(settings []byte) error
}

// Format is one replay format a decoder reads.
type Format struct {
	ID          string   // format id as used everywhere: "orarep", "kwreplay"
	Description string   // one line for listings
	Extensions  []string // lower-case, with dot
	Magic       []byte   // leading bytes if the format has any
	// Unverified marks formats that no real file has confirmed.
	Unverified bool
}

// ProbeInput is what a decoder may look at to recognise a format.
type ProbeInput struct {
	Head []byte // first bytes of the file, up to ProbeBytes
	Tail []byte // last bytes of the file, up to ProbeBytes
	Name string // bare file name, no folders; may be empty
	Size int64
}

// ProbeBytes is how much of either end of a file a Probe sees.
const ProbeBytes = 64 << 10

// Match is the answer of a Probe.
type Match struct {
	Format     string // format id, "" if not recognised
	Confidence uint8  // 0 (not ours) to 100 (certain)
	Profile    string // layout variant, where a format has several
	Reason     string // one short sentence for people
}

// Source is one replay, whole, in memory. Data must not be written to.
type Source struct {
	Name string // bare file name, may be empty
	Data []byte
}

// Depth says how much of a replay is wanted.
type Depth uint8

// Depths.
const (
	// DepthFull decodes everything.
	DepthFull Depth = iota
	// DepthHeader sends header, diagnostics and trailer only, as cheaply as
	// the format allows; counts in the trailer may be zero.
	DepthHeader
)

// DecodeOptions steer one Decode.
type DecodeOptions struct {
	Format  string // format id to assume, "" to detect
	Profile string // layout variant to assume, "" to detect
	Depth   Depth
	// Native asks for Sink.Native lines, in the line format of the format's
	// oracle, instead of orders and samples. Header and trailer are sent as
	// always.
	Native bool
	// Raw asks for native lines as they stand in the file. Without it a line
	// has an "x" for every character that would identify a person or a machine:
	// addresses, accounts, fingerprints, paths, and digests over them. Nothing
	// but lines ever holds such a part. False unless Native is true.
	Raw bool
}

// Sink takes what a decoder emits. Every method may block: that is how a slow
// consumer slows the decoder. An error from any method ends the decoding.
type Sink interface {
	// Header is called once, first.
	Header(header *ir.Header) error
	// Order takes one order. Ticks never go back from one order to the next,
	// and orders of one tick come in the order the game executes them: a
	// decoder whose format stores them otherwise sorts. The sink copies what
	// it keeps: the decoder may reuse the value, its slices and the memory
	// behind its strings afterwards.
	Order(order *ir.Order) error
	// Sync takes one sync sample. The frames of one reporter never go back.
	Sync(sample ir.SyncSample) error
	// Camera takes one camera sample.
	Camera(sample ir.CameraSample) error
	// Native takes one line without its line end.
	Native(line []byte) error
	// Diagnostic may be called at any time after Header.
	Diagnostic(diagnostic ir.Diagnostic) error
	// Trailer is called once, last.
	Trailer(trailer *ir.Trailer) error
}
