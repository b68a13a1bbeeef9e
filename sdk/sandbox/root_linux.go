// SPDX-License-Identifier: GPL-3.0-or-later

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// ownRoot collects what a file system for the process alone shows: its socket
// folder and what it may read. The process is in a mount namespace of its own.
func (o *order) ownRoot() (*root, error) {
	r := &root{made: map[string]bool{}}
	for _, tree := range o.ReadTrees {
		if err := r.show(filepath.Clean(tree), true); err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(tree), err)
		}
	}
	if o.SocketDir != "" {
		if err := r.show(filepath.Clean(o.SocketDir), false); err != nil {
			return nil, fmt.Errorf("socket folder: %w", err)
		}
	}
	return r, nil
}

// become makes the file system the process's root, and looks around in it.
func (r *root) become() Guard {
	const name = GuardRoot
	if err := r.enter(); err != nil {
		return Guard{Name: name, Detail: err.Error()}
	}
	entries, err := os.ReadDir("/")
	if err != nil {
		return Guard{Name: name, Detail: fmt.Sprintf("the new one: %v", err)}
	}
	for _, entry := range entries {
		if !r.made["/"+entry.Name()] {
			return Guard{Name: name, Detail: "something of the host's is in it"}
		}
	}
	if err := os.Mkdir("/written", 0o700); err == nil {
		return Guard{Name: name, Detail: "it can be written to"}
	}
	return Guard{Name: name, Active: true, Detail: "a file system of its own, read-only, with what it needs to start and its socket folder"}
}

// root is a file system being put together.
type root struct {
	links  [][2]string // path, target
	places []place
	made   map[string]bool // what is in it by its own doing
}

// place is a copy of a mount and where it goes.
type place struct {
	tree     int // descriptor
	path     string
	folder   bool
	readOnly bool
}

// shown reports whether a path is inside one of the places, or one of them.
func shown(places []place, path string) bool {
	return slices.ContainsFunc(places, func(one place) bool {
		return one.readOnly && (one.path == path || one.folder && strings.HasPrefix(path, one.path+"/"))
	})
}

// maxLinks is how many symbolic links one path may lead through.
const maxLinks = 16

// show takes what lies under a path now. Links on the way become links again.
func (r *root) show(path string, readOnly bool) error {
	for range maxLinks {
		link, target, rest := firstLink(path)
		if link == "" {
			return r.clone(path, readOnly)
		}
		r.links = append(r.links, [2]string{link, target})
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(link), target)
		}
		path = filepath.Join(target, rest)
	}
	return unix.ELOOP
}

// firstLink finds the first symbolic link on a path.
func firstLink(path string) (link, target, rest string) {
	prefix := ""
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for i, part := range parts {
		prefix += "/" + part
		if target, err := os.Readlink(prefix); err == nil {
			return prefix, target, filepath.Join(parts[i+1:]...)
		}
	}
	return "", "", ""
}

func (r *root) clone(path string, readOnly bool) error {
	info, err := os.Stat(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	tree, err := unix.OpenTree(unix.AT_FDCWD, path, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
	if err != nil {
		return fmt.Errorf("open_tree: %w", err)
	}
	attributes := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_NOSUID}
	if readOnly {
		attributes.Attr_set |= unix.MOUNT_ATTR_RDONLY
	} else {
		attributes.Attr_set |= unix.MOUNT_ATTR_NOEXEC
	}
	if info.Mode()&os.ModeDevice == 0 {
		attributes.Attr_set |= unix.MOUNT_ATTR_NODEV
	}
	if err := unix.MountSetattr(tree, "", unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, &attributes); err != nil {
		return errors.Join(fmt.Errorf("mount_setattr: %w", err), unix.Close(tree))
	}
	r.places = append(r.places, place{tree: tree, path: path, folder: info.IsDir(), readOnly: readOnly})
	return nil
}

// site is a folder that every system has: the new root is mounted over it for
// a moment.
const site = "/proc"

// enter puts the file system together and makes it the process's root.
func (r *root) enter() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mount: %w", err)
	}
	if err := unix.Mount("root", site, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=755,size=64k,nr_inodes=256"); err != nil {
		return fmt.Errorf("mount tmpfs: %w", err)
	}
	slices.SortFunc(r.places, func(a, b place) int { return strings.Compare(a.path, b.path) })
	for i, one := range r.places {
		var err error
		if !one.readOnly || !shown(r.places[:i], one.path) {
			err = r.put(one)
		}
		_ = unix.Close(one.tree)
		if err != nil {
			return err
		}
	}
	for _, link := range r.links {
		if shown(r.places, link[0]) {
			continue
		}
		if err := r.folders(filepath.Dir(link[0])); err != nil {
			return err
		}
		if err := os.Symlink(link[1], site+link[0]); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
		r.note(link[0])
	}
	if err := unix.Chdir(site); err != nil {
		return err
	}
	if err := unix.PivotRoot(".", "."); err != nil {
		return fmt.Errorf("pivot_root: %w", err)
	}
	if err := unix.Unmount(".", unix.MNT_DETACH); err != nil {
		return fmt.Errorf("umount: %w", err)
	}
	if err := unix.Chdir("/"); err != nil {
		return err
	}
	readOnly := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", 0, &readOnly); err != nil {
		return fmt.Errorf("mount_setattr: %w", err)
	}
	return nil
}

func (r *root) folders(path string) error {
	r.note(path)
	return os.MkdirAll(site+path, 0o755) //nolint:gosec // it is to be entered by the program
}

// note remembers the topmost folder of a path.
func (r *root) note(path string) {
	top, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	r.made["/"+top] = true
}

func (r *root) put(one place) error {
	target := one.path
	if one.folder {
		if err := r.folders(target); err != nil {
			return err
		}
	} else {
		if err := r.folders(filepath.Dir(target)); err != nil {
			return err
		}
		r.note(target)
		file, err := os.OpenFile(site+target, os.O_CREATE|os.O_RDONLY, 0o600)
		if err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
		_ = file.Close()
	}
	if err := unix.MoveMount(one.tree, "", unix.AT_FDCWD, site+target, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		return fmt.Errorf("move_mount: %w", err)
	}
	return nil
}
