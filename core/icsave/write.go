// SPDX-License-Identifier: GPL-3.0-or-later

package icsave

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"convertd/core/icrep"
	"convertd/core/snapshot"
)

// Save is a whole save.
type Save struct {
	Metadata  Metadata
	State     *snapshot.SimSnapshot
	Thumbnail []byte // PNG, or nil
}

// Options of Write.
type Options struct {
	Compression icrep.CompressionLevel
	// Overwrite permits to replace a file of that name.
	Overwrite bool
	// NoSync leaves it to the system when bytes reach the disk.
	NoSync bool
}

var pngMagic = []byte("\x89PNG\r\n\x1a\n")

// Encode returns the bytes of a save. The same save gives the same bytes.
func Encode(s *Save, level icrep.CompressionLevel) ([]byte, error) {
	head, body, err := encode(s, level)
	if err != nil {
		return nil, err
	}
	return append(head, body...), nil
}

// encode returns header with metadata, and payload with thumbnail.
func encode(s *Save, level icrep.CompressionLevel) (head, body []byte, err error) {
	if s.State == nil {
		return nil, nil, failure(ErrCorrupt, "state", -1, "there is none")
	}
	if err := s.State.Check(); err != nil {
		return nil, nil, failure(ErrCorrupt, "state", -1, "%v", err)
	}
	if len(s.Thumbnail) > MaxThumbnailBytes || (s.Thumbnail != nil && !bytes.HasPrefix(s.Thumbnail, pngMagic)) {
		return nil, nil, failure(ErrLimit, "thumbnail", -1, "it must be a PNG of at most %d bytes", MaxThumbnailBytes)
	}
	plain := s.State.Append(nil)
	if len(plain) > MaxStateBytes {
		return nil, nil, failure(ErrLimit, "state", -1, "%d bytes, the limit is %d", len(plain), MaxStateBytes)
	}
	if body, err = icrep.CompressBlock(nil, plain, level); err != nil {
		return nil, nil, err
	}
	h := Header{
		MetadataOffset: HeaderBytes, PayloadLength: uint32(len(body)), UncompressedLength: uint32(len(plain)),
		StateHash: snapshot.Sync(s.State.Core.StateHash()), PayloadHash: sha256.Sum256(body),
	}
	m := s.Metadata
	m.Tick = uint64(s.State.Core.Tick)
	m.Thumbnail, m.Integrity = "", &Integrity{Header: icrep.ZeroDigest, Metadata: icrep.ZeroDigest}
	if s.Thumbnail != nil {
		h.Flags = flagThumbnail
		m.Thumbnail, m.Integrity.Thumbnail = "thumbnail.png", icrep.DigestText(sha256.Sum256(s.Thumbnail))
		body = append(body, s.Thumbnail...)
	}
	head, err = encodeHead(&h, &m)
	return head, body, err
}

// encodeHead returns header and metadata, which hold each other's sizes and
// digests.
func encodeHead(h *Header, m *Metadata) ([]byte, error) {
	text, err := m.canonical()
	if err != nil {
		return nil, err
	}
	h.MetadataLength = uint32(len(text))
	h.PayloadOffset = HeaderBytes + h.MetadataLength
	head := h.Append(nil)
	m.Integrity.Header = icrep.DigestText(sha256.Sum256(head))
	if text, err = m.canonical(); err != nil {
		return nil, err
	}
	own, err := icrep.MetadataDigest(text, icrep.ZeroDigest)
	if err != nil {
		return nil, err
	}
	return append(head, bytes.Replace(text, []byte(icrep.ZeroDigest), []byte(own), 1)...), nil
}

// temporarySuffix names the file that a save is written to before it gets its
// name.
const temporarySuffix = ".tmp"

// Write makes the file name in root in one step: payload first, forced to the
// disk, then header and metadata, then the name. A crash leaves a temporary
// file, which Discard removes, and whatever save there was.
func Write(root *os.Root, name string, s *Save, options Options) error {
	if !options.Overwrite {
		if _, err := root.Lstat(name); err == nil {
			return failure(ErrExists, "file", -1, "%s is there; say that it may be overwritten", name)
		}
	}
	head, body, err := encode(s, options.Compression)
	if err != nil {
		return err
	}
	temporary := name + temporarySuffix
	if err := writeParts(root, temporary, head, body, options); err != nil {
		return errors.Join(err, Discard(root, name))
	}
	err = icrep.Rename(root, temporary, name, options.Overwrite)
	if errors.Is(err, icrep.ErrExists) {
		err = failure(ErrExists, "file", -1, "%s is there; say that it may be overwritten", name)
	}
	if err != nil {
		return errors.Join(err, Discard(root, name))
	}
	if options.NoSync {
		return nil
	}
	return icrep.SyncFolder(root)
}

func writeParts(root *os.Root, name string, head, body []byte, options Options) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return fmt.Errorf("icsave: create the temporary file: %w", err)
	}
	sync := func() error {
		if options.NoSync {
			return nil
		}
		return file.Sync()
	}
	_, err = file.WriteAt(body, int64(len(head)))
	if err == nil {
		err = sync()
	}
	if err == nil {
		_, err = file.WriteAt(head, 0)
	}
	if err == nil {
		err = sync()
	}
	return errors.Join(err, file.Close())
}

// Discard removes the temporary file of a save that was never finished.
func Discard(root *os.Root, name string) error {
	if err := root.Remove(name + temporarySuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
