// SPDX-License-Identifier: GPL-3.0-or-later

// Package newproject writes small whole projects that decoders begin from, in
// Go, Python and JavaScript. All three read the same toy format, so that one can
// be held against the others.
//
// In: a name, a language, an empty folder. Out: files that build, pass their
// tests and pass `convertd plugins test`.
//
// May import: sdk.
package newproject

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"convertd/sdk/decoderpb"
)

// Language is what a project is written in.
type Language string

// Languages there are projects in.
const (
	Go     Language = "go"
	Python Language = "python"
	Node   Language = "node"
)

// Languages lists them.
func Languages() []Language { return []Language{Go, Python, Node} }

// Project is what to write.
type Project struct {
	Name     string // of the decoder and its format
	Language Language
	// Checkout is where convertd's own module lies: Go projects import its sdk,
	// the others need none.
	Checkout string
}

// Errors of Write: what was asked for is at fault.
var (
	ErrName     = errors.New("is no name for a decoder: use lower-case letters, digits and dashes, at most 32, a letter first")
	ErrLanguage = errors.New("is no language that there is a project in")
	ErrFolder   = errors.New("is there already and not empty")
	ErrCheckout = errors.New("is no checkout of convertd, whose sdk a project in Go imports")
)

//go:embed all:shared all:go all:python all:node
var templates embed.FS

// namePlace stands in names and texts of the templates for the name.
const namePlace = "@NAME@"

var validName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// Write writes the project into a folder that is empty or not there yet.
func Write(folder string, project Project) error {
	switch {
	case !validName.MatchString(project.Name):
		return fmt.Errorf("%q %w", project.Name, ErrName)
	case project.Language != Go && project.Language != Python && project.Language != Node:
		return fmt.Errorf("%q %w", string(project.Language), ErrLanguage)
	}
	files := map[string][]byte{}
	for _, from := range []string{"shared", string(project.Language)} {
		if err := collect(files, from, project.Name); err != nil {
			return err
		}
	}
	switch project.Language {
	case Go:
		if err := addModule(files, project); err != nil {
			return err
		}
	case Node:
		files["convertd/decoder.proto"] = []byte(decoderpb.Contract)
	case Python:
	}
	return writeAll(folder, files)
}

// collect reads the templates of a folder, with the name in its places.
func collect(files map[string][]byte, from, name string) error {
	return fs.WalkDir(templates, from, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := templates.ReadFile(file)
		if err != nil {
			return err
		}
		target := strings.TrimSuffix(strings.TrimPrefix(file, from+"/"), ".tmpl")
		files[strings.ReplaceAll(target, namePlace, name)] = []byte(strings.ReplaceAll(string(content), namePlace, name))
		return nil
	})
}

func writeAll(folder string, files map[string][]byte) error {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(folder, 0o755); err != nil { //nolint:gosec // a project is no secret
			return err
		}
	case err != nil:
		return err
	case len(entries) > 0:
		return fmt.Errorf("%s %w", folder, ErrFolder)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer root.Close() //nolint:errcheck // nothing is written through it itself
	for name, content := range files {
		if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
			return err
		}
		if err := root.WriteFile(filepath.FromSlash(name), content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
