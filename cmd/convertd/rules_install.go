// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/lockedfile"
	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/conversion"
	"convertd/core/rules/pack"
	"convertd/failure"
	"convertd/printable"
)

// packMutexName is the file that keeps two writers of a lock file apart.
const packMutexName = ".rules.lock"

func newRulesInstall(p *program) *cobra.Command {
	var folder, source string
	var replace bool
	command := &cobra.Command{
		Use: "install FILE", Short: "Copy a rule pack into the folder of packs and pin it", Args: cobra.ExactArgs(1),
		Long: `Copies a rule pack into the first of rules.folders, under its name, and pins its SHA-256
in the folder's lock file. A file that is no rule pack is not installed.`,
		RunE: func(command *cobra.Command, arguments []string) error {
			loaded, err := p.config(command)
			if err != nil {
				return err
			}
			return p.installPack(loaded, arguments[0], folder, source, replace)
		},
	}
	packFolderFlag(command, &folder)
	command.Flags().StringVar(&source, "source", "", "where it comes from, for the lock file (`text`, default: the file's name)")
	command.Flags().BoolVar(&replace, "replace", false, "take the place of a pack of the same name with another digest")
	return command
}

func newRulesRemove(p *program) *cobra.Command {
	var folder string
	command := &cobra.Command{
		Use: "remove NAME", Short: "Remove a rule pack that was installed, and its pin", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			loaded, err := p.config(command)
			if err != nil {
				return err
			}
			return p.removePack(loaded, arguments[0], folder)
		},
	}
	packFolderFlag(command, &folder)
	return command
}

func packFolderFlag(command *cobra.Command, folder *string) {
	command.Flags().StringVar(folder, "folder", "", "`folder` of packs (default: the first of rules.folders)")
}

// packFolder is the folder that a verb changes.
func packFolder(loaded *config.Loaded, named string) (string, error) {
	switch {
	case named != "":
		return filepath.Abs(named)
	case len(loaded.Rules.Folders) == 0:
		return "", usage("rules.folders is empty: name a folder there, or with --folder")
	default:
		return loaded.Rules.Folders[0], nil
	}
}

func (p *program) installPack(loaded *config.Loaded, file, named, source string, replace bool) error {
	folder, err := packFolder(loaded, named)
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
	if err := os.MkdirAll(folder, 0o755); err != nil { //nolint:gosec // everybody may see which packs there are
		return notWritten("nothing is installed", err)
	}
	if err := conversion.CheckPackFolder(folder); err != nil {
		return usage("%w: or choose another folder with --folder", err)
	}
	locked := conversion.LockedPack{Name: rules.Name, SHA256: conversion.PackDigest(rules), File: rules.Name + ".json", Source: source}
	if source == "" {
		locked.Source = filepath.Base(file)
	}
	err = changePackLock(folder, func(lock *conversion.PackLock) error {
		at := slices.IndexFunc(lock.Packs, func(one conversion.LockedPack) bool { return one.Name == locked.Name || one.File == locked.File })
		switch {
		case at < 0:
			lock.Packs = append(lock.Packs, locked)
		case lock.Packs[at].SHA256 != locked.SHA256 && !replace:
			return usage("%s is installed with another digest (SHA-256 %s): give the new one a name of its own, or use --replace", locked.Name, lock.Packs[at].SHA256)
		default:
			lock.Packs[at] = locked
		}
		return replaceFile(folder, locked.File, content)
	})
	if err != nil {
		return err
	}
	_, err = printable.Fprintf(p.stdout, "installed %s for %s (SHA-256 %s)\n", locked.Name, rules.Game, locked.SHA256)
	return err
}

func (p *program) removePack(loaded *config.Loaded, name, named string) error {
	folder, err := packFolder(loaded, named)
	if err != nil {
		return err
	}
	err = changePackLock(folder, func(lock *conversion.PackLock) error {
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
		return err
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

// changePackLock changes the lock file of a folder. No other process does so meanwhile.
// Nothing is written if change returns an error.
func changePackLock(folder string, change func(*conversion.PackLock) error) error {
	unlock, err := lockedfile.MutexAt(filepath.Join(folder, packMutexName)).Lock()
	if err != nil {
		return notWritten("the lock file is not changed", err)
	}
	defer unlock()
	lock, err := conversion.ReadPackLock(folder)
	if err != nil {
		return err
	}
	if err := change(lock); err != nil {
		return err
	}
	slices.SortFunc(lock.Packs, func(a, b conversion.LockedPack) int { return strings.Compare(a.Name, b.Name) })
	content, err := json.MarshalIndent(lock, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(folder, conversion.PackLockName, append(content, '\n'))
}

// replaceFile writes beside a file and renames: whoever reads sees the old one or the
// new one.
func replaceFile(folder, name string, content []byte) (err error) {
	beside, err := os.CreateTemp(folder, "."+name+"-*")
	if err != nil {
		return notWritten(name+" is not written", err)
	}
	_, err = beside.Write(content)
	if err = errors.Join(err, beside.Chmod(0o644), beside.Sync(), beside.Close()); err == nil {
		err = os.Rename(beside.Name(), filepath.Join(folder, name))
	}
	if err != nil {
		return notWritten(name+" is not written", errors.Join(err, os.Remove(beside.Name())))
	}
	return nil
}
