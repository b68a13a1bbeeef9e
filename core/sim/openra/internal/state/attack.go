// SPDX-License-Identifier: GPL-3.0-or-later

package state

// ForceAttack is the order to attack whatever it is: friends, wrecks, the
// ground.
const ForceAttack = "ForceAttack"
