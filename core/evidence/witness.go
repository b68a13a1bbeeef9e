// SPDX-License-Identifier: GPL-3.0-or-later

package evidence

import (
	"fmt"
	"math/bits"

	"convertd/core/divergence"
	"convertd/core/identity"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// How evidence about survivors is weighed, see identity.NewSurvival.
const (
	patienceMilliseconds = 0
	fadeMilliseconds     = 20_000
	// defeatPatienceMilliseconds is how much later than the recorded player
	// ours may fall.
	defeatPatienceMilliseconds = 5_000
)

// Witness watches one game from a tick on. It is used from one goroutine, in
// this order for each tick: Order for each foreign order, Judged once the orders
// were judged, Defeats once the tick was played.
type Witness struct {
	view       sim.View
	survival   *identity.Survival
	tracker    *divergence.Tracker
	thresholds divergence.Thresholds
	patience   order.Tick // with defeats

	lasting  order.Tick // how long a small difference must last
	differs  bool       // there is one, since a tick
	since    order.Tick
	heard    bool   // an order came since survivors were last counted
	defeated uint64 // who is out of the recorded game, as a bit for each id
	due      []defeat
}

// defeat is a recorded defeat that ours must have followed by a tick.
type defeat struct {
	by     order.Tick
	player order.PlayerID
}

// NewWitness returns a witness that has seen nothing. The register answers what
// foreign ids are bound to.
func NewWitness(view sim.View, register identity.Register, tracker *divergence.Tracker, thresholds divergence.Thresholds, rate order.TickRate) *Witness {
	return &Witness{
		view: view, tracker: tracker, thresholds: thresholds,
		survival: identity.NewSurvival(view, register, rate.TicksIn(patienceMilliseconds), rate.TicksIn(fadeMilliseconds)),
		patience: rate.TicksIn(defeatPatienceMilliseconds),
		lasting:  rate.TicksIn(thresholds.LastingMilliseconds),
	}
}

// AllowStrangers is for games that hold things which are never bound, so that an
// unknown target says nothing. It is called before the first order.
func (w *Witness) AllowStrangers() { w.survival.AllowStrangers() }

// Order takes one foreign order, after its ids were bound and before
// the tick is applied. Whoever is named and does not live here is weighed at
// once.
func (w *Witness) Order(tick order.Tick, o *ir.Order) {
	w.heard = true
	if w.survival.Order(o) {
		w.weigh(tick)
	}
}

// EndTick weighs the survivors once the orders of a tick were judged. Ticks
// without orders say nothing new.
func (w *Witness) EndTick(tick order.Tick) {
	if w.heard {
		w.weigh(tick)
	}
	w.heard = false
}

// weigh compares the difference that survivors show with the threshold. Once
// anything has spoken against the state there is nothing to add.
func (w *Witness) weigh(tick order.Tick) {
	if w.thresholds.SurvivorsPermille == 0 || w.tracker.Evident() {
		return
	}
	d := w.survival.Distance()
	switch {
	case d.Exceeds(w.thresholds.SurvivorsPermille):
		w.tracker.Evidence(tick, divergence.MinorDrift, describe(d))
	case w.thresholds.LastingPermille == 0 || !d.Exceeds(w.thresholds.LastingPermille):
		w.differs = false
	case !w.differs:
		w.differs, w.since = true, tick
	case tick >= w.since+w.lasting:
		w.tracker.Evidence(tick, divergence.MinorDrift, fmt.Sprintf("for %d ms %s", w.thresholds.LastingMilliseconds, describe(d)))
	}
}

func describe(d identity.Distance) string {
	return fmt.Sprintf("%d entities are missing, %d displaced, of %d", d.Missing, d.Displaced, d.Living)
}

// Distance is what survivors say at present.
func (w *Witness) Distance() identity.Distance { return w.survival.Distance() }

// Defeats takes who is out of the recorded game at a tick, bit i for player i,
// and compares with ours, which may follow a little later. It is called in
// every tick, with 0 where nothing is recorded.
func (w *Witness) Defeats(tick order.Tick, recorded uint64) {
	for fresh := recorded &^ w.defeated; fresh != 0; fresh &= fresh - 1 {
		w.due = append(w.due, defeat{by: tick + w.patience, player: order.PlayerID(bits.TrailingZeros64(fresh))})
	}
	w.defeated |= recorded
	for len(w.due) > 0 && w.due[0].by <= tick {
		player := w.due[0].player
		w.due = w.due[1:]
		if p, ok := w.view.Player(player); ok && p.Standing == snapshot.StandingPlaying {
			w.tracker.Evidence(tick, divergence.MinorDrift, fmt.Sprintf("player %d is defeated and still stands here", player))
		}
	}
}

// Score is a figure of the final score screen that counts entities, as recorded
// and as we have it.
type Score struct{ Recorded, Ours int64 }

// Scores compares the final scores, a list of figures for each player; of each
// player the figure that differs most counts. They leave nothing out, so that the
// limit is that for orders.
func (w *Witness) Scores(tick order.Tick, players [][]Score) {
	off := int64(0)
	for _, figures := range players {
		largest := int64(0)
		for _, figure := range figures {
			largest = max(largest, figure.Recorded-figure.Ours, figure.Ours-figure.Recorded)
		}
		off += largest
	}
	if w.thresholds.SurvivorsPermille > 0 && off*1000 > int64(w.thresholds.DriftPermille)*int64(w.survival.Distance().Living) {
		w.tracker.Evidence(tick, divergence.MinorDrift, fmt.Sprintf("the final scores differ by %d entities", off))
	}
}
