// SPDX-License-Identifier: GPL-3.0-or-later

// Package conversion does conversions with decoder processes: it finds the
// decoder for a replay, gives its stream to core/pipeline, and finds maps in
// the configured folders.
//
// In: replays as bytes, a running host. Out: `.icrep` files, divergence
// reports, inspections, native lines. It is what a daemon's workers and the
// command line's own verbs share.
//
// May import: daemon (the Converter contract), host, sdk, core/pipeline,
// core/icrep, core/maps.
package conversion
