// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"fmt"
	"regexp"
	"strings"
)

// Names of everything convertd has in NATS. They are a contract: docs/nats.md.
const (
	StreamJobs    = "CONVERT_JOBS"
	StreamEvents  = "CONVERT_EVENTS"
	StreamReports = "CONVERT_REPORTS"
	StreamDead    = "CONVERT_DEAD"

	BucketStatus  = "convert_jobs"
	BucketResults = "convert_results"

	StoreSources = "convert_sources"
	StoreFiles   = "convert_files"

	ServiceName    = "convertd"
	SubjectSubmit  = "convert.submit"
	SubjectStatus  = "convert.status"
	SubjectCancel  = "convert.cancel"
	SubjectFormats = "convert.formats"
	SubjectHealth  = "convert.health"
	SubjectPause   = "convert.pause"
	SubjectResume  = "convert.resume"
	SubjectReload  = "convert.reload" // all daemons answer
)

// LabelGroup is the label that says whose a job is: of which import, which submitter.
// Groups have equal shares of the workers, and can be paused.
const LabelGroup = "group"

// Priority is the last token of a job's subject. Workers take jobs of a higher
// priority before those of a lower one, but for every eighth: see turn.
type Priority string

// Priorities, highest first.
const (
	PriorityHigh   Priority = "high"
	PriorityNormal Priority = "normal"
	PriorityBulk   Priority = "bulk"
)

// Priorities lists all priorities, highest first.
func Priorities() []Priority { return []Priority{PriorityHigh, PriorityNormal, PriorityBulk} }

// jobsPrefix is what the subjects of CONVERT_JOBS begin with.
const jobsPrefix = "convert.jobs."

// subject is where the jobs of a group wait; those without one are a group too, "".
func (p Priority) subject(group string) string {
	if group == "" {
		return jobsPrefix + string(p)
	}
	return jobsPrefix + string(p) + "." + group
}

func (p Priority) consumer(group string) string {
	if group == "" {
		return "convertd_" + string(p)
	}
	return "convertd_" + string(p) + "_" + group
}

// jobSubjects are those of CONVERT_JOBS.
func jobSubjects() []string {
	var subjects []string
	for _, priority := range Priorities() {
		subjects = append(subjects, priority.subject(""), priority.subject("*"))
	}
	return subjects
}

// anyJobSubject is what CONVERT_JOBS had before: it took priorities that nobody
// serves.
const anyJobSubject = "convert.jobs.*"

func (p Priority) valid() bool {
	return p == PriorityHigh || p == PriorityNormal || p == PriorityBulk
}

// placeOf reads priority and group from a subject of CONVERT_JOBS.
func placeOf(subject string) (priority Priority, group string) {
	first, group, _ := strings.Cut(strings.TrimPrefix(subject, jobsPrefix), ".")
	return Priority(first), group
}

// EventKind is the last token of an event's subject.
type EventKind string

// Event kinds. A job has one EventDone, EventFailed or EventCancelled in the end.
const (
	EventAccepted  EventKind = "accepted"
	EventStarted   EventKind = "started"
	EventProgress  EventKind = "progress"
	EventRetrying  EventKind = "retrying" // an attempt failed, another one follows
	EventDone      EventKind = "done"
	EventFailed    EventKind = "failed"
	EventCancelled EventKind = "cancelled"
)

// Final reports whether nothing follows.
func (k EventKind) Final() bool {
	return k == EventDone || k == EventFailed || k == EventCancelled
}

func eventSubject(job string, kind EventKind) string {
	return fmt.Sprintf("convert.events.%s.%s", job, kind)
}

func reportSubject(format, verdict, job string) string {
	return fmt.Sprintf("convert.reports.%s.%s.%s", token(format), token(verdict), job)
}

func deadSubject(reason, job string) string {
	return fmt.Sprintf("convert.dead.%s.%s", token(reason), job)
}

// reportSubjects and deadSubjects match all that was said of a job.
func reportSubjects(job string) string { return "convert.reports.*.*." + job }
func deadSubjects(job string) string   { return "convert.dead.*." + job }

var (
	jobID       = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	groupName   = jobID
	formatID    = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}(@[0-9A-Za-z][0-9A-Za-z.+_-]{0,63})?$`)
	notInTokens = regexp.MustCompile(`[^A-Za-z0-9_-]+`)
)

// token makes text usable as one token of a subject.
func token(text string) string {
	if text = notInTokens.ReplaceAllString(text, "_"); text == "" {
		return "none"
	}
	return text
}
