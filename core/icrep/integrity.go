// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"convertd/core/order"
)

// Integrity lets a reader prove every byte of a file without simulating it.
// Each value is "sha256:" and 64 lower-case hex digits
// (docs/icrep.md#integrity).
type Integrity struct {
	// Header is the digest of the 108 bytes of the header.
	Header string `json:"header"`
	// Metadata is the digest of the metadata bytes in which the 64 digits of
	// this very value are zeros.
	Metadata string `json:"metadata"`
	// Sections are the digests of the other sections as they lie in the file.
	Sections map[Section]string `json:"sections"`
	// Content are the digests of what orders, keyframes and events hold when
	// decompressed: they survive recompression.
	Content map[Section]string `json:"content"`

	Extra map[string]json.RawMessage `json:"-"`
}

// The members of each object, for UnmarshalWithExtra.
const (
	integrityMembers = "header metadata sections content"
)

// MarshalJSON writes known and extra members.
func (i Integrity) MarshalJSON() ([]byte, error) {
	type plain Integrity
	return MarshalWithExtra(plain(i), i.Extra)
}

// UnmarshalJSON keeps unknown members in Extra.
func (i *Integrity) UnmarshalJSON(text []byte) error {
	type plain Integrity
	var p plain
	extra, err := UnmarshalWithExtra(text, &p, integrityMembers)
	*i = Integrity(p)
	i.Extra = extra
	return err
}

const digestPrefix = "sha256:"

// ZeroDigest stands for a digest that is not known yet.
var ZeroDigest = digestPrefix + strings.Repeat("0", 2*sha256.Size)

// DigestText is a SHA-256 as it stands in metadata.
func DigestText(sum [sha256.Size]byte) string { return digestPrefix + hex.EncodeToString(sum[:]) }

// MetadataDigest computes the digest of metadata bytes with their own digest
// zeroed. It fails if that digest does not occur exactly once.
func MetadataDigest(text []byte, own string) (string, error) {
	if len(own) != len(ZeroDigest) || !strings.HasPrefix(own, digestPrefix) {
		return "", corrupt(SectionMetadata, -1, "integrity.metadata is not a digest")
	}
	if bytes.Count(text, []byte(own)) != 1 {
		return "", corrupt(SectionMetadata, -1, "integrity.metadata does not occur exactly once")
	}
	return DigestText(sha256.Sum256(bytes.Replace(text, []byte(own), []byte(ZeroDigest), 1))), nil
}

// contentSums are the digests of decompressed sections.
type contentSums struct {
	orders, keyframes, events [sha256.Size]byte
	hasEvents                 bool
}

func (c *contentSums) texts() map[Section]string {
	texts := map[Section]string{
		SectionOrders:    DigestText(c.orders),
		SectionKeyframes: DigestText(c.keyframes),
	}
	if c.hasEvents {
		texts[SectionEvents] = DigestText(c.events)
	}
	return texts
}

// deriveReplayID makes the replay id of metadata that are about to be written.
func deriveReplayID(m *Metadata, sums *contentSums, totalTicks uint64, final order.StateHash) (string, error) {
	identity := *m
	identity.Integrity = nil
	text, err := identity.Canonical()
	if err != nil {
		return "", err
	}
	if text, err = identityText(text); err != nil {
		return "", err
	}
	return replayID(text, sums, totalTicks, final), nil
}

// formatUUID marks the bytes as an RFC 9562 UUID of version 8.
func formatUUID(id [16]byte) string {
	id[6] = id[6]&0x0F | 0x80
	id[8] = id[8]&0x3F | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[0:4], id[4:6], id[6:8], id[8:10], id[10:16])
}
