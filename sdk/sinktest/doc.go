// SPDX-License-Identifier: GPL-3.0-or-later

// Package sinktest holds the sinks that the tests of decoders need: one that
// keeps everything it is sent, one that counts and can refuse a call.
//
// In: what a decoder sends. Out: the same, as values a test can compare.
//
// May import: core/ir, sdk.
package sinktest
