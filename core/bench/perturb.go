// SPDX-License-Identifier: GPL-3.0-or-later

package bench

import (
	"slices"

	"convertd/core/ir"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
)

// Perturbation is one way in which a twin differs from the truth.
type Perturbation struct {
	Name  string
	rules func(*plausible.Rules)
	// orders changes the replay; the slice and its elements are the caller's.
	orders func(orders []ir.Order, random *sim.Random) []ir.Order
	// lag is by how many ticks all orders are late: the twin is compared with
	// the truth of that much earlier.
	lag int
	// gaps leaves up to so many ids out after each one: engines that number
	// more than entities.
	gaps int
	// otherMap plays the twin on another map.
	otherMap bool
}

// Perturbations are those of the bench, in the order of its table.
func Perturbations() []Perturbation {
	list := []Perturbation{{Name: equalRules}, {Name: "ids with gaps", gaps: 3}}
	for _, percent := range []int{1, 5, 20} {
		for _, sign := range []int{1, -1} {
			p := sign * percent
			list = append(list,
				Perturbation{Name: named("speed", p), rules: scaleRules(p, func(t *plausible.Type) []*int32 { return []*int32{&t.Speed} })},
				Perturbation{Name: named("cost", p), rules: scaleCosts(p)},
				Perturbation{Name: named("damage", p), rules: scaleRules(p, func(t *plausible.Type) []*int32 { return []*int32{&t.Damage} })})
		}
	}
	return append(list,
		Perturbation{Name: "1 % of orders dropped", orders: drop(100)},
		Perturbation{Name: "5 % of orders dropped", orders: drop(20)},
		Perturbation{Name: "2 % of orders swapped", orders: swap(50)},
		Perturbation{Name: "orders 1 s late", orders: shift(ticksPerSecond), lag: ticksPerSecond},
		Perturbation{Name: "orders 5 s late", orders: shift(5 * ticksPerSecond), lag: 5 * ticksPerSecond},
		Perturbation{Name: "players exchanged", orders: exchange},
		Perturbation{Name: "wrong map", otherMap: true})
}

// equalRules is the perturbation that changes nothing.
const equalRules = "equal rules"

// nearRules reports whether a perturbation is one of rules that are 5 % off.
func nearRules(name string) bool {
	for _, what := range []string{"speed", "cost", "damage"} {
		if name == named(what, 5) || name == named(what, -5) {
			return true
		}
	}
	return false
}

func named(what string, percent int) string {
	sign := "+"
	if percent < 0 {
		sign, percent = "-", -percent
	}
	return what + " " + sign + itoa(percent) + " %"
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + itoa(n%10)
}

// scaleRules changes figures by a percentage, away from zero by halves, at
// least by one where there is anything.
func scaleRules(percent int, figures func(*plausible.Type) []*int32) func(*plausible.Rules) {
	return func(r *plausible.Rules) {
		for i := range r.Types {
			for _, figure := range figures(&r.Types[i]) {
				*figure = int32(scaled(int64(*figure), percent))
			}
		}
	}
}

func scaleCosts(percent int) func(*plausible.Rules) {
	return func(r *plausible.Rules) {
		for i := range r.Types {
			r.Types[i].Cost = scaled(r.Types[i].Cost, percent)
		}
	}
}

func scaled(v int64, percent int) int64 {
	if v == 0 {
		return 0
	}
	return max(1, (v*int64(100+percent)+50)/100)
}

func drop(oneIn int) func([]ir.Order, *sim.Random) []ir.Order {
	return func(orders []ir.Order, random *sim.Random) []ir.Order {
		return slices.DeleteFunc(orders, func(ir.Order) bool { return random.Below(oneIn) == 0 })
	}
}

// swap exchanges what two neighbouring orders say, keeping their ticks.
func swap(oneIn int) func([]ir.Order, *sim.Random) []ir.Order {
	return func(orders []ir.Order, random *sim.Random) []ir.Order {
		for i := 1; i < len(orders); i++ {
			if random.Below(oneIn) == 0 {
				orders[i], orders[i-1] = orders[i-1], orders[i]
				orders[i].Tick, orders[i-1].Tick = orders[i-1].Tick, orders[i].Tick
			}
		}
		return orders
	}
}

func shift(ticks uint64) func([]ir.Order, *sim.Random) []ir.Order {
	return func(orders []ir.Order, _ *sim.Random) []ir.Order {
		for i := range orders {
			orders[i].Tick += ticks
		}
		return orders
	}
}

// spread renumbers all ids, keeping their order, with up to gaps left out after
// each. It returns the new id of every old one too.
func spread(orders []ir.Order, known map[uint32]identityKey, gaps int, random *sim.Random) map[uint32]uint32 {
	old := make([]uint32, 0, len(known))
	for native := range known {
		old = append(old, native)
	}
	slices.Sort(old)
	fresh := make(map[uint32]uint32, len(old))
	next := uint32(0)
	for _, native := range old {
		next += 1 + uint32(random.Below(gaps+1))
		fresh[native] = next
	}
	for i := range orders {
		o := &orders[i]
		o.Subjects = slices.Clone(o.Subjects)
		for k, native := range o.Subjects {
			o.Subjects[k] = fresh[native]
		}
		if o.Target.Kind == ir.TargetEntity {
			o.Target.ID = fresh[o.Target.ID]
		}
	}
	return fresh
}

func exchange(orders []ir.Order, _ *sim.Random) []ir.Order {
	for i := range orders {
		if orders[i].Player < 2 {
			orders[i].Player = 1 - orders[i].Player
		}
	}
	return orders
}
