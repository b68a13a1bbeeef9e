// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"convertd/failure"
	"convertd/host"
	"convertd/host/lockfile"
	"convertd/printable"
)

const pluginsPinHelp = `Writes the SHA-256 of an executable that lies in the plugin folder already into the
folder's lock file: what a package manager or you put there. A copy is started and
asked what it is. Pinning says that you trust the file as it is now; with --sha256
it is only pinned if that is its digest.`

func newPluginsPin(p *program) *cobra.Command {
	var folder, source, want string
	command := &cobra.Command{
		Use: "pin NAME|FILE", Short: "Pin the digest of a decoder that lies in the plugin folder", Long: pluginsPinHelp, Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.pinPlugin(command, arguments[0], folder, source, want)
		},
	}
	pluginFolders.flag(command, &folder)
	command.Flags().StringVar(&source, "source", "", "where it comes from, for the lock file (`text`)")
	command.Flags().StringVar(&want, "sha256", "", "the `digest` that it must have")
	return command
}

func (p *program) pinPlugin(command *cobra.Command, what, named, source, want string) (err error) {
	loaded, folder, err := p.folderOf(command, &pluginFolders, named)
	if err != nil {
		return err
	}
	if err := pluginFolders.check(folder); err != nil {
		return err
	}
	file := filepath.Join(folder, decoderPrefix+strings.TrimPrefix(filepath.Base(what), decoderPrefix))
	rules := outsideDecoders(loaded)
	digest, _, err := rules.Inspect(file)
	if err != nil {
		return fileError(file, err)
	}
	if want != "" && !strings.EqualFold(want, digest) {
		return &exitError{code: failure.ExitVerification, err: fmt.Errorf("%s: its SHA-256 is %s, not the one that was named: it is not pinned", file, digest)}
	}
	tried, err := p.openTrial(loaded, file, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tried.Close()) }()
	locked, err := tried.lockedAs(command, &rules, file, source)
	if err != nil {
		return err
	}
	if locked.Digest != digest {
		return fmt.Errorf("%s changed while it was looked at: nothing is pinned", file)
	}
	locked.File = filepath.Base(file)
	before := ""
	err = lockfile.Update(folder, func(lock *lockfile.File) error {
		if there := lock.ByFile(locked.File); there != nil {
			before, locked.Disabled = there.Digest, there.Disabled
		}
		lock.Put(locked)
		return nil
	})
	if err != nil {
		return notLocked(err)
	}
	if before == locked.Digest {
		before = ""
	}
	_, err = printable.Fprintf(p.stdout, "pinned %s %s (sha256 %s)%s\n", locked.Name, locked.Version, locked.Digest, suffix(before, ", was ", ""))
	return err
}

func newPluginsRemove(p *program) *cobra.Command {
	var folder string
	command := &cobra.Command{
		Use: "remove NAME[@VERSION]", Short: "Remove a decoder from the plugin folder", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.changeLock(command, arguments[0], folder, "removed", func(folder string, lock *lockfile.File, found []*lockfile.Decoder) error {
				if len(found) > 1 {
					return usage("%s is installed in several versions: say which, such as %s", arguments[0], found[0].Key())
				}
				one := *found[0]
				lock.Remove(one.Key())
				for _, name := range []string{one.File, one.File + host.SignatureSuffix} {
					if err := os.Remove(filepath.Join(folder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
						return err
					}
				}
				return nil
			})
		},
	}
	pluginFolders.flag(command, &folder)
	return command
}

// newPluginsSwitch is disable and enable.
func newPluginsSwitch(p *program, verb, done, short string, disabled bool) *cobra.Command {
	var folder string
	command := &cobra.Command{
		Use: verb + " NAME[@VERSION]", Short: short, Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.changeLock(command, arguments[0], folder, done, func(_ string, _ *lockfile.File, found []*lockfile.Decoder) error {
				for _, one := range found {
					one.Disabled = disabled
				}
				return nil
			})
		},
	}
	pluginFolders.flag(command, &folder)
	return command
}

// changeLock changes what the lock file says of the versions that what means.
func (p *program) changeLock(command *cobra.Command, what, named, done string, change func(string, *lockfile.File, []*lockfile.Decoder) error) error {
	_, folder, err := p.folderOf(command, &pluginFolders, named)
	if err != nil {
		return err
	}
	var keys []string
	err = lockfile.Update(folder, func(lock *lockfile.File) error {
		found := lock.Named(what)
		if len(found) == 0 {
			return fmt.Errorf("decoder %s: %w in the lock file of %s: see `convertd plugins ls`", what, failure.ErrNotFound, folder)
		}
		for _, one := range found {
			keys = append(keys, one.Key())
		}
		return change(folder, lock, found)
	})
	if err != nil {
		return notLocked(err)
	}
	_, err = printable.Fprintf(p.stdout, "%s %s\nA daemon that runs notices after `convertd plugins reload`.\n", done, strings.Join(keys, ", "))
	return err
}
