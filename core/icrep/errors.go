// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"errors"
	"fmt"

	"convertd/core/bincode"
)

// Classes of failure. Test with errors.Is.
var (
	// ErrNotReplay: the bytes are not an `.icrep`. Try another format.
	ErrNotReplay = errors.New("not an .icrep file")
	// ErrUnsupported: the file is of a version or compression that this
	// program does not know. Use a newer one.
	ErrUnsupported = errors.New("unsupported version")
	// ErrTruncated: the file ends too early. Repair keeps what is there.
	ErrTruncated = errors.New("truncated")
	// ErrCorrupt: bytes contradict the format or a checksum. Repair keeps the
	// blocks that are whole.
	ErrCorrupt = errors.New("corrupt")
	// ErrLimit: the file exceeds a limit of the format; treat it as hostile.
	ErrLimit = errors.New("limit exceeded")
	// ErrUsage: the caller broke the contract of the API.
	ErrUsage = errors.New("wrong use")
	// ErrExists: the output exists and overwriting was not asked for.
	ErrExists = errors.New("file exists")
)

// Section names a part of the file.
type Section string

// Sections, as named in errors, in integrity.sections and by `inspect`.
const (
	SectionHeader    Section = "header"
	SectionMetadata  Section = "metadata"
	SectionOrders    Section = "orders"
	SectionKeyframes Section = "keyframes"
	SectionEvents    Section = "events"
	SectionVoice     Section = "voice"
	SectionSignature Section = "signature"
	SectionEmbedded  Section = "embedded"
	// SectionFile is the file as a whole.
	SectionFile Section = "file"
	// SectionJournal is the journal of an unfinished recording.
	SectionJournal Section = "journal"
)

// Error says what is wrong and where.
type Error struct {
	Class   error   // one of the sentinels above
	Section Section // where
	Offset  int64   // byte offset in the file; -1 if there is none
	Message string
}

func (e *Error) Error() string {
	if e.Offset < 0 {
		return fmt.Sprintf("icrep: %s: %s: %v", e.Section, e.Message, e.Class)
	}
	return fmt.Sprintf("icrep: %s, byte %d: %s: %v", e.Section, e.Offset, e.Message, e.Class)
}

// Unwrap returns the class.
func (e *Error) Unwrap() error { return e.Class }

func failure(class error, s Section, offset int64, format string, args ...any) *Error {
	return &Error{Class: class, Section: s, Offset: offset, Message: fmt.Sprintf(format, args...)}
}

func corrupt(s Section, offset int64, format string, args ...any) *Error {
	return failure(ErrCorrupt, s, offset, format, args...)
}

func usage(s Section, format string, args ...any) *Error {
	return failure(ErrUsage, s, -1, format, args...)
}

// fromBincode places a decoding failure: base is the file offset of the bytes
// if they lie in the file as they are, or of the compressed block around them.
func fromBincode(s Section, base int64, compressed bool, err error) *Error {
	var located *bincode.Error
	if !errors.As(err, &located) {
		return corrupt(s, base, "%v", err)
	}
	if compressed {
		return corrupt(s, base, "byte %d of the decompressed block: %s", located.Offset, located.Message)
	}
	return corrupt(s, base+int64(located.Offset), "%s", located.Message)
}
