// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"convertd/core/ir"
	"convertd/core/pipeline"
	"convertd/failure"
)

func TestFailureTellsWhatIsOurs(t *testing.T) {
	offset := uint64(9)
	for name, test := range map[string]struct {
		err     error
		message string
		offset  *uint64
	}{
		"damage":     {&ir.DecodeError{Code: ir.CodeTruncated, Section: "orders", Offset: 9, Message: "cut off"}, "orders: cut off", &offset},
		"no decoder": {&ir.DecodeError{Code: ir.CodeNotRecognised, Section: "file", Message: "nobody knows it"}, "file: nobody knows it", nil},
		"limit":      {&pipeline.LimitError{What: "ticks", Limit: 1}, (&pipeline.LimitError{What: "ticks", Limit: 1}).Error(), nil},
		"our words":  {fmt.Errorf("%w: field id", failure.ErrMalformedJob), "malformed job: field id", nil},
		"a path":     {&fs.PathError{Op: "write", Path: "/secret", Err: errors.New("disk")}, "reading or writing failed", nil},
		"unforeseen": {errors.New("secret"), "the conversion failed; the log of the daemon has the cause", nil},
	} {
		t.Run(name, func(t *testing.T) {
			described := NewFailure(test.err)
			if described.Code != failure.Classify(test.err).Code || described.Message != test.message || strings.Contains(described.Message, "secret") {
				t.Errorf("%+v, want %q", described, test.message)
			}
			if (described.Offset == nil) != (test.offset == nil) || test.offset != nil && *described.Offset != *test.offset {
				t.Errorf("offset %v, want %v", described.Offset, test.offset)
			}
		})
	}
}
