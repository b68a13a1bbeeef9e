// SPDX-License-Identifier: GPL-3.0-or-later

// Package acceptance holds the bundled decoders to the contract in processes of
// their own, on real replays: the acceptance suite, the same stream in process
// and out of it, and what the difference costs. docs/plugins.md holds figures.
//
// It holds nothing but tests and benchmarks and may import everything.
package acceptance
