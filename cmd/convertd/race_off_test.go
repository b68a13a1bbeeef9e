// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !race

package main

const raceEnabled = false
