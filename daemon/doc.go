// SPDX-License-Identifier: GPL-3.0-or-later

// Package daemon runs conversions as jobs over NATS JetStream: streams,
// consumers, job status, dead letters, object stores, the micro service and
// shutdown (docs/operations.md).
//
// In: jobs on CONVERT_JOBS. Out: files and reports in the object store
// convert_files, events, reports and dead letters on their streams, the state
// of every job in the bucket convert_jobs.
//
// What holds whatever happens to a process: a job is acknowledged only when its
// file, its report and its events are stored, and everything it stores is
// addressed by job id or by content. So a job that is delivered twice leaves
// one result, and a job whose worker was killed is done by another one.
//
// May import: conversion, failure, files, core.
package daemon
