// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// neighbour is the decoder of another job behind a wall of its own.
type neighbour struct {
	process *Process
	said    *bufio.Reader
	end     *os.File // closing it lets the program finish
}

func startNeighbour(t *testing.T, program string, kind Kind, environment []string) *neighbour {
	t.Helper()
	input, end := openPipe(t)
	said, saidEnd := openPipe(t)
	process, err := Start(&exec.Cmd{Args: []string{"neighbour"}, Env: environment, Stdin: input, Stdout: saidEnd, Stderr: os.Stderr}, &Wall{
		Kind: kind, Executable: opened(t, program), SocketDir: openFolder(t), Limits: Limits{Memory: hostileMemory, CPUSeconds: 60},
	})
	_, _ = input.Close(), saidEnd.Close()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(process.Kill)
	_ = said.SetReadDeadline(time.Now().Add(30 * time.Second))
	n := &neighbour{process: process, said: bufio.NewReader(said), end: end}
	if line := n.line(t); line != "ready" {
		t.Fatalf("the neighbour says %q", line)
	}
	return n
}

func (n *neighbour) line(t *testing.T) string {
	t.Helper()
	line, err := n.said.ReadString('\n')
	if err != nil {
		t.Fatalf("the neighbour says no more: %v, %s", err, n.process.Status())
	}
	return strings.TrimSpace(line)
}

// A decoder of another job goes on, and finds everything as it left it, while a hostile
// one is set on it and tries all it knows, on every kind of machine.
func TestAHostileProgramCostsAnotherJobNothing(t *testing.T) {
	hostile, program := buildHostile(t), buildProgram(t, "neighbour")
	for _, machine := range machines {
		for _, kind := range []Kind{KindStatic, KindDynamic} {
			t.Run(machine.name+"/"+string(kind), func(t *testing.T) {
				environment := machine.on(t)
				other := startNeighbour(t, program, kind, environment)
				s := newScene(t, hostile)
				s.target = other.process.Pid()
				if outcomes, process := s.run(t, kind, environment); outcomes["kill"] == "" || outcomes["memory"] == "" {
					t.Fatalf("it did not come far: %s", process.Status())
				}
				_ = other.end.Close()
				var state string
				var rounds int
				if _, err := fmt.Sscanf(other.line(t), "%s after %d rounds", &state, &rounds); err != nil || state != "whole" || rounds == 0 {
					t.Errorf("the neighbour is %s after %d rounds, %v", state, rounds, err)
				}
			})
		}
	}
}
