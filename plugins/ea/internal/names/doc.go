// SPDX-License-Identifier: GPL-3.0-or-later

// Package names knows what the numbers in EA replays are called: the command
// ids of each game, and the templates, upgrades, sciences and special powers
// that commands refer to by registration number or by hash of an asset name.
//
// In: the generated tables of this folder. Out: look-ups. The tables are made
// by the program in gen from the fact tables ea-tables.json and
// rules/*.json and from gen/powers.txt, a list of asset names.
//
// May import: the standard library.
package names

//go:generate go run ./gen -tables ${CONVERTD_TABLES} -out .
