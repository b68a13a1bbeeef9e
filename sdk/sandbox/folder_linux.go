// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"os"
	"time"
)

// A program needs one or two entries in its socket folder: go-plugin makes a
// file, removes it and listens under its name.
const (
	maxFolderEntries = 16
	folderPeriod     = 2 * time.Millisecond
)

// watchFolder kills a program that fills its socket folder: no limit of the
// kernel counts files. The host removes the folder once it is connected, which
// is the end of watching.
func (p *Process) watchFolder(path string) {
	ticks := time.NewTicker(folderPeriod)
	defer ticks.Stop()
	for {
		select {
		case <-p.exited:
			return
		case <-ticks.C:
		}
		folder, err := os.Open(path)
		if err != nil {
			return
		}
		names, _ := folder.Readdirnames(maxFolderEntries + 1)
		_ = folder.Close()
		if len(names) > maxFolderEntries {
			p.Kill()
			return
		}
	}
}
