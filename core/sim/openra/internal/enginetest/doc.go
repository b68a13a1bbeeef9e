// SPDX-License-Identifier: GPL-3.0-or-later

// Package enginetest holds what the tests of the module, of the engine and of the hash
// laboratory share. In: the path of a recorded game, the name of a release, a map, a
// world that a test has begun. Out: what was recorded, setups of games to begin, actors
// put where a test wants them, and noise, which is orders that no player would give.
//
// The engine's own tests use it, so it knows worlds only by small interfaces. Where the
// corpus lies, what maps are made of and where chance comes from, a test brings along.
//
// May import: internal/state and what that imports, internal/path. Only tests import it.
package enginetest
