// SPDX-License-Identifier: GPL-3.0-or-later

//go:build !unix

package host

import "io/fs"

// ownedByTrusted: there is no owner to ask for here.
func ownedByTrusted(fs.FileInfo) bool { return true }
