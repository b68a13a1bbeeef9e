// SPDX-License-Identifier: GPL-3.0-or-later

package host_test

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"

	"convertd/host"
	"convertd/internal/testdecoder"
	"convertd/sdk/sandbox"
)

// needsKernel skips where the walls that a test tries do not exist, and says so.
func needsKernel(t *testing.T, h *host.Host) host.Description {
	t.Helper()
	for _, description := range h.Describe(context.Background()) {
		if description.Info.Name != "bad" {
			continue
		}
		if description.Err != nil {
			t.Fatal(description.Err)
		}
		for _, guard := range description.Guards {
			if guard.Own && guard.Name == sandbox.Isolation && !guard.Active {
				t.Skipf("SKIPPED: this kernel does not isolate: %s", guard.Detail)
			}
		}
		return description
	}
	t.Fatal("decoder bad is not listed")
	return host.Description{}
}

func TestDecoderCannotBreakOut(t *testing.T) {
	t.Setenv("CONVERTD_TEST_SECRET", "must not arrive")
	h := newHost(t, nil)
	needsKernel(t, h)
	got := decode(t, h, request("bad", testdecoder.Escape, "x"))
	if got.err != nil {
		t.Fatal(got.err)
	}
	tried := 0
	for _, attempt := range got.diagnostics {
		if attempt.Code == "environment" {
			continue
		}
		tried++
		if attempt.Summary == "worked" {
			t.Errorf("%s worked inside the sandbox", attempt.Code)
		}
		t.Logf("%s: %s", attempt.Code, attempt.Summary)
	}
	if tried != 14 {
		t.Errorf("%d attempts were reported, not 14", tried)
	}
}

func TestDecoderSeesNothingOfTheHostsEnvironment(t *testing.T) {
	t.Setenv("CONVERTD_TEST_SECRET", "must not arrive")
	got := decode(t, newHost(t, nil), request("bad", testdecoder.Escape, "x"))
	var names []string
	for _, diagnostic := range got.diagnostics {
		if diagnostic.Code == "environment" {
			names = append(names, diagnostic.Summary)
		}
	}
	allowed := func(name string) bool {
		return strings.HasPrefix(name, "PLUGIN_") || strings.HasPrefix(name, "CONVERTD_DECODER") ||
			name == "TMPDIR" || name == "GOMAXPROCS" || name == "LANG"
	}
	if len(names) == 0 || slices.ContainsFunc(names, func(name string) bool { return !allowed(name) }) {
		t.Errorf("the decoder's environment holds %v", names)
	}
}

func TestGuardsAreReportedByName(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: the guards are Linux's")
	}
	description := needsKernel(t, newHost(t, nil))
	var names []string
	for _, guard := range description.Guards {
		name := guard.Name
		if guard.Own {
			name = "own " + name
		}
		names = append(names, name)
		t.Logf("%-16s active=%v %s", name, guard.Active, guard.Detail)
		if guard.Detail == "" {
			t.Errorf("guard %s does not say what it is", guard.Name)
		}
	}
	want := []string{"namespaces", "user", "root", "landlock", "capabilities", "rlimits", "seccomp", "isolation", "metadata", "cgroup", "own memory", "own rlimits", "own landlock", "own seccomp", "own isolation"}
	if !slices.Equal(names, want) {
		t.Errorf("guards are %v, want %v", names, want)
	}
}
