// SPDX-License-Identifier: GPL-3.0-or-later

// Package icreptools holds what `convertd replay` and `convertd inspect` do with
// finished replays, one file per tool:
//
//	anonymize.go    Anonymize     names, chat, voice and origins gone, new replay id
//	recompress.go   Recompress    the same content at another compression level
//	strip_voice.go  StripVoice    the same replay without its voice section
//	embed.go        Embed         map, rules and preset put in or taken out
//	events.go       WriteEvents   analysis events as JSON lines or CSV
//	sections.go     Sections      bytes per section, and what the container costs
//
// Verifying, seeking and repairing are methods and functions of core/icrep:
// Reader.Verify, Reader.SeekPlan, Reader.State, Repair.
//
// In: an opened replay, an *os.Root and a name for the output. Out: a new file.
// Every tool that writes refuses a damaged input, works frame by frame through
// a journal beside the output, gives the output its name in one step, and
// refuses to replace a file unless told. The output may be the input. May
// import: the standard library, core/icrep, core/order, core/bincode.
package icreptools
