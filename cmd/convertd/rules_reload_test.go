// SPDX-License-Identifier: GPL-3.0-or-later

//go:build unix

package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"convertd/internal/corpus"
	"convertd/internal/foxes"
)

func TestDaemonJudgesByThePacksOfTheMoment(t *testing.T) {
	home := t.TempDir()
	plugins, packs := filepath.Join(home, "plugins"), filepath.Join(home, "packs")
	for _, folder := range []string{plugins, packs} {
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(plugins, "convertd-decoder-foxes"), self, 0o755); err != nil {
		t.Fatal(err)
	}
	configured, game := filepath.Join(home, "config.yaml"), filepath.Join(home, "game.foxes")
	text := fmt.Sprintf("plugins:\n  folders: [%q]\n  pins: {foxes: %x}\nrules:\n  folders: [%q]\n", plugins, sha256.Sum256(self), packs)
	if err := os.WriteFile(configured, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	played := foxes.Write(foxes.Options{Version: "1.0.3", Faction: "Foxes", Ticks: 2000})
	if err := os.WriteFile(game, []byte(played), 0o600); err != nil {
		t.Fatal(err)
	}
	daemon := serve(t, home, "--config", configured)
	convertd := func(arguments ...string) string {
		t.Helper()
		command := exec.Command(os.Args[0], append(arguments, "--config", configured)...)
		command.Env = daemon.command.Env
		output, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, output)
		}
		return string(output)
	}
	if output := convertd("submit", game, "--wait", "--json"); !strings.Contains(output, `"unjudged"`) {
		t.Errorf("without rules: %s", output)
	}
	convertd("rules", "install", filepath.Join(corpus.Repository, "docs", "examples", "rule-pack.json"))
	if err := daemon.command.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	daemon.awaitLog(1, "decoders found anew")
	if output := convertd("submit", game, "--wait", "--json"); !strings.Contains(output, `"plausible"`) {
		t.Errorf("with rules: %s", output)
	}
	if code := daemon.interrupt(); code != 0 {
		t.Errorf("it ended with %d: %s", code, daemon.output())
	}
}
