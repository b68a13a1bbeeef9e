// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// checkExit is the script command "exit CODE PROGRAM ARGUMENTS...": it runs
// the program and fails unless it ends with this code. Standard output and
// error go to the files stdout and stderr of the work folder.
func checkExit(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) < 2 {
		ts.Fatalf("usage: exit CODE PROGRAM ARGUMENTS...")
	}
	want, err := strconv.Atoi(arguments[0])
	ts.Check(err)
	command := exec.Command(arguments[1], arguments[2:]...)
	command.Dir = ts.Getenv("WORK")
	for _, name := range []string{
		"PATH", "HOME", "CONVERTD_PLUGINS_FOLDERS", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "CONVERTD_NATS_EMBEDDED_LISTEN", "CONVERTD_JOBS_WORKERS",
		"SOURCE_DATE_EPOCH", "TMPDIR", "CONVERTD_NATS_PASSWORD", "CONVERTD_NATS_USER",
		"CONVERTD_PLUGINS_FOLDERS", "CONVERTD_PLUGINS_PINS_FOXES", "CONVERTD_RULES_FOLDERS", "CONVERTD_RULES_PINS",
	} {
		if value := ts.Getenv(name); value != "" {
			command.Env = append(command.Env, name+"="+value)
		}
	}
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	runErr := command.Run()
	ts.Check(os.WriteFile(ts.MkAbs("stdout"), stdout.Bytes(), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs("stderr"), stderr.Bytes(), 0o600))
	ts.Logf("[stdout]\n%s[stderr]\n%s", stdout.String(), stderr.String())
	if got := command.ProcessState.ExitCode(); got != want {
		ts.Fatalf("exit code %d, want %d (%v)", got, want, runErr)
	}
	if want != 0 && stderr.Len() > 0 {
		for _, line := range strings.Split(strings.TrimSpace(stderr.String()), "\n") {
			if !strings.HasPrefix(line, "convertd: ") || strings.Count(line, ": ") < 2 {
				ts.Fatalf("an error line does not say what, where and what to do: %q", line)
			}
		}
	}
}

// makeZip is the script command "zip ARCHIVE FILES...".
func makeZip(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) < 2 {
		ts.Fatalf("usage: zip ARCHIVE FILES...")
	}
	archive, err := os.Create(ts.MkAbs(arguments[0]))
	ts.Check(err)
	writer := zip.NewWriter(archive)
	for _, name := range arguments[1:] {
		entry, err := writer.Create(filepath.Base(name))
		ts.Check(err)
		_, err = entry.Write([]byte(ts.ReadFile(name)))
		ts.Check(err)
	}
	ts.Check(writer.Close())
	ts.Check(archive.Close())
}

// oneJob is the script command "onejob FILE": it puts the job of a file with one JSON
// object into $JOB.
func oneJob(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) != 1 {
		ts.Fatalf("usage: onejob FILE")
	}
	var line struct{ Job string }
	data, err := os.ReadFile(ts.MkAbs(arguments[0]))
	ts.Check(err)
	ts.Check(json.Unmarshal(data, &line))
	ts.Setenv("JOB", line.Job)
}

// oneFile is the script command "onefile FOLDER FILE": it copies the only file of
// the folder.
func oneFile(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) != 2 {
		ts.Fatalf("usage: onefile FOLDER FILE")
	}
	found, err := os.ReadDir(ts.MkAbs(arguments[0]))
	ts.Check(err)
	if len(found) != 1 {
		ts.Fatalf("%s holds %d files", arguments[0], len(found))
	}
	data, err := os.ReadFile(filepath.Join(ts.MkAbs(arguments[0]), found[0].Name()))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(arguments[1]), data, 0o600))
}

// checkJSONLines is the script command "jsonlines FILE COUNT [PATH=VALUE]...":
// the file has that many lines, each one JSON object, and every one of them
// has the value at the path ("a.b.0.c").
func checkJSONLines(ts *testscript.TestScript, negated bool, arguments []string) {
	if negated || len(arguments) < 2 {
		ts.Fatalf("usage: jsonlines FILE COUNT [PATH=VALUE]...")
	}
	want, err := strconv.Atoi(arguments[1])
	ts.Check(err)
	content, err := os.ReadFile(ts.MkAbs(arguments[0]))
	ts.Check(err)
	lines := 0
	scanner := bufio.NewScanner(bytes.NewReader(content))
	scanner.Buffer(nil, 1<<24)
	for scanner.Scan() {
		lines++
		var object map[string]any
		if err := json.Unmarshal(scanner.Bytes(), &object); err != nil {
			ts.Fatalf("line %d is no JSON object: %v", lines, err)
		}
		for _, expectation := range arguments[2:] {
			path, value, _ := strings.Cut(expectation, "=")
			if got := lookUp(object, strings.Split(path, ".")); got != value {
				ts.Fatalf("line %d: %s is %s, want %s", lines, path, got, value)
			}
		}
	}
	if lines != want {
		ts.Fatalf("%d lines, want %d", lines, want)
	}
}

// lookUp follows a path of names and indexes.
func lookUp(value any, path []string) string {
	if len(path) == 0 {
		if text, ok := value.(string); ok {
			return text
		}
		encoded, err := json.Marshal(value)
		if err != nil {
			return err.Error()
		}
		return string(encoded)
	}
	switch v := value.(type) {
	case map[string]any:
		inner, ok := v[path[0]]
		if !ok {
			return "absent"
		}
		return lookUp(inner, path[1:])
	case []any:
		index, err := strconv.Atoi(path[0])
		if err != nil || index < 0 || index >= len(v) {
			return "absent"
		}
		return lookUp(v[index], path[1:])
	}
	return fmt.Sprintf("no member %s", path[0])
}
