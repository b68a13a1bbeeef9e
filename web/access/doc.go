// SPDX-License-Identifier: GPL-3.0-or-later

// Package access decides who may ask the web server for what: tokens with a
// role each, the sessions of browsers, and which hosts and origins a request
// may come from.
//
// In: requests. Out: the role of whoever asks, or a refusal.
//
// May import: nothing of ours.
package access
