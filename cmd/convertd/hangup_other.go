// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !unix

package main

import "context"

// onHangup: there is no such signal here; `plugins reload` does the same.
func onHangup(context.Context, func()) {}
