// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !linux

package host

import "os"

func openSelf() (*os.File, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return os.Open(path) //nolint:gosec // this program
}

func openFilePath(file *os.File) string { return file.Name() }

func executionPath(file *os.File, path string) string {
	if path == "" {
		return file.Name()
	}
	return path
}

func startTrees(*os.File, string) []string { return nil }
