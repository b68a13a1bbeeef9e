// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Messages of our own viewer to the server (docs/playback.md).
type (
	helloMessage struct {
		T       string `json:"t"`
		Version int    `json:"version"`
	}
	setSpeedMessage struct {
		T    string `json:"t"`
		Mode string `json:"mode"`
	}
	stepMessage struct {
		T     string `json:"t"`
		Ticks int64  `json:"ticks"`
	}
)

type (
	branchMessage struct {
		T string `json:"t"`
	}
	labMessage struct {
		T         string          `json:"t"`
		RequestID uint32          `json:"requestId"`
		Op        json.RawMessage `json:"op"`
	}
)

// helloAnswer says that our own messages will come.
type helloAnswer struct {
	T       string `json:"t"`
	Version int    `json:"version"`
}

// decodeOwn reads a message strictly: what is not known is an error.
func decodeOwn(tag string, text []byte) (any, error) {
	var message any
	switch tag {
	case "convertd.hello":
		message = &helloMessage{}
	case "convertd.setSpeed":
		message = &setSpeedMessage{}
	case "convertd.stepRoomTime":
		message = &stepMessage{}
	case "convertd.branch":
		message = &branchMessage{}
	case "convertd.lab":
		message = &labMessage{}
	default:
		return nil, fmt.Errorf("unknown message %q", tag)
	}
	return message, strict(text, message)
}

// strict reads one JSON value without unknown members.
func strict(text []byte, to any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(to); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return fmt.Errorf("there is more behind the message")
	}
	return nil
}
