// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"encoding/json"
	"time"

	"convertd/conversion"
	"convertd/core/divergence"
)

// State is where a job stands.
type State string

// States.
const (
	StateQueued    State = "queued"
	StateRunning   State = "running"
	StateDone      State = "done"
	StateFailed    State = "failed"
	StateCancelled State = "cancelled"
)

// Final reports whether the state stays unless somebody retries the job.
func (s State) Final() bool {
	return s == StateDone || s == StateFailed || s == StateCancelled
}

// Status is the value of a job in the bucket convert_jobs and the answer of
// convert.status (docs/schemas/status.schema.json).
type Status struct {
	ID          string               `json:"id"`
	State       State                `json:"state"`
	Priority    Priority             `json:"priority"`
	Filename    string               `json:"filename,omitempty"`
	Labels      map[string]string    `json:"labels,omitempty"`
	Attempts    int                  `json:"attempts"` // conversions started and not handed back
	Retries     int                  `json:"retries"`  // how often somebody asked for another round
	RequestedAt time.Time            `json:"requested_at"`
	UpdatedAt   time.Time            `json:"updated_at"`
	Result      string               `json:"result,omitempty"` // key in convert_results
	Format      string               `json:"format,omitempty"`
	Verdict     string               `json:"verdict,omitempty"`
	Coverage    *divergence.Coverage `json:"coverage,omitempty"` // how much the verdict rests on
	Partial     bool                 `json:"partial,omitempty"`  // the source was damaged; the good prefix was converted
	Cached      bool                 `json:"cached,omitempty"`   // the result was there already
	Error       *Failure             `json:"error,omitempty"`    // of the last attempt, or the damage of a partial result
}

// Event is one message on CONVERT_EVENTS (docs/schemas/event.schema.json).
type Event struct {
	Job      string               `json:"job"`
	Filename string               `json:"filename,omitempty"` // as the job calls its source
	Kind     EventKind            `json:"kind"`
	At       time.Time            `json:"at"`
	Attempt  int                  `json:"attempt,omitempty"`
	Progress *conversion.Progress `json:"progress,omitempty"`
	Result   string               `json:"result,omitempty"`
	Format   string               `json:"format,omitempty"`
	Verdict  string               `json:"verdict,omitempty"`
	Coverage *divergence.Coverage `json:"coverage,omitempty"`
	Partial  bool                 `json:"partial,omitempty"`
	Cached   bool                 `json:"cached,omitempty"`
	Error    *Failure             `json:"error,omitempty"`
}

// Result is the entry of a finished conversion in the bucket convert_results
// (docs/schemas/result.schema.json). Its key is ResultKey.
type Result struct {
	Key         string               `json:"key"`
	SHA256      string               `json:"sha256"`      // of the source
	File        string               `json:"file"`        // object in convert_files
	FileBytes   uint64               `json:"file_bytes"`  //
	FileSHA256  string               `json:"file_sha256"` //
	Report      string               `json:"report"`      // object in convert_files
	Format      string               `json:"format"`
	Game        string               `json:"game"`
	Verdict     string               `json:"verdict"`
	Coverage    *divergence.Coverage `json:"coverage,omitempty"` // absent from results of older versions
	Partial     bool                 `json:"partial,omitempty"`
	Error       *Failure             `json:"error,omitempty"`       // the damage of a partial result
	MissingMap  string               `json:"missing_map,omitempty"` // map that was not to be had; with it the result would be better
	Converter   string               `json:"converter"`             // version
	Summary     json.RawMessage      `json:"summary"`               // as `convert --json` prints it
	CompletedAt time.Time            `json:"completed_at"`
}

// ReportMessage is one message on CONVERT_REPORTS (docs/schemas/report-message.schema.json).
type ReportMessage struct {
	Job        string            `json:"job"`
	Filename   string            `json:"filename,omitempty"`
	Labels     map[string]string `json:"labels,omitempty"`
	Cached     bool              `json:"cached,omitempty"`
	Result     Result            `json:"result"`
	Divergence json.RawMessage   `json:"divergence,omitempty"` // the report; absent if larger than MaxReportBytes: read the object Result.Report
	At         time.Time         `json:"at"`
}

// MaxReportBytes is the largest divergence report that travels inside a
// message. Larger ones are read from convert_files.
const MaxReportBytes = 512 << 10

// MaxSummaryBytes is the largest summary of a result. A converter that sends
// more is at fault.
const MaxSummaryBytes = 128 << 10

// DeadLetter is one message on CONVERT_DEAD (docs/schemas/dead-letter.schema.json).
type DeadLetter struct {
	ID       string    `json:"id"`
	Reason   string    `json:"reason"` // Class.Code
	Error    Failure   `json:"error"`
	Attempts int       `json:"attempts"`
	At       time.Time `json:"at"`
	// Job is the job as it was, for a retry; absent if it could not be read.
	Job *Job `json:"job,omitempty"`
}

// Claim is the value under "claim.KEY" in convert_results: who is converting
// this content now. It is renewed with every heartbeat; a claim past Expires
// may be taken over. Clocks that disagree cost at most a second conversion.
type Claim struct {
	Job      string    `json:"job"`
	Sequence uint64    `json:"sequence"` // of the job's message on CONVERT_JOBS
	Worker   string    `json:"worker"`
	Expires  time.Time `json:"expires"`
}
