// SPDX-License-Identifier: GPL-3.0-or-later

// Package names knows what the numbers in Westwood recordings are called:
// houses, missions, kinds of objects, super weapons, and the buildings,
// infantry, units, vessels and aircraft that production events refer to.
//
// In: the generated tables of this folder and the enumerations of
// docs/formats/remastered.md#names. Out: look-ups. The tables are made by the
// program in gen from the fact tables rules/ra-types.json and
// rules/td-types.json.
//
// May import: the standard library.
package names

//go:generate go run ./gen -tables ${CONVERTD_TABLES} -out .
