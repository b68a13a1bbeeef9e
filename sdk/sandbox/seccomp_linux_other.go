// SPDX-License-Identifier: GPL-3.0-or-later

//go:build linux && !amd64 && !arm64

package sandbox

import "runtime"

func seccompThread() Guard { return seccompProcess() }

func seccompProcess() Guard {
	return Guard{Name: "seccomp", Detail: "no filter is written for " + runtime.GOARCH}
}
