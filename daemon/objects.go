// SPDX-License-Identifier: GPL-3.0-or-later

package daemon

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"gocloud.dev/blob"
	_ "gocloud.dev/blob/fileblob" // file:///folder
	_ "gocloud.dev/blob/s3blob"   // s3://bucket
	"gocloud.dev/gcerrors"

	"convertd/failure"
)

// Stores say where objects lie: "" is the object store in NATS, else the URL of a
// folder (file:///folder) or of a bucket that speaks S3 (s3://bucket?region=...).
// Everybody who works with the same server has to have the same.
type Stores struct {
	Sources, Files string
}

// objects is one place for sources or results. Names are hex digits and dots.
type objects interface {
	// Put stores whole objects: nobody sees half of one.
	Put(ctx context.Context, name string, content io.Reader) (size uint64, err error)
	// Open and Stat fail with ErrNotFound if there is none of the name.
	Open(ctx context.Context, name string) (content io.ReadCloser, size uint64, err error)
	Stat(ctx context.Context, name string) (size uint64, err error)
	// Remove leaves nothing behind; what is not there is removed.
	Remove(ctx context.Context, name string) error
	List(ctx context.Context) (map[string]objectInfo, error)
}

type objectInfo struct {
	size     uint64
	modified time.Time
}

// natsObjects lie in an object store of JetStream.
type natsObjects struct {
	storage *storage
	bucket  string
	store   jetstream.ObjectStore
}

func (o *natsObjects) Put(ctx context.Context, name string, content io.Reader) (uint64, error) {
	info, err := o.store.Put(ctx, jetstream.ObjectMeta{Name: name}, content)
	if err != nil {
		return 0, unavailable(err)
	}
	return info.Size, nil
}

func (o *natsObjects) Open(ctx context.Context, name string) (io.ReadCloser, uint64, error) {
	object, err := o.store.Get(ctx, name)
	if err != nil {
		return nil, 0, objectError(name, err)
	}
	info, err := object.Info()
	if err != nil {
		return nil, 0, errors.Join(objectError(name, err), object.Close())
	}
	return object, info.Size, nil
}

func (o *natsObjects) Stat(ctx context.Context, name string) (uint64, error) {
	info, err := o.store.GetInfo(ctx, name)
	if err != nil {
		return 0, objectError(name, err)
	}
	return info.Size, nil
}

// Remove also removes the marker that the client library leaves in an object's place,
// which nothing else would.
func (o *natsObjects) Remove(ctx context.Context, name string) error {
	err := o.store.Delete(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil
	}
	if err == nil {
		err = o.storage.purgeObjectMarker(ctx, o.bucket, name)
	}
	return unavailable(err)
}

func (o *natsObjects) List(ctx context.Context) (map[string]objectInfo, error) {
	present := map[string]objectInfo{}
	list, err := o.store.List(ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return present, nil
	}
	for _, info := range list {
		present[info.Name] = objectInfo{size: info.Size, modified: info.ModTime}
	}
	return present, unavailable(err)
}

func objectError(name string, err error) error {
	if errors.Is(err, jetstream.ErrObjectNotFound) || gcerrors.Code(err) == gcerrors.NotFound {
		return fmt.Errorf("object %s: %w", name, failure.ErrNotFound)
	}
	return unavailable(err)
}

// blobObjects lie in a folder or a bucket. Both store whole objects.
type blobObjects struct{ bucket *blob.Bucket }

// openBlob opens a folder or a bucket, and tries whether it answers: a mistake shows
// when a program starts, not with its first job.
func openBlob(ctx context.Context, key, url string) (*blobObjects, error) {
	bucket, err := blob.OpenBucket(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("%w: %s cannot be opened: %w", failure.ErrUsage, key, err)
	}
	accessible, err := bucket.IsAccessible(ctx)
	if err != nil || !accessible {
		return nil, errors.Join(fmt.Errorf("%w: %s does not answer, or there is no such bucket: %w", failure.ErrUnavailable, key, err), bucket.Close())
	}
	return &blobObjects{bucket: bucket}, nil
}

func (o *blobObjects) Put(ctx context.Context, name string, content io.Reader) (uint64, error) {
	ctx, abort := context.WithCancel(ctx) // what is not whole when the writer closes must not appear
	defer abort()
	writer, err := o.bucket.NewWriter(ctx, name, &blob.WriterOptions{ContentType: "application/octet-stream"})
	if err != nil {
		return 0, unavailable(err)
	}
	size, err := io.Copy(writer, content)
	if err != nil {
		abort()
		return 0, errors.Join(unavailable(err), ignoreCancelled(writer.Close()))
	}
	return uint64(size), unavailable(writer.Close())
}

func ignoreCancelled(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func (o *blobObjects) Open(ctx context.Context, name string) (io.ReadCloser, uint64, error) {
	reader, err := o.bucket.NewReader(ctx, name, nil)
	if err != nil {
		return nil, 0, objectError(name, err)
	}
	return reader, uint64(reader.Size()), nil
}

func (o *blobObjects) Stat(ctx context.Context, name string) (uint64, error) {
	attributes, err := o.bucket.Attributes(ctx, name)
	if err != nil {
		return 0, objectError(name, err)
	}
	return uint64(attributes.Size), nil
}

func (o *blobObjects) Remove(ctx context.Context, name string) error {
	err := o.bucket.Delete(ctx, name)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return unavailable(err)
}

func (o *blobObjects) List(ctx context.Context) (map[string]objectInfo, error) {
	present := map[string]objectInfo{}
	for list := o.bucket.List(nil); ; {
		object, err := list.Next(ctx)
		if errors.Is(err, io.EOF) {
			return present, nil
		}
		if err != nil {
			return nil, unavailable(err)
		}
		present[object.Key] = objectInfo{size: uint64(object.Size), modified: object.ModTime}
	}
}
