// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import (
	"convertd/core/maps"
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/engine"
	"convertd/core/sim/openra/internal/lab"
	"convertd/core/sim/openra/internal/state"
	"convertd/core/sim/openra/internal/wpos"
)

// A game and what begins it.
type (
	// World is one game in progress.
	World = engine.World
	// Setup is what a game begins with.
	Setup = state.Setup
	// Option is an option of the lobby.
	Option = state.Option
	// Client is who was in the lobby.
	Client = state.Client
	// Slot is a place of the lobby.
	Slot = state.Slot
	// Lobby reads what a replay tells of the lobby.
	Lobby = state.Lobby
)

// Orders and what they point at.
type (
	// Order is one order of the engine as a replay holds it.
	Order = state.Order
	// TargetKind says what an order points at.
	TargetKind = state.TargetKind
	// Cell is a cell of the map.
	Cell = wpos.Cell
	// Pos is a position in the world.
	Pos = wpos.Pos
)

// The kinds of target.
const (
	TargetNone     = state.TargetNone
	TargetActor    = state.TargetActor
	TargetFrozen   = state.TargetFrozen
	TargetCell     = state.TargetCell
	TargetPosition = state.TargetPosition
)

// What of a world is hashed.
type (
	// Hashed is what the hash of a world is made of.
	Hashed = lab.Hashed
	// HashedActor is one actor of it.
	HashedActor = lab.HashedActor
	// HashedTrait is one trait of an actor.
	HashedTrait = lab.HashedTrait
)

// The laboratory: what could account for a hash that was missed.
type (
	// Journal keeps what the laboratory needs while a game is played.
	Journal = lab.Journal
	// RecordedFrame is a net frame as it was recorded.
	RecordedFrame = lab.RecordedFrame
	// Laboratory plays again from a journal.
	Laboratory = lab.Laboratory
	// Explanation is what single values could account for.
	Explanation = lab.Explanation
	// Candidate is one of them.
	Candidate = lab.Candidate
	// Term is a part of the hash.
	Term = lab.Term
	// Course is a trait that is wrong for several frames.
	Course = lab.Course
	// Motion is a place that is wrong for several frames.
	Motion = lab.Motion
	// Draw is a number that was drawn.
	Draw = lab.Draw
	// Entry is an edit that was tried by itself.
	Entry = lab.Entry
	// Novelty is what a game showed for the first time.
	Novelty = lab.Novelty
	// Scan is what came of trying edits.
	Scan = lab.Scan
	// ScanLimits bound a scan.
	ScanLimits = lab.ScanLimits
)

// DefaultTrials is a scan of some ten seconds in a large battle.
const DefaultTrials = lab.DefaultTrials

// Errors that callers tell apart.
var (
	ErrGrid          = engine.ErrGrid
	ErrNotReproduced = lab.ErrNotReproduced
)

// CheckMap says why a map cannot be played with some rules, if it cannot.
func CheckMap(set *rules.Ruleset, m *maps.Map) error { return engine.CheckMap(set, m) }

// HashedOf lists what the hash of a world is made of.
func HashedOf(w *World) Hashed { return lab.HashedOf(w) }

// ChainOf names what an actor is doing, and what inside it and after it.
func ChainOf(w *World, id uint32) string { return lab.ChainOf(w, id) }

// LastPlayerOf is the actor of the last player: those up to it are the world and the
// players.
func LastPlayerOf(w *World) uint32 { return lab.LastPlayerOf(w) }

// NewLaboratory is the laboratory of a game whose hashes were missed; it goes back so many frames at most.
func NewLaboratory(j *Journal, back int) (*Laboratory, error) { return lab.NewLaboratory(j, back) }
