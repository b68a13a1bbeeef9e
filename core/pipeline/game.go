// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/identity"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/rules"
	"convertd/core/rules/pack"
	"convertd/core/sim"
	"convertd/core/sim/murk"
	"convertd/core/sim/openra"
	"convertd/core/sim/plausible"
	"convertd/core/translate"
)

// Maps finds maps by the id a replay names them with.
type Maps interface {
	// FindMap returns the map file, or ok false if no configured folder has
	// it. The error is for folders that cannot be read.
	FindMap(id string) (data []byte, ok bool, err error)
}

// Packs has the rule packs from outside, as they are when a game begins. A *pack.Set
// is one that never changes.
type Packs interface {
	Current() *pack.Set
}

// packs are the rule packs from outside at this moment.
func (m *Materials) packs() *pack.Set {
	if m.Packs == nil {
		return nil
	}
	return m.Packs.Current()
}

// Materials is what a game needs beside the replay itself.
type Materials struct {
	Maps  Maps   // may be nil: no map is to be had
	World []byte // description of a Murk world, nil if none was given
	Packs Packs  // rule packs from outside; nil: there are none
	// Art is how long animations are that the engine of an OpenRA game knew otherwise than
	// ours; nil: none.
	Art rules.Art
	// EmbedMap puts the map file into the recording.
	EmbedMap bool
}

// Game is a simulation ready to start, and what is known of it.
type Game struct {
	Config  sim.Config
	Module  sim.Module
	Players translate.Players

	Model Model
	// OfNobody reports whether an order is to what belongs to nobody, as a tavern that
	// makes something for whoever pays; nil where there is no such thing.
	OfNobody func(o *ir.Order) bool
	Senders  Senders
	IDs      IDScheme
	Native   NativeHash
	Rules    RulesPlayed
	Map      MapPlayed
	// UnitsPerCell is how many of the game's own units of length a cell has, 0 where the
	// format says it.
	UnitsPerCell int32
	// StandIns says what the game is played with in place of what it was recorded
	// with.
	StandIns divergence.StandIns
}

// Model is how much of the game the module plays, and so what an order that does not
// fit says.
type Model uint8

// Models.
const (
	// ModelNone: the module does not know the game's entities, for want of a map or of
	// rules. Orders that do not fit say nothing.
	ModelNone Model = iota
	// ModelWithoutGround: rules are played without the map they need. Whether something
	// can be deployed is anybody's guess, and cheats are not known.
	ModelWithoutGround
	// ModelWhole: every order is evidence.
	ModelWhole
)

// Senders says who an order is of, where one client sends for several players. The zero
// value: of its sender.
type Senders struct {
	// Attribute decides by the order itself; nil leaves the sender's player.
	Attribute func(o *ir.Order, sent order.PlayerID) order.PlayerID
	// Seats lists the players a client sends orders for; nil where nobody sends for
	// others.
	Seats func(client int32) []order.PlayerID
	// PlayerActor says whose id one is that is of a player and not of anything in the
	// world; nil where players have none, or are entities.
	PlayerActor func(native uint32) (order.PlayerID, bool)
}

// IDScheme is how the foreign engine hands out ids.
type IDScheme struct {
	// Rise: in the order in which things appear. StartsInOrder: what players begin with
	// is made in the order of the players.
	Rise, StartsInOrder bool
	// ByTime: everything that ever appears has a number, shots and scenery too. Foreign
	// ids are then bound by the time at which things appeared.
	ByTime bool
	// AnyOrder: numbers say nothing about age.
	AnyOrder bool
	// Remains is set for engines that number entities, what remains of them and what
	// lies about, and nothing else.
	Remains *RemainsScheme
}

// RemainsScheme is what such an engine begins with.
type RemainsScheme struct {
	FirstID uint32         // of the first entity, 0 where that is not known
	Finds   identity.Finds // what lies about, and when it comes
}

// NativeHash is the foreign engine's hash that proves the conversion.
type NativeHash struct {
	// Name is divergence.HashOpenRA or HashMurk, "" if there is none; NotChecked says why.
	Name       string
	NotChecked string
	// Defeats is true where hash samples carry who has lost, bit i for player i.
	Defeats bool
}

// Computed reports whether the module computes the hash that was recorded.
func (n *NativeHash) Computed() bool { return n.Name != "" }

// RulesPlayed are the rules in force.
type RulesPlayed struct {
	Digest string // "sha256:..."
	Words  string // which those are, and where they come from
	Pack   string // digest of the rule pack from outside that they are, "" if they are none
	// UnknownStarts are the factions that are played and of which the rules do not say
	// what they begin with.
	UnknownStarts []string
}

// MapPlayed is the map that is played on, the zero value without one.
type MapPlayed struct {
	Found bool
	Hash  string // "sha256:..." of the map file
	Data  []byte
}

// ErrMapMissing means that a file cannot be simulated again because the map it
// was played on is not to be had. The caller says which, and where to put it.
var ErrMapMissing = errors.New("the map is not in any map folder")

// buildGame chooses the module that knows the replay's game best.
func buildGame(ctx context.Context, f *feed, materials *Materials) (*Game, error) {
	var game *Game
	var err error
	switch f.header.Format {
	case "murk":
		game, err = buildMurk(f.header, materials)
	case "orarep":
		game, err = buildOpenRA(ctx, f, materials)
	default:
		game, err = buildPlausible(ctx, f, materials.packs(), noNativeHash)
	}
	if err != nil {
		return nil, err
	}
	game.StandIns = append(standInsOfRules(f.header, materials.packs()), game.StandIns...)
	return game, nil
}

// ErrOtherVersion means that a file needs another version of this program: of
// its modules or its rules. It is not worth trying again with the same one.
var ErrOtherVersion = errors.New("the file needs another version of this program")

// UnknownModuleError means that a file was recorded by a module this program
// does not have. It is not worth trying again with the same program.
type UnknownModuleError struct{ Module string }

// Unwrap returns ErrOtherVersion.
func (e *UnknownModuleError) Unwrap() error { return ErrOtherVersion }

func (e *UnknownModuleError) Error() string {
	return fmt.Sprintf("the file was recorded by game module %q, which this version does not have", e.Module)
}

// recording is what a game is opened from: a file, or a save.
type recording interface {
	Metadata() *icrep.Metadata
	// Embedded are the resources it carries, nil if it carries none.
	Embedded() (*icrep.Embedded, error)
	Header() icrep.Header
}

var _ recording = (*icrep.Reader)(nil)

// openModule makes the module that a file was recorded with, and says by which rules
// it plays: what RulesPlayed.Digest says where they are the ones of the recording.
func openModule(file recording, materials *Materials) (module sim.Module, rules rulesInForce, err error) {
	name := file.Metadata().GameModule
	if strings.HasPrefix(name, openra.ModulePrefix) {
		return openOpenRA(file, materials)
	}
	switch name {
	case murk.ModuleName:
		return murk.RecordedModule(), playedBy(file.Metadata(), digestText(murk.RulesDigest()), murk.Semantics), nil
	case plausible.ModuleName:
		return openPlausible(file, materials.packs())
	default:
		return nil, rulesInForce{}, &UnknownModuleError{Module: name}
	}
}

// tickRate is the header's tick rate in canonical form.
func tickRate(header *ir.Header) order.TickRate {
	return order.TickRate{Num: header.TickRate.Num, Den: header.TickRate.Den}
}

// playing lists the indexes of those who play, in the order of the header, and
// the mapping from header index to player id.
func playing(header *ir.Header) (indexes []int, players translate.Players) {
	players.IDs = make([]order.PlayerID, len(header.Players))
	for i := range header.Players {
		players.IDs[i] = order.NoPlayer
		switch header.Players[i].Kind {
		case ir.PlayerHuman, ir.PlayerAI, ir.PlayerUnknown, ir.PlayerNeutral:
			players.IDs[i] = order.PlayerID(len(indexes))
			indexes = append(indexes, i)
		case ir.PlayerObserver, ir.PlayerCommentator, ir.PlayerOpenSlot, ir.PlayerClosedSlot:
		}
	}
	return indexes, players
}

// noMap explains why a game with maps could not be judged.
func noMap(header *ir.Header) string {
	return fmt.Sprintf("map %s is in no map folder; add its file and convert again", header.Map.ID)
}
