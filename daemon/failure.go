// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"errors"

	"convertd/core/ir"
	"convertd/core/pipeline"
	"convertd/failure"
)

// Failure is why something did not succeed, without anything private.
type Failure struct {
	Code    string  `json:"code"` // failure.Class.Code
	Message string  `json:"message"`
	Offset  *uint64 `json:"offset,omitempty"` // byte offset in the source
}

// NewFailure describes an error for messages and status: the class, a text
// without paths, and the byte offset if the source is to blame.
func NewFailure(err error) *Failure {
	class := failure.Classify(err)
	described := &Failure{Code: class.Code, Message: class.Sentence}
	if decode, ok := ir.AsDecodeError(err); ok && string(decode.Code) == class.Code {
		if decode.Code != ir.CodeNotRecognised {
			offset := decode.Offset
			described.Offset = &offset
		}
		described.Message = decode.Section + ": " + decode.Message
		return described
	}
	var limit *pipeline.LimitError
	if errors.As(err, &limit) {
		described.Message = limit.Error()
		return described
	}
	if errors.Is(err, failure.ErrMalformedJob) || errors.Is(err, failure.ErrLimit) || errors.Is(err, failure.ErrUsage) || errors.Is(err, failure.ErrSourceMissing) {
		described.Message = err.Error() // our own words, about fields and limits only
	}
	return described
}
