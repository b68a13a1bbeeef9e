// SPDX-License-Identifier: GPL-3.0-or-later

package pack

import (
	"fmt"
	"slices"
	"strings"
)

// Fit says how well a pack fits a game.
type Fit uint8

// Fits.
const (
	// FitsNot: it is for another game.
	FitsNot Fit = iota
	// FitsOther: it is for the game, and for another version or other data of it.
	FitsOther
	// FitsAny is for the game, and the pack does not say which versions.
	FitsAny
	// FitsPattern is for versions that begin so.
	FitsPattern
	// FitsExactly: the very version.
	FitsExactly
)

// Game is what a recording says of the game it is of.
type Game struct {
	Name    string // ir.Header.Game
	Version string // ir.Header.Version
	Data    string // the detail "data", "" where there is none
}

// Fit says how well the pack fits a game.
func (p *Pack) Fit(game Game) Fit {
	switch {
	case p.Game != game.Name:
		return FitsNot
	case p.Data != "" && game.Data != "" && p.Data != game.Data:
		return FitsOther
	case len(p.Versions) == 0:
		return FitsAny
	case slices.Contains(p.Versions, game.Version):
		return FitsExactly
	}
	for _, version := range p.Versions {
		if prefix, ok := strings.CutSuffix(version, "*"); ok && strings.HasPrefix(game.Version, prefix) {
			return FitsPattern
		}
	}
	return FitsOther
}

// Set is the packs at hand. A nil one is empty. It must not be changed while it is used.
type Set struct{ packs []*Pack }

// NewSet makes a set of packs with different names.
func NewSet(packs ...*Pack) (*Set, error) {
	set := &Set{packs: slices.Clone(packs)}
	slices.SortFunc(set.packs, func(a, b *Pack) int { return strings.Compare(a.Name, b.Name) })
	for i := 1; i < len(set.packs); i++ {
		if set.packs[i].Name == set.packs[i-1].Name {
			return nil, fmt.Errorf("two rule packs are called %q", set.packs[i].Name)
		}
	}
	return set, nil
}

// Current returns the set itself: it is a source of packs that never changes.
func (s *Set) Current() *Set { return s }

// All lists the packs by name.
func (s *Set) All() []*Pack {
	if s == nil {
		return nil
	}
	return s.packs
}

// For returns the pack that fits a game best, nil if none is for it; of equal ones that
// whose name comes last, which usually has the higher version in it.
func (s *Set) For(game Game) (best *Pack, fit Fit) {
	for _, p := range s.All() {
		if f := p.Fit(game); f != FitsNot && f >= fit {
			best, fit = p, f
		}
	}
	return best, fit
}
