// SPDX-License-Identifier: GPL-3.0-or-later

// Package main plays all games of a folder beside the traces of the engine that
// recorded them, and says how far each goes: per mod and release how many are whole,
// the median share met, and what differs first, grouped by trait, field and type, so
// that what stops most games is seen first.
//
//	go run ./internal/enginecorpus -in ../shared/corpus/engine -kind starts
//
// May import: core/pipeline, core/divergence, the decoder of OpenRA's replays and sdk.
package main
