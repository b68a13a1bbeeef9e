// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"convertd/core/icrep"
	"convertd/internal/corpus"
)

// viewing is a program that serves pages.
type viewing struct {
	command *exec.Cmd
	url     string
}

// view starts `convertd view` and waits for the address it prints.
func view(t *testing.T, arguments ...string) *viewing {
	t.Helper()
	home := t.TempDir()
	command := exec.Command(os.Args[0], append([]string{"view"}, arguments...)...)
	command.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir(), serverVariable + "=1"}
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := command.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		if err := command.Wait(); err != nil {
			t.Errorf("it ended with %v", err)
		}
	})
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return &viewing{command, strings.TrimSpace(line)}
}

// get asks until a condition holds.
func (r *viewing) get(t *testing.T, path string, holds func(status int, body []byte) bool) []byte {
	t.Helper()
	for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		answer, err := http.Get(r.url + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if holds(answer.StatusCode, body) {
			return body
		}
		if time.Since(begun) > 30*time.Second {
			t.Fatalf("%s is %d: %s", path, answer.StatusCode, body)
		}
	}
}

// A newcomer names a file and has it in the browser.
func TestViewShowsFilesWithoutADaemon(t *testing.T) {
	engine := filepath.Join(corpus.Repository, "testdata", "engine")
	r := view(t, "--maps", filepath.Join(engine, "maps"), filepath.Join(engine, "cnc-release-20210321.orarep"),
		filepath.Join(corpus.Repository, "testdata", "golden", "icrep-v1-everything.icrep"),
		filepath.Join(corpus.Repository, "testdata", "golden", "icsave-v1-plain.icsave"))
	if !strings.HasPrefix(r.url, "http://127.0.0.1:") {
		t.Fatalf("the address is %q", r.url)
	}
	var list struct {
		Games []struct{ ID, Filename, Verdict, Format string }
	}
	r.get(t, "api/v1/games?sort=verdict", func(status int, body []byte) bool {
		return status == http.StatusOK && json.Unmarshal(body, &list) == nil && len(list.Games) == 3
	})
	if list.Games[0].Verdict != "proven" || list.Games[0].Filename != "cnc-release-20210321.orarep" || list.Games[1].Verdict != "" {
		t.Errorf("the games are %+v", list.Games)
	}
	for _, game := range list.Games {
		status := http.StatusOK
		if game.Format == "icsave" {
			status = http.StatusNotFound // a moment has no course
		}
		r.get(t, "api/v1/games/"+game.ID+"/timeline", func(got int, _ []byte) bool { return got == status })
	}
	file := r.get(t, "api/v1/games/"+list.Games[0].ID+"/file.icrep", func(status int, _ []byte) bool { return status == http.StatusOK })
	if !strings.HasPrefix(string(file), icrep.Magic) {
		t.Errorf("the file begins with %q", file[:min(len(file), 8)])
	}
	page := r.get(t, "", func(status int, _ []byte) bool { return status == http.StatusOK })
	if !strings.Contains(string(page), "<title>") {
		t.Errorf("the page is %s", page)
	}
}
