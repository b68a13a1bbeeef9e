// SPDX-License-Identifier: GPL-3.0-or-later

package archive

import (
	"encoding/json"
	"fmt"
	"io"
)

// Request is what a process is asked to open.
type Request struct {
	Base   string `json:"base"`   // bare name of the file on disk
	Size   int64  `json:"size"`   // of the file on disk
	Limits Limits `json:"limits"` // of the file on disk and all that is in it
	Memory uint64 `json:"memory"` // bytes the process may hold
	// RequireIsolation asks for Refuse instead of Serve where the process
	// cannot be shut in.
	RequireIsolation bool `json:"require_isolation"`
}

// ParseRequest reads the argument of the process that Unpacker.Command makes.
func ParseRequest(argument string) (Request, error) {
	var request Request
	if err := json.Unmarshal([]byte(argument), &request); err != nil {
		return Request{}, fmt.Errorf("request: %w", err)
	}
	return request, nil
}

// Refuse answers a request with the reason why no archive is opened here. It
// ends the walk.
func Refuse(reason string, output io.Writer) error {
	return message{kind: kindRefused, text: reason}.send(output)
}

// Serve opens an archive and writes what is in it to output, for the Unpacker
// at the other end. The caller has limited the process before: from here on
// strangers' bytes are read. Problems of the archive are part of the output;
// the error is that nobody reads it.
func Serve(request Request, source Source, output io.Writer) error {
	w := &walker{limits: request.Limits, size: request.Size, output: output}
	if err := w.archive("", request.Base, source, 0); err != nil {
		return err
	}
	return w.say(message{kind: kindEnd})
}
