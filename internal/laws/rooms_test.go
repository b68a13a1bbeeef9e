// SPDX-License-Identifier: GPL-3.0-or-later

package laws

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"convertd/internal/corpus"
)

var update = flag.Bool("update", false, "write the linter's rules of the rooms again")

// module is the path that all packages of ours begin with.
const module = "convertd/"

// room is one room of the table in docs/architecture.md.
type room struct {
	path       string   // "core/sim", "plugins/ea"
	everything bool     // may import everything
	libraries  bool     // may import any library of others
	rooms      []string // of ours; "core/..." is everything below core
	named      []string // the libraries of others that are allowed
}

// goPackage is what `go list` says of a package.
type goPackage struct {
	ImportPath string
	Standard   bool
	Imports    []string
}

var (
	tableRow = regexp.MustCompile(`(?m)^\| (` + "`" + `[^|]*) \| [^|]* \| ([^|]*) \|$`)
	quoted   = regexp.MustCompile("`([^`]+)`")
)

// plan reads the table. A room such as plugins/*/ stands for each folder there is.
func plan(t *testing.T) []room {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(corpus.Repository, "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	var rooms []room
	for _, row := range tableRow.FindAllStringSubmatch(string(text), -1) {
		allowed := room{everything: row[2] == "everything", libraries: strings.Contains(row[2], "libraries")}
		for _, name := range quoted.FindAllStringSubmatch(row[2], -1) {
			if strings.Contains(strings.SplitN(name[1], "/", 2)[0], ".") {
				allowed.named = append(allowed.named, name[1])
			} else {
				allowed.rooms = append(allowed.rooms, name[1])
			}
		}
		for _, name := range quoted.FindAllStringSubmatch(row[1], -1) {
			for _, path := range folders(t, strings.TrimSuffix(name[1], "/")) {
				one := allowed
				one.path = path
				rooms = append(rooms, one)
			}
		}
	}
	if len(rooms) < 30 {
		t.Fatalf("the table in docs/architecture.md has %d rooms", len(rooms))
	}
	return rooms
}

// folders are the folders that a room of the table stands for.
func folders(t *testing.T, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(corpus.Repository, filepath.FromSlash(pattern)))
	if err != nil || len(found) == 0 {
		t.Fatalf("docs/architecture.md: room %s is no folder", pattern)
	}
	for i, path := range found {
		if path, err = filepath.Rel(corpus.Repository, path); err != nil {
			t.Fatal(err)
		}
		found[i] = filepath.ToSlash(path)
	}
	return found
}

// packages lists all packages of ours.
func packages(t *testing.T) []goPackage {
	t.Helper()
	command := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports,Standard", "./...")
	command.Dir = corpus.Repository
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var list []goPackage
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var one goPackage
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, one)
	}
}

// roomOf finds the innermost room of a package.
func roomOf(rooms []room, importPath string) *room {
	var found *room
	path := strings.TrimPrefix(importPath, module)
	for i := range rooms {
		if below(path, rooms[i].path) && (found == nil || len(found.path) < len(rooms[i].path)) {
			found = &rooms[i]
		}
	}
	return found
}

// below reports whether a path is a folder or lies below it.
func below(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

// mayImport reports whether the table lets a room import a package.
func (r *room) mayImport(rooms []room, importPath string) bool {
	if r.everything {
		return true
	}
	if !strings.HasPrefix(importPath, module) {
		outside := strings.Contains(strings.SplitN(importPath, "/", 2)[0], ".")
		return !outside || r.libraries || slices.ContainsFunc(r.named, func(name string) bool { return below(importPath, name) })
	}
	from := roomOf(rooms, importPath)
	if from == nil {
		return false
	}
	return from.path == r.path || slices.ContainsFunc(r.rooms, func(name string) bool {
		subtree, all := strings.CutSuffix(name, "/...")
		return from.path == name || all && below(from.path, subtree)
	})
}

func TestEveryPackageStandsInTheTableAndImportsWhatItMay(t *testing.T) {
	rooms := plan(t)
	for _, one := range packages(t) {
		room := roomOf(rooms, one.ImportPath)
		if room == nil {
			t.Errorf("%s is in no room: give it a row in docs/architecture.md", one.ImportPath)
			continue
		}
		if generator(one.ImportPath) {
			continue
		}
		for _, path := range one.Imports {
			if !room.mayImport(rooms, path) {
				t.Errorf("%s imports %s, which docs/architecture.md does not allow room %s", one.ImportPath, path, room.path)
			}
		}
	}
	for i := range rooms {
		for _, name := range rooms[i].rooms {
			name = strings.TrimSuffix(name, "/...")
			if !slices.ContainsFunc(rooms, func(r room) bool { return below(r.path, name) }) {
				t.Errorf("room %s may import %s, which is no room", rooms[i].path, name)
			}
		}
	}
}

// generator reports whether a package is a program that writes code or data of its room.
func generator(importPath string) bool {
	return strings.HasSuffix(importPath, "/generate") || strings.HasSuffix(importPath, "/gen")
}

// The linter's rules stand between these lines.
const (
	rulesBegin = "        # Written from docs/architecture.md: go test ./internal/laws -run Linter -update\n"
	rulesEnd   = "        # end of the rooms\n"
)

func TestLinterHoldsTheTableOfRooms(t *testing.T) {
	file := filepath.Join(corpus.Repository, ".golangci.yml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), rulesBegin)
	_, tail, ended := strings.Cut(rest, rulesEnd)
	if !found || !ended {
		t.Fatal(".golangci.yml does not say where the rules of the rooms stand")
	}
	want := head + rulesBegin + linterRules(plan(t), packages(t)) + rulesEnd + tail
	switch {
	case want == string(text):
	case *update:
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error(".golangci.yml does not say what the table in docs/architecture.md says: go test ./internal/laws -run Linter -update")
	}
}

// linterRules writes one depguard rule for each room that may not import everything.
func linterRules(rooms []room, list []goPackage) string {
	var out strings.Builder
	for i := range rooms {
		r := &rooms[i]
		if r.everything {
			continue
		}
		files := []string{"**/" + r.path + "/**", "!$test", "!**/gen/**", "!**/generate/**"}
		for k := range rooms {
			if k == i {
				continue
			}
			if below(rooms[k].path, r.path) || strings.HasSuffix(rooms[k].path, "/"+r.path) {
				files = append(files, "!**/"+rooms[k].path+"/**")
			}
		}
		allow := ownPackages(rooms, list, r.path)
		for _, name := range r.rooms {
			if subtree, all := strings.CutSuffix(name, "/..."); all {
				allow = append(allow, module+subtree)
			} else {
				allow = append(allow, ownPackages(rooms, list, name)...)
			}
		}
		allow = shortest(append(allow, r.named...))
		mode, deny := "strict", ""
		if r.libraries {
			mode, deny = "lax", fmt.Sprintf("          deny: [{pkg: convertd, desc: not among what docs/architecture.md allows %s}]\n", r.path)
		} else {
			allow = append([]string{"$gostd"}, allow...)
		}
		fmt.Fprintf(&out, "        %s:\n          files: [%s]\n          list-mode: %s\n          allow:\n", strings.ReplaceAll(r.path, "/", "-"), quotedList(files), mode)
		for _, one := range allow {
			fmt.Fprintf(&out, "            - %s\n", one)
		}
		out.WriteString(deny)
	}
	return out.String()
}

// shortest leaves out what lies below another entry: depguard finds the nearest entry in
// alphabetical order only.
func shortest(list []string) []string {
	var out []string
	for _, one := range list {
		if !slices.ContainsFunc(list, func(other string) bool { return other != one && below(one, other) }) {
			out = append(out, one)
		}
	}
	return out
}

func quotedList(list []string) string {
	out := make([]string, len(list))
	for i, one := range list {
		out[i] = `"` + one + `"`
	}
	return strings.Join(out, ", ")
}

// ownPackages names the packages of a room for depguard: by the room, or one by one
// where rooms of their own lie below it.
func ownPackages(rooms []room, list []goPackage, path string) []string {
	if !slices.ContainsFunc(rooms, func(r room) bool { return r.path != path && below(r.path, path) }) {
		return []string{module + path}
	}
	var out []string
	for _, one := range list {
		if r := roomOf(rooms, one.ImportPath); r != nil && r.path == path {
			out = append(out, one.ImportPath+"$")
		}
	}
	return out
}

// core/ needs nothing of ours beside itself: it builds where every other file of ours
// is gone.
func TestCoreBuildsAlone(t *testing.T) {
	gone := struct{ Replace map[string]string }{map[string]string{}}
	err := filepath.WalkDir(corpus.Repository, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(corpus.Repository, path)
		if err != nil {
			return err
		}
		if entry.IsDir() && (inside == "core" || strings.HasPrefix(entry.Name(), ".") && inside != "." || entry.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") {
			gone.Replace[path] = ""
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(gone)
	if err != nil {
		t.Fatal(err)
	}
	overlay := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(overlay, data, 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlay, "./core/...")
	command.Dir = corpus.Repository
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("core/ does not build without the rest: %v\n%s", err, out)
	}
}
