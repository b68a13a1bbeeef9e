// SPDX-License-Identifier: GPL-3.0-or-later

package engine

import (
	"convertd/core/sim/openra/internal/wpos"
)

// Cell is a square of the map's ground layer.
type Cell = wpos.Cell

// Pos is a position or a vector in world units: 1024 to a cell.
type Pos = wpos.Pos
