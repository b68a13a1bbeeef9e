// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"convertd/core/ir"
)

// The header: little-endian, without gaps.
const (
	magic      = "spring demofile\x00"
	version    = 5
	versionEnd = len(magic) + 4

	engineBytes = 256 // text of the engine's version
	gameIDBytes = 16
	headerBytes = 352
	// maxHeaderBytes bounds what later engines may append.
	maxHeaderBytes = 4096
	// maxScriptBytes bounds the setup script. Those of large games have 30 kB.
	maxScriptBytes = 4 << 20
	// maxDemoBytes bounds what a demo unpacks to: ten hours of a large game.
	maxDemoBytes = 2 << 30
)

// input is the demo as it reads, unpacked if it was packed.
type input struct {
	source *bytes.Reader // what was given
	size   int
	demo   io.Reader
	packed bool
	at     int64 // bytes of the demo that were read
}

// open begins to read. Both forms occur: the engine packs demos, and can be told
// not to.
func open(data []byte) (*input, error) {
	in := &input{source: bytes.NewReader(data), size: len(data)}
	if bytes.HasPrefix(data, gzipMagic) {
		unpacked, err := gzip.NewReader(in.source)
		if err != nil {
			return nil, in.fail(ir.CodeNotRecognised, "container", "the gzip header is damaged", err)
		}
		in.demo, in.packed = bufio.NewReader(io.LimitReader(unpacked, maxDemoBytes)), true
		return in, nil
	}
	in.demo = in.source
	return in, nil
}

// consumed is how far into the source reading went: of a packed demo, how far the
// unpacker went.
func (in *input) consumed() uint64 { return uint64(in.size - in.source.Len()) }

// place is the byte offset of what is read next. Of a packed demo it is where
// the packed stream begins, for all of it: a place inside means nothing there, and
// how far the unpacker reads ahead depends on what follows.
func (in *input) place() uint64 {
	if in.packed {
		return 0
	}
	return uint64(in.at)
}

func (in *input) fail(code ir.Code, section, message string, cause error) *ir.DecodeError {
	return &ir.DecodeError{Code: code, Section: section, Offset: in.consumed(), Message: message, Cause: cause}
}

// read fills the slice. What is missing is an error of the named part.
func (in *input) read(into []byte, section string) error {
	n, err := io.ReadFull(in.demo, into)
	in.at += int64(n)
	if err == nil {
		return nil
	}
	where := fmt.Sprintf("byte %d of the demo", in.at)
	switch {
	case in.at >= maxDemoBytes:
		return in.fail(ir.CodeLimitExceeded, section, fmt.Sprintf("it unpacks to more than %d bytes", int64(maxDemoBytes)), nil)
	case errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader):
		return in.fail(ir.CodeMalformed, section, "the packed stream is damaged at "+where, err)
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return in.fail(ir.CodeTruncated, section, "it ends at "+where, nil)
	default:
		return in.fail(ir.CodeMalformed, section, "the packed stream is damaged at "+where, err)
	}
}

// header is what this decoder uses of the demo's header. Nothing is kept of the
// id of the game: it leads to its page, and so to accounts.
type header struct {
	engine  string
	start   int64 // Unix seconds
	seconds uint32
	script  uint32
	stream  uint32 // bytes of the demo stream, 0 if the engine ended before it wrote them
	winners uint32 // how many winning alliances follow the stream
	players uint32 // how many statistics of players follow
	stat    uint32 // bytes of one
}

func (in *input) header() (*header, error) {
	raw := make([]byte, headerBytes)
	if err := in.read(raw[:len(magic)], "header"); err != nil || string(raw[:len(magic)]) != magic {
		return nil, in.fail(ir.CodeNotRecognised, "header", "it does not begin as a demo does", nil)
	}
	if err := in.read(raw[len(magic):], "header"); err != nil {
		return nil, err
	}
	if v := binary.LittleEndian.Uint32(raw[len(magic):]); v != version {
		return nil, in.fail(ir.CodeUnsupportedVersion, "header", fmt.Sprintf("version %d of the demo format is not read, only %d", v, version), nil)
	}
	size := binary.LittleEndian.Uint32(raw[versionEnd:])
	if size < headerBytes || size > maxHeaderBytes {
		return nil, in.fail(ir.CodeMalformed, "header", fmt.Sprintf("a header of %d bytes", size), nil)
	}
	if err := in.read(make([]byte, size-headerBytes), "header"); err != nil {
		return nil, err
	}
	engine, _, _ := bytes.Cut(raw[versionEnd+4:versionEnd+4+engineBytes], []byte{0})
	rest := raw[versionEnd+4+engineBytes+gameIDBytes:]
	field := func(i int) uint32 { return binary.LittleEndian.Uint32(rest[8+4*i:]) }
	h := &header{
		engine: strings.ToValidUTF8(string(engine), "\uFFFD"), start: int64(binary.LittleEndian.Uint64(rest) & (1<<40 - 1)),
		script: field(0), stream: field(1), seconds: field(3), players: field(4), stat: field(6), winners: field(11),
	}
	if h.script > maxScriptBytes {
		return nil, in.fail(ir.CodeLimitExceeded, "header", fmt.Sprintf("a script of %d bytes", h.script), nil)
	}
	return h, nil
}

// script reads and understands the setup script.
func (in *input) script(head *header) (*setup, error) {
	var text bytes.Buffer
	if n, err := io.CopyN(&text, in.demo, int64(head.script)); err != nil {
		in.at += n
		return nil, in.fail(ir.CodeTruncated, "script", fmt.Sprintf("it ends after %d of %d bytes", n, head.script), nil)
	}
	in.at += int64(head.script)
	sections, err := parseScript(text.String())
	if err != nil {
		return nil, in.fail(ir.CodeMalformed, "script", err.Error(), nil)
	}
	setup, err := setupOf(sections)
	if err != nil {
		return nil, in.fail(ir.CodeMalformed, "script", err.Error(), nil)
	}
	return setup, nil
}
