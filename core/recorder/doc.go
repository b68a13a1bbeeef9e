// SPDX-License-Identifier: GPL-3.0-or-later

// Package recorder holds the parts of recording that need no clock and no
// goroutine: which keyframe is due and against which baseline ([Keyframes]),
// the last frames before a desync ([OrderLog]), and the file that captures a
// state at the moment it stops agreeing ([Capture];
// docs/engine/iron-curtain.md#recording). The background writer around them is
// convertd/recorder.
//
// For engines that record their own games, and for programs that explain why two
// machines disagree.
//
// In: a running simulation, frames. Out: keyframe blobs, capture files,
// explanations of differences. May import: the standard library, core/order,
// core/bincode, core/snapshot, core/icrep.
package recorder
