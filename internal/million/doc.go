// SPDX-License-Identifier: GPL-3.0-or-later

// Package million spoils inputs of every format by the number, and holds whatever
// reads them to four laws: no panic, no error without a type, no hang, no more
// than 256 MiB.
//
// `make mutate` runs it with as many inputs as wanted; ordinary tests take a few of
// each, and a fuzz target takes the numbers that go test chooses. Every input is
// made again by its kind and its number.
//
// May import: everything; for tests only.
package million
