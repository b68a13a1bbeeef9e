// SPDX-License-Identifier: GPL-3.0-or-later

//go:build race

package conformance_test

// raceDetector says that the test runs under the race detector, which would
// report what a decoder that writes to its source does on purpose.
const raceDetector = true
