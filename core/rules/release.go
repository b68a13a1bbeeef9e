// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"errors"
	"fmt"
	"strings"
)

// Release is one version of the engine whose rules we hold.
type Release struct {
	// Name is the tag, or Head or Fork2026.
	Name string
	// Sync is the column of the trait table that holds (openra-sync-traits).
	Sync string
	// Exact is false where the version text names no release we hold and the
	// nearest one stands in: nothing computed with it is proven by itself.
	Exact bool
}

// Names of the two versions that are not tags.
const (
	// Head is the main branch of 2024-10-23 the tables were read from.
	Head = "head"
	// Fork2026 is the headless fork that writes {DEV_VERSION}
	// (docs/engine/openra-releases.md#builds-of-2026): Head with documented
	// differences.
	Fork2026 = "dev2026"
)

// releases in order of time.
var releases = []Release{
	{Name: "release-20200202", Sync: "20200202"},
	{Name: "release-20200503", Sync: "20200503"},
	{Name: "playtest-20201213", Sync: "playtest-20201213"},
	{Name: "release-20210321", Sync: "20210321"},
	{Name: "release-20230225", Sync: "20230225"},
	{Name: "release-20231010", Sync: "20231010"},
	{Name: Head, Sync: "HEAD"},
}

// headSync is the column of the trait table that holds for Head.
const headSync = "HEAD"

// hasReleases reports whether we hold the tables of a game's releases. Of the
// others there are those of Head alone, which then stand in for every release:
// their figures may differ from what was played.
func hasReleases(mod string) bool { return mod == "ra" || mod == "cnc" }

// Borrowed reports whether the figures are those of Head though the recording
// is of another release.
func (r *Ruleset) Borrowed() bool { return Borrows(r.Mod, r.Release) }

// Borrows reports whether a game of a release is played by figures of Head, though
// it is of another day.
func Borrows(mod string, release Release) bool { return !hasReleases(mod) && release.Name != Head }

// Known reports whether any tables of a game are held.
func Known(mod string) bool { return hasTables(mod) == nil }

// Describe names the release for people.
func (r Release) Describe() string {
	switch r.Name {
	case Head:
		return "the main branch of October 2024"
	case Fork2026:
		return "the headless builds of 2026"
	}
	return r.Name
}

// ErrUnknownGame means that no rules of that game are held. The caller runs
// the game on open ground or in another module.
var ErrUnknownGame = errors.New("no rules of this game")

// FindRelease chooses the release for the version text of a replay.
func FindRelease(version string) Release {
	version = strings.TrimSpace(version)
	if version == "{DEV_VERSION}" || version == Fork2026 {
		return Release{Name: Fork2026, Sync: "HEAD", Exact: true}
	}
	date := versionDate(version)
	best := releases[len(releases)-1]
	for i := len(releases) - 1; i >= 0; i-- {
		if releases[i].Name == version {
			best = releases[i]
			best.Exact = true
			return best
		}
		if date != "" && versionDate(releases[i].Name) >= date && releases[i].Name != Head {
			best = releases[i]
		}
	}
	return best
}

// versionDate returns the eight digits of a version text, or "".
func versionDate(version string) string {
	digits := 0
	for i := 0; i < len(version); i++ {
		if version[i] < '0' || version[i] > '9' {
			digits = 0
			continue
		}
		digits++
		if digits == 8 {
			return version[i-7 : i+1]
		}
	}
	return ""
}

// hasTables reports whether we hold the tables of a game.
func hasTables(mod string) error {
	switch mod {
	case "ra", "cnc", "d2k", "ts":
		return nil
	}
	return fmt.Errorf("%w: %q", ErrUnknownGame, mod)
}
