// SPDX-License-Identifier: GPL-3.0-or-later

package fault_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"convertd/core/fault"
)

func outOfRange(list []int) int { return list[len(list)+3] }

func contained(work func()) (err error) {
	defer fault.Contain(&err)
	work()
	return nil
}

func TestPanicIsTheErrorOfWhoContainsIt(t *testing.T) {
	for name, one := range map[string]struct {
		work func()
		text string
	}{
		"of the runtime": {func() { outOfRange(nil) }, "internal fault: runtime error: index out of range [3] with length 0"},
		"of content":     {func() { panic("a name from the file") }, "internal fault: a value of type string"},
		"of an error":    {func() { panic(errors.New("/home/somebody")) }, "internal fault: a value of type *errors.errorString"},
	} {
		err := contained(one.work)
		if err == nil || err.Error() != one.text {
			t.Errorf("%s: the error is %v", name, err)
		}
		if found := fault.Of(fmt.Errorf("game.rep: %w", err)); found == nil || !strings.Contains(string(found.Stack), "fault_test.go") {
			t.Errorf("%s: where it happened is not known", name)
		}
	}
	if err := contained(func() {}); err != nil || fault.Of(err) != nil {
		t.Errorf("nothing happened, and the error is %v", err)
	}
}

func TestPanicAsideIsRaisedWhereItIsWaitedFor(t *testing.T) {
	wait := fault.Aside(func() { outOfRange([]int{1}) })
	for range 2 { // whoever waits again learns it again
		err := contained(wait)
		found := fault.Of(err)
		if found == nil || !strings.Contains(string(found.Stack), "outOfRange") {
			t.Fatalf("the error is %v", err)
		}
	}
	ran := false
	fault.Aside(func() { ran = true })()
	if !ran {
		t.Error("the work was not done")
	}
}
