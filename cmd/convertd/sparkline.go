// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"strings"

	"convertd/core/divergence"
	"convertd/core/order"
)

// sparkWidth is how many characters a timeline takes at most.
const sparkWidth = 60

// sparks are the steps of a sparkline, from nothing to the most.
var sparks = []rune(" ▁▂▃▄▅▆▇█")

func orderTick(tick uint64) order.Tick { return order.Tick(tick) }

// sparkline draws values from 0 to most, each by one character. What is not 0 is
// never drawn as 0.
func sparkline(values []uint64, most uint64) string {
	var line strings.Builder
	for _, value := range values {
		step := 0
		if most > 0 && value > 0 {
			step = max(1, int(min(value, most)*uint64(len(sparks)-1)/most))
		}
		line.WriteRune(sparks[step])
	}
	return line.String()
}

// printTimeline draws how much was ordered, and which share of it did not fit.
func printTimeline(text page, points []divergence.TimelinePoint) {
	if len(points) == 0 {
		return
	}
	orders, misfits := spread(points)
	var most uint64
	shares := make([]uint64, len(orders))
	for i := range orders {
		most = max(most, orders[i])
		if misfits[i] > 0 {
			shares[i] = max(1, misfits[i]*100/max(orders[i], 1))
		}
	}
	if most == 0 {
		text.line("timeline", "no order was judged")
		return
	}
	end := clock(points[len(points)-1].TimeMS)
	text.line("timeline", "0:00 |%s| %s  orders that were judged, up to %d", sparkline(orders, most), end, most)
	text.line("", "     |%s| %s  of them did not fit, 0 to 100 %%", sparkline(shares, 100), strings.Repeat(" ", len(end)))
}

// spread sums the points up into at most sparkWidth steps of equal length.
func spread(points []divergence.TimelinePoint) (orders, misfits []uint64) {
	steps := min(len(points), sparkWidth)
	orders, misfits = make([]uint64, steps), make([]uint64, steps)
	for i := range points {
		step := i * steps / len(points)
		orders[step] += points[i].Orders
		misfits[step] += points[i].Rejected
	}
	return orders, misfits
}
