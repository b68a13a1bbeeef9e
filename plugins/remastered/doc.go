// SPDX-License-Identifier: GPL-3.0-or-later

// Package remastered decodes Westwood recordings (RECORD.BIN; format ids
// "ra-record" and "td-record") of Red Alert and Tiberian Dawn, as their
// published sources and Vanilla Conquer write them.
//
// In: the bytes of a file, and the profile if somebody knows it. Out: one
// header, then turn by turn camera, selections and events as camera samples,
// orders and sync samples, then a trailer; or one JSON object per event.
//
// The format has no magic, no version and no marks. Which build wrote a file is
// found by trying the layouts of all of them (layout.go, detect.go) and holding
// each against what every writer keeps to (walk.go). What every field of the
// representation means for this format is in docs/formats/remastered.md.
//
// May import: sdk, core/ir and this plugin's own packages.
package remastered
