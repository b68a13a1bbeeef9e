// SPDX-License-Identifier: GPL-3.0-or-later

package pack

// Doable are the kinds of orders that Does may name.
var Doable = doable
