// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !race

package pipeline_test

const raceEnabled = false
