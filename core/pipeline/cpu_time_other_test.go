// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !unix

package pipeline_test

import "time"

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }
