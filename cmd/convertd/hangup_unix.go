// SPDX-License-Identifier: GPL-3.0-or-later

//go:build unix

package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// onHangup calls do for every SIGHUP until ctx ends.
func onHangup(ctx context.Context, do func()) {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	go func() {
		defer signal.Stop(hangups)
		for {
			select {
			case <-hangups:
				do()
			case <-ctx.Done():
				return
			}
		}
	}()
}
