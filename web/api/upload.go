// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"convertd/web/library"
)

// Limits of one upload besides its bytes.
const (
	maxUploadFiles  = 1000
	maxFieldBytes   = 1 << 10
	maxUploadFields = 64
	uploadTimeout   = time.Hour
)

// uploaded is the answer to an upload: one entry for each file.
type uploaded struct {
	Files []*library.Submitted `json:"files"`
}

// upload takes replays and archives, as a form or as the body itself.
func (a *API) upload(response http.ResponseWriter, request *http.Request) error {
	if a.Jobs == nil {
		return errNoDaemon
	}
	kind, parameters, err := mime.ParseMediaType(request.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/form-data" && kind != "application/octet-stream" {
		return &Error{http.StatusUnsupportedMediaType, "unsupported_media", "send multipart/form-data, or application/octet-stream with ?filename="}
	}
	control := http.NewResponseController(response)
	until := time.Now().Add(uploadTimeout)
	_ = control.SetReadDeadline(until) // recorders of tests have none
	_ = control.SetWriteDeadline(until)
	request.Body = http.MaxBytesReader(response, request.Body, a.UploadBytes)
	out := &uploaded{Files: []*library.Submitted{}}
	if kind == "application/octet-stream" {
		err = a.uploadBody(request, out)
	} else {
		err = a.uploadForm(request, parameters["boundary"], out)
	}
	if err != nil {
		return err
	}
	return writeStatus(response, http.StatusAccepted, out)
}

func (a *API) uploadBody(request *http.Request, out *uploaded) error {
	q := readQuery(request)
	fields := uploadFields{Labels: map[string]string{}}
	filename := q.text("filename")
	for _, name := range []string{"priority", "format", "embed_map"} {
		if value := q.text(name); value != "" {
			if err := fields.set(name, value); err != nil {
				return err
			}
		}
	}
	for _, label := range q.list("label") {
		if err := fields.set("label", label); err != nil {
			return err
		}
	}
	if err := q.end(); err != nil {
		return err
	}
	return a.submit(request, filename, request.Body, fields, out)
}

func (a *API) uploadForm(request *http.Request, boundary string, out *uploaded) error {
	form := multipart.NewReader(request.Body, boundary)
	fields := uploadFields{Labels: map[string]string{}}
	for count := 0; ; {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return formError(err)
		}
		if part.FormName() == "file" {
			if len(out.Files) >= maxUploadFiles {
				return usage("at most %d files are taken at a time", maxUploadFiles)
			}
			if err := a.submit(request, part.FileName(), part, fields, out); err != nil {
				return formError(err)
			}
			continue
		}
		if count++; count > maxUploadFields {
			return usage("the form has too many fields")
		}
		value, err := io.ReadAll(io.LimitReader(part, maxFieldBytes+1))
		if err != nil {
			return formError(err)
		}
		if len(value) > maxFieldBytes {
			return usage("the field %s is longer than %d bytes", strconv.Quote(part.FormName()), maxFieldBytes)
		}
		if err := fields.set(part.FormName(), string(value)); err != nil {
			return err
		}
	}
	if len(out.Files) == 0 {
		return usage(`no file was sent: add parts with the name "file"`)
	}
	return nil
}

// formError keeps errors with a meaning of their own; what else goes wrong in
// reading a form is the form's fault.
func formError(err error) error {
	var large *http.MaxBytesError
	var known *Error
	if errors.As(err, &large) || errors.As(err, &known) || errors.Is(err, library.ErrUnavailable) || errors.Is(err, library.ErrRefused) {
		return err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, multipart.ErrMessageTooLarge) || strings.HasPrefix(err.Error(), "multipart:") || strings.HasPrefix(err.Error(), "mime:") {
		return usage("the form cannot be read to its end")
	}
	return err
}

func (a *API) submit(request *http.Request, filename string, data io.Reader, fields uploadFields, out *uploaded) error {
	submitted, err := a.Jobs.Submit(request.Context(), library.Submission{
		Filename: filename, Data: data, Priority: fields.Priority, Format: fields.Format, EmbedMap: fields.EmbedMap, Labels: fields.Labels,
	})
	if err != nil {
		return err
	}
	out.Files = append(out.Files, submitted)
	return nil
}

// uploadFields are what holds for all files that follow.
type uploadFields struct {
	Priority string
	Format   string
	EmbedMap bool
	Labels   map[string]string
}

func (f *uploadFields) set(name, value string) error {
	switch name {
	case "priority":
		if !slices.Contains([]string{"high", "normal", "bulk"}, value) {
			return usage("priority is %q: use high, normal or bulk", value)
		}
		f.Priority = value
	case "format":
		f.Format = value
	case "embed_map":
		embed, err := strconv.ParseBool(value)
		if err != nil {
			return usage("embed_map is neither true nor false")
		}
		f.EmbedMap = embed
	case "label":
		key, text, ok := strings.Cut(value, "=")
		if !ok || key == "" {
			return usage("label: write name=value")
		}
		f.Labels[key] = text
	default:
		return usage("there is no field %q", name)
	}
	return nil
}
