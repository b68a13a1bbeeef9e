// SPDX-License-Identifier: GPL-3.0-or-later

package host_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"convertd/host"
	"convertd/internal/testdecoder"
)

// makeOrphan is a host that starts a decoder, prints its process id and waits to
// be killed.
func makeOrphan() {
	h, err := host.New(host.Config{Bundled: bundled()})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	stream, err := h.Decode(context.Background(), request("bad", testdecoder.Hang, "x"))
	if err == nil {
		_, err = stream.Next()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(strings.Fields(string(childrenOfThreads()))[0])
	select {}
}

// childrenOfThreads collects the children that any thread of this process has.
func childrenOfThreads() []byte {
	var all []byte
	tasks, _ := os.ReadDir("/proc/self/task")
	for _, task := range tasks {
		children, err := os.ReadFile("/proc/self/task/" + task.Name() + "/children")
		if err == nil {
			all = append(all, children...)
		}
	}
	return all
}

func TestDecoderDiesWithItsHost(t *testing.T) {
	maker := exec.Command("/proc/self/exe", orphanMaker)
	maker.Stderr = os.Stderr
	output, err := maker.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := maker.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	decoder, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(decoder, 0); err != nil {
		t.Fatalf("the decoder does not run: %v", err)
	}
	_ = maker.Process.Kill()
	_ = maker.Wait()
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if gone(decoder) {
			return
		}
		if time.Now().After(deadline) {
			_ = syscall.Kill(decoder, syscall.SIGKILL)
			t.Fatal("the decoder outlived its host")
		}
	}
}

// gone reports whether a process has ended, reaped or not.
func gone(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(state), ") Z ")
}
