// SPDX-License-Identifier: GPL-3.0-or-later

// Package results shows what daemons have converted: it follows the results,
// reports and jobs of a NATS server, keeps the library up with them, and opens
// their files.
//
// In: the client of a daemon's streams and buckets. Out: the recordings behind
// the library, jobs, live events.
//
// May import: core, daemon, web/library.
package results
