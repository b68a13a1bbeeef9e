// SPDX-License-Identifier: GPL-3.0-or-later

package files

import (
	"errors"
	"path/filepath"
	"testing"
)

func TestWhatIsHeldIsFreeAgainAfterwards(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, err := Hold(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Hold(path); !errors.Is(err, ErrInUse) {
		t.Errorf("a second one gets %v", err)
	}
	if err := first.Release(); err != nil {
		t.Fatal(err)
	}
	second, err := Hold(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Release(); err != nil {
		t.Fatal(err)
	}
	if _, err := Hold(filepath.Join(t.TempDir(), "no", "folder")); err == nil || errors.Is(err, ErrInUse) {
		t.Errorf("in a folder that is not there: %v", err)
	}
}
