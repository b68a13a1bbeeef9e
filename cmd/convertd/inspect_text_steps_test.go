// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"strings"
	"testing"

	"convertd/core/pipeline"
)

func TestEqualStepsOfABuildOrderAreListedOnce(t *testing.T) {
	steps := []pipeline.BuildStep{
		{TimeMS: 14_000, Player: 1, Item: "e1"},
		{TimeMS: 14_000, Player: 1, Item: "e1"},
		{TimeMS: 14_000, Player: 1, Item: "e1"},
		{TimeMS: 14_000, Player: 2, Item: "e1"},
		{TimeMS: 15_000, Player: 1, Item: "e1"},
	}
	var out bytes.Buffer
	text := newPage(&out)
	printBuildOrder(text, steps, 0, map[int32]string{1: "A", 2: "B"})
	if err := text.table.Flush(); err != nil {
		t.Fatal(err)
	}
	want := []string{"0:14  A: e1, 3 times", "0:14  B: e1", "0:15  A: e1"}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%q", lines)
	}
	for i, line := range lines {
		if !strings.HasSuffix(strings.TrimSpace(line), want[i]) {
			t.Errorf("line %d is %q, want %q", i, line, want[i])
		}
	}
}
