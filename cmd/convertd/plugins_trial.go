// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"convertd/config"
	"convertd/host"
)

// decoderPrefix begins the file name of every decoder that is not bundled.
const decoderPrefix = "convertd-decoder-"

// trial is a host for the verbs that look at one decoder: an installed one by its
// name, or a file that is not installed yet.
type trial struct {
	*host.Host
	name   string
	folder string // of the copy of a file, "" for an installed decoder
}

// openTrial opens a host for a decoder. what is a name, or the path of a file. The
// file is copied first: what is tried is what was there then, and runs behind the
// same walls as an installed one.
func (p *program) openTrial(loaded *config.Loaded, what string, log *slog.Logger) (*trial, error) {
	if !strings.ContainsRune(what, filepath.Separator) {
		decoders, err := openHost(loaded, loaded.Jobs.Workers, nil, log)
		return &trial{Host: decoders, name: what}, err
	}
	name, found := strings.CutPrefix(strings.TrimSuffix(filepath.Base(what), ".exe"), decoderPrefix)
	name, _, _ = strings.Cut(name, "@")
	if !found {
		return nil, usage("%s: a decoder's file is named %sNAME", what, decoderPrefix)
	}
	for _, bundled := range bundledDecoders() {
		if bundled.Info().Name == name {
			return nil, usage("%s: %s is the name of a bundled decoder: give it another", what, name)
		}
	}
	folder, err := os.MkdirTemp("", "convertd-trial-")
	if err != nil {
		return nil, err
	}
	one := &trial{name: name, folder: folder}
	digest, err := copyExecutable(what, filepath.Join(folder, decoderPrefix+name))
	if err == nil {
		tried := *loaded
		tried.Plugins.Signatures = string(host.SignaturesOff) // whoever installs it looks at them
		tried.Plugins.Folders, tried.Plugins.Pins = []string{folder}, map[string]string{name: digest}
		one.Host, err = openHost(&tried, loaded.Jobs.Workers, nil, log)
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	return one, nil
}

// Close stops the decoders and removes the copy.
func (t *trial) Close() error {
	err := t.Host.Close()
	if t.folder != "" {
		err = errors.Join(err, os.RemoveAll(t.folder))
	}
	return err
}

// copyExecutable copies a program to where only we can write, and returns the
// SHA-256 of what was copied.
func copyExecutable(from, to string) (digest string, err error) {
	source, err := os.Open(from)
	if err != nil {
		return "", err
	}
	defer source.Close() //nolint:errcheck // read-only
	if info, err := source.Stat(); err != nil || !info.Mode().IsRegular() {
		return "", errors.Join(err, usage("%s: is not a regular file: name the executable of a decoder", from))
	}
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755) //nolint:gosec // it is to be executed
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	_, err = io.Copy(io.MultiWriter(target, sum), source)
	err = errors.Join(err, target.Sync(), target.Chmod(0o755), target.Close())
	return hex.EncodeToString(sum.Sum(nil)), err
}
