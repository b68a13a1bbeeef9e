// SPDX-License-Identifier: GPL-3.0-or-later

package fault

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
)

// Error is a panic that was contained: a fault of this program, not of the file.
// It is not worth trying again with the same program and file.
type Error struct {
	// Text is what may be told: the runtime's own sentence, or the type of the
	// value. A value itself may hold content of the file.
	Text string
	// Stack is where it happened, for a log. It is in no message.
	Stack []byte
}

func (e *Error) Error() string { return "internal fault: " + e.Text }

// Of returns the fault in an error, nil if there is none.
func Of(err error) *Error {
	var found *Error
	if errors.As(err, &found) {
		return found
	}
	return nil
}

// Contain is deferred by whoever works on one file. It makes a panic of the
// function that defers it, and of what that calls, the function's error. A panic of
// another goroutine is not among them: see Aside.
func Contain(err *error) { Contained(err, recover()) }

// Contained is Contain for those that do more: it takes what their recover returned
// and reports whether that was a panic.
func Contained(err *error, recovered any) bool {
	if recovered == nil {
		return false
	}
	*err = from(recovered)
	return true
}

// from describes the value of a panic. One that was contained before, and raised
// again on another goroutine, keeps the stack of its own.
func from(value any) *Error {
	switch v := value.(type) {
	case *Error:
		return v
	case runtime.Error:
		return &Error{Text: v.Error(), Stack: debug.Stack()}
	}
	return &Error{Text: fmt.Sprintf("a value of type %T", value), Stack: debug.Stack()}
}

// Call calls work and returns its panic, nil if it had none.
func Call(work func()) (panicked *Error) {
	defer func() {
		if value := recover(); value != nil {
			panicked = from(value)
		}
	}()
	work()
	return nil
}

// Aside runs work on a goroutine of its own. wait returns when it is done; a panic
// of the work is raised again there, on the goroutine that waits, so that whoever
// contains the panics of that one contains it too.
func Aside(work func()) (wait func()) {
	done := make(chan *Error, 1)
	go func() { done <- Call(work) }()
	var panicked *Error
	waited := false
	return func() {
		if !waited {
			panicked, waited = <-done, true
		}
		if panicked != nil {
			panic(panicked)
		}
	}
}
