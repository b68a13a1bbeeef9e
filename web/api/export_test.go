// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"maps"
	"slices"
)

// Routes lists the patterns of all routes.
func Routes() []string { return slices.Collect(maps.Keys((&API{}).routes())) }
