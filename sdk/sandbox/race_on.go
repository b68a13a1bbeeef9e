// SPDX-License-Identifier: GPL-3.0-or-later

//go:build race

package sandbox

// RaceDetector reports a build whose shadow memory counts as data, which no
// memory limit survives.
const RaceDetector = true
