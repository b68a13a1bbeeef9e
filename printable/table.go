// SPDX-License-Identifier: GPL-3.0-or-later

package printable

import (
	"io"
	"strings"
)

// columnGap is the space between two columns, in cells.
const columnGap = 2

// Table aligns lines whose cells end with tabs, as [text/tabwriter] does, but
// by the cells that a terminal needs: a Chinese letter takes two, an accent
// none. A column reaches as far down as lines have it without a break.
type Table struct {
	output io.Writer
	text   strings.Builder
}

// NewTable returns a table that Flush writes to output.
func NewTable(output io.Writer) *Table { return &Table{output: output} }

// Write takes text with tabs and newlines. It never fails.
func (t *Table) Write(text []byte) (int, error) { return t.text.Write(text) }

// Flush writes everything and leaves the table empty. The error is that of the
// writer.
func (t *Table) Flush() error {
	var rows [][]string
	text := t.text.String()
	t.text.Reset()
	if text == "" {
		return nil
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		rows = append(rows, strings.Split(line, "\t"))
	}
	var out strings.Builder
	widths := make([]int, 0, 16)
	ends := make([]int, 0, 16) // of each column's present run of rows
	for at, row := range rows {
		for column, cell := range row {
			if column == len(row)-1 {
				out.WriteString(Text(cell)) // the last one ends with the line
				break
			}
			for len(widths) <= column {
				widths, ends = append(widths, 0), append(ends, 0)
			}
			if at >= ends[column] {
				widths[column], ends[column] = columnWidth(rows, at, column)
			}
			out.WriteString(Text(cell))
			out.WriteString(strings.Repeat(" ", widths[column]-Width(cell)))
		}
		out.WriteByte('\n')
	}
	_, err := io.WriteString(t.output, out.String())
	return err
}

// columnWidth measures a column from one row down to where it ends.
func columnWidth(rows [][]string, from, column int) (width, end int) {
	for end = from; end < len(rows) && column < len(rows[end])-1; end++ {
		width = max(width, Width(rows[end][column]))
	}
	if width > 0 {
		width += columnGap
	}
	return width, end
}
