// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !linux

package sandbox

import "os"

// OpenSelf opens the running program.
func OpenSelf() (*os.File, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return os.Open(path) //nolint:gosec // this program
}

// ScriptPath is where a program is found by name.
func ScriptPath(_ *os.File, path string) string { return path }

// KindOf is what a program needs of the kernel: nobody asks here.
func KindOf(*os.File) Kind { return KindStatic }

// StartTrees are the files a program needs to start: nobody asks here.
func StartTrees(*os.File, string) []string { return nil }
