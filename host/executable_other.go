// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !linux

package host

import (
	"os"

	"convertd/sdk/sandbox"
)

func openSelf() (*os.File, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return os.Open(path) //nolint:gosec // this program
}

func openFilePath(file *os.File) string { return file.Name() }

func scriptPath(_ *os.File, path string) string { return path }

func kindOf(*os.File) sandbox.Kind { return sandbox.KindStatic }

func startTrees(*os.File, string) []string { return nil }
