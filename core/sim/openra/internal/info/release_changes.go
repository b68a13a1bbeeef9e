// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"slices"

	"convertd/core/rules"
)

// release is a place in the line of releases.
type release int

// The line of releases, the oldest first. All that came after the last one that has a
// name here play alike, as the main branch does; the builds of 2026 differ from it.
const (
	r20200202 release = iota
	r20200503
	p20201213 // a playtest
	r20210321
	r20230225
	r20231010
	mainBranch
	fork2026
)

// releaseNames are the names of the releases in their line, as far as they have one.
var releaseNames = [...]string{
	"release-20200202", "release-20200503", "playtest-20201213", "release-20210321", "release-20230225", "release-20231010",
	fork2026: rules.Fork2026,
}

func releaseOf(name string) release {
	if at := slices.Index(releaseNames[:], name); at >= 0 && name != "" {
		return release(at)
	}
	return mainBranch
}

// proofs as a reference is the table that says of each subject what shows it: the hashes
// of recorded games, or the rules and sources of the engine.
const proofs = "docs/simulation.md#openra-what-is-modelled-and-what-proves-it"

// change is a rule of play that not all releases have.
type change struct {
	rule        *bool
	from, until release // the first and the last that have it
	reference   string  // who says so
}

// changes lists the rules that changed, by when they ended. A new release is a name in
// the line above, and an entry here for each rule that came or went with it.
func (r *ReleaseRules) changes() []change {
	return []change{
		{&r.InstantShroud, r20200202, r20200202, "docs/engine/openra-releases.md#sight"},
		{&r.SightByCell, r20200202, r20200202, "cnc-20200202-back-to-basics-0 and -east-vs-west-3-0 of the engine's games, net frames 57 and 45"},
		{&r.DensityWithItself, r20200202, r20200202, "docs/engine/openra-world.md#ore"},
		{&r.IdlesProne, r20200202, r20200202, "ra-20200202-doubles-0 and cnc-20200202-frigid-pass-0 of the engine's games, net frames 15 and 52"},
		{&r.EarlyMove, r20200202, r20200202, "docs/engine/openra-releases.md#moving-2020"},
		{&r.RallyHash, r20200202, r20200202, "docs/engine/openra-releases.md#units-2020"},
		{&r.SameBody, r20200202, r20200202, "OpenRA pull request 17742 of March 2020"},
		{&r.RestsLate, r20200202, r20200202, "ra-20200202-pitfight-0 and -outdoor-trails-0 of the engine's games, net frame 1"},
		{&r.Chases, r20200202, r20200202, "OpenRA pull request 17619 of February 2020"},
		{&r.LevelRamps, r20200202, r20200503, "traces of games of ts: heights of actors on ramps in releases 20200503 and 20230225"},
		{&r.LateBots, r20200202, r20200503, "docs/engine/openra-releases.md#bots"},
		{&r.CoarseFacing, r20200202, r20200503, "docs/engine/openra-releases.md#angles"},
		{&r.LatePlanes, r20200202, r20200503, proofs},
		{&r.FixedRelations, r20200202, r20200503, proofs},
		{&r.MooredBoats, r20200202, r20200503, proofs},
		{&r.OwnWay, r20200202, r20200503, proofs},
		{&r.DrawsExits, r20200202, r20200503, proofs},
		{&r.SharedSpawns, r20200202, r20200503, proofs},
		{&r.QuietCreation, r20200202, r20200503, "docs/engine/openra-releases.md#constructor-draws"},
		{&r.QuietMending, r20200202, r20200503, "OpenRA pull request 18107 of July 2020"},
		{&r.TurnsApart, r20200202, r20200503, "OpenRA pull request 18885 of December 2020"},
		{&r.DisguiseDeceivesWeapons, r20200202, r20200503, "OpenRA pull request 18703 of October 2020"},
		{&r.DragsWithTurn, r20200202, r20200503, "Activities/HarvesterDockSequence.cs of early 2020, which queues turn and drag at once"},
		{&r.SeedsOutside, r20200202, r20200503, "cnc-20200503-dead-in-motion-0 of the engine's games, net frame 2"},
		{&r.TimedMarch, r20200202, r20200503, "cnc-20200503-east-vs-west-3-0 of the engine's games, net frame 24: Attack with Move queued behind it"},
		{&r.PowerAtStart, r20200202, r20200503, "ra-20200503-center-of-attention-redux-2-0 of the engine's games, net frame 1"},
		{&r.CountsRestOn, r20200202, r20200503, "cnc-20200503-east-vs-west-3-0 of the engine's games, net frame 45, and five like it"},
		{&r.WideWarheads, r20200202, r20200503, "cnc-20200503-chill-out-0 of the engine's games, net frame 71, and eight like it"},
		{&r.LowExitsFirst, p20201213, p20201213, "OpenRA pull request 18988 of January 2021"},
		{&r.AllMemories, r20200202, p20201213, proofs},
		{&r.AbsentOwners, r20200202, r20210321, "the engine's games on the maps Drop Zone and Bomber John: actors 6 and on"},
		{&r.ContentValue, r20200202, r20210321, "core/rules: the trait table"},
		{&r.NeighbourDensity, r20200202, r20210321, "UpdateRules/Rules/20210321/ReplaceResourceType.cs, which adds RecalculateResourceDensity to keep what was"},
		{&r.TwoSided, r20200202, r20210321, "docs/engine/openra-releases.md#paths-2020"},
		{&r.LeavesOwnTarget, r20200202, r20210321, proofs},
		{&r.KeepsAiming, r20200202, r20210321, "OpenRA pull request 19215 of March 2021"},
		{&r.FallersBlock, r20200202, r20210321, proofs},
		{&r.OldMove, r20200202, r20210321, "docs/engine/openra-releases.md#moving-2020"},
		{&r.OldCells, r20200202, r20210321, "core/rules: the trait table"},
		{&r.SeenNow, r20200202, r20210321, "docs/engine/openra-releases.md#seen-by"},
		{&r.Claims, r20200202, r20230225, "docs/engine/openra-releases.md#builds-of-2026"},
		{&r.BotsSeekGone, r20200202, r20230225, proofs},
		{&r.AnswersAtOnce, r20200202, r20230225, proofs},
		{&r.CashRefund, r20200202, r20230225, proofs},
		{&r.NudgesAtOnce, r20200202, r20230225, proofs},
		{&r.AlwaysTurns, r20200202, r20230225, proofs},
		{&r.ClimbsIdle, r20200202, r20230225, proofs},
		{&r.StaleAuras, r20200202, r20230225, proofs},
		{&r.OrdersWalks, r20200202, r20230225, "OpenRA pull request 20655 of February 2023"},
		{&r.TurnsPaused, r20200202, r20230225, "OpenRA pull request 20838 of June 2023"},
		{&r.FromTargets, r20230225, r20230225, proofs},
		{&r.BloomsAtOnce, r20200202, r20230225, "d2k-0225-1v1-desert-twister of the engine's games, net frame 1458"},
		{&r.DamageTurnsBodies, r20200202, p20201213, "ra-0503-2v2-doubles-nocrates-nofog of the engine's games, net frame 1625"},
		{&r.SinksUnbuilt, r20200202, r20200503, "cnc-0503-ffa-heavy of the engine's games, net frame 1039"},
		{&r.OwnCellBars, r20200202, r20230225, "d2k-20230225-oh-gap-0 of the engine's games, net frame 17; ra-0503-1v1-orelord-heavy, net frame 1595"},
		{&r.Links, r20200202, r20231010, proofs},
		{&r.OldAttack, r20200202, r20231010, proofs},
		{&r.TakesOffFirst, r20200202, r20231010, proofs},
		{&r.OldVortex, r20200202, r20231010, proofs},
		{&r.KeepsReload, r20200202, r20231010, proofs},
		{&r.SlowRefusal, r20200202, r20231010, "docs/engine/openra-releases.md#moving-2020"},
		{&r.Strands, r20200202, r20231010, proofs},
		{&r.SlowBursts, r20200202, r20231010, proofs},
		{&r.DetectsAboard, r20200202, r20231010, "OpenRA pull request 21128 of October 2023"},
		{&r.ContentHash, r20230225, r20231010, "core/rules: the trait table"},
		{&r.CreaturesAtOnce, r20200202, r20231010, "Traits/World/ActorSpawnManager.cs of 2022, which has no InitialDelay; d2k traces of releases 20200503 and 20230225, tick 1"},
		{&r.FirstSelf, r20231010, r20231010, "OpenRA pull request 21165 of October 2023"},
		{&r.ConditionalHash, r20200202, mainBranch, "docs/engine/openra-releases.md#builds-of-2026"},
		{&r.HashesLastPosition, p20201213, fork2026, "core/rules: the trait table"},
		{&r.Cooldowns, mainBranch, fork2026, proofs},
		{&r.Fork, fork2026, fork2026, "docs/engine/openra-releases.md#builds-of-2026"},
		{&r.StopsAtDock, fork2026, fork2026, "Activities/MoveToDock.cs after October 2024 (dockingCancelled); ra-dev2026-rl-f3aaecd9c0d8, net frame 8442"},
		{&r.LeastAbstract, fork2026, fork2026, "fitted by ra-dev2026-rl-83f13921ab9b, net frame 6193, and -db15d685bc9d, net frame 6537"},
	}
}

// ReleaseBehaviour tells how a release plays, apart from its figures.
func ReleaseBehaviour(of rules.Release) ReleaseRules {
	at := releaseOf(of.Name)
	r := ReleaseRules{LocalWeight: 125, FarWeight: 125}
	if at == fork2026 {
		r.LocalWeight = 100 // docs/engine/openra-releases.md#path-weights
	}
	for _, c := range r.changes() {
		*c.rule = c.from <= at && at <= c.until
	}
	return r
}

// ReleaseRules are the differences between releases that are behaviour rather
// than figures.
type ReleaseRules struct {
	Fork bool
	// LocalWeight and FarWeight are the path weights in percent
	// (docs/engine/openra-releases.md#builds-of-2026).
	LocalWeight, FarWeight  int32
	ConditionalHash         bool
	LevelRamps              bool // the middle of a ramp is as high as its level
	LateBots                bool // bots' conditions come at the end of the first tick
	CoarseFacing            bool // facings are 0..255
	LatePlanes              bool // the planes of air strikes are created, and all begin to fly, at the end of the tick
	SightByCell             bool // who moves looks anew when it has left a cell, not when it is drawn over the next
	InstantShroud           bool // sight counts at once, not when the player ticks
	ContentHash             bool // Harvester.ContentHash, what it carries
	ContentValue            bool // Harvester.ContentValue, what that is worth
	NeighbourDensity        bool // how dense a map's resources are is counted from their neighbours, whatever map and rules say
	DensityWithItself       bool // and a cell counts among its own neighbours
	TwoSided                bool // paths are searched from both ends, without a coarse graph
	Links                   bool // a harvester is linked to one refinery and reserves no place there
	Claims                  bool // no two harvesters of friends go for the same ore
	FromTargets             bool // a search for one of several cells is one from there, forwards
	BloomsAtOnce            bool // spice blooms throw all at once, farther or nearer, not one piece after the other
	DamageTurnsBodies       bool // a turret drawn into its body has the directions of the picture that was shown when its state of damage last changed
	SinksUnbuilt            bool // an anti-aircraft site counts as idle while it is built, too, and so goes down earlier
	OwnCellBars             bool // of two searches that are to meet, the one back to the unit is kept out of the cell that it fills
	Cooldowns               bool // a way that was blocked is tried again after a drawn pause, or given up
	OldAttack               bool // attacks go on to where the target was last seen
	LeavesOwnTarget         bool // looking around finds nothing while a turret has a target it was told: attack moves go on past it
	AllMemories             bool // who may not move, too, chooses among what is remembered
	BotsSeekGone            bool // bots' units, too, choose what is remembered of buildings that are gone
	AnswersAtOnce           bool // who is hit turns to who hit him, without a look around
	CashRefund              bool // what is refunded is cash, whatever it was paid in
	FixedRelations          bool // a player who has won or lost stays what he was to the others
	NudgesAtOnce            bool // who is asked to make room draws where to in that moment
	AlwaysTurns             bool // planes turn however little they point aside
	ClimbsIdle              bool // what has nothing to do climbs to its height before it circles
	KeepsAiming             bool // who must face his target counts as aiming after the attack, until the next one
	TakesOffFirst           bool // new aircraft rise from their pad before they go where they shall
	MooredBoats             bool // gunboats go on filling the cell in which they began
	OldVortex               bool // how long a vortex lasts is in the art
	FirstSelf               bool // searches from his own cell pass over him only before others that keep him out
	FallersBlock            bool // what comes down with a parachute is in the way
	StaleAuras              bool // who changes hands keeps what auras gave him, until he leaves them
	KeepsReload             bool // who comes back to rearm goes on with the wait he broke off
	SlowRefusal             bool // a refused move needs two more ticks to end
	OldMove                 bool // half steps add the speed again in the tick that ends one
	IdlesProne              bool // infantry that hides or just stopped is idle as any other, but shows nothing
	EarlyMove               bool // moves of 20200202: searches pass who moves, nobody goes round near the goal
	PowerAtStart            bool // what a map places heeds, until the first tick has passed, the power there was when it was placed
	CountsRestOn            bool // a turret that rested once long enough turns back at once from then on
	TimedMarch              bool // an attack move queues its move behind the attack, and each of its looks waits for its timer
	OwnWay                  bool // who leaves a building never gets the place it came with
	DrawsExits              bool // exits are drawn, though there is a rally point
	LowExitsFirst           bool // the nearest exit is one of those with the lowest priority
	RallyHash               bool // RallyPoint.Location is hashed
	SharedSpawns            bool // factions and places are drawn from the shared generator
	OldCells                bool // the old hash of a cell, and Mobile.PathHash
	SeenNow                 bool // FrozenUnderFog.VisibilityHash is who sees it now
	Strands                 bool // new units may come where no way leads, starting ones in a shuffled order
	QuietCreation           bool // idle animations do not draw at creation
	QuietMending            bool // who hides may do so while he is mended in a building
	OrdersWalks             bool // who walks about gives himself an order to move
	HashesLastPosition      bool // a bullet's position a tick ago is hashed
	TurnsPaused             bool // who may not move turns to his target all the same
	TurnsApart              bool // who must face his target turns in an activity of its own
	SlowBursts              bool // shots of a burst without a pause leave one a tick
	DisguiseDeceivesWeapons bool // weapons are chosen by whom a spy looks like
	SameBody                bool // spies are idle in their own way, whomever they look like
	DetectsAboard           bool // who is inside something sees through cloaks from where he went in
	DragsWithTurn           bool // who is not pulled into a refinery unloads a tick sooner: pulling is no step of its own
	SeedsOutside            bool // what seeds ore looks on where its walk leaves the map
	WideWarheads            bool // who is out of a warhead's reach, but by less than the largest shape, notices it without a scratch
	RestsLate               bool // civilians draw how long they stay when they are first idle, not when they come
	AbsentOwners            bool // a map's actors of players who are not there are left out; later they are the neutral player's
	StopsAtDock             bool // who has no business at the dock he is sent to gives up the order, and his place elsewhere
	LeastAbstract           bool // of the middles of a region that are equally good the first by column, then by row, is its abstract cell
	CreaturesAtOnce         bool // the first creature comes in the first tick
	Chases                  bool // turrets go after what they found on their own, whatever their stance
}
