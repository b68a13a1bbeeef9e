// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"convertd/config"
	"convertd/core/icrep"
	"convertd/core/icsave"
	"convertd/failure"
	"convertd/files"
)

// workFolder makes the folder in which results that will stand in a folder are
// made, and removes what killed processes left of theirs. The caller closes it.
func (p *program) workFolder(folder string, loaded *config.Loaded) (*files.WorkFolder, error) {
	work, err := files.NewWorkFolder(folder, files.Prefix)
	if err != nil {
		return nil, fileError(folder, notWritten("nothing can be written here", err))
	}
	log := p.logger(loaded, false)
	if removed, err := files.Sweep(folder, files.Prefix); err != nil {
		log.Warn("what a killed process left cannot be removed", "folder", folder, "error", bare(err))
	} else if removed > 0 {
		log.Info("removed what killed processes left", "folder", folder, "work_folders", removed)
	}
	return work, nil
}

// writeWhole makes a file: do writes it under its name into a folder beside its
// place, where it then appears whole or not at all.
func (p *program) writeWhole(path string, loaded *config.Loaded, do func(folder *os.Root, name string) error) (err error) {
	if err := files.Free(path, loaded.Output.Overwrite); err != nil {
		return fileError(path, notWritten("the result cannot be written", err))
	}
	work, err := p.workFolder(filepath.Dir(path), loaded)
	if err != nil {
		return err
	}
	defer func() { err = notRemoved(work, err) }()
	root, err := os.OpenRoot(work.Path())
	if err != nil {
		return fileError(path, notWritten("the result cannot be written", err))
	}
	defer root.Close() //nolint:errcheck // a folder that was only walked through
	name := filepath.Base(path)
	if err := do(root, name); err != nil {
		return writingFailed(err)
	}
	if err := files.Place(filepath.Join(work.Path(), name), path, loaded.Output.Overwrite); err != nil {
		return fileError(path, notWritten("the result cannot be given its name", err))
	}
	return nil
}

// checkPlace finds out before any work whether a result can be written there.
// Only the writing itself decides.
func (p *program) checkPlace(path string, loaded *config.Loaded) error {
	if err := files.Free(path, loaded.Output.Overwrite); err != nil {
		return fileError(path, notWritten("the result cannot be written", err))
	}
	work, err := p.workFolder(filepath.Dir(path), loaded)
	if err != nil {
		return err
	}
	return notRemoved(work, nil)
}

// notRemoved closes a work folder behind work that ended with err. That it stays
// is worth telling if all else went well.
func notRemoved(work *files.WorkFolder, err error) error {
	if closing := work.Close(); closing != nil && err == nil {
		return fmt.Errorf("%s: the work folder cannot be removed: %w: the next run removes it", work.Path(), bare(closing))
	}
	return err
}

// makeFolder makes a folder for results.
func makeFolder(path string) error {
	if err := os.MkdirAll(path, 0o755); err != nil { //nolint:gosec // results are not secret
		return fileError(path, notWritten("the folder cannot be made", err))
	}
	return nil
}

// writingFailed recognises the errors of a full or forbidden disk among those of
// a conversion: they are neither the source's fault nor the program's.
func writingFailed(err error) error {
	for _, cause := range []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG, syscall.EROFS} {
		if errors.Is(err, cause) {
			return notWritten("the result cannot be written", cause)
		}
	}
	return err
}

// notWritten says which operation failed, why, and what to do. Paths are dropped:
// the line names the one that matters already.
func notWritten(operation string, err error) error {
	if errors.Is(err, files.ErrExists) || errors.Is(err, icrep.ErrExists) || errors.Is(err, icsave.ErrExists) {
		remedy := "use --overwrite to replace it"
		if !errors.Is(err, files.ErrExists) || err.Error() != files.ErrExists.Error() {
			remedy = "choose another name"
		}
		return &exitError{code: failure.ExitFailed, err: fmt.Errorf("%w: %s", err, remedy)}
	}
	return &exitError{code: failure.ExitFailed, err: fmt.Errorf("%s: %w: %s", operation, bare(err), remedyOfDisk(err))}
}

// remedyOfDisk says what somebody can do about a folder or a disk.
func remedyOfDisk(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return "free some space, or choose a folder on another disk"
	case errors.Is(err, syscall.EDQUOT):
		return "the user's share of the disk is used up: free some of it, or choose a folder on another disk"
	case errors.Is(err, syscall.EFBIG):
		return "a larger file is not allowed here: raise the limit (ulimit -f), or choose a folder on another disk"
	case errors.Is(err, syscall.EROFS):
		return "choose a folder on a disk that can be written to"
	case errors.Is(err, fs.ErrPermission):
		return "choose a folder that this user may write to"
	case errors.Is(err, fs.ErrNotExist):
		return "make the folder first"
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, fs.ErrExist):
		return "a file is in the way: choose another folder"
	case errors.Is(err, syscall.ENAMETOOLONG):
		return "choose a shorter name"
	}
	return "see that the disk is in order, or choose another folder"
}

// bare is the reason of an error of the file system, without paths.
func bare(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	var call *os.SyscallError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	case errors.As(err, &call):
		return call.Err
	}
	return err
}

// errStandardOutput: not everything was printed.
var errStandardOutput = errors.New("standard output cannot be written")

// standardOutput says of a failed write where it was: the path that the system
// gives to it tells nobody.
type standardOutput struct{ to io.Writer }

func (o *standardOutput) Write(data []byte) (int, error) {
	n, err := o.to.Write(data)
	if err != nil {
		err = &exitError{code: failure.ExitFailed, err: fmt.Errorf("%w: %w: free some space, or send it elsewhere", errStandardOutput, bare(err))}
	}
	return n, err
}
