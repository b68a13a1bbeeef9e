// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"convertd/core/icreptools"
	"convertd/web/access"
)

// routes are all addresses of the API. A test compares them with openapi.yaml.
func (a *API) routes() map[string]handler {
	return map[string]handler{
		"GET /api/v1/server":                    a.server,
		"GET /api/v1/openapi.yaml":              a.openapi,
		"GET /api/v1/games":                     a.listGames,
		"GET /api/v1/facets":                    a.facets,
		"GET /api/v1/games.csv":                 a.gamesTable,
		"GET /api/v1/statistics/groups":         a.groups,
		"GET /api/v1/statistics/groups.csv":     a.groupsTable,
		"GET /api/v1/statistics/verdicts":       a.verdicts,
		"GET /api/v1/statistics/verdicts.csv":   a.verdictsTable,
		"GET /api/v1/statistics/rejections":     a.rejections,
		"GET /api/v1/statistics/rejections.csv": a.rejectionsTable,
		"GET /api/v1/statistics/decoders":       a.decoderStatistics,
		"GET /api/v1/statistics/decoders.csv":   a.decodersTable,
		"GET /api/v1/decoders":                  a.decoders,
		"GET /api/v1/jobs":                      a.listJobs,
		"GET /api/v1/jobs/{id}":                 a.job,
		"POST /api/v1/jobs/{id}/cancel":         a.changeJob(Jobs.Cancel),
		"POST /api/v1/jobs/{id}/retry":          a.changeJob(Jobs.Retry),
		"POST /api/v1/uploads":                  needs(access.RoleSubmit, a.upload),
		"GET /api/v1/dead-letters":              a.deadLetters,
		"GET /api/v1/workers":                   a.workers,
		"GET /api/v1/compare":                   a.compare,
		"GET /api/v1/games/{id}":                a.gamePage,
		"GET /api/v1/games/{id}/timeline":       a.read("timeline", readTimeline),
		"GET /api/v1/games/{id}/series":         a.read("series", readSeries),
		"GET /api/v1/games/{id}/build":          a.read("build", readBuild),
		"GET /api/v1/games/{id}/chat":           a.read("chat", readChat),
		"GET /api/v1/games/{id}/build.csv":      a.buildTable,
		"GET /api/v1/games/{id}/series.csv":     a.seriesTable,
		"GET /api/v1/games/{id}/events.csv":     a.events(icreptools.EventsCSV, typeCSV, "csv"),
		"GET /api/v1/games/{id}/events.jsonl":   a.events(icreptools.EventsJSON, typeLines, "jsonl"),
		"GET /api/v1/games/{id}/orders.txt":     a.ordersText,
		"GET /api/v1/games/{id}/file.icrep":     a.file,
		"GET /api/v1/games/{id}/report.json":    a.reportFile,
		"GET /api/v1/games/{id}/report":         a.report,
	}
}
