// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !race

package conformance_test

const raceDetector = false
