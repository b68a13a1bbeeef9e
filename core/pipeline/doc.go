// SPDX-License-Identifier: GPL-3.0-or-later

// Package pipeline is one conversion: a decoder's stream in, an `.icrep` and a
// divergence report out; and the checks that need the same parts, inspecting a
// stream and re-simulating a finished file.
//
// One pass, in bounded memory: orders are translated against the state of the
// simulation they are for, applied, judged, recorded and forgotten. A slow
// writer slows the simulation, which slows the decoder.
//
// In: Events (what a decoder emits, wherever it runs), maps and world
// descriptions through small interfaces. Out: a Result; the recording goes to
// the Recording the caller gives.
//
// May import: packages of core/ only. It knows no clock, no network and no
// files: what must appear in an output comes in with the Job.
package pipeline
