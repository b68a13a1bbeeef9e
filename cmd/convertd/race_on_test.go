// SPDX-License-Identifier: GPL-3.0-or-later

//go:build race

package main

// raceEnabled: the race detector slows simulations several times over.
const raceEnabled = true
