// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"convertd/config"
	"convertd/files"
)

// checkNamed opens the files and folders that the configuration names, and
// returns what cannot be used, each with its key.
func (p *program) checkNamed(loaded *config.Loaded) error {
	faults := []error{p.checkLogin(loaded)}
	folders := func(key string, paths []string) {
		for _, path := range paths {
			if err := readable(path); err != nil {
				faults = append(faults, fmt.Errorf("configuration: %s: %s cannot be read: %w: make it, or name another one", key, path, bare(err)))
			}
		}
	}
	folders("plugins.folders", loaded.Plugins.Folders)
	for _, name := range slices.Sorted(maps.Keys(loaded.Plugins.ReadTrees)) {
		folders("plugins.read_trees."+name, loaded.Plugins.ReadTrees[name])
	}
	folders("maps.folders", loaded.Maps.Folders)
	folders("rules.folders", loaded.Rules.Folders)
	for _, name := range slices.Sorted(maps.Keys(loaded.Roots)) {
		folders("roots."+name, []string{loaded.Roots[name]})
	}
	work, err := files.NewWorkFolder(loaded.Output.Scratch, files.JobPrefix)
	if err == nil {
		err = work.Close()
	}
	if err != nil {
		faults = append(faults, fmt.Errorf("configuration: output.scratch: nothing can be written there: %w: %s", bare(err), remedyOfDisk(err)))
	}
	if err := errors.Join(faults...); err != nil {
		return fmt.Errorf("%w: %w", errConfiguration, err)
	}
	return nil
}

func (p *program) checkLogin(loaded *config.Loaded) error {
	if loaded.NATS.Context == "" {
		_, err := loginOptions(&loaded.NATS)
		return err
	}
	path := loaded.NATS.Context
	if !filepath.IsAbs(path) {
		path = filepath.Join(config.UserFolder(p.environ), "nats", "context", path+".json")
	}
	content, err := readNamed(path)
	if err == nil && !json.Valid(content) {
		err = errors.New("it is not JSON")
	}
	if err != nil {
		return fmt.Errorf("configuration: nats.context: %s: %w: see `nats context ls`", path, bare(err))
	}
	return nil
}

// readNamed reads a file that the configuration names.
func readNamed(path string) ([]byte, error) {
	if err := readable(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// readable opens a file or lists a folder.
func readable(path string) error {
	file, err := files.Open(path)
	var special *files.NotRegularError
	if errors.As(err, &special) && special.Mode.IsDir() {
		file, err = os.Open(path)
		if err == nil {
			if _, err = file.ReadDir(1); errors.Is(err, io.EOF) {
				err = nil // it is empty
			}
		}
	}
	if err != nil {
		return err
	}
	return file.Close()
}
