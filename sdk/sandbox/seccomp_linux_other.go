// SPDX-License-Identifier: GPL-3.0-or-later

//go:build linux && !amd64 && !arm64

package sandbox

import "runtime"

func outerSeccomp(Kind) Guard { return seccompProcess() }

func seccompProcess() Guard {
	return Guard{Name: GuardSeccomp, Detail: "no filter is written for " + runtime.GOARCH}
}
