// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"
	"slices"

	"convertd/core/identity"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/rules"
	"convertd/core/sim/openra"
	"convertd/core/sim/plausible"
	"convertd/core/snapshot"
)

// openraRules makes rules of play of those of an OpenRA game, for recordings
// whose map is not at hand. What the map decides is left to evidence: income,
// losses, the room for buildings.
func openraRules(ruleset *rules.Ruleset) (*ruleBook, error) {
	catalog, err := openra.Catalog(ruleset)
	if err != nil {
		return nil, err
	}
	book := &ruleBook{
		source: ruleset.Source.Repository + "@" + ruleset.Source.Commit, complete: true,
		rules: plausible.Rules{
			Name: openra.ModulePrefix + ruleset.Mod + " " + ruleset.Release.Name, LowPowerPercent: openraLowPowerPercent, RefundPercent: openraRefundPercent,
			SellTicks: openraSellTicks, EvidencePercent: 100, MoneyByEvidence: true, LossesByEvidence: true, OrdersByEvidence: true, VainOrders: true, Strangers: true,
		},
	}
	known := make(map[string]bool, len(catalog))
	for i := range catalog {
		known[catalog[i].Name] = true
	}
	for i := range catalog {
		book.rules.Types = append(book.rules.Types, openraType(&catalog[i], known))
	}
	return book, nil
}

// openraRulesPrefix begins the data version of files that were recorded by these
// rules.
const openraRulesPrefix = "plausible " + openra.ModulePrefix

const (
	// openraLowPowerPercent is how fast queues go without enough power: 300 percent
	// of their time is the rule in all of them.
	openraLowPowerPercent = 33
	openraRefundPercent   = 50
	// openraSellTicks is how long a make animation takes backwards, about.
	openraSellTicks = 25
	// openraDeployTicks is the least that an MCV takes to turn and to become a yard:
	// what is ordered from it must find it there.
	openraDeployTicks = 5
	// openraReach is how far units go up to a target: the range of a tank gun.
	openraReach = 5 << 10
	// openraReload stands for the time between shots, which nobody counts.
	openraReload = 50
)

func openraType(e *openra.CatalogEntry, known map[string]bool) plausible.Type {
	out := plausible.Type{
		Name: e.Name, Queue: e.Queue, Produces: e.Produces, Cost: int64(e.Cost), BuildTicks: e.BuildTicks, Prerequisites: e.Prerequisites, Provides: e.Provides,
		Health: e.Health, Power: e.Power, Speed: e.Speed, Rallies: e.Rallies,
	}
	if e.Width > 0 {
		out.Structure, out.Width, out.Height = true, e.Width, e.Height
	}
	if known[e.Deploys] {
		out.Deploys, out.DeployTicks = e.Deploys, openraDeployTicks
	}
	for _, name := range e.Brings {
		if known[name] {
			out.Brings = append(out.Brings, name)
		}
	}
	// Orders go to the whole selection: whoever moves along may be told to attack,
	// armed or not.
	if e.Armed || e.Speed > 0 {
		out.Damage, out.Range, out.ReloadTicks = 1, openraReach, openraReload
	}
	return out
}

// playWithoutMap makes a game of ground that nobody knows: the module of the
// engine says who plays and what everybody begins with, the rules say the rest.
func (g *Game) playWithoutMap(ctx context.Context, f *feed, ruleset *rules.Ruleset, world *openra.Module) error {
	book, err := openraRules(ruleset)
	if err != nil {
		return err
	}
	setup := plausible.Setup{}
	var deploying []uint32 // places of what deploys, in the order of appearance
	for id, player := range g.Config.Players {
		if player.Kind == snapshot.PlayerNeutral || player.Kind == snapshot.PlayerObserver {
			setup.Credits = append(setup.Credits, 0)
			continue
		}
		begins, credits := world.Begins(order.PlayerID(id))
		setup.Credits = append(setup.Credits, credits)
		for i, name := range begins {
			if book.deploys(name) {
				deploying = append(deploying, uint32(len(setup.Entities)))
			}
			setup.Entities = append(setup.Entities, plausible.StartEntity{
				Type: name, Owner: order.PlayerID(id),
				Cell: order.CellPos{X: offTheMap + int32(id)*startSpacing + int32(i)*startStep, Y: offTheMap},
			})
		}
	}
	if g.Module, err = plausible.New(book.rules, setup); err != nil {
		return err
	}
	g.Config.Capacity, g.Model = plausibleCapacity, ModelWithoutGround
	g.Rules = RulesPlayed{Digest: book.digest(), Words: book.version()}
	g.Native.NotChecked += placesUnknown
	remains := &RemainsScheme{}
	g.IDs = IDScheme{Rise: true, Remains: remains}
	if first, interval, most, ids := world.Crates(); most > 0 {
		remains.Finds = identity.Finds{First: order.Tick(first), Interval: order.Tick(interval), IDs: most * ids}
	}
	if err := f.ready(ctx, uint64(tickRate(f.header).TicksIn(factionMilliseconds))); err != nil {
		return err
	}
	remains.FirstID = firstID(f, deploying)
	g.Senders.PlayerActor = playerActors(f, g)
	g.Senders.Attribute = func(o *ir.Order, sent order.PlayerID) order.PlayerID {
		if len(o.Subjects) == 1 {
			if player, is := g.Senders.PlayerActor(o.Subjects[0]); is && slices.Contains(g.Senders.Seats(o.Client), player) {
				return player
			}
		}
		return sent
	}
	return nil
}

// deploys reports whether a type turns into something.
func (b *ruleBook) deploys(name string) bool {
	at := slices.IndexFunc(b.rules.Types, func(t plausible.Type) bool { return t.Name == name })
	return at >= 0 && b.rules.Types[at].Deploys != ""
}

// firstID finds the id of the first entity of the start: the lowest that fits the
// first orders to deploy, which are for what somebody began with. places are those
// of what can. 0 if none fits.
func firstID(f *feed, places []uint32) uint32 {
	var named []uint32
	for i := range f.held {
		if o := f.at(i); o.Kind == ir.KindDeploy && len(o.Subjects) == 1 && len(named) < len(places) && !slices.Contains(named, o.Subjects[0]) {
			named = append(named, o.Subjects[0])
		}
	}
	slices.Sort(named)
	for _, place := range places {
		if len(named) == 0 || named[0] <= place {
			break
		}
		first := named[0] - place
		if !slices.ContainsFunc(named, func(id uint32) bool { return !slices.Contains(places, id-first) }) {
			return first
		}
	}
	return 0
}

// usualMapPlayers is how many players of its own a map has most often: one for what
// is neutral and one for creeps.
const usualMapPlayers = 2

// playerActors finds the ids of the players. They follow those of the players of
// the map, whose number the first orders to put a building down show: their subject
// is who builds (docs/engine/openra-world.md#players).
func playerActors(f *feed, g *Game) func(native uint32) (order.PlayerID, bool) {
	first, seen := uint32(1+usualMapPlayers), false
	for i := range f.held {
		o := f.at(i)
		seats := g.Senders.Seats(o.Client)
		if o.Kind != ir.KindPlaceBuilding || len(o.Subjects) != 1 || len(seats) == 0 || o.Subjects[0] <= uint32(seats[0]) {
			continue
		}
		if one := o.Subjects[0] - uint32(seats[0]); !seen || one < first {
			first, seen = one, true
		}
	}
	playing := uint32(len(g.Config.Players) - 1) // the last is the onlooker for everybody
	return func(native uint32) (order.PlayerID, bool) {
		return order.PlayerID(native - first), native >= first && native-first < playing
	}
}

// offTheMap is a cell beyond the edge of every map: nobody builds there.
const offTheMap = 1024
