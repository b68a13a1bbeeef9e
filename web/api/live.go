// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"net/http"

	"convertd/web/library"
)

// hello is the first event of a stream.
type hello struct {
	Revision uint64            `json:"revision"`
	Games    int64             `json:"games"`
	Jobs     library.JobCounts `json:"jobs"`
}

// Hello makes the first event of a page that listens to what happens.
func Hello(index *library.Index) func(*http.Request) (any, error) {
	return func(request *http.Request) (any, error) {
		games, err := index.CountGames(request.Context())
		if err != nil {
			return nil, err
		}
		jobs, err := index.CountJobs(request.Context())
		return hello{Revision: index.Revision(), Games: games, Jobs: jobs}, err
	}
}
