// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"os"
	"strconv"
)

// landlockVariable gives the launcher, which is this test program again, an
// older kernel: the version of Landlock that it has, 0 for none.
const landlockVariable = "CONVERTD_TEST_LANDLOCK"

// It is set before the launcher runs, which is in an init.
var _ = func() bool {
	version, err := strconv.Atoi(os.Getenv(landlockVariable))
	if err != nil {
		return false
	}
	landlockVersion = func() (int, error) {
		if version == 0 {
			return 0, errNoLandlock
		}
		return version, nil
	}
	return true
}()
