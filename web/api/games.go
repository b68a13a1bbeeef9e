// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"net/http"

	"convertd/web/library"
)

func (a *API) listGames(response http.ResponseWriter, request *http.Request) error {
	q := readQuery(request)
	asked := library.Request{
		Filter: q.filter(), Sort: library.Sort(q.oneOf("sort", library.Sorts()...)), Ascending: q.oneOf("order", "desc", "asc") == "asc",
		Limit: q.limit(), Cursor: q.text("cursor"),
	}
	if err := q.end(); err != nil {
		return err
	}
	page, err := a.Index.List(request.Context(), asked)
	if err != nil {
		return err
	}
	return writeJSON(response, page)
}

func (a *API) facets(response http.ResponseWriter, request *http.Request) error {
	q := readQuery(request)
	filter := q.filter()
	if err := q.end(); err != nil {
		return err
	}
	facets, err := a.Index.Facets(request.Context(), filter)
	if err != nil {
		return err
	}
	return writeJSON(response, facets)
}
