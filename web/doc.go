// SPDX-License-Identifier: GPL-3.0-or-later

// Package web is the web server of convertd: it puts the pages, the API, the
// live events and the playback behind one address, and keeps out who may not
// come in (docs/web.md).
//
// In: handlers of the other rooms, the address and the tokens of the
// configuration. Out: HTTP.
//
// May import: web/access, web/assets.
package web
