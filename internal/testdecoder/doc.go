// SPDX-License-Identifier: GPL-3.0-or-later

// Package testdecoder holds a format of our own and the decoders that the tests
// of host and sdk run in real processes: a good one, and ones that crash, hang,
// flood, lie or try to break out.
//
// The format is text, one record a line, after the first line "TESTREPLAY":
//
//	order FRAME PLAYER NAME   an order
//	sync FRAME VALUE          a sync sample
//	look FRAME X Y            a camera sample
//	odd                       a diagnostic
//
// A line that does not end, or any other line, is damage.
//
// May import: core/ir, sdk.
package testdecoder
