// SPDX-License-Identifier: GPL-3.0-or-later

package laws

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// simulation lists the folders whose code decides about recorded state.
var simulation = []string{"../../core/sim", "../../core/snapshot"}

// exempt lists files that may handle floats, and why.
var exempt = map[string]string{
	"../../core/sim/murk/description.go": "the time step of a world is read as a number and kept as bits",
}

// TestSimulationHasNoFloatsAndNoMapIteration looks at every expression: a range
// over a map visits it in another order each time, and floats round
// differently from machine to machine.
func TestSimulationHasNoFloatsAndNoMapIteration(t *testing.T) {
	findGoroot(t)
	fset := token.NewFileSet()
	source := importer.ForCompiler(fset, "source", nil)
	for _, root := range simulation {
		for _, folder := range packageFolders(t, root) {
			check(t, fset, source, folder)
		}
	}
}

// findGoroot tells the importer of sources where Go is. A test that was built
// with -trimpath does not know it.
func findGoroot(t *testing.T) {
	if build.Default.GOROOT != "" {
		return
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	build.Default.GOROOT = strings.TrimSpace(string(root))
}

func packageFolders(t *testing.T, root string) []string {
	var folders []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			if entry.Name() == "testdata" {
				return filepath.SkipDir
			}
			folders = append(folders, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return folders
}

func check(t *testing.T, fset *token.FileSet, source types.Importer, folder string) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	if len(files) == 0 {
		return
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: source}
	if _, err := config.Check(folder, fset, files, info); err != nil {
		t.Fatalf("%s: %v", folder, err)
	}
	for _, file := range files {
		if exempt[filepath.ToSlash(fset.Position(file.Pos()).Filename)] != "" {
			continue
		}
		ast.Inspect(file, func(node ast.Node) bool {
			report(t, fset, info, node)
			return true
		})
	}
}

func report(t *testing.T, fset *token.FileSet, info *types.Info, node ast.Node) {
	switch n := node.(type) {
	case *ast.RangeStmt:
		if typ := info.Types[n.X].Type; typ != nil {
			if _, ok := typ.Underlying().(*types.Map); ok {
				t.Errorf("%s: iterates over a map", fset.Position(n.Pos()))
			}
		}
	case ast.Expr:
		value := info.Types[n]
		if value.Type == nil || value.Value != nil {
			return // untyped constants may be written with a point
		}
		if basic, ok := value.Type.Underlying().(*types.Basic); ok && basic.Info()&types.IsFloat != 0 {
			t.Errorf("%s: computes with %s", fset.Position(n.Pos()), basic)
		}
	}
}
