// SPDX-License-Identifier: GPL-3.0-or-later

// Package conversion is one conversion as the command line and the daemon both
// run it: it finds the decoder for a replay, gives its stream to core/pipeline,
// and finds maps in the configured folders.
//
// In: replays as bytes, a running host. Out: `.icrep` files, divergence
// reports, inspections, native lines.
//
// May import: core, host, sdk, files, pins.
package conversion
