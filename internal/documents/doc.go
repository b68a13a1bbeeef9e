// SPDX-License-Identifier: GPL-3.0-or-later

// Package documents holds tests of the documentation itself: that the index of
// the decisions is whole, that links lead somewhere, that every source file
// says its licence. It imports nothing of ours but where the repository is.
package documents
