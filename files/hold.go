// SPDX-License-Identifier: GPL-3.0-or-later

package files

import "errors"

// ErrInUse says that another process holds it.
var ErrInUse = errors.New("in use by another process")
