// SPDX-License-Identifier: GPL-3.0-or-later

// Package laws holds tests of rules that no linter knows: which rooms may import
// which (the table in docs/architecture.md, which the linter's rules are written
// from), that core/ builds alone, that no package grows without end, and that the
// simulation neither iterates over maps nor computes with floats. Determinism rests
// on the last.
package laws
