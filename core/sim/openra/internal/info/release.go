// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"slices"

	"convertd/core/rules"
)

// ReleaseBehaviour tells how a release plays, apart from its figures
// (openra-world-releases.md §B, §C).
func ReleaseBehaviour(release rules.Release) ReleaseRules {
	r := ReleaseRules{Fork: release.Name == rules.Fork2026, LocalWeight: 125, FarWeight: 125, ConditionalHash: true, Cooldowns: true}
	switch release.Name {
	case rules.Fork2026:
		r.LocalWeight, r.ConditionalHash = 100, false
		// Activities/MoveToDock.cs of the versions after October 2024 (dockingCancelled);
		// ra-dev2026-rl-f3aaecd9c0d8, net frame 8442.
		r.StopsAtDock = true
		// Fitted by the hashes of ra-dev2026-rl-83f13921ab9b, net frame 6193, and
		// -db15d685bc9d, net frame 6537.
		r.LeastAbstract = true
	case "release-20200202", "release-20200503", "playtest-20201213", "release-20210321", "release-20230225":
		r.SlowRefusal, r.OldAttack, r.CashRefund, r.NudgesAtOnce = true, true, true, true
		r.AnswersAtOnce, r.Cooldowns, r.BotsSeekGone = true, false, true
		r.Links, r.Claims = true, true
		r.ContentHash = release.Name == "release-20230225"
		r.FromTargets = r.ContentHash
		r.ContentValue, r.TwoSided = !r.ContentHash, !r.ContentHash
		r.Strands = true
	case "release-20231010":
		r.SlowRefusal, r.OldAttack, r.Cooldowns = true, true, false
		r.ContentHash, r.Strands, r.Links = true, true, true
		r.FirstSelf = true // until OpenRA pull request 21165 of October 2023
	}
	r.OldMove, r.LeavesOwnTarget, r.FallersBlock = r.TwoSided, r.TwoSided, r.TwoSided
	r.KeepsAiming = r.TwoSided // until OpenRA pull request 19215 of March 2021
	r.AllMemories = r.TwoSided && release.Name != "release-20210321"
	r.AlwaysTurns, r.ClimbsIdle = r.NudgesAtOnce, r.NudgesAtOnce
	r.TakesOffFirst, r.KeepsReload = r.Strands, r.Strands
	r.DetectsAboard = r.Strands // until OpenRA pull request 21128 of October 2023
	r.StaleAuras, r.OldVortex = r.NudgesAtOnce, r.Strands
	r.HashesLastPosition = release.Name != "release-20200202" && release.Name != "release-20200503"
	r.MooredBoats = !r.HashesLastPosition
	r.Fooled = !r.HashesLastPosition       // until OpenRA pull request 18703 of October 2020
	r.QuietMending = !r.HashesLastPosition // until OpenRA pull request 18107 of July 2020
	r.OrdersWalks = r.NudgesAtOnce         // until OpenRA pull request 20655 of February 2023
	r.SlowBursts = r.Strands
	r.SameBody = release.Name == "release-20200202" // until OpenRA pull request 17742 of March 2020
	r.Chases = release.Name == "release-20200202"   // OpenRA pull request 17619 of February 2020
	r.TurnsPaused = r.NudgesAtOnce                  // until OpenRA pull request 20838 of June 2023
	// Activities/HarvesterDockSequence.cs of early 2020 queues turn and drag at once.
	r.DragsWithTurn = !r.HashesLastPosition
	r.TurnsApart = !r.HashesLastPosition // until OpenRA pull request 18885 of December 2020
	switch release.Name {
	case "release-20200202":
		r.EarlyMove, r.FixedRelations, r.OwnWay, r.DrawsExits = true, true, true, true
		r.LateBots, r.CoarseFacing, r.InstantShroud, r.RallyHash = true, true, true, true
		r.LatePlanes = true
		r.SharedSpawns, r.OldCells, r.SeenNow, r.QuietCreation = true, true, true, true
	case "release-20200503":
		r.TimedMarch, r.OwnWay, r.DrawsExits = true, true, true
		r.LateBots, r.CoarseFacing, r.LatePlanes, r.FixedRelations = true, true, true, true
		r.SharedSpawns, r.OldCells, r.SeenNow, r.QuietCreation = true, true, true, true
	case "playtest-20201213", "release-20210321":
		r.OldCells, r.SeenNow = true, true
	}
	return r
}

// ReleaseSlots lists the hashed traits of a type with their conditions.
func ReleaseSlots(set *rules.Ruleset, nodes []rules.Node) []SyncSlot {
	var slots []SyncSlot
	seen := map[SyncKind]int32{}
	for i := range nodes {
		class := set.Classes.Class(nodes[i].Name())
		if !class.Sync {
			continue
		}
		kind, known := syncKinds[nodes[i].Name()]
		if !known {
			kind = releaseSyncKinds[nodes[i].Name()]
		}
		slot := SyncSlot{Kind: kind, Index: seen[kind], Key: nodes[i].Key}
		seen[kind]++
		var flags SyncFlags
		if class.Conditional > 0 && nodes[i].Name() != "RevealsShroud" && nodes[i].Name() != "CreatesShroud" {
			flags.Requires = CompileExpression(nodes[i].Requires)
		}
		if class.Conditional > 1 {
			flags.Pauses = CompileExpression(nodes[i].Pause)
		}
		if flags.Requires != nil || flags.Pauses != nil {
			slot.Flags = &flags
		}
		slots = append(slots, slot)
	}
	return slots
}

// hasNode reports whether a trait is among those of a type.
func hasNode(nodes []rules.Node, name string) bool {
	for i := range nodes {
		if nodes[i].Name() == name {
			return true
		}
	}
	return false
}

// releaseSyncKinds are the hashed traits beside syncKinds that have members of
// their own.
var releaseSyncKinds = map[string]SyncKind{
	"Shroud": SyncShroud, "PlayerResources": SyncResources, "MissionObjectives": SyncObjectives, "DeveloperMode": SyncDeveloper,
	"PlayerExperience": SyncPlayerExperience, "ClassicProductionQueue": SyncQueue, "PowerManager": SyncPower,
	"FrozenActorLayer": SyncFrozenLayer, "DebugPauseState": SyncPause,
	"ProductionQueue": SyncBuildingQueue, "RallyPoint": SyncRallyPoint, "DamagedByTerrain": SyncDamagedByTerrain,
	"Refinery": SyncDockHost,
}

// TricklerInfo is the trait that gives its owner money from time to time.
type TricklerInfo struct {
	Interval, Initial, Amount int32
	Enabled                   Expression
}

func newTrickler(trait *rules.Trait) *TricklerInfo {
	return &TricklerInfo{
		Interval: Number(trait, "Interval", 50), Initial: Number(trait, "InitialDelay", 0), Amount: Number(trait, "Amount", 15),
		Enabled: RequirementOf(trait),
	}
}

// countBodies takes the number of infantry bodies from the listed nodes, where
// the type is listed: each draws at creation.
func (t *ActorType) countBodies(nodes []rules.Node) {
	if t.Infantry == nil || nodes == nil {
		return
	}
	t.Infantry.Bodies, t.Infantry.Disguising = 0, 0
	for i := range nodes {
		if nodes[i].Name() == disguisingBody {
			t.Infantry.Disguising++
		}
		if name := nodes[i].Name(); name == "WithInfantryBody" || name == disguisingBody || name == "WithSplitAttackPaletteInfantryBody" {
			t.Infantry.Bodies++
		}
	}
}

const disguisingBody = "WithDisguisingInfantryBody"

// orderBody notes that the body of a spy is constructed behind his AutoTarget,
// as it is until 20230225: it is idle after the look for targets.
func (t *ActorType) orderBody(nodes []rules.Node) {
	if t.Infantry == nil || nodes == nil {
		return
	}
	place := func(name string) int {
		return slices.IndexFunc(nodes, func(n rules.Node) bool { return n.Name() == name })
	}
	look, body := place("AutoTarget"), place(disguisingBody)
	t.Infantry.AfterLook = look >= 0 && look < body
}

// storesForPlayer reports whether StoresResources is a store of the player's:
// until 20231010 that was its meaning, and harvesters had a capacity of their
// own.
func (c *compiler) storesForPlayer() bool { return c.set.Classes.Class("StoresPlayerResources") == nil }

// ReleaseRules are the differences between releases that are behaviour rather
// than figures.
type ReleaseRules struct {
	Fork bool
	// LocalWeight and FarWeight are the path weights in percent
	// (openra-world-2026.md §2).
	LocalWeight, FarWeight int32
	ConditionalHash        bool
	LateBots               bool // bots' conditions come at the end of the first tick
	CoarseFacing           bool // facings are 0..255
	LatePlanes             bool // the planes of air strikes are created, and all begin to fly, at the end of the tick
	InstantShroud          bool // sight counts at once, not when the player ticks
	ContentHash            bool // Harvester.ContentHash, what it carries
	ContentValue           bool // Harvester.ContentValue, what that is worth
	TwoSided               bool // paths are searched from both ends, without a coarse graph
	Links                  bool // a harvester is linked to one refinery and reserves no place there
	Claims                 bool // no two harvesters of friends go for the same ore
	FromTargets            bool // a search for one of several cells is one from there, forwards
	Cooldowns              bool // a way that was blocked is tried again after a drawn pause, or given up
	OldAttack              bool // attacks go on to where the target was last seen
	LeavesOwnTarget        bool // looking around finds nothing while a turret has a target it was told: attack moves go on past it
	AllMemories            bool // who may not move, too, chooses among what is remembered
	BotsSeekGone           bool // bots' units, too, choose what is remembered of buildings that are gone
	AnswersAtOnce          bool // who is hit turns to who hit him, without a look around
	CashRefund             bool // what is refunded is cash, whatever it was paid in
	FixedRelations         bool // a player who has won or lost stays what he was to the others
	NudgesAtOnce           bool // who is asked to make room draws where to in that moment
	AlwaysTurns            bool // planes turn however little they point aside
	ClimbsIdle             bool // what has nothing to do climbs to its height before it circles
	KeepsAiming            bool // who must face his target counts as aiming after the attack, until the next one
	TakesOffFirst          bool // new aircraft rise from their pad before they go where they shall
	MooredBoats            bool // gunboats go on filling the cell in which they began
	OldVortex              bool // how long a vortex lasts is in the art
	FirstSelf              bool // searches from his own cell pass over him only before others that keep him out
	FallersBlock           bool // what comes down with a parachute is in the way
	StaleAuras             bool // who changes hands keeps what auras gave him, until he leaves them
	KeepsReload            bool // who comes back to rearm goes on with the wait he broke off
	SlowRefusal            bool // a refused move needs two more ticks to end
	OldMove                bool // half steps add the speed again in the tick that ends one
	EarlyMove              bool // moves of 20200202: searches pass who moves, nobody goes round near the goal
	TimedMarch             bool // an attack move's first look waits for its timer, and sets it
	OwnWay                 bool // who leaves a building never gets the place it came with
	DrawsExits             bool // exits are drawn, though there is a rally point
	RallyHash              bool // RallyPoint.Location is hashed
	SharedSpawns           bool // factions and places are drawn from the shared generator
	OldCells               bool // the old hash of a cell, and Mobile.PathHash
	SeenNow                bool // FrozenUnderFog.VisibilityHash is who sees it now
	Strands                bool // new units may come where no way leads, starting ones in a shuffled order
	QuietCreation          bool // idle animations do not draw at creation
	QuietMending           bool // who hides may do so while he is mended in a building
	OrdersWalks            bool // who walks about gives himself an order to move
	HashesLastPosition     bool // a bullet's position a tick ago is hashed
	TurnsPaused            bool // who may not move turns to his target all the same
	TurnsApart             bool // who must face his target turns in an activity of its own
	SlowBursts             bool // shots of a burst without a pause leave one a tick
	Fooled                 bool // weapons are chosen by whom a spy looks like
	SameBody               bool // spies are idle in their own way, whomever they look like
	DetectsAboard          bool // who is inside something sees through cloaks from where he went in
	DragsWithTurn          bool // who is not pulled into a refinery unloads a tick sooner: pulling is no step of its own
	StopsAtDock            bool // who has no business at the dock he is sent to gives up the order, and his place elsewhere
	LeastAbstract          bool // of the middles of a region that are equally good the first by column, then by row, is its abstract cell
	Chases                 bool // turrets go after what they found on their own, whatever their stance
}
