// SPDX-License-Identifier: GPL-3.0-or-later

package api

// routes are all addresses of the API. A test compares them with openapi.yaml.
func (a *API) routes() map[string]handler {
	return map[string]handler{
		"GET /api/v1/server":                 a.server,
		"GET /api/v1/games":                  a.listGames,
		"GET /api/v1/facets":                 a.facets,
		"GET /api/v1/games/{id}/file.icrep":  a.file,
		"GET /api/v1/games/{id}/report.json": a.reportFile,
		"GET /api/v1/games/{id}/report":      a.report,
	}
}
