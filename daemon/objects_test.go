// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"errors"
	"io"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"convertd/failure"
)

// bucketServer is a server that speaks S3, with an empty bucket.
func bucketServer(t *testing.T) (url string) {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("results"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	return "s3://results?region=us-east-1&use_path_style=true&endpoint=" + server.URL
}

func folderURL(t *testing.T) string {
	t.Helper()
	return "file://" + filepath.ToSlash(t.TempDir())
}

// Every place for objects keeps the same promises.
func TestObjectsKeepTheirPromisesWhereverTheyLie(t *testing.T) {
	for _, place := range []struct {
		name string
		open func(t *testing.T) objects
	}{
		{"nats", func(t *testing.T) objects { return newWorld(t).client.storage.files }},
		{"folder", func(t *testing.T) objects { return openedBlob(t, folderURL(t)) }},
		{"bucket", func(t *testing.T) objects { return openedBlob(t, bucketServer(t)) }},
	} {
		t.Run(place.name, func(t *testing.T) { checkObjects(t, place.open(t)) })
	}
}

func openedBlob(t *testing.T, url string) objects {
	t.Helper()
	opened, err := openBlob(t.Context(), "stores.results", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opened.bucket.Close() }) // nothing is on its way
	return opened
}

func checkObjects(t *testing.T, store objects) {
	ctx := t.Context()
	const name, content = "0123.icrep", "converted"
	if _, _, err := store.Open(ctx, name); !errors.Is(err, failure.ErrNotFound) {
		t.Errorf("opening what is not there: %v", err)
	}
	if _, err := store.Stat(ctx, name); !errors.Is(err, failure.ErrNotFound) {
		t.Errorf("looking up what is not there: %v", err)
	}
	if err := store.Remove(ctx, name); err != nil {
		t.Errorf("removing what is not there: %v", err)
	}
	broken := io.MultiReader(strings.NewReader("half"), iotest.ErrReader(errors.New("the disk is gone")))
	if _, err := store.Put(ctx, name, broken); err == nil {
		t.Error("half an object is stored")
	}
	if list, err := store.List(ctx); err != nil || len(list) != 0 {
		t.Errorf("half an object is there: %v, %v", list, err)
	}
	for range 2 { // the second replaces the first
		if size, err := store.Put(ctx, name, strings.NewReader(content)); err != nil || size != uint64(len(content)) {
			t.Fatalf("stored %d, %v", size, err)
		}
	}
	reader, size, err := store.Open(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(reader)
	if closeErr := reader.Close(); err != nil || closeErr != nil || string(data) != content || size != uint64(len(content)) {
		t.Errorf("read %q of %d, %v", data, size, err)
	}
	list, err := store.List(ctx)
	if info := list[name]; err != nil || len(list) != 1 || info.size != uint64(len(content)) || time.Since(info.modified) > time.Hour {
		t.Errorf("list %+v, %v", list, err)
	}
	if err := store.Remove(ctx, name); err != nil {
		t.Error(err)
	}
	if list, err := store.List(ctx); err != nil || len(list) != 0 {
		t.Errorf("a removed object is there: %v, %v", list, err)
	}
}

func TestStoreThatIsNotThereIsSaidAtOnce(t *testing.T) {
	bucket := strings.Replace(bucketServer(t), "s3://results", "s3://nobody", 1)
	if _, err := openBlob(t.Context(), "stores.results", bucket); !errors.Is(err, failure.ErrUnavailable) || !strings.Contains(err.Error(), "stores.results") {
		t.Errorf("a bucket that is not there: %v", err)
	}
	if _, err := openBlob(t.Context(), "stores.results", "file:///nowhere/at/all"); err == nil || !strings.Contains(err.Error(), "stores.results") {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// A job whose source and result lie outside of NATS, from end to end.
func TestJobWithFoldersAndBuckets(t *testing.T) {
	w := newWorld(t)
	conn, err := w.server.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	stores := Stores{Sources: folderURL(t), Files: bucketServer(t)}
	w.client, err = NewClientOf(w.ctx, conn, stores)
	if err != nil {
		t.Fatal(err)
	}
	w.startWith(w.client, &fakeConverter{}, testSettings(t, "outside"))
	source, err := w.client.UploadSource(w.ctx, []byte("a replay"))
	if err != nil {
		t.Fatal(err)
	}
	w.submit(Job{ID: "mine", Source: JobSource{Object: source}})
	status := w.wait("mine")
	if status.State != StateDone {
		t.Fatalf("%+v", status.Error)
	}
	w.emptyQueue()
	result, err := w.client.Result(w.ctx, status.Result)
	if err != nil {
		t.Fatal(err)
	}
	file, err := w.client.OpenFile(w.ctx, result)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(file)
	if closeErr := file.Close(); err != nil || closeErr != nil || string(data) != "converted a replay" {
		t.Errorf("the result is %q, %v", data, err)
	}
	if n := w.messages("OBJ_"+StoreFiles, ">") + w.messages("OBJ_"+StoreSources, ">"); n != 0 {
		t.Errorf("%d messages of objects are in NATS", n)
	}
	found, err := w.client.Collect(w.ctx, CollectOptions{})
	if err != nil || len(garbageNames(found)["source"]) != 1 || len(garbageNames(found)["object"]) != 0 {
		t.Errorf("garbage: %v, %v", garbageNames(found), err)
	}
	if _, err := w.client.RemoveResult(w.ctx, result.Key); err != nil {
		t.Error(err)
	}
	if list, err := w.client.storage.files.List(w.ctx); err != nil || len(list) != 0 {
		t.Errorf("left of the result: %v, %v", list, err)
	}
}
