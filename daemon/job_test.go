// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"convertd/conversion"
	"convertd/failure"
)

func TestLimitsOfAJobHoldOnBothSides(t *testing.T) {
	labels := func(count, size int) map[string]string {
		list := map[string]string{}
		for i := range count {
			list[strings.Repeat("k", size-1)+string(rune('a'+i))] = strings.Repeat("v", size)
		}
		return list
	}
	for _, test := range []struct {
		name   string
		change func(*Job)
		ok     bool
	}{
		{"plain", func(*Job) {}, true},
		{"longest id", func(j *Job) { j.ID = strings.Repeat("a", 64) }, true},
		{"id too long", func(j *Job) { j.ID = strings.Repeat("a", 65) }, false},
		{"id with a dot", func(j *Job) { j.ID = "a.b" }, false},
		{"id with a wildcard", func(j *Job) { j.ID = "*" }, false},
		{"largest inline", func(j *Job) { j.Source.Inline = make([]byte, MaxInlineBytes) }, true},
		{"inline too large", func(j *Job) { j.Source.Inline = make([]byte, MaxInlineBytes+1) }, false},
		{"largest world", func(j *Job) { j.Options.World = make([]byte, MaxWorldBytes) }, true},
		{"world too large", func(j *Job) { j.Options.World = make([]byte, MaxWorldBytes+1) }, false},
		{"most labels", func(j *Job) { j.Labels = labels(MaxLabels, MaxLabelBytes) }, true},
		{"too many labels", func(j *Job) { j.Labels = labels(MaxLabels+1, 8) }, false},
		{"label too long", func(j *Job) { j.Labels = labels(1, MaxLabelBytes+1) }, false},
		{"label without a name", func(j *Job) { j.Labels = map[string]string{"": "x"} }, false},
		{"longest name", func(j *Job) { j.Filename = strings.Repeat("n", MaxNameBytes) }, true},
		{"name too long", func(j *Job) { j.Filename = strings.Repeat("n", MaxNameBytes+1) }, false},
		{"name with a folder", func(j *Job) { j.Filename = "a/b" }, false},
		{"name with another folder", func(j *Job) { j.Filename = `a\b` }, false},
		{"name that is not UTF-8", func(j *Job) { j.Filename = "\xff" }, false},
		{"two sources", func(j *Job) { j.Source.Object = "o" }, false},
		{"no source", func(j *Job) { j.Source = JobSource{} }, false},
		{"format", func(j *Job) { j.Format = "ra-record" }, true},
		{"no format", func(j *Job) { j.Format = "" }, false},
		{"format with a dot", func(j *Job) { j.Format = "a.b" }, false},
		{"priority", func(j *Job) { j.Priority = PriorityBulk }, true},
		{"unknown priority", func(j *Job) { j.Priority = "urgent" }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			job := inline("id", "replay")
			job.Format = conversion.FormatAuto
			test.change(&job)
			err := job.Validate()
			if (err == nil) != test.ok || err != nil && !errors.Is(err, failure.ErrMalformedJob) {
				t.Errorf("got %v, want it valid: %v", err, test.ok)
			}
		})
	}
}

// FuzzParseJob holds for any message: no panic, and what is accepted is valid,
// small enough for NATS, and reads back the same.
func FuzzParseJob(f *testing.F) {
	job := inline("id", "replay")
	job.Format, job.RequestedAt, job.Labels = conversion.FormatAuto, time.Unix(1, 0).UTC(), map[string]string{"a": "b"}
	job.Options = conversion.Options{World: json.RawMessage(`{"a":[1]}`), ConvertedAt: 7}
	seed, err := json.Marshal(job)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	f.Add([]byte(`{"id":"a","source":{"path":"root/x"},"format":"murk","options":{},"requested_at":"2026-01-01T00:00:00Z"}`))
	f.Add([]byte(`{"id":"a","source":{}}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		job, err := ParseJob(data)
		if err != nil {
			if !errors.Is(err, failure.ErrMalformedJob) {
				t.Errorf("error without a class: %v", err)
			}
			return
		}
		again, err := json.Marshal(job)
		if err != nil {
			t.Fatal(err)
		}
		if read, err := ParseJob(again); err != nil || read.ID != job.ID || string(read.Source.Inline) != string(job.Source.Inline) {
			t.Errorf("a valid job does not read back: %v", err)
		}
		if _, err := ResultKey("aa", "1", job.Format, job.Options); err != nil {
			t.Errorf("a valid job has no address: %v", err)
		}
	})
}
