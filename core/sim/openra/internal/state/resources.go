// SPDX-License-Identifier: GPL-3.0-or-later

package state

// MaxResources is how many kinds of resource a game may have.
const MaxResources = 4
