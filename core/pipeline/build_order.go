// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"slices"
	"strconv"
	"strings"

	"convertd/core/ir"
	"convertd/core/naming"
)

// BuildStep is one step of the build order: what a player had produced, built or
// researched. Times are of the game.
type BuildStep struct {
	TimeMS uint64 `json:"time_ms"` // of the order
	Player int32  `json:"player"`
	Kind   string `json:"kind"`
	Item   string `json:"item"` // as the format names it
	// Name is what people call the item, "" if nobody knows.
	Name  string `json:"name,omitempty"`
	Count int32  `json:"count,omitempty"`
	// PlacedMS is when the building was put onto the ground, at the last of
	// several tries.
	PlacedMS *uint64 `json:"placed_ms,omitempty"`
	// StartedMS and CompletedMS are of the simulation: a file that was never
	// played has none, and what was never finished has no CompletedMS.
	StartedMS   *uint64 `json:"started_ms,omitempty"`
	CompletedMS *uint64 `json:"completed_ms,omitempty"`
}

// buildOrder makes steps of the orders of a recording: the tries of placing one
// building are one step, and what was taken back is none.
type buildOrder struct {
	subject naming.Subject
	steps   []buildEntry
	// open are the steps that may still be placed or cancelled, oldest first, last
	// the newest that was placed.
	open map[stepKey][]int
	last map[stepKey]int
	// byPlayer are all steps of a player, for orders that name no item.
	byPlayer map[int32][]int
	// unmatched counts cancellations that do not say what they cancel.
	unmatched uint64
}

type stepKey struct {
	player int32
	item   string
}

type buildEntry struct {
	BuildStep
	asked    int32  // still wanted
	placed   int32  // of them
	producer uint32 // foreign id, 0 if the order names none
	number   uint32 // in the producer's queue
	numbered bool
	cell     [3]int32
}

// searchedSteps is how far back an order that names no item is looked for: queues
// are shorter, and each such order costs no more than this.
const searchedSteps = 256

func newBuildOrder(subject naming.Subject) *buildOrder {
	return &buildOrder{subject: subject, open: map[stepKey][]int{}, last: map[stepKey]int{}, byPlayer: map[int32][]int{}}
}

// order takes an order of a player at a time.
func (b *buildOrder) order(o *ir.Order, timeMS uint64) {
	switch o.Kind {
	case ir.KindProduce, ir.KindResearch, ir.KindPurchasePower:
		b.add(o, timeMS)
	case ir.KindPlaceBuilding:
		if itemOf(o) == "" {
			b.placeUnnamed(o.Player, timeMS)
		} else {
			b.place(o, timeMS)
		}
	case ir.KindCancelProduction, ir.KindCancelResearch, ir.KindCancelConstruction:
		if item := itemOf(o); item != "" {
			b.cancel(stepKey{o.Player, item}, max(o.Count, 1))
		} else {
			b.cancelUnnamed(o)
		}
	default:
	}
}

func itemOf(o *ir.Order) string {
	if o.Item == "" && o.Present.Has(ir.PresentItemID) {
		return strconv.FormatUint(uint64(o.ItemID), 10)
	}
	return o.Item
}

func (b *buildOrder) add(o *ir.Order, timeMS uint64) {
	if len(b.steps) >= maxBuildSteps {
		return
	}
	item := strings.Clone(itemOf(o))
	entry := buildEntry{
		BuildStep: BuildStep{TimeMS: timeMS, Player: o.Player, Kind: o.Kind.String(), Item: item, Name: b.subject.Item(item), Count: o.Count},
		asked:     max(o.Count, 1), cell: cellOf(o),
	}
	if len(o.Subjects) > 0 {
		entry.producer = o.Subjects[0]
	}
	if o.Present.Has(ir.PresentData) {
		entry.number, entry.numbered = o.Data, true
	}
	at, key := len(b.steps), stepKey{o.Player, item}
	b.byPlayer[o.Player] = append(b.byPlayer[o.Player], at)
	if o.Kind == ir.KindPlaceBuilding {
		b.last[key] = at
	} else {
		b.open[key] = append(b.open[key], at)
	}
	b.steps = append(b.steps, entry)
}

func cellOf(o *ir.Order) [3]int32 { return [3]int32{o.Target.X, o.Target.Y, o.Target.Z} }

// place completes what was produced before. A building that nobody produced is
// built where it is placed; the same order again at the same place is the same
// step, and an order for one that was placed already is another try.
func (b *buildOrder) place(o *ir.Order, timeMS uint64) {
	key := stepKey{o.Player, itemOf(o)}
	for len(b.open[key]) > 0 {
		at := b.open[key][0]
		step := &b.steps[at]
		if step.placed < step.asked {
			step.placed++
			step.PlacedMS = &timeMS
			b.last[key] = at
			return
		}
		b.open[key] = b.open[key][1:]
	}
	at, placed := b.last[key]
	switch {
	case !placed:
		b.add(o, timeMS)
	case b.steps[at].Kind == ir.KindProduce.String():
		b.steps[at].PlacedMS = &timeMS
	case b.steps[at].cell != cellOf(o):
		b.add(o, timeMS)
	}
}

// placeUnnamed is for formats that do not say which building is placed: it is
// the oldest one that was produced and is not placed.
func (b *buildOrder) placeUnnamed(player int32, timeMS uint64) {
	for _, at := range b.newest(player) {
		step := &b.steps[at]
		building, known := b.subject.Building(step.Item)
		if known && building && step.Kind == ir.KindProduce.String() && step.placed < step.asked {
			step.placed++
			step.PlacedMS = &timeMS
			return
		}
	}
}

// newest are the newest steps of a player, oldest first.
func (b *buildOrder) newest(player int32) []int {
	list := b.byPlayer[player]
	return list[max(0, len(list)-searchedSteps):]
}

// cancel takes back the newest steps of an item.
func (b *buildOrder) cancel(key stepKey, count int32) {
	open, known := b.open[key]
	if !known {
		return
	}
	for ; count > 0 && len(open) > 0; open = open[:len(open)-1] {
		if count = b.takeBack(open[len(open)-1], count); count == 0 && b.steps[open[len(open)-1]].asked > 0 {
			break
		}
	}
	b.open[key] = open
}

// takeBack takes up to count back of one step, and returns how many are left to
// take.
func (b *buildOrder) takeBack(at int, count int32) int32 {
	step := &b.steps[at]
	taken := min(count, step.asked-step.placed)
	step.asked -= taken
	return count - taken
}

// cancelUnnamed takes back the newest step that the number in a queue, or else the
// producer, points to.
func (b *buildOrder) cancelUnnamed(o *ir.Order) {
	for _, at := range slices.Backward(b.newest(o.Player)) {
		step := &b.steps[at]
		meant := len(o.Subjects) > 0 && step.producer == o.Subjects[0]
		if o.Present.Has(ir.PresentData) {
			meant = step.numbered && step.number == o.Data
		}
		if meant && step.asked > step.placed {
			b.takeBack(at, 1)
			return
		}
	}
	b.unmatched++
}

// list returns the steps that were not taken back, in the order of time.
func (b *buildOrder) list() []BuildStep {
	var list []BuildStep
	for i := range b.steps {
		step := &b.steps[i]
		if step.asked == 0 {
			continue
		}
		if step.Count > 0 {
			step.Count = step.asked
		}
		list = append(list, step.BuildStep)
	}
	return list
}
