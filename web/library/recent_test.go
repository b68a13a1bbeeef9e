// SPDX-License-Identifier: GPL-3.0-or-later

package library

import (
	"path/filepath"
	"testing"
)

func TestAnswersAreKeptUntilTheIndexChanges(t *testing.T) {
	kept := recent[int]{most: 2}
	has := func(revision uint64, key string) bool {
		_, known := kept.get(revision, key)
		return known
	}
	kept.put(0, "a", 1)
	kept.put(0, "b", 2)
	if !has(0, "a") || !has(0, "b") || has(1, "a") {
		t.Error("what was answered is not known, or after a change")
	}
	kept.put(1, "a", 3)
	kept.put(0, "b", 2) // asked before the change, answered after it
	if !has(1, "a") || has(0, "b") || has(1, "b") {
		t.Error("a late answer takes the place of new ones")
	}
	kept.put(1, "b", 4)
	kept.put(1, "c", 5)
	if has(1, "a") || !has(1, "c") {
		t.Error("more than two answers are kept")
	}
}

func TestAWordIsLookedUpOnceInAnIndexThatWasOpenedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "library.sqlite")
	index, _, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, index, 10)
	if err := index.Close(); err != nil {
		t.Fatal(err)
	}
	index = openIndex(t, path)
	first, err := index.textMatches(t.Context(), "luck")
	if err != nil || first.GetCardinality() != 10 {
		t.Fatalf("%v, %v", first, err)
	}
	if again, err := index.textMatches(t.Context(), "luck"); err != nil || again != first {
		t.Errorf("it is looked up again: %v", err)
	}
	if err := index.Add(t.Context(), made(10)); err != nil {
		t.Fatal(err)
	}
	if later, err := index.textMatches(t.Context(), "luck"); err != nil || later.GetCardinality() != 11 {
		t.Errorf("after a change it is %v, %v", later, err)
	}
}
