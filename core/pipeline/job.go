// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/order"
)

// Job is one conversion. Everything that must appear in an output is in it.
type Job struct {
	File   string // bare file name of the source
	SHA256 string // of the source, lower-case hexadecimal
	// ConversionDate is RFC 3339 in UTC, "" to leave it out: the bytes of the
	// result depend on it.
	ConversionDate string
	EngineVersion  string // version of the converter
	Thresholds     divergence.Thresholds
	Materials      Materials
	// SourceBytes is the size of the replay, 0 if it is not known. It bounds how long
	// a game is believed to be.
	SourceBytes uint64
	// Progress is called now and then with the tick reached, if not nil.
	Progress func(tick order.Tick)
	// Aside hashes and compresses while the conversion goes on. There is never more
	// than one piece of work, and what it does changes no output.
	Aside Aside
}

// Recording takes the result. icrep.Writer is one.
type Recording interface {
	// Name gives out the number of a name for events.
	Name(name string) (icrep.NameID, error)
	// EncodedTick takes the frame of the next tick as icrep.AppendFrame gives it.
	// Frames and keyframes may come later than events of their ticks.
	EncodedTick(tick order.Tick, frame []byte) error
	// PackKeyframe compresses an encoded state, a full one or the difference to the
	// last full one, which it keeps. It may be called on another goroutine while
	// any of the other methods runs.
	PackKeyframe(full bool, state []byte) (icrep.PackedKeyframe, error)
	// PackedKeyframe takes the state in which the tick begins.
	PackedKeyframe(tick order.Tick, packed icrep.PackedKeyframe) error
	// Event takes an observation; ticks never go back.
	Event(event icrep.Event) error
	// Finish completes the file.
	Finish(final icrep.Final) (*icrep.Summary, error)
}

// Begin starts a recording with what is known before the first tick. It is
// called once, after the header of the replay was read.
type Begin func(metadata icrep.Metadata) (Recording, error)

// Summary is the object of `convert --json` (docs/schemas/summary.schema.json).
type Summary struct {
	File       string                   `json:"file"`
	SHA256     string                   `json:"sha256"`
	Output     string                   `json:"output"`
	Format     string                   `json:"format"`
	Game       string                   `json:"game"`
	Verdict    divergence.Verdict       `json:"verdict"`
	Coverage   divergence.Coverage      `json:"coverage"`
	StandIns   divergence.StandIns      `json:"stand_ins"`
	Confidence string                   `json:"confidence"`
	Proof      divergence.Proof         `json:"proof"`
	Orders     divergence.OrderTotals   `json:"orders"`
	Identity   divergence.IdentityTotal `json:"identity"`
	Ticks      order.Tick               `json:"ticks"`
	Complete   bool                     `json:"complete"`
	Warnings   uint64                   `json:"warnings"`
	Error      *divergence.Failure      `json:"error"`
}

// Result is what a conversion leaves beside the recording.
type Result struct {
	File       *icrep.Summary // of the finished recording
	Report     divergence.Report
	MissingMap string // id of a map that was not to be had, "" if none
	// Damage is the *ir.DecodeError that ended the source early, nil if it was
	// read to its end. What came before it is in the recording.
	Damage error
}

// Summary gives the short form; output is the bare name of the result.
func (r *Result) Summary(output string) Summary {
	p := &r.Report
	return Summary{
		File: p.File, SHA256: p.SHA256, Output: output, Format: p.Format, Game: p.Game,
		Verdict: p.Verdict, Coverage: p.Coverage, StandIns: p.StandIns, Confidence: p.Confidence, Proof: p.Proof, Orders: p.Orders, Identity: p.Identity,
		Ticks: p.Ticks, Complete: p.Complete, Warnings: p.WarningsTotal, Error: p.Error,
	}
}
