// SPDX-License-Identifier: GPL-3.0-or-later

package host

import (
	"bytes"
	"debug/elf"
	"fmt"
	"io"
	"os"

	"convertd/sdk/sandbox"
)

// openSelf opens the running program itself, even if its file was replaced
// since: host and bundled decoders are always of one version.
func openSelf() (*os.File, error) { return os.Open("/proc/self/exe") }

// openFilePath names an open file, not whatever lies under its path by now.
func openFilePath(file *os.File) string { return fmt.Sprintf("/proc/self/fd/%d", file.Fd()) }

// scriptPath is where the interpreter of a script finds it: it opens it by
// name. "" for a program, of which the open file itself is executed.
func scriptPath(file *os.File, path string) string {
	if isScript(file) {
		return path
	}
	return ""
}

// kindOf is what a program needs of the kernel.
func kindOf(file *os.File) sandbox.Kind {
	if !isScript(file) && isStatic(file) {
		return sandbox.KindStatic
	}
	return sandbox.KindDynamic
}

func isScript(file *os.File) bool {
	var start [2]byte
	_, err := file.ReadAt(start[:], 0)
	return err == nil && bytes.Equal(start[:], []byte("#!"))
}

// systemTrees is what the loader and an interpreter read before a program runs.
var systemTrees = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/local/lib",
	"/etc/ld.so.cache", "/etc/ld.so.preload", "/dev/null", "/dev/urandom",
}

// interpreterTrees is what a script needs besides.
var interpreterTrees = []string{"/bin", "/usr/bin", "/usr/local/bin", "/usr/share"}

// startTrees are the files a program needs to start: none if it is static.
func startTrees(file *os.File, path string) []string {
	if isScript(file) {
		return append(append([]string{path}, systemTrees...), interpreterTrees...)
	}
	if isStatic(file) {
		return nil
	}
	return systemTrees
}

func isStatic(file *os.File) bool {
	binary, err := elf.NewFile(io.ReaderAt(file))
	if err != nil {
		return false
	}
	for _, program := range binary.Progs {
		if program.Type == elf.PT_INTERP {
			return false
		}
	}
	return true
}
