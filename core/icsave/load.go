// SPDX-License-Identifier: GPL-3.0-or-later

package icsave

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"os"

	"convertd/core/icrep"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// Info is what can be known of a save without touching its payload.
type Info struct {
	Header   Header
	Metadata *Metadata
	Size     int64
	raw      []byte // the metadata as it lies in the file
}

// Inspect reads and checks header and metadata only, for lists.
func Inspect(src io.ReaderAt, size int64) (*Info, error) {
	head := make([]byte, min(size, HeaderBytes))
	if err := readFull(src, head, 0, "header"); err != nil {
		return nil, err
	}
	h, err := ParseHeader(head, size)
	if err != nil {
		return nil, err
	}
	info := &Info{Header: h, Size: size, raw: make([]byte, h.MetadataLength)}
	if err := readFull(src, info.raw, HeaderBytes, "metadata"); err != nil {
		return nil, err
	}
	canonical, err := icrep.CanonicalJSON(info.raw)
	if err != nil {
		return nil, failure(ErrCorrupt, "metadata", HeaderBytes, "%v", err)
	}
	if !bytes.Equal(canonical, info.raw) {
		return nil, failure(ErrCorrupt, "metadata", HeaderBytes, "it is not in canonical form")
	}
	info.Metadata = &Metadata{}
	if err := json.Unmarshal(info.raw, info.Metadata); err != nil {
		return nil, failure(ErrCorrupt, "metadata", HeaderBytes, "%v", err)
	}
	return info, info.checkDigests(head)
}

func (i *Info) checkDigests(head []byte) error {
	digests := i.Metadata.Integrity
	if digests == nil {
		return failure(ErrCorrupt, "metadata", HeaderBytes, "there are no integrity digests")
	}
	if own, err := icrep.MetadataDigest(i.raw, digests.Metadata); err != nil || own != digests.Metadata {
		return failure(ErrCorrupt, "metadata", HeaderBytes, "it does not have its digest")
	}
	if icrep.DigestText(sha256.Sum256(head)) != digests.Header {
		return failure(ErrCorrupt, "header", 0, "it does not have its digest")
	}
	return nil
}

// Load reads a save in the order of docs/icsave.md#loading: header, sizes,
// SHA-256 of the compressed payload, bounded decompression, decoding, schema,
// state hash. The error is an *Error; nothing is returned with it.
func Load(src io.ReaderAt, size int64) (*Save, error) {
	info, err := Inspect(src, size)
	if err != nil {
		return nil, err
	}
	h := &info.Header
	payload := make([]byte, h.PayloadLength)
	if err := readFull(src, payload, int64(h.PayloadOffset), "payload"); err != nil {
		return nil, err
	}
	if sha256.Sum256(payload) != h.PayloadHash {
		return nil, failure(ErrCorrupt, "payload", int64(h.PayloadOffset), "it does not have the hash that the header gives")
	}
	s := &Save{Metadata: *info.Metadata}
	if s.Thumbnail, err = info.thumbnail(src); err != nil {
		return nil, err
	}
	plain, err := icrep.DecompressBlock(nil, payload, h.UncompressedLength, MaxStateBytes, "payload", int64(h.PayloadOffset))
	if err != nil {
		class := ErrCorrupt
		if errors.Is(err, icrep.ErrLimit) {
			class = ErrLimit
		}
		return nil, failure(class, "payload", int64(h.PayloadOffset), "%v", err)
	}
	if s.State, err = snapshot.Decode(plain); err != nil {
		return nil, failure(ErrCorrupt, "state", int64(h.PayloadOffset), "%v", err)
	}
	if got := snapshot.Sync(s.State.Core.StateHash()); got != h.StateHash {
		return nil, failure(ErrCorrupt, "state", 28, "its hash is %016x, the header says %016x", uint64(got), uint64(h.StateHash))
	}
	if s.Metadata.Tick != uint64(s.State.Core.Tick) {
		return nil, failure(ErrCorrupt, "metadata", HeaderBytes, "tick %d, the state is of tick %d", s.Metadata.Tick, s.State.Core.Tick)
	}
	if of := icrep.DigestText(s.State.Core.MapHash); len(s.Metadata.MapHash) == len(of) && s.State.Core.MapHash != (order.StateHash{}) && s.Metadata.MapHash != of {
		return nil, failure(ErrCorrupt, "metadata", HeaderBytes, "map_hash %s, the state is of %s", s.Metadata.MapHash, of)
	}
	return s, nil
}

// LoadFile loads the save called name in root: the name cannot lead out of the
// save folder. It discards the remains of a save that was never finished.
func LoadFile(root *os.Root, name string) (*Save, error) {
	if err := Discard(root, name); err != nil {
		return nil, err
	}
	file, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	stat, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	s, err := Load(file, stat.Size())
	return s, errors.Join(err, file.Close())
}

func (i *Info) thumbnail(src io.ReaderAt) ([]byte, error) {
	if i.Header.Flags&flagThumbnail == 0 {
		return nil, nil
	}
	at := i.Header.end()
	picture := make([]byte, i.Size-at)
	if err := readFull(src, picture, at, "thumbnail"); err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(picture, pngMagic) || icrep.DigestText(sha256.Sum256(picture)) != i.Metadata.Integrity.Thumbnail {
		return nil, failure(ErrCorrupt, "thumbnail", at, "it is not the PNG that the metadata gives the digest of")
	}
	return picture, nil
}

// CheckConfig refuses a state of another game: restoring needs the same seed
// and the same map (docs/icsave.md#loading).
func (s *Save) CheckConfig(seed uint64, mapHash order.StateHash) error {
	switch core := &s.State.Core; {
	case core.GameSeed != seed:
		return failure(ErrConfigMismatch, "state", -1, "its game seed is %d, the game's %d", core.GameSeed, seed)
	case core.MapHash != mapHash:
		return failure(ErrConfigMismatch, "state", -1, "its map hash is %x, the game's %x", core.MapHash, mapHash)
	}
	return nil
}

func readFull(src io.ReaderAt, buf []byte, at int64, part string) error {
	n, err := src.ReadAt(buf, at)
	switch {
	case n == len(buf):
		return nil
	case err == nil || errors.Is(err, io.EOF):
		return failure(ErrTruncated, part, at, "need %d bytes, have %d", len(buf), n)
	}
	return &Error{Class: err, Part: part, Offset: at, Message: "reading failed"}
}
