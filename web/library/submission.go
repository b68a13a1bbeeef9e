// SPDX-License-Identifier: GPL-3.0-or-later

package library

import "io"

// Submission is a file that somebody wants to have converted: a replay, or an
// archive of replays.
type Submission struct {
	Filename string
	Data     io.Reader
	Priority string // "" leaves it to the server
	Format   string // "" is recognised by content
	EmbedMap bool
	Labels   map[string]string
}

// Submitted is what became of it.
type Submitted struct {
	Filename string         `json:"filename"`
	Archive  bool           `json:"archive"`
	Jobs     []SubmittedJob `json:"jobs"`
	// Problems are entries of an archive that could not be taken.
	Problems      []Problem `json:"problems"`
	ProblemsTotal int       `json:"problems_total"`
	Error         *JobError `json:"error"` // nothing more was taken because of it
}

// SubmittedJob is a job that was made of a file.
type SubmittedJob struct {
	ID       string `json:"id"`
	Filename string `json:"filename"`
}

// Problem is an entry of an archive that could not be taken.
type Problem struct {
	Name  string   `json:"name"`
	Error JobError `json:"error"`
}
