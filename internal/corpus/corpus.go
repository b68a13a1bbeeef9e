// SPDX-License-Identifier: GPL-3.0-or-later

// Package corpus finds the real replays that tests and benchmarks use where
// they lie. They hold strangers' names, so they are never copied into the
// repository; a machine without them skips those tests loudly.
package corpus

import (
	"os"
	"path/filepath"
	"testing"
)

// Environment names the variable that holds the corpus folder.
const Environment = "CONVERTD_CORPUS"

// Repository is the root of the source tree: the folder of go.mod above the
// package whose tests run. It is empty for a program that runs elsewhere.
var Repository = repository()

func repository() string {
	folder, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		above := filepath.Dir(folder)
		if above == folder {
			return ""
		}
		folder = above
	}
}

// Root returns the corpus folder: the one CONVERTD_CORPUS names, else
// ../shared/corpus beside the repository. ok is false if there is none.
func Root() (root string, ok bool) {
	root = os.Getenv(Environment)
	if root == "" {
		if Repository == "" {
			return "", false
		}
		root = filepath.Join(Repository, "..", "shared", "corpus")
	}
	info, err := os.Stat(root) //nolint:gosec // the developer names the folder
	return root, err == nil && info.IsDir()
}

// Dir returns a folder of the corpus and skips the test, saying so, where the
// corpus is not to be had.
func Dir(tb testing.TB, folders ...string) string {
	tb.Helper()
	root, ok := Root()
	if !ok {
		tb.Skipf("SKIPPED WITHOUT CORPUS: set %s to the folder of real replays to run %s", Environment, tb.Name())
	}
	dir := filepath.Join(append([]string{root}, folders...)...)
	if _, err := os.Stat(dir); err != nil {
		tb.Skipf("SKIPPED WITHOUT CORPUS: %s has no %s", root, filepath.Join(folders...))
	}
	return dir
}

// Read returns the content of a file of the corpus.
func Read(tb testing.TB, path ...string) []byte {
	tb.Helper()
	dir := Dir(tb, path[:len(path)-1]...)
	data, err := os.ReadFile(filepath.Join(dir, path[len(path)-1]))
	if err != nil {
		tb.Fatal(err)
	}
	return data
}
