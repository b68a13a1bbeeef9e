// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"context"
	"net/http"
	"path"
	"slices"
	"strings"
)

// Format is a format that can be converted.
type Format struct {
	ID          string   `json:"id"`
	Description string   `json:"description"`
	Extensions  []string `json:"extensions"`
	Decoder     string   `json:"decoder"`
	Version     string   `json:"version"` // of the decoder
	Bundled     bool     `json:"bundled"`
	Unverified  bool     `json:"unverified"` // no real file has confirmed it
}

// Guard is one part of the wall around a decoder.
type Guard struct {
	Guard  string `json:"guard"`
	Active bool   `json:"active"` // tested, not only asked for
	Detail string `json:"detail"`
}

// Decoder is one decoder and whether it works.
type Decoder struct {
	Name    string   `json:"name"`
	Version string   `json:"version"`
	Bundled bool     `json:"bundled"`
	State   string   `json:"state"` // ready, unavailable
	Error   *string  `json:"error"`
	Formats []Format `json:"formats"`
	Sandbox []Guard  `json:"sandbox"`
}

// States of decoders.
const (
	DecoderReady       = "ready"
	DecoderUnavailable = "unavailable"
)

// Decoders knows the decoders of this process.
type Decoders interface {
	// Formats lists what can be converted, sorted by id.
	Formats() []Format
	// Decoders starts each once and says how it is.
	Decoders(ctx context.Context) []Decoder
}

func (a *API) decoders(response http.ResponseWriter, request *http.Request) error {
	if err := readQuery(request).end(); err != nil {
		return err
	}
	return writeJSON(response, map[string][]Decoder{"decoders": a.Decoders.Decoders(request.Context())})
}

// decoderOf says whose a job was by its format, or by the name of its file where
// that leaves no doubt.
func (a *API) decoderOf(format, filename string) string {
	extension := strings.ToLower(path.Ext(filename))
	found := ""
	for _, known := range a.Decoders.Formats() {
		if known.ID == format {
			return known.Decoder
		}
		if slices.ContainsFunc(known.Extensions, func(e string) bool { return strings.ToLower(e) == extension || "."+strings.ToLower(e) == extension }) {
			if found != "" && found != known.Decoder {
				return ""
			}
			found = known.Decoder
		}
	}
	return found
}
