// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"strings"
	"testing"
)

// Events name types by number: a name with two numbers would be two types.
func TestANameStandsInTheTableOnce(t *testing.T) {
	if names, err := decodeNames(appendNames(nil, []string{"e1", "3tnk", "harv"}), 0); err != nil || len(names) != 3 {
		t.Errorf("%v, %v", names, err)
	}
	if _, err := decodeNames(appendNames(nil, []string{"e1", "3tnk", "e1"}), 0); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Error(err)
	}
}
