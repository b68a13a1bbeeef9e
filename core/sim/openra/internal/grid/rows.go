// SPDX-License-Identifier: GPL-3.0-or-later

package grid

// CellRow is a run of cells in a row of the map.
type CellRow struct{ First, Count int32 }

// RowsWithout appends the parts of rows that are in none of the others. Both are
// in the order of the map, without overlaps.
func RowsWithout(dst, rows, others []CellRow) []CellRow {
	for _, row := range rows {
		first, end := row.First, row.First+row.Count
		for len(others) > 0 && others[0].First+others[0].Count <= first {
			others = others[1:]
		}
		for _, other := range others {
			if other.First >= end {
				break
			}
			if other.First > first {
				dst = append(dst, CellRow{First: first, Count: other.First - first})
			}
			first = max(first, other.First+other.Count)
		}
		if first < end {
			dst = append(dst, CellRow{First: first, Count: end - first})
		}
	}
	return dst
}
