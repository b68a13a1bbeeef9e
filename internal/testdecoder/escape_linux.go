// SPDX-License-Identifier: GPL-3.0-or-later

package testdecoder

import (
	"os"
	"syscall"
)

// systemAttempts are ways out that only Linux has.
func systemAttempts() []attempt {
	return []attempt{
		{"signal-host", func() error { return syscall.Kill(os.Getppid(), syscall.SIGCONT) }},
		{"ptrace", func() error { return syscall.PtraceAttach(os.Getppid()) }},
		{"fork", func() error {
			_, err := syscall.ForkExec("/proc/self/exe", []string{"x"}, &syscall.ProcAttr{}) //nolint:gosec // it is to fail
			return err
		}},
		{"mount", func() error { return syscall.Mount("none", "/mnt", "tmpfs", 0, "") }},
	}
}
