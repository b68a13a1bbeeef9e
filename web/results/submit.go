// SPDX-License-Identifier: GPL-3.0-or-later

package results

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"convertd/conversion"
	"convertd/daemon"
	"convertd/daemon/archive"
	"convertd/failure"
	"convertd/web/library"
)

// Uploads is how uploads are taken.
type Uploads struct {
	Folder   string // for uploads that are on their way
	Limits   archive.Limits
	Unpacker archive.Unpacker
}

// Bounds of one answer.
const (
	maxJobsOfUpload   = 10_000
	maxShownProblems  = 100
	labelArchive      = "archive"
	maxExtensionBytes = 16
)

// Submit makes jobs of a file: one of a replay, one of each entry of an archive.
// What was taken stays submitted when the rest cannot be.
func (j *Jobs) Submit(ctx context.Context, submission library.Submission) (*library.Submitted, error) {
	name, err := bareName(submission.Filename)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp(j.Uploads.Folder, "upload-")
	if err != nil {
		return nil, fmt.Errorf("an upload cannot be kept: %w", err)
	}
	defer os.RemoveAll(folder) //nolint:errcheck // the folder above goes in the end
	place := filepath.Join(folder, "upload"+extension(name))
	if err := keep(place, submission.Data); err != nil {
		return nil, err
	}
	visitor := &submitter{
		ctx: ctx, client: j.Client, name: name, submission: submission,
		out: &library.Submitted{Filename: name, Archive: archive.IsArchive(place), Jobs: []library.SubmittedJob{}, Problems: []library.Problem{}},
	}
	err = archive.Walk(ctx, []string{place}, j.Uploads.Limits, j.Uploads.Unpacker, visitor)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if errors.Is(err, failure.ErrUnavailable) {
		return nil, told(err)
	}
	if err != nil {
		visitor.out.Error = jobError(err)
	}
	if !visitor.out.Archive && visitor.out.Error == nil && len(visitor.out.Problems) > 0 {
		visitor.out.Error = &visitor.out.Problems[0].Error
	}
	return visitor.out, nil
}

// keep writes an upload into a file.
func keep(place string, data io.Reader) error {
	file, err := os.OpenFile(place, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("an upload cannot be kept: %w", err)
	}
	_, err = io.Copy(file, data)
	return errors.Join(err, file.Close())
}

// bareName is the name of an upload without folders: browsers of old sent them.
func bareName(name string) (string, error) {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	if name == "." || name == ".." || name == "/" || !utf8.ValidString(name) || strings.ContainsRune(name, 0) || len(name) > daemon.MaxNameBytes {
		return "", fmt.Errorf("%w: the name of the file cannot be used: give at most %d bytes of UTF-8", library.ErrRefused, daemon.MaxNameBytes)
	}
	return name, nil
}

var plainExtension = regexp.MustCompile(`^(\.tar)?\.[A-Za-z0-9]+$`)

// extension is that of an upload's own file: it says what kind of archive it is.
// Nothing else of the name is used.
func extension(name string) string {
	lower := strings.ToLower(name)
	last := path.Ext(lower)
	if strings.HasSuffix(strings.TrimSuffix(lower, last), ".tar") {
		last = ".tar" + last
	}
	if len(last) > maxExtensionBytes || !plainExtension.MatchString(last) {
		return ""
	}
	return last
}

// submitter makes a job of everything that is found in an upload.
type submitter struct {
	ctx        context.Context //nolint:containedctx // the visitor has no other way to get it
	client     *daemon.Client
	name       string
	submission library.Submission
	out        *library.Submitted
}

var errTooManyEntries = fmt.Errorf("%w: an upload is at most %d replays: use `convertd import` for larger archives", failure.ErrLimit, maxJobsOfUpload)

// Entry implements archive.Visitor.
func (s *submitter) Entry(entry archive.Entry) error {
	if len(s.out.Jobs) >= maxJobsOfUpload {
		return errTooManyEntries
	}
	name, labels := s.name, s.submission.Labels
	priority := daemon.Priority(s.submission.Priority)
	if s.out.Archive {
		var err error
		if name, err = bareName(entry.Base); err != nil {
			return s.Problem(entry.Base, err)
		}
		labels = map[string]string{}
		for key, value := range s.submission.Labels {
			labels[key] = value
		}
		if _, taken := labels[labelArchive]; !taken && len(s.name) <= daemon.MaxLabelBytes && len(labels) < daemon.MaxLabels {
			labels[labelArchive] = s.name
		}
		if priority == "" {
			priority = daemon.PriorityBulk
		}
	}
	object, err := s.client.UploadSource(s.ctx, entry.Data)
	if err != nil {
		return err
	}
	status, err := s.client.Submit(s.ctx, daemon.Job{
		Source: daemon.JobSource{Object: object}, Filename: name, Format: s.submission.Format, Priority: priority,
		Options: conversion.Options{EmbedMap: s.submission.EmbedMap}, Labels: labels,
	})
	if err != nil {
		return err
	}
	s.out.Jobs = append(s.out.Jobs, library.SubmittedJob{ID: status.ID, Filename: name})
	return nil
}

// Problem implements archive.Visitor. The name of the upload's own file is not
// told.
func (s *submitter) Problem(name string, err error) error {
	s.out.ProblemsTotal++
	if len(s.out.Problems) >= maxShownProblems {
		return nil
	}
	if _, inner, found := strings.Cut(name, "!"); found {
		name = inner
	} else {
		name = s.name
	}
	s.out.Problems = append(s.out.Problems, library.Problem{Name: name, Error: *jobError(err)})
	return nil
}

// Progress implements archive.Visitor.
func (s *submitter) Progress(int64) {}

// jobError is an error in words without anything of this machine.
func jobError(err error) *library.JobError {
	code, message := "", ""
	switch {
	case errors.Is(err, archive.ErrUnsafeName):
		code, message = "refused", archive.ErrUnsafeName.Error()
	case errors.Is(err, archive.ErrLimit), errors.Is(err, failure.ErrLimit):
		code, message = "limit_exceeded", "a limit was exceeded: "+err.Error()
	case errors.Is(err, archive.ErrDamaged):
		code, message = "malformed", archive.ErrDamaged.Error()
	case errors.Is(err, archive.ErrRefused):
		code, message = "refused", archive.ErrRefused.Error()
	case errors.Is(err, library.ErrRefused):
		code, message = "usage", err.Error()
	default:
		class := failure.Classify(err)
		code, message = class.Code, class.Sentence
	}
	return &library.JobError{Code: code, Message: message}
}
