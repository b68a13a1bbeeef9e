// SPDX-License-Identifier: GPL-3.0-or-later

// Package api is the HTTP API of convertd, `/api/v1`, as openapi.yaml describes
// it. Tests compare every answer with that description.
//
// In: requests that web/access has let through, the library, the files of
// games, jobs. Out: JSON, CSV and the files themselves, without paths,
// addresses or anything else of the machine.
//
// May import: core, web/access, web/events, web/gamepage, web/library.
package api
