// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Enclosure is what stays possible inside the outer wall.
type Enclosure struct {
	// Executable may be read and executed.
	Executable *os.File
	// SocketDir is where the decoder makes its listener.
	SocketDir string
	// ReadTrees are further files and folders to read and execute: the
	// loader and libraries of a program that is not static. Missing ones are
	// left out.
	ReadTrees []string
}

// Enclose builds the outer wall around the calling thread and every program it
// executes from now on. There is no way back: the caller locks its goroutine to
// the thread first and never unlocks it.
func Enclose(enclosure Enclosure) []Guard {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return []Guard{{Name: "no-new-privileges", Detail: fmt.Sprintf("prctl: %v; Landlock and seccomp need it", err)}}
	}
	rules := []landlockRule{{file: enclosure.Executable, access: landlockExecute}}
	allow := func(path string, access uint64) {
		file, err := os.OpenFile(path, unix.O_PATH|unix.O_CLOEXEC, 0)
		if err != nil {
			return
		}
		if info, err := file.Stat(); err == nil && !info.IsDir() {
			access &= landlockExecute // folder rights on a file are refused
		}
		rules = append(rules, landlockRule{file: file, access: access})
	}
	allow(enclosure.SocketDir, landlockSocketDir)
	for _, tree := range enclosure.ReadTrees {
		allow(tree, landlockReadTree)
	}
	landlock := landlockThread(rules)
	for _, rule := range rules[1:] {
		_ = rule.file.Close()
	}
	return []Guard{landlock, seccompThread()}
}
