// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"bytes"
	"debug/elf"
	"io"
	"os"
)

// OpenSelf opens the running program itself, even if its file was replaced
// since: host and bundled decoders are always of one version.
func OpenSelf() (*os.File, error) { return os.Open("/proc/self/exe") }

// ScriptPath is where the interpreter of a script finds it: it opens it by
// name. "" for a program, of which the open file itself is executed.
func ScriptPath(file *os.File, path string) string {
	if isScript(file) {
		return path
	}
	return ""
}

// KindOf is what a program needs of the kernel.
func KindOf(file *os.File) Kind {
	if !isScript(file) && isStatic(file) {
		return KindStatic
	}
	return KindDynamic
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
var interpreterTrees = []string{"/bin", "/usr/bin", "/usr/local/bin", "/usr/share", "/etc/ssl/openssl.cnf"}

// StartTrees are the files a program needs to start: none if it is static.
func StartTrees(file *os.File, path string) []string {
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
