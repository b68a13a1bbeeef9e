// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"convertd/internal/corpus"
)

const someCommit = "754b69f2e71ccfae63529a44f9e2e24f3205deef"

func buildOf(version string, settings ...string) *debug.BuildInfo {
	info := &debug.BuildInfo{Main: debug.Module{Path: "convertd", Version: version}}
	for i := 0; i < len(settings); i += 2 {
		info.Settings = append(info.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
	}
	return info
}

func TestVersionAndCommitComeFromWhatGoNotedInTheProgram(t *testing.T) {
	for _, test := range []struct {
		name string
		info *debug.BuildInfo
		want provenance
	}{
		{
			"a tagged commit", buildOf("v1.4.0", "vcs.revision", someCommit, "vcs.modified", "false"),
			provenance{Version: "1.4.0", Revision: someCommit, Tree: "unchanged"},
		},
		{
			"a tagged commit and changed files", buildOf("v1.4.0+dirty", "vcs.revision", someCommit, "vcs.modified", "true"),
			provenance{Version: "1.4.0+dirty", Revision: someCommit, Tree: "changed"},
		},
		{
			"a commit without a tag", buildOf("v0.0.0-20261124125946-754b69f2e71c", "vcs.revision", someCommit, "vcs.modified", "false"),
			provenance{Version: "0.0.0-20261124125946-754b69f2e71c", Revision: someCommit, Tree: "unchanged"},
		},
		{"outside of a repository, go run, go test", buildOf("(devel)"), provenance{Version: "0.0.0-devel", Revision: "unknown", Tree: "unknown"}},
		{"a version and no repository", buildOf("v1.4.0"), provenance{Version: "1.4.0", Revision: "unknown", Tree: "unknown"}},
		{"no version", buildOf(""), provenance{Version: "0.0.0-devel", Revision: "unknown", Tree: "unknown"}},
		{"nothing noted", nil, provenance{Version: "0.0.0-devel", Revision: "unknown", Tree: "unknown"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := provenanceOf(test.info)
			if got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
			// The daemon gives it to NATS, which refuses anything else.
			semantic := regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`)
			if !semantic.MatchString(got.Version) {
				t.Errorf("%q is no semantic version", got.Version)
			}
		})
	}
}

// TestABuiltProgramSaysItsTag builds convertd three times from a copy of this
// tree: at a tag, with a changed file, and one commit later.
func TestABuiltProgramSaysItsTag(t *testing.T) {
	if testing.Short() {
		t.Skip("links convertd three times")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	tree := filepath.Join(t.TempDir(), "tree")
	copyTracked(t, tree)
	git(t, tree, "init", "--quiet")
	git(t, tree, "add", "--all")
	git(t, tree, "commit", "--quiet", "--message", "a release")
	git(t, tree, "tag", "v1.4.0")
	release := git(t, tree, "rev-parse", "HEAD")
	expectVersion(t, tree, `convertd 1\.4\.0 \(commit `+release+`, tree unchanged, `)

	change := filepath.Join(tree, "cmd", "convertd", "doc_change.go")
	if err := os.WriteFile(change, []byte("package main\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	expectVersion(t, tree, `convertd 1\.4\.0\+dirty \(commit `+release+`, tree changed, `)

	git(t, tree, "add", "--all")
	git(t, tree, "commit", "--quiet", "--message", "after the release")
	next := git(t, tree, "rev-parse", "HEAD")
	expectVersion(t, tree, `convertd 1\.4\.1-0\.\d{14}-`+next[:12]+` \(commit `+next+`, tree unchanged, `)
}

func expectVersion(t *testing.T, tree, want string) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "convertd")
	// Flags of the surrounding test, such as -race, would only make it slower.
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=true", "-o", program, "./cmd/convertd")
	build.Dir, build.Env = tree, append(os.Environ(), "GOFLAGS=")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, output)
	}
	output, err := exec.Command(program, "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile("^" + want).Match(output) {
		t.Errorf("--version prints %q, want %s", output, want)
	}
}

func git(t *testing.T, folder string, arguments ...string) string {
	t.Helper()
	command := exec.Command("git", append([]string{"-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"}, arguments...)...)
	command.Dir = folder
	// Neither a hook's repository nor the settings of a person take part.
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "GIT_CONFIG_NOSYSTEM=1"}
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", arguments, err, output)
	}
	return strings.TrimSpace(string(output))
}

// copyTracked copies the files that git would commit, as they are now.
func copyTracked(t *testing.T, to string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(corpus.Repository, ".git")); err != nil {
		t.Skip("this tree is no git repository")
	}
	names := git(t, corpus.Repository, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	for name := range strings.SplitSeq(strings.Trim(names, "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(corpus.Repository, name))
		if os.IsNotExist(err) {
			continue // deleted, and not yet committed
		}
		if err != nil {
			t.Fatal(err)
		}
		target := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
