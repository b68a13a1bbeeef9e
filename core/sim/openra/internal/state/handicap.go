// SPDX-License-Identifier: GPL-3.0-or-later

package state

// MaxHandicap is the highest that the lobby lets a player choose.
const MaxHandicap = 95
