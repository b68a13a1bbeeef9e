// SPDX-License-Identifier: GPL-3.0-or-later

// Command convertd-decoder-example is a whole decoder, to begin one from: a text
// format with one chat message a line.
//
//	CHATLOG 1
//	10 0 hello
//	25 1 hi
//
// Build it, put it into a plugin folder of the configuration and pin its
// SHA-256 there: see docs/plugins.md.
package main

import "convertd/sdk"

// version is that of this decoder; a build may say another with -ldflags
// '-X main.version=...'.
var version = "1.0.0"

func main() { sdk.Serve(decoder{}) }
