// SPDX-License-Identifier: GPL-3.0-or-later

package ir

import "testing"

func TestEveryKindHasANameOfItsOwn(t *testing.T) {
	seen := map[string]Kind{}
	for k := range kindCount {
		name := k.String()
		if other, ok := seen[name]; ok || name == "" {
			t.Errorf("kind %d and kind %d are both %q", k, other, name)
		}
		seen[name] = k
	}
	if got := kindCount.String(); got != "invalid" {
		t.Errorf("a kind beyond the last is %q", got)
	}
}
