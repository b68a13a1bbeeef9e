// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"convertd/core/ir"
)

// The ZIP form is the container of the original design document: members
// metadata.yaml, orders and sync. No release of OpenRA ever wrote it
// (docs/formats/orarep.md#zip-form), so its inside is fixed here: metadata.yaml
// holds the MiniYAML of the metadata block, orders the packets of the flat
// form, sync one u64 (little endian) for each net frame from 1.
const (
	memberMetadata = "metadata.yaml"
	memberOrders   = "orders"
	memberSync     = "sync"
	memberSyncBin  = "sync.bin"
	profileZIP     = "zip"
)

// Limits of the ZIP form, counted while unpacking, not as claimed.
const (
	maxZIPMembers  = 64
	maxZIPOrders   = 256 << 20
	maxZIPSync     = 64 << 20
	maxZIPRatio    = 200 // unpacked to packed size of a member, above zipRatioFloor
	zipRatioFloor  = 1 << 20
	syncEntryBytes = 8
)

// errTooLarge is what reading a member reports when it passes its limit.
var errTooLarge = errors.New("unpacks to more than its limit")

func isZIP(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

// openZIP unpacks the members that count.
func openZIP(data []byte) (container, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return container{}, zipError(ir.CodeMalformed, "the ZIP directory cannot be read", err)
	}
	if len(archive.File) > maxZIPMembers {
		return container{}, zipError(ir.CodeLimitExceeded, fmt.Sprintf("the ZIP holds more than %d members", maxZIPMembers), nil)
	}
	c := container{form: formZIP, size: uint64(len(data))}
	found := false
	for _, member := range archive.File {
		if err := c.takeMember(member, &found); err != nil {
			return container{}, err
		}
	}
	if !found {
		return container{}, zipError(ir.CodeNotRecognised, "the ZIP has no member \"orders\"", nil)
	}
	return c, nil
}

// takeMember unpacks one member if its name is known; names are compared,
// never used as paths.
func (c *container) takeMember(member *zip.File, found *bool) error {
	var err error
	switch member.Name {
	case memberOrders:
		*found = true
		c.packed = member.Method != zip.Store
		c.stream, err = unpack(member, maxZIPOrders)
		if at, offsetErr := member.DataOffset(); offsetErr == nil {
			c.base = uint64(max(at, 0))
		}
	case memberMetadata:
		var text []byte
		text, err = unpack(member, maxMetadataText)
		c.metadata, c.hasMetadata = string(text), err == nil
	case memberSync, memberSyncBin:
		c.hashes, err = unpack(member, maxZIPSync)
	}
	if errors.Is(err, errTooLarge) {
		return zipError(ir.CodeLimitExceeded, "member "+member.Name, err)
	}
	if err != nil {
		return zipError(ir.CodeMalformed, "member "+member.Name+" cannot be unpacked", err)
	}
	return nil
}

// unpack reads a member up to a limit and a ratio. Nothing is allocated by the
// claimed size.
func unpack(member *zip.File, limit int64) ([]byte, error) {
	if byRatio := int64(min(member.CompressedSize64, uint64(limit))) * maxZIPRatio; byRatio > zipRatioFloor {
		limit = min(limit, byRatio)
	} else {
		limit = min(limit, zipRatioFloor)
	}
	reader, err := member.Open()
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(reader, limit+1))
	closeErr := reader.Close()
	switch {
	case int64(len(content)) > limit:
		return nil, errTooLarge
	case err != nil:
		return nil, err
	}
	return content, closeErr
}

func zipError(code ir.Code, message string, cause error) error {
	return &ir.DecodeError{Code: code, Section: "zip", Message: message, Cause: cause}
}

// hashLead is how many net frames the orders are ahead when the hash of a frame
// is sent: no connection is further behind, so all orders of the frame went
// before it, as they do in the flat form.
const hashLead = 16

// sendHashes sends the samples of the sync member up to a net frame. Entry i is
// the hash of net frame i+1, reported by nobody in particular. Packets with
// hashes of their own make the member superfluous.
func (s *stream) sendHashes(upTo uint64) error {
	hashes := s.container.hashes
	for s.counts.sync == 0 && s.hashed < upTo && int(s.hashed+1)*syncEntryBytes <= len(hashes) {
		at := int(s.hashed) * syncEntryBytes
		s.hashed++
		s.reached = s.hashed
		if s.native {
			continue
		}
		if err := s.sendUpTo(s.hashed); err != nil {
			return err
		}
		err := s.sink.Sync(ir.SyncSample{
			Frame:    s.hashed,
			Tick:     s.tick(s.hashed),
			Reporter: -1,
			Player:   ir.NoPlayer,
			Value:    binary.LittleEndian.Uint64(hashes[at:]),
		})
		if err != nil {
			return err
		}
	}
	return nil
}
