// SPDX-License-Identifier: GPL-3.0-or-later

// Package codec writes and reads the state of a world: each field is named once, for
// both ways. In: values, or recorded bytes. Out: bytes, or values and the first error.
//
// May import: internal/info, whose types and weapons are coded by their names, and
// internal/wpos.
package codec
