// SPDX-License-Identifier: GPL-3.0-or-later

package identity

import "testing"

// TestHypothesesAreToldApartByWhereTheirLinesStand: two that were taken for the same
// once cost the right one its place in the beam.
func TestHypothesesAreToldApartByWhereTheirLinesStand(t *testing.T) {
	seen := make(map[uint64][3]int32)
	for a := range int32(30) {
		for b := range int32(30) {
			for c := range int32(30) {
				key := keyOf(0, a) + keyOf(2, b) + keyOf(4, c)
				if other, twice := seen[key]; twice {
					t.Fatalf("%v and %v have one key", other, [3]int32{a, b, c})
				}
				seen[key] = [3]int32{a, b, c}
			}
		}
	}
}
