// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"strconv"
	"strings"
)

// protocolLayouts are the layouts an OrdersProtocol number may mean, most
// likely first (docs/formats/orarep.md#order-layouts). 12 to 19 are development
// builds between two layouts; numbers above 21 are later than what was read and
// start from H.
func protocolLayouts(protocol int) []*layout {
	switch {
	case protocol <= 0:
		return nil
	case protocol <= 8:
		return eras("D")
	case protocol <= 10:
		return eras("E")
	case protocol == 11:
		return eras("F")
	case protocol < 20:
		return eras("F", "G")
	case protocol == 20:
		return eras("G")
	default:
		return eras("H")
	}
}

func eras(names ...string) []*layout {
	chosen := make([]*layout, len(names))
	for i, name := range names {
		chosen[i] = layoutNamed(name)
	}
	return chosen
}

// releaseLayouts holds the first version date of each layout
// (docs/formats/orarep.md#order-layouts).
var releaseLayouts = []struct {
	from int // yyyymmdd
	era  string
}{
	{20230601, "H"},
	{20221119, "G"},
	{20201213, "F"},
	{20200301, "E"},
	{20190825, "D"},
	{20190106, "C"},
	{20180208, "B"},
	{20180102, "B0"},
	{20130812, "A"},
	{0, "A0"},
}

// release-20231010 is the last release of layout G although H was on the main
// branch before.
const lastReleaseOfG = 20231010

// versionLayout is the layout of an OpenRA version text such as
// "release-20200503", nil if it has no date.
func versionLayout(version string) *layout {
	date := versionDate(version)
	if date == 0 {
		return nil
	}
	if date >= 20221119 && date <= lastReleaseOfG {
		return layoutNamed("G")
	}
	for _, first := range releaseLayouts {
		if date >= first.from {
			return layoutNamed(first.era)
		}
	}
	return nil
}

// versionDate is the date of "release-20200503" or "playtest-20200301" as a
// number, 0 for any other text: mods number their versions in their own ways.
func versionDate(version string) int {
	kind, rest, found := strings.Cut(version, "-")
	if !found || kind != "release" && kind != "playtest" || len(rest) < 8 {
		return 0
	}
	date, err := strconv.Atoi(rest[:8])
	if err != nil || date < 20070000 || date > 21000000 {
		return 0
	}
	return date
}

// chooseLayout decides the layout of a stream: the protocol number if it names
// one layout, else by trial, the candidates of number or version first. ok is
// false if no layout reads every packet; the layout is then the best guess.
func chooseLayout(data []byte, shake handshake) (chosen *layout, ok bool) {
	candidates := protocolLayouts(shake.protocol)
	if len(candidates) == 1 {
		return candidates[0], true
	}
	likely := len(candidates) > 0
	if dated := versionLayout(shake.version); dated != nil && !likely {
		candidates, likely = []*layout{dated}, true
	}
	for i := len(layouts) - 1; i >= 0; i-- {
		candidates = append(candidates, layouts[i])
	}
	furthest := -1
	for _, candidate := range candidates {
		reached := tryLayout(data, candidate)
		if reached == len(data) {
			return candidate, true
		}
		if reached > furthest && (!likely || furthest < 0) {
			chosen, furthest = candidate, reached
		}
	}
	return chosen, false
}

// tryLayout reads every order of the stream under a layout and returns the
// offset of the first packet it does not consume exactly, len(data) if it
// consumes them all (docs/formats/orarep.md#order-layouts: only one layout
// does).
func tryLayout(data []byte, l *layout) (reached int) {
	reader := packetReader{data: data}
	var p packet
	var o nativeOrder
	for reader.next(&p) {
		if p.start == p.end || data[p.start] != contentOrder && data[p.start] != contentHandshake {
			continue
		}
		for at := p.start; at < p.end; {
			next, ok := l.read(data, at, p.end, &o)
			if !ok || o.odd {
				return p.offset
			}
			at = next
		}
	}
	return len(data)
}
