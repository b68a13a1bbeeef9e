// SPDX-License-Identifier: GPL-3.0-or-later

package ea

import (
	"fmt"

	"convertd/core/ir"
)

// notes gathers diagnostics while a body is read: one for each code, with the
// place where it came up first and how often. Codes and texts are constants of
// this package, so their number is small.
type notes struct {
	list []note
}

type note struct {
	code    string
	summary string
	first   int // offset of the first one
	times   int
	bytes   int // skipped
}

// add counts one occurrence.
func (n *notes) add(code, summary string, offset int) { n.skip(code, summary, offset, 0) }

// skip counts one occurrence that left bytes unread.
func (n *notes) skip(code, summary string, offset, bytes int) {
	for i := range n.list {
		if n.list[i].code == code {
			n.list[i].times++
			n.list[i].bytes += bytes
			return
		}
	}
	n.list = append(n.list, note{code: code, summary: summary, first: offset, times: 1, bytes: bytes})
}

// diagnostics returns what was gathered, in order of first occurrence.
func (n *notes) diagnostics() []ir.Diagnostic {
	list := make([]ir.Diagnostic, 0, len(n.list))
	for _, note := range n.list {
		summary := note.summary
		switch {
		case note.bytes > 0:
			summary = fmt.Sprintf("%s (%d times, %d bytes)", summary, note.times, note.bytes)
		case note.times > 1:
			summary = fmt.Sprintf("%s (%d times)", summary, note.times)
		}
		list = append(list, ir.Diagnostic{
			Severity: ir.SeverityWarning, Code: note.code, Summary: summary,
			Offset: uint64(note.first), HasOffset: true,
		})
	}
	return list
}
