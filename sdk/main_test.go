// SPDX-License-Identifier: GPL-3.0-or-later

package sdk

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
