// SPDX-License-Identifier: GPL-3.0-or-later

package conversion

import (
	"fmt"
	"slices"
	"strings"

	"convertd/pins"
)

// PackLockName is the lock file of a folder of rule packs: what is installed there, and
// the digest that each file must have (docs/rule-packs.md#the-lock-file).
const PackLockName = "rules.lock.json"

var packLock = pins.Lock[PackLock]{
	Name: PackLockName, Mutex: ".rules.lock",
	New:   func() *PackLock { return &PackLock{LockVersion: pins.Version, Packs: []LockedPack{}} },
	Check: (*PackLock).check,
}

// PackLock is what a lock file holds, sorted by name.
type PackLock struct {
	LockVersion int          `json:"lock_version"`
	Packs       []LockedPack `json:"packs"`
}

// LockedPack is one pack that may be used.
type LockedPack struct {
	Name string `json:"name"`
	pins.Pin
}

// UpdatePackLock changes the lock file of a folder. No other process changes it
// meanwhile. If change returns an error, nothing is written.
func UpdatePackLock(folder string, change func(*PackLock) error) error {
	return packLock.Update(folder, func(lock *PackLock) error {
		if err := change(lock); err != nil {
			return err
		}
		slices.SortFunc(lock.Packs, func(a, b LockedPack) int { return strings.Compare(a.Name, b.Name) })
		return nil
	})
}

func (l *PackLock) check() error {
	if err := pins.CheckVersion(l.LockVersion); err != nil {
		return err
	}
	for i := range l.Packs {
		if l.Packs[i].Name == "" {
			return fmt.Errorf("packs[%d]: it has no name", i)
		}
	}
	return pins.CheckEntries("packs", l.Packs, func(p *LockedPack) (string, *pins.Pin) { return p.Name, &p.Pin })
}

// digests are those that the lock file pins, by file name.
func (l *PackLock) digests() map[string]string {
	digests := make(map[string]string, len(l.Packs))
	for _, one := range l.Packs {
		digests[one.File] = one.Digest
	}
	return digests
}
