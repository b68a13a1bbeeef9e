// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/pins"
)

// folderKind is a kind of folders that hold what comes from outside and is pinned.
type folderKind struct {
	setting string // that lists them
	of      func(*config.Loaded) []string
	check   func(folder string) error // why nothing may be installed in one
}

func (k *folderKind) flag(command *cobra.Command, folder *string) {
	command.Flags().StringVar(folder, "folder", "", "`folder` to change (default: the first of "+k.setting+")")
}

// folderOf reads the configuration and finds the folder that a verb changes.
func (p *program) folderOf(command *cobra.Command, kind *folderKind, named string) (*config.Loaded, string, error) {
	loaded, err := p.config(command)
	if err != nil {
		return nil, "", err
	}
	if named != "" {
		named, err = filepath.Abs(named)
		return loaded, named, err
	}
	folders := kind.of(loaded)
	if len(folders) == 0 {
		return nil, "", usage("%s is empty: name a folder there, or with --folder", kind.setting)
	}
	return loaded, folders[0], nil
}

// make makes a folder if it is not there, and checks it.
func (k *folderKind) make(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil { //nolint:gosec // everybody may see what is installed
		return notWritten("nothing is installed", err)
	}
	return k.check(folder)
}

// notLocked says what to do about a lock file that could not be written.
func notLocked(err error) error {
	if failed := (*pins.WriteError)(nil); errors.As(err, &failed) {
		return notWritten("the lock file is not changed", failed.Err)
	}
	return err
}
