// SPDX-License-Identifier: GPL-3.0-or-later

// Package observe lets operators watch a daemon: metrics for Prometheus, health
// for whoever starts and stops processes, traces for OpenTelemetry, profiles for
// people at the same machine (docs/operations.md#watching).
//
// In: what daemon and host tell as it happens, and what they answer when a
// metric is asked for. Out: http.Handlers, and spans sent over OTLP.
//
// May import: daemon, host.
package observe
