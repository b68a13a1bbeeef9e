// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"convertd/config"
	"convertd/host"
	"convertd/host/lockfile"
	"convertd/pins"
	"convertd/printable"
)

const pluginsInstallHelp = `Copies the executable of a decoder (convertd-decoder-NAME) into the plugin folder
as convertd-decoder-NAME@VERSION and pins its SHA-256 in the folder's lock file.

Before that a copy is started behind the same walls as always and asked what it
is: a file that is no decoder, or does not start here, is not installed. The file
and the folder must be root's or yours, and nobody else's to write. A signature
beside the file (FILE.minisig) is checked as plugins.signatures says and kept.

Versions stand side by side: files are shown to the newest that is not disabled,
and a job may ask for NAME@VERSION.`

func newPluginsInstall(p *program) *cobra.Command {
	var folder, source string
	var replace bool
	command := &cobra.Command{
		Use: "install FILE", Short: "Copy a decoder into the plugin folder and pin it", Long: pluginsInstallHelp, Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return p.installPlugin(command, arguments[0], folder, source, replace)
		},
	}
	pluginFolders.flag(command, &folder)
	command.Flags().StringVar(&source, "source", "", "where it comes from, for the lock file (`text`, default: the file's name)")
	command.Flags().BoolVar(&replace, "replace", false, "take the place of the same version with another digest")
	return command
}

// pluginFolders hold decoders from outside.
var pluginFolders = folderKind{
	setting: "plugins.folders",
	of:      func(loaded *config.Loaded) []string { return loaded.Plugins.Folders },
	check: func(folder string) error {
		if err := host.CheckFolder(folder); err != nil {
			return fmt.Errorf("%w: choose another with --folder, or mend it", err)
		}
		return nil
	},
}

func (p *program) installPlugin(command *cobra.Command, file, named, source string, replace bool) (err error) {
	loaded, folder, err := p.folderOf(command, &pluginFolders, named)
	if err != nil {
		return err
	}
	if err := pluginFolders.make(folder); err != nil {
		return err
	}
	if filepath.Base(file) == file {
		file = "." + string(filepath.Separator) + file
	}
	rules := outsideDecoders(loaded)
	if _, _, err := rules.Inspect(file); err != nil {
		return fileError(file, err)
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
	if err := place(tried, folder, &locked, replace); err != nil {
		return notLocked(err)
	}
	_, err = printable.Fprintf(p.stdout, "installed %s %s (sha256 %s)%s\nA daemon that runs takes it after `convertd plugins reload`.\n",
		locked.Name, locked.Version, locked.Digest, suffix(locked.SignedBy, ", signed by ", ""))
	return err
}

// lockedAs asks the decoder that is tried what it is, for the lock file.
func (t *trial) lockedAs(command *cobra.Command, rules *host.Outside, file, source string) (lockfile.Decoder, error) {
	remote, err := t.Remote(t.name)
	if err != nil {
		return lockfile.Decoder{}, err
	}
	info, err := remote.Info(command.Context())
	if err != nil {
		return lockfile.Decoder{}, err
	}
	if !lockfile.ValidVersion(info.Version) {
		return lockfile.Decoder{}, fileError(file, fmt.Errorf("its version %q cannot be part of a file's name: use letters, digits, dots, dashes", info.Version))
	}
	copied := filepath.Join(t.folder, decoderPrefix+t.name)
	if err := placeSignature(file+host.SignatureSuffix, copied+host.SignatureSuffix); err != nil {
		return lockfile.Decoder{}, err
	}
	digest, signedBy, err := rules.Inspect(copied)
	if source == "" {
		source = filepath.Base(file)
	}
	locked := lockfile.Decoder{
		Name: info.Name, Version: info.Version, SignedBy: signedBy,
		Pin: pins.Pin{Digest: digest, File: decoderPrefix + info.Name + "@" + info.Version, Source: source},
	}
	return locked, err
}

// place puts the copy that was tried into the folder, then into the lock file:
// the host starts nothing that is not in both.
func place(t *trial, folder string, locked *lockfile.Decoder, replace bool) error {
	return lockfile.Update(folder, func(lock *lockfile.File) error {
		for _, there := range lock.Named(locked.Key()) {
			if there.Digest != locked.Digest && !replace {
				return fmt.Errorf("%s is installed with another digest (sha256 %s): give the new one a version of its own, or use --replace", locked.Key(), there.Digest)
			}
			locked.Disabled = there.Disabled
		}
		from, to := filepath.Join(t.folder, decoderPrefix+t.name), filepath.Join(folder, locked.File)
		beside := filepath.Join(folder, "."+locked.File+".new")
		if err := os.Remove(beside); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		digest, err := copyExecutable(from, beside)
		if err == nil && digest != locked.Digest {
			err = fmt.Errorf("%s changed while it was installed", locked.Key())
		}
		if err == nil {
			err = placeSignature(from+host.SignatureSuffix, to+host.SignatureSuffix)
		}
		if err == nil {
			err = os.Rename(beside, to)
		}
		if err != nil {
			return errors.Join(err, os.Remove(beside))
		}
		lock.Put(*locked)
		return nil
	})
}

// placeSignature copies a signature, or removes the one of a file that had one.
func placeSignature(from, to string) error {
	content, err := os.ReadFile(from)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.Remove(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	case err != nil:
		return err
	}
	return os.WriteFile(to, content, 0o644) //nolint:gosec // a signature is no secret
}
