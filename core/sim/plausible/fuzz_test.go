package plausible_test

import (
	"testing"

	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
	"convertd/core/snapshot"
)

// FuzzRestore plays on from states that pass the schema and hold anything: a
// recording comes from strangers.
func FuzzRestore(f *testing.F) {
	g := newGame(f, withFactory(5000))
	g.command(0, order.TagProduce, produce("tank")).command(0, order.TagProduce, produce("power")).ticks(10)
	tank := g.sim.View().Slots() - 1
	f.Add(g.sim.Snapshot().Append(nil), uint16(tank))
	f.Fuzz(func(t *testing.T, data []byte, slot uint16) {
		state, err := snapshot.Decode(data)
		if err != nil {
			return
		}
		module, err := plausible.New(smallRules(), plausible.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := sim.Open(state, module)
		if err != nil {
			return
		}
		unit, _ := s.View().At(int(slot))
		play := &game{t: t, sim: s, module: module}
		for _, tag := range []order.GameOrderTag{order.TagMove, order.TagDeploy, order.TagSell, order.TagPlaceBuilding, order.TagCancelProduction} {
			play.command(unit.Owner, tag, order.Command{Units: []order.UnitTag{unit.Tag}, Item: "power", Target: at(12, 14)})
			play.ticks(5)
		}
	})
}
