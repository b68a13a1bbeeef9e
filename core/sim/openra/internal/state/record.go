// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"slices"
)

func (f *FrozenActor) SameAs(other *FrozenActor) bool {
	return f.Id == other.Id && f.Known == other.Known && f.Shown == other.Shown && f.Seen == other.Seen && f.Pending == other.Pending &&
		f.Owner == other.Owner && f.Tag == other.Tag && f.Revealed == other.Revealed && slices.Equal(f.Believed, other.Believed)
}
