// SPDX-License-Identifier: GPL-3.0-or-later

// Package config is the typed configuration of convertd.
//
// In: built-in defaults, one YAML or TOML file, the environment, command line
// flags; each later source wins over the earlier ones. Out: a validated Config
// and, for every key, its value and where it came from.
//
// Strict on purpose: an unknown key anywhere is an error that names the closest
// known one, a duration without a unit is an error, and all faults are reported
// together. One file per section; a section's Validate says what it accepts.
//
// May import: nothing of ours.
package config
