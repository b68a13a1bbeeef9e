// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !linux

package host

import (
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

func isolateProcess(*exec.Cmd) {}

func killGroup(pid int) {
	if process, err := os.FindProcess(pid); err == nil {
		_ = process.Kill()
	}
}

func processorTime(int) time.Duration { return 0 }

func inFolder(path, folder string) bool {
	return filepath.Dir(filepath.Clean(path)) == filepath.Clean(folder)
}
