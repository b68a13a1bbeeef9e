// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !linux

package pipeline_test

import "time"

// threadTime is not known here.
func threadTime() time.Duration { return 0 }
