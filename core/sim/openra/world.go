// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/rules"
)

// none marks the absence of an actor where an id is expected. The world actor
// has id 0 and is never a target.
const none uint32 = 0

// World is one game in progress. It is not safe for concurrent use.
type World struct {
	// Fixed for the whole game.
	compiledTypes  // shared with other worlds of the same rules
	set            *rules.Ruleset
	behaviour      releaseRules
	ground         *ground
	options        worldOptions
	clients        []Client
	crateRules     crateRules
	playerProvides []playerProvide
	kindsApart     bool // see numberKinds

	// State.
	tick        int32
	frame       int32
	paused      bool
	pausedUntil int32
	random      twister
	nextID      uint32
	players     []player
	actors      []*Actor   // by id; nil where the actor is gone
	wakeful     actorSet   // who is awake, and who is gone since the module last looked; not state
	sums        []traitSum // by id; of those who are not awake the present ones; not state
	effects     []effect
	tasks       []task
	ends        []ended      // since they were last taken
	endsBefore  int          // how many of them are older than the tick that is played
	endsKnown   int          // how many there were after the last tick
	deeds       []deed       // since they were last taken; not state
	strikes     []openStrike // superweapons on their way; not state
	satellites  []satellite  // on their way up
	watches     []watch      // sights on the goals of strikes
	auras       []aura
	contacts    []auraContact // by source, then by actor
	successors  []succession
	spans       []bridgeSpan // pieces of bridges, of map and actors
	crossings   []crossing   // what has become of them and their huts
	steps       []spanStep   // what is done to them next
	taskHead    int
	occupied    actorMap
	bins        binMap
	influence   []uint32 // building of each cell, none if there is none
	resources   resourceLayer
	frozen      []frozenActor
	memories    memoryCells // of frozen; not state
	crateTicks  int32
	crates      int32
	covers      int32 // actors in the world that cover ground
	blockers    int32 // actors in the world that stop shots
	locomotors  []locomotor
	techDirty   bool
	makers      presence // see producing
	charging    presence // see chargers
	jammers     presence // see jammed
	bearers     presence // see tickAuras
	watchers    presence // see watching

	unmodelled Counts
	present    presentHash // a part of the native hash, not state
	free       *Activity   // unused activity records
	room       room        // for new ones, and actors
	scratch    scratch
	observer   observer // nil unless a difference is explained

	beforeEffects bool // in the tick that is played the effects have not had their turn
}

// worldOptions are the lobby options the simulation looks at.
type worldOptions struct {
	crates, creeps, fog, explored, shortGame, buildRadius, allyBuild bool
	cheats, separateSpawns                                           bool
	startingCash, timeLimit                                          int32
	startingUnits, techLevel                                         string
	prerequisites                                                    []string // from checkboxes
	developer                                                        bool
}

// releaseRules are the differences between releases that are behaviour rather
// than figures.
type releaseRules struct {
	fork bool
	// localWeight and farWeight are the path weights in percent
	// (openra-world-2026.md §2).
	localWeight, farWeight int32
	conditionalHash        bool
	lateBots               bool // bots' conditions come at the end of the first tick
	coarseFacing           bool // facings are 0..255
	latePlanes             bool // the planes of air strikes are created, and all begin to fly, at the end of the tick
	instantShroud          bool // sight counts at once, not when the player ticks
	contentHash            bool // Harvester.ContentHash, what it carries
	contentValue           bool // Harvester.ContentValue, what that is worth
	twoSided               bool // paths are searched from both ends, without a coarse graph
	links                  bool // a harvester is linked to one refinery and reserves no place there
	claims                 bool // no two harvesters of friends go for the same ore
	fromTargets            bool // a search for one of several cells is one from there, forwards
	cooldowns              bool // a way that was blocked is tried again after a drawn pause, or given up
	oldAttack              bool // attacks go on to where the target was last seen
	leavesOwnTarget        bool // looking around finds nothing while a turret has a target it was told: attack moves go on past it
	allMemories            bool // who may not move, too, chooses among what is remembered
	botsSeekGone           bool // bots' units, too, choose what is remembered of buildings that are gone
	answersAtOnce          bool // who is hit turns to who hit him, without a look around
	cashRefund             bool // what is refunded is cash, whatever it was paid in
	fixedRelations         bool // a player who has won or lost stays what he was to the others
	nudgesAtOnce           bool // who is asked to make room draws where to in that moment
	alwaysTurns            bool // planes turn however little they point aside
	climbsIdle             bool // what has nothing to do climbs to its height before it circles
	keepsAiming            bool // who must face his target counts as aiming after the attack, until the next one
	takesOffFirst          bool // new aircraft rise from their pad before they go where they shall
	mooredBoats            bool // gunboats go on filling the cell in which they began
	oldVortex              bool // how long a vortex lasts is in the art
	firstSelf              bool // searches from his own cell pass over him only before others that keep him out
	fallersBlock           bool // what comes down with a parachute is in the way
	staleAuras             bool // who changes hands keeps what auras gave him, until he leaves them
	keepsReload            bool // who comes back to rearm goes on with the wait he broke off
	slowRefusal            bool // a refused move needs two more ticks to end
	oldMove                bool // half steps add the speed again in the tick that ends one
	earlyMove              bool // moves of 20200202: searches pass who moves, nobody goes round near the goal
	timedMarch             bool // an attack move's first look waits for its timer, and sets it
	ownWay                 bool // who leaves a building never gets the place it came with
	drawsExits             bool // exits are drawn, though there is a rally point
	rallyHash              bool // RallyPoint.Location is hashed
	sharedSpawns           bool // factions and places are drawn from the shared generator
	oldCells               bool // the old hash of a cell, and Mobile.PathHash
	seenNow                bool // FrozenUnderFog.VisibilityHash is who sees it now
	strands                bool // new units may come where no way leads, starting ones in a shuffled order
	quietCreation          bool // idle animations do not draw at creation
	quietMending           bool // who hides may do so while he is mended in a building
	ordersWalks            bool // who walks about gives himself an order to move
	hashesLastPosition     bool // a bullet's position a tick ago is hashed
	turnsPaused            bool // who may not move turns to his target all the same
	turnsApart             bool // who must face his target turns in an activity of its own
	slowBursts             bool // shots of a burst without a pause leave one a tick
	fooled                 bool // weapons are chosen by whom a spy looks like
	sameBody               bool // spies are idle in their own way, whomever they look like
	detectsAboard          bool // who is inside something sees through cloaks from where he went in
	dragsWithTurn          bool // who is not pulled into a refinery unloads a tick sooner: pulling is no step of its own
	stopsAtDock            bool // who has no business at the dock he is sent to gives up the order, and his place elsewhere
	leastAbstract          bool // of the middles of a region that are equally good the first by column, then by row, is its abstract cell
	chases                 bool // turrets go after what they found on their own, whatever their stance
}

// Tick returns the number of world ticks that have passed.
func (w *World) Tick() int32 { return w.tick }

// FrameNumber returns the last net frame begun, 0 before the first.
func (w *World) FrameNumber() int32 { return w.frame }

// Unmodelled counts the orders that were accepted but have no model here.
func (w *World) Unmodelled() Counts { return w.unmodelled }

// Counts counts orders by reason.
type Counts struct {
	Orders int
	Names  []NameCount // sorted by name
}

// NameCount is how often an order of a name came.
type NameCount struct {
	Name string
	N    int
}

func (c *Counts) add(name string) {
	c.Orders++
	at := 0
	for at < len(c.Names) && c.Names[at].Name < name {
		at++
	}
	if at < len(c.Names) && c.Names[at].Name == name {
		c.Names[at].N++
		return
	}
	c.Names = append(c.Names, NameCount{})
	copy(c.Names[at+1:], c.Names[at:])
	c.Names[at] = NameCount{Name: name, N: 1}
}

// actor finds an actor that something may be done to: scenery is awake
// afterwards (Actor.stirred).
func (w *World) actor(id uint32) *Actor {
	a := w.peek(id)
	if a != nil && !a.stirred {
		w.stir(a)
	}
	return a
}

// peek finds an actor to look at.
func (w *World) peek(id uint32) *Actor {
	if id == none || id >= uint32(len(w.actors)) {
		return nil
	}
	return w.actors[id]
}

// alive returns an actor that is neither dead nor disposed.
func (w *World) alive(id uint32) *Actor {
	a := w.actor(id)
	if a == nil || a.dead {
		return nil
	}
	return a
}

func (w *World) typeOf(name string) *actorType { return w.byName[name] }

// step runs one world tick (openra-world.md §3).
func (w *World) step() {
	w.endsBefore = w.endsKnown
	if !w.paused {
		w.tick++
		w.beforeEffects = true
		for id := range w.wakeful.all {
			switch a := w.actors[id]; {
			case a == nil || !a.inWorld:
			case w.observer == nil:
				w.tickActor(a)
			default:
				w.observer.turn(w, a, partActivities)
			}
		}
		for id := range w.wakeful.all {
			switch a := w.actors[id]; {
			case a == nil:
			case w.observer == nil:
				w.tickTraits(a)
			default:
				w.observer.turn(w, a, partTraits)
			}
		}
		w.tickEffects()
		w.tickSteps()
		w.tickSatellites()
		w.tickWatches()
		if len(w.strikes) > 0 {
			w.tickOpenStrikes()
		}
	}
	w.drainTasks()
	w.dropEffects()
	w.endsKnown = len(w.ends)
}
