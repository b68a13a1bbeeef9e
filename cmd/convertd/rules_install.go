// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
	"convertd/core/rules/pack"
	"convertd/failure"
	"convertd/files"
	"convertd/pins"
	"convertd/printable"
)

// packFolders hold rule packs from outside.
var packFolders = folderKind{
	setting: "rules.folders",
	of:      func(loaded *config.Loaded) []string { return loaded.Rules.Folders },
	check: func(folder string) error {
		if err := conversion.CheckPackFolder(folder); err != nil {
			return usage("%w: or choose another folder with --folder", err)
		}
		return nil
	},
}

func newRulesInstall(p *program) *cobra.Command {
	var folder, source string
	var replace bool
	command := &cobra.Command{
		Use: "install FILE", Short: "Copy a rule pack into the folder of packs and pin it", Args: cobra.ExactArgs(1),
		Long: `Copies a rule pack into the first of rules.folders, under its name, and pins its SHA-256
in the folder's lock file. A file that is no rule pack is not installed.`,
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.installPack(command, arguments[0], folder, source, replace)
		},
	}
	packFolders.flag(command, &folder)
	command.Flags().StringVar(&source, "source", "", "where it comes from, for the lock file (`text`, default: the file's name)")
	command.Flags().BoolVar(&replace, "replace", false, "take the place of a pack of the same name with another digest")
	return command
}

func newRulesRemove(p *program) *cobra.Command {
	var folder string
	command := &cobra.Command{
		Use: "remove NAME", Short: "Remove a rule pack that was installed, and its pin", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.removePack(command, arguments[0], folder)
		},
	}
	packFolders.flag(command, &folder)
	return command
}

func (p *program) installPack(command *cobra.Command, file, named, source string, replace bool) error {
	_, folder, err := p.folderOf(command, &packFolders, named)
	if err != nil {
		return err
	}
	content, err := readPackFile(file)
	if err != nil {
		return fileError(file, err)
	}
	rules, err := pack.Read(content)
	if err != nil {
		return fileError(file, err)
	}
	if err := packFolders.make(folder); err != nil {
		return err
	}
	locked := conversion.LockedPack{Name: rules.Name, Pin: pins.Pin{Digest: conversion.PackDigest(rules), File: rules.Name + ".json", Source: source}}
	if source == "" {
		locked.Source = filepath.Base(file)
	}
	err = conversion.UpdatePackLock(folder, func(lock *conversion.PackLock) error {
		at := slices.IndexFunc(lock.Packs, func(one conversion.LockedPack) bool { return one.Name == locked.Name || one.File == locked.File })
		switch {
		case at < 0:
			lock.Packs = append(lock.Packs, locked)
		case lock.Packs[at].Digest != locked.Digest && !replace:
			return usage("%s is installed with another digest (SHA-256 %s): give the new one a name of its own, or use --replace", locked.Name, lock.Packs[at].Digest)
		default:
			lock.Packs[at] = locked
		}
		if err := files.Replace(filepath.Join(folder, locked.File), content); err != nil {
			return notWritten(locked.File+" is not written", err)
		}
		return nil
	})
	if err != nil {
		return notLocked(err)
	}
	_, err = printable.Fprintf(p.stdout, "installed %s for %s (SHA-256 %s)\n", locked.Name, rules.Game, locked.Digest)
	return err
}

func (p *program) removePack(command *cobra.Command, name, named string) error {
	_, folder, err := p.folderOf(command, &packFolders, named)
	if err != nil {
		return err
	}
	err = conversion.UpdatePackLock(folder, func(lock *conversion.PackLock) error {
		at := slices.IndexFunc(lock.Packs, func(one conversion.LockedPack) bool { return one.Name == name })
		if at < 0 {
			return fmt.Errorf("rule pack %s: %w in the lock file of %s: see `convertd rules ls`", name, failure.ErrNotFound, folder)
		}
		if err := os.Remove(filepath.Join(folder, lock.Packs[at].File)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return notWritten("nothing is removed", err)
		}
		lock.Packs = slices.Delete(lock.Packs, at, at+1)
		return nil
	})
	if err != nil {
		return notLocked(err)
	}
	_, err = printable.Fprintf(p.stdout, "removed %s\n", name)
	return err
}

func readPackFile(path string) ([]byte, error) {
	file, err := openSource(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // read only
	return io.ReadAll(io.LimitReader(file, pack.MaxBytes+1))
}
