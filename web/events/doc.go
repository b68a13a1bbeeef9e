// SPDX-License-Identifier: GPL-3.0-or-later

// Package events tells every page that is open what happens, as server-sent
// events. A page that reads too slowly is told to load everything again; it
// slows nobody.
//
// In: events by name. Out: streams of text/event-stream.
//
// May import: nothing of ours.
package events
