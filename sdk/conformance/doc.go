// SPDX-License-Identifier: GPL-3.0-or-later

// Package conformance is the acceptance suite of decoders: one for bundled and
// outside ones, in process and out of it.
//
// In a test of a decoder written with the sdk:
//
//	conformance.Test(t, conformance.InProcess(mine.Decoder{}), samples)
//
// An operator runs the same suite over any installed decoder with
// `convertd plugins test NAME FILE...`.
//
// In: a decoder and replays it should read, whole or damaged. Out: one [Result]
// for each check and sample. Same decoder, same samples, same results.
//
// May import: core/ir, sdk.
package conformance
