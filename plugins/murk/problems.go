// SPDX-License-Identifier: GPL-3.0-or-later

package murk

import (
	"fmt"

	"convertd/core/ir"
	"convertd/plugins/murk/murkfile"
	"convertd/sdk"
)

// maxReportedProblems bounds the diagnostics about single commands: a hostile
// file can hold a bad command in every 24 bytes. The rest is counted.
const maxReportedProblems = 64

// problems reports commands that could not be carried as their kind. They do
// not end the decoding.
type problems struct {
	sink  sdk.Sink
	total uint64
}

// payload reports an undecodable payload.
func (p *problems) payload(frame *murkfile.Frame, command *murkfile.Command, fault murkfile.Fault) error {
	if p.total++; p.total > maxReportedProblems {
		return nil
	}
	code := "malformed-payload"
	if fault == murkfile.FaultUnknownTag {
		code = "unknown-payload-type"
	}
	return p.sink.Diagnostic(ir.Diagnostic{
		Severity: ir.SeverityWarning, Code: code,
		Summary: fmt.Sprintf("frame %d: %v", frame.Index, fault.Err(command.Tag)),
		Offset:  uint64(command.Offset), HasOffset: true,
	})
}

// leftOut reports a record that is too long for an order's Raw bytes.
func (p *problems) leftOut(command *murkfile.Command) error {
	if p.total++; p.total > maxReportedProblems {
		return nil
	}
	return p.sink.Diagnostic(ir.Diagnostic{
		Severity: ir.SeverityWarning, Code: "command-bytes-left-out",
		Summary: fmt.Sprintf("a %s command of %d bytes is too long to be carried whole (limit %d)",
			tagNames[command.Tag], len(command.Record), maxRawBytes),
		Offset: uint64(command.Offset), HasOffset: true,
	})
}

// summarise says how many problems were not reported one by one, and how many
// frames record another tick than the engine would have.
func (p *problems) summarise(oddTicks uint64) error {
	if oddTicks > 0 {
		if err := p.sink.Diagnostic(ir.Diagnostic{
			Severity: ir.SeverityWarning, Code: "ticks-out-of-step",
			Summary: fmt.Sprintf("%d frames record another tick than their place in the file; the place counts", oddTicks),
		}); err != nil {
			return err
		}
	}
	if p.total <= maxReportedProblems {
		return nil
	}
	return p.sink.Diagnostic(ir.Diagnostic{
		Severity: ir.SeverityWarning, Code: "more-command-problems",
		Summary: fmt.Sprintf("%d further commands could not be carried as their kind", p.total-maxReportedProblems),
	})
}
