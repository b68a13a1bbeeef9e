// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"time"
	"unicode/utf8"

	"convertd/conversion"
	"convertd/failure"
)

// Job is one conversion that somebody wants: the message on CONVERT_JOBS and
// the request of convert.submit (docs/schemas/job.schema.json).
type Job struct {
	ID          string             `json:"id"`
	Source      JobSource          `json:"source"`
	Filename    string             `json:"filename,omitempty"` // bare name, no folders; a hint for recognising the format
	Format      string             `json:"format"`             // a format id, or "auto"
	Priority    Priority           `json:"priority,omitempty"` // normal if absent; on the stream the subject decides
	Options     conversion.Options `json:"options"`
	Labels      map[string]string  `json:"labels,omitempty"` // the submitter's own; carried through
	RequestedAt time.Time          `json:"requested_at"`
}

// JobSource says where the replay is. Exactly one field is set.
type JobSource struct {
	Object string `json:"object,omitempty"` // name in the object store convert_sources
	Path   string `json:"path,omitempty"`   // "ROOT/inner/path", ROOT being one of the configured roots
	Inline []byte `json:"inline,omitempty"` // the replay itself
}

// Limits of a job's own fields. A message must fit NATS' default payload of
// 1 MiB whatever it holds.
const (
	MaxInlineBytes = 256 << 10 // of a source; larger ones go to convert_sources
	MaxWorldBytes  = 128 << 10
	MaxLabels      = 16
	MaxLabelBytes  = 256 // of a label's name or value
	MaxNameBytes   = 512 // of a file name, path or object name
)

// ParseJob reads and checks a message. Fields that a job does not have are
// errors: a misspelt option must not be ignored. Errors wrap ErrMalformedJob.
func ParseJob(data []byte) (Job, error) {
	var job Job
	if err := decodeStrict(data, &job); err != nil {
		return Job{}, err
	}
	return job, job.Validate()
}

// parseSubmission reads a job whose id, format, priority and time may be
// absent; Client.Submit fills them in and checks the rest.
func parseSubmission(data []byte) (Job, error) {
	var job Job
	err := decodeStrict(data, &job)
	return job, err
}

// decodeStrict reads exactly one JSON object without unknown fields.
func decodeStrict(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return fmt.Errorf("%w: %w: see docs/schemas", failure.ErrMalformedJob, err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: text follows the JSON object: send one object per message", failure.ErrMalformedJob)
	}
	return nil
}

// Validate checks everything that can be checked without opening the source.
func (j *Job) Validate() error {
	if !jobID.MatchString(j.ID) {
		return jobFault("id", "use 1 to 64 letters, digits, dashes and underscores")
	}
	if err := j.Source.validate(); err != nil {
		return err
	}
	if err := checkText("filename", j.Filename); err != nil {
		return err
	}
	if bytes.ContainsAny([]byte(j.Filename), `/\`) {
		return jobFault("filename", "give the bare name without folders")
	}
	if j.Format != conversion.FormatAuto && !formatID.MatchString(j.Format) {
		return jobFault("format", `use "auto" or a format id as convert.formats lists them`)
	}
	if j.Priority != "" && !j.Priority.valid() {
		return jobFault("priority", "use high, normal or bulk")
	}
	return j.validateExtras()
}

// group is whose share of the workers a job takes; "" is that of all jobs without one.
func (j *Job) group() string { return j.Labels[LabelGroup] }

// takePlace notes the priority and the group that a job was published under: the
// subject decides, so that whoever may publish to few subjects cannot ask for more.
func (j *Job) takePlace(subject string) {
	priority, group := placeOf(subject)
	j.Priority = priority
	if group == j.group() {
		return
	}
	j.Labels = maps.Clone(j.Labels)
	if group == "" {
		delete(j.Labels, LabelGroup)
		return
	}
	if j.Labels == nil {
		j.Labels = map[string]string{}
	}
	j.Labels[LabelGroup] = group
}

func (j *Job) validateExtras() error {
	if len(j.Options.World) > MaxWorldBytes {
		return jobFault("options.world", fmt.Sprintf("use at most %d bytes", MaxWorldBytes))
	}
	if len(j.Options.Profile) > MaxLabelBytes {
		return jobFault("options.profile", fmt.Sprintf("use at most %d bytes", MaxLabelBytes))
	}
	if len(j.Labels) > MaxLabels {
		return jobFault("labels", fmt.Sprintf("use at most %d", MaxLabels))
	}
	if group, ok := j.Labels[LabelGroup]; ok && !groupName.MatchString(group) {
		return jobFault("labels.group", "use 1 to 64 letters, digits, dashes and underscores")
	}
	for name, value := range j.Labels {
		if name == "" || len(name) > MaxLabelBytes || len(value) > MaxLabelBytes {
			return jobFault("labels", fmt.Sprintf("use names and values of at most %d bytes", MaxLabelBytes))
		}
	}
	return nil
}

func (s *JobSource) validate() error {
	given := 0
	for _, set := range []bool{s.Object != "", s.Path != "", len(s.Inline) > 0} {
		if set {
			given++
		}
	}
	if given != 1 {
		return jobFault("source", "give exactly one of object, path and inline")
	}
	if len(s.Inline) > MaxInlineBytes {
		return jobFault("source.inline", fmt.Sprintf("use at most %d bytes, and the object store convert_sources for more", MaxInlineBytes))
	}
	if err := checkText("source.object", s.Object); err != nil {
		return err
	}
	return checkText("source.path", s.Path)
}

func checkText(field, text string) error {
	if len(text) > MaxNameBytes || !utf8.ValidString(text) || bytes.ContainsRune([]byte(text), 0) {
		return jobFault(field, fmt.Sprintf("use at most %d bytes of UTF-8", MaxNameBytes))
	}
	return nil
}

func jobFault(field, remedy string) error {
	return fmt.Errorf("%w: field %s: %s", failure.ErrMalformedJob, field, remedy)
}
