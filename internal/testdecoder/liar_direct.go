// SPDX-License-Identifier: GPL-3.0-or-later

package testdecoder

import (
	"encoding/binary"
	"os"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"convertd/sdk"
	"convertd/sdk/decoderpb"
)

// DirectLiar is the name of the liar that answers direct calls.
const DirectLiar = "liar-direct"

// FrameLies are further answers of the direct liar, by source name: bytes that
// break the framing itself, behind a header.
var FrameLies = map[string]func() []byte{
	"endless-frame":    func() []byte { return []byte{0xff, 0xff, 0xff, 0xff, 2} },
	"unknown-frame":    func() []byte { return frame(99, []byte("what?")) },
	"garbage-odd":      func() []byte { return frame(6, []byte{0xff}) },
	"end-with-content": func() []byte { return frame(0, []byte("more")) },
	"early-end":        func() []byte { return frame(0, nil) },
	// The answer itself is whole; what follows is nobody's.
	"behind-the-end": func() []byte {
		return append(append(framed(trailer()), frame(0, nil)...), framed(header())...)
	},
}

// frame writes the frame of a direct call the long way.
func frame(kind byte, content []byte) []byte {
	return append(append(binary.LittleEndian.AppendUint32(nil, uint32(len(content))), kind), content...)
}

// framed is the frame of an event: its only field.
func framed(event *decoderpb.DecodeEvent) []byte {
	message, err := proto.Marshal(event)
	if err != nil {
		panic(err)
	}
	field, _, tag := protowire.ConsumeTag(message)
	if tag < 0 {
		return frame(99, nil)
	}
	content, _ := protowire.ConsumeBytes(message[tag:])
	return frame(byte(field), content)
}

// answerDirectly serves direct calls from what docs/plugins.md says of them.
func answerDirectly() {
	fd, err := strconv.Atoi(os.Getenv(sdk.EnvDirect))
	if err != nil {
		return
	}
	connection := os.NewFile(uintptr(fd), "host")
	for {
		kind, content, err := readFrame(connection)
		if err != nil {
			return
		}
		var answer []byte
		if kind == 2 {
			answer, err = probeAnswer(content)
		} else {
			start := &decoderpb.DecodeStart{}
			err = proto.Unmarshal(content, start)
			answer = directAnswer(strings.TrimSpace(start.GetName()))
		}
		if err != nil {
			return
		}
		if _, err := connection.Write(answer); err != nil {
			return
		}
	}
}

// ProbeLies are answers to a probe that are none, by source name.
var ProbeLies = map[string][]byte{
	"probe-end":     frame(0, nil),
	"probe-twice":   append(frame(2, nil), frame(2, nil)...),
	"probe-garbage": frame(2, []byte{0xff}),
}

func probeAnswer(content []byte) ([]byte, error) {
	request := &decoderpb.ProbeRequest{}
	if err := proto.Unmarshal(content, request); err != nil {
		return nil, err
	}
	if lie, ok := ProbeLies[request.GetName()]; ok {
		return lie, nil
	}
	response, err := proto.Marshal(&decoderpb.ProbeResponse{Format: "testreplay", Confidence: 77})
	return frame(2, response), err
}

func directAnswer(name string) []byte {
	if lie, ok := FrameLies[name]; ok {
		return append(framed(header()), lie()...)
	}
	var answer []byte
	for _, event := range Lies[name]() {
		answer = append(answer, framed(event)...)
	}
	return append(answer, frame(0, nil)...)
}

func readFrame(connection *os.File) (kind byte, content []byte, err error) {
	head := make([]byte, 5)
	if err := readAll(connection, head); err != nil {
		return 0, nil, err
	}
	content = make([]byte, binary.LittleEndian.Uint32(head))
	return head[4], content, readAll(connection, content)
}

func readAll(connection *os.File, into []byte) error {
	for len(into) > 0 {
		n, err := connection.Read(into)
		if err != nil {
			return err
		}
		into = into[n:]
	}
	return nil
}
