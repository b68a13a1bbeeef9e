// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"context"
	"net/http"
	"regexp"

	"convertd/web/access"
	"convertd/web/library"
)

// Jobs are the jobs of a daemon.
type Jobs interface {
	// Progress is how far a job is, nil if it does not run.
	Progress(id string) *library.Progress
	// Cancel and Retry change a job; library.ErrNotFound, library.ErrConflict.
	Cancel(ctx context.Context, id string) (*library.Job, error)
	Retry(ctx context.Context, id string) (*library.Job, error)
	DeadLetters(ctx context.Context) ([]library.DeadLetter, error)
	Workers(ctx context.Context) ([]library.Worker, error)
	// Submit makes jobs of a file; library.ErrRefused, library.ErrUnavailable.
	Submit(ctx context.Context, submission library.Submission) (*library.Submitted, error)
}

var jobID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// errNoDaemon: there is nobody who takes jobs.
var errNoDaemon = &Error{http.StatusConflict, "conflict", "these are files that were opened without a daemon: start `convertd serve` to submit jobs"}

// needs refuses who may not do it.
func needs(role access.Role, handle handler) handler {
	return func(response http.ResponseWriter, request *http.Request) error {
		if access.RoleOf(request.Context()) < role {
			return &Error{http.StatusForbidden, "forbidden", "the token does not allow this: one with the role " + role.String() + " does"}
		}
		return handle(response, request)
	}
}

func (a *API) listJobs(response http.ResponseWriter, request *http.Request) error {
	q := readQuery(request)
	states, limit, cursor := q.list("state"), q.limit(), q.text("cursor")
	for _, state := range states {
		if !knownState(state) {
			q.fail("there is no state %q", state)
		}
	}
	if err := q.end(); err != nil {
		return err
	}
	page, err := a.Index.Jobs(request.Context(), states, limit, cursor)
	if err != nil {
		return err
	}
	for _, job := range page.Jobs {
		a.addProgress(job)
	}
	return writeJSON(response, page)
}

func knownState(state string) bool {
	for _, known := range library.JobStates() {
		if known == state {
			return true
		}
	}
	return false
}

func (a *API) addProgress(job *library.Job) {
	if a.Jobs != nil && job.State == library.JobRunning {
		job.Progress = a.Jobs.Progress(job.ID)
	}
}

func (a *API) job(response http.ResponseWriter, request *http.Request) error {
	id, err := pathID(request, jobID)
	if err != nil {
		return err
	}
	job, err := a.Index.Job(request.Context(), id)
	if err != nil {
		return err
	}
	a.addProgress(job)
	return writeJSON(response, job)
}

// changeJob answers with the job as it is afterwards.
func (a *API) changeJob(change func(Jobs, context.Context, string) (*library.Job, error)) handler {
	return needs(access.RoleSubmit, func(response http.ResponseWriter, request *http.Request) error {
		id, err := pathID(request, jobID)
		if err != nil {
			return err
		}
		if a.Jobs == nil {
			return errNoDaemon
		}
		job, err := change(a.Jobs, request.Context(), id)
		if err != nil {
			return err
		}
		return writeJSON(response, job)
	})
}

func (a *API) deadLetters(response http.ResponseWriter, request *http.Request) error {
	letters := []library.DeadLetter{}
	if a.Jobs != nil {
		var err error
		if letters, err = a.Jobs.DeadLetters(request.Context()); err != nil {
			return err
		}
	}
	return writeJSON(response, map[string][]library.DeadLetter{"letters": letters})
}

func (a *API) workers(response http.ResponseWriter, request *http.Request) error {
	workers := []library.Worker{}
	if a.Jobs != nil {
		var err error
		if workers, err = a.Jobs.Workers(request.Context()); err != nil {
			return err
		}
	}
	return writeJSON(response, map[string][]library.Worker{"workers": workers})
}
