// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !linux

package host

import (
	"path/filepath"
	"time"
)

func processorTime(int) time.Duration { return 0 }

func peakMemory(int) uint64 { return 0 }

func inFolder(path, folder string) bool {
	return filepath.Dir(filepath.Clean(path)) == filepath.Clean(folder)
}
