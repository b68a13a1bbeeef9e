// SPDX-License-Identifier: GPL-3.0-or-later

// Package assets is the built web application, embedded in the program. What is
// in dist is made from web/app by its build; nothing here is edited by hand.
package assets

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// Files is the built application: index.html and what it loads.
func Files() fs.FS {
	sub, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return sub
}
