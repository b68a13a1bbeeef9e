// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"os"
	"path/filepath"

	"convertd/core/icrep"
	"convertd/core/icreptools"
	"convertd/files"
)

// fetchNamed writes a result under the path, with the name of the file it was made
// from: the stored one is everybody's and has none.
func (r *importRun) fetchNamed(file *imported, key, path string) (err error) {
	overwrite := r.verb.loaded.Output.Overwrite
	if err := files.Free(path, overwrite); err != nil {
		return fileError(path, notWritten("the result cannot be written", err))
	}
	folder, err := r.verb.work.Sub()
	if err != nil {
		return notWritten("the result cannot be written", err)
	}
	defer os.RemoveAll(folder) //nolint:errcheck // the work folder goes with all that is in it
	root, err := os.OpenRoot(folder)
	if err != nil {
		return notWritten("the result cannot be written", err)
	}
	defer root.Close() //nolint:errcheck // a folder that was only walked through
	if err := download(context.WithoutCancel(r.ctx), r.client, key, root, "stored.icrep"); err != nil {
		return writingFailed(err)
	}
	replay, err := icrep.OpenFile(filepath.Join(folder, "stored.icrep"))
	if err != nil {
		return err
	}
	defer replay.Close() //nolint:errcheck // read only
	if _, err = icreptools.NameOriginal(replay.Reader, icreptools.Output{Root: root, Name: "named.icrep"}, file.base); err != nil {
		return writingFailed(err)
	}
	if err := files.Place(filepath.Join(folder, "named.icrep"), path, overwrite); err != nil {
		return fileError(path, notWritten("the result cannot be given its name", err))
	}
	return nil
}
