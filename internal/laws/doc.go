// SPDX-License-Identifier: GPL-3.0-or-later

// Package laws holds tests of rules that no linter knows: which rooms of the
// simulation iterate over maps or compute with floats. Determinism rests on
// neither happening there.
package laws
