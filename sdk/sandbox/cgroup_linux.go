// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// cage is a control group (version 2) for one process. A nil cage holds
// nothing.
type cage struct {
	folder string
	file   *os.File
}

// cagePrefix begins the names of our groups; the host's process number
// follows, so that what a killed host left is found.
const cagePrefix = "convertd-decoder-"

// maxTasks bounds threads and processes of one program.
const maxTasks = 128

var cages atomic.Uint64

// cageParent is the group that this process may make others in, found once.
var cageParent = sync.OnceValues(findCageParent)

// newCage makes a group with the limits that the kernel lets us set in it.
func newCage(limits Limits) (*cage, Guard) {
	const name = GuardCgroup
	parent, err := cageParent()
	if err != nil {
		return nil, Guard{Name: name, Detail: err.Error()}
	}
	c := &cage{folder: filepath.Join(parent, fmt.Sprintf("%s%d-%d", cagePrefix, os.Getpid(), cages.Add(1)))}
	if err := os.Mkdir(c.folder, 0o700); err != nil {
		return nil, Guard{Name: name, Detail: reasonOf(err)}
	}
	if c.file, err = os.Open(c.folder); err != nil {
		_ = os.Remove(c.folder)
		return nil, Guard{Name: name, Detail: reasonOf(err)}
	}
	var set, missing []string
	bound := func(file string, value uint64) {
		if value == 0 {
			return
		}
		err := c.write(file, strconv.FormatUint(value, 10))
		if err != nil {
			missing = append(missing, file)
			return
		}
		set = append(set, fmt.Sprintf("%s %d", file, value))
	}
	memory := limits.Memory
	if memory > 0 {
		memory += cageSlack
	}
	bound("pids.max", maxTasks)
	bound("memory.max", memory)
	if memory > 0 && len(missing) == 0 {
		_ = c.write("memory.swap.max", "0") // not there without swap
		_ = c.write("memory.oom.group", "1")
	}
	if _, err := os.Stat(filepath.Join(c.folder, "cgroup.kill")); err != nil {
		missing = append(missing, "cgroup.kill")
	} else {
		set = append(set, "cgroup.kill")
	}
	detail := strings.Join(set, ", ")
	if len(missing) > 0 {
		detail += "; not delegated: " + strings.Join(missing, ", ")
	}
	return c, Guard{Name: name, Active: len(missing) == 0, Detail: detail}
}

// cageSlack is what a group may hold beyond the program's own memory: its code,
// the source it shares, the kernel's buffers.
const cageSlack = 128 << 20

func (c *cage) write(file, value string) error {
	return writeControl(filepath.Join(c.folder, file), value)
}

// writeControl writes to a file that the kernel put there.
func writeControl(path, value string) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString(value)
	return errors.Join(err, file.Close())
}

// isGroup reports whether a folder is a control group that we may make others
// in.
func isGroup(folder string) bool {
	var system unix.Statfs_t
	return unix.Statfs(folder, &system) == nil && system.Type == unix.CGROUP2_SUPER_MAGIC && unix.Access(folder, unix.W_OK) == nil
}

// hold has the kernel start a process inside.
func (c *cage) hold(attributes *syscall.SysProcAttr) {
	if c != nil {
		attributes.UseCgroupFD, attributes.CgroupFD = true, int(c.file.Fd())
	}
}

// kill ends everything inside.
func (c *cage) kill() {
	if c != nil {
		_ = c.write("cgroup.kill", "1")
	}
}

// remove takes the group away once it is empty, which takes the kernel a
// moment.
func (c *cage) remove() {
	if c == nil {
		return
	}
	_ = c.file.Close()
	for pause := time.Millisecond; pause < time.Second; pause *= 2 {
		if err := os.Remove(c.folder); err == nil || errors.Is(err, os.ErrNotExist) {
			return
		}
		time.Sleep(pause)
	}
}

// findCageParent looks for a group with memory and pids that we may make groups
// in: our own, or the one above if it was delegated and we are in a leaf of it.
// One without these still lets a process be killed with all it started.
func findCageParent() (string, error) {
	own, err := ownCgroup()
	if err != nil {
		return "", err
	}
	candidates := []string{own, filepath.Dir(own)}
	for _, folder := range candidates {
		if !isGroup(folder) {
			continue
		}
		_ = writeControl(filepath.Join(folder, "cgroup.subtree_control"), "+memory +pids")
		control, err := os.ReadFile(filepath.Join(folder, "cgroup.subtree_control"))
		if err == nil && strings.Contains(string(control), "memory") && strings.Contains(string(control), "pids") {
			sweepCages(folder)
			return folder, nil
		}
	}
	if isGroup(own) {
		sweepCages(own)
		return own, nil
	}
	return "", errors.New("no group is delegated to this process: with systemd, Delegate=memory pids and DelegateSubgroup= do that")
}

// ownCgroup is the folder of the group this process is in.
func ownCgroup() (string, error) {
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return "", errors.New("the kernel shows no mounts")
	}
	mount := ""
	for line := range strings.Lines(string(mounts)) {
		before, after, found := strings.Cut(line, " - ")
		if fields := strings.Fields(before); found && strings.HasPrefix(after, "cgroup2 ") && len(fields) > 4 {
			mount = fields[4]
		}
	}
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil || mount == "" {
		return "", errors.New("there are no control groups of version 2")
	}
	for line := range strings.Lines(string(groups)) {
		if path, found := strings.CutPrefix(strings.TrimSpace(line), "0::"); found {
			return filepath.Join(mount, path), nil
		}
	}
	return "", errors.New("this process is in no control group of version 2")
}

// sweepCages removes the empty groups of hosts that were killed.
func sweepCages(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		rest, found := strings.CutPrefix(entry.Name(), cagePrefix)
		number, _, _ := strings.Cut(rest, "-")
		if pid, err := strconv.Atoi(number); found && err == nil && unix.Kill(pid, 0) == unix.ESRCH {
			_ = os.Remove(filepath.Join(folder, entry.Name()))
		}
	}
}

// reasonOf is an error without the path it happened at.
func reasonOf(err error) string {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	return err.Error()
}
