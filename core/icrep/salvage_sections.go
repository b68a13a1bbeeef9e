// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"crypto/sha256"
	"fmt"
	"io"
)

// sectionSalvage takes the sections that are not made of blocks of their own. Apart
// from voice nothing in them has a checksum: that they are whole shows in their
// digest, in the signatures themselves, or in the hash of the map.
type sectionSalvage struct {
	src     io.ReaderAt
	report  *RepairReport
	parts   *salvaged
	digests map[Section]string // nil if there are none
}

// limits of the sections that are read whole.
var wholeSections = map[Section]int64{
	SectionVoice: MaxVoiceBytes, SectionSignature: 8 + MaxSignatures*tickSignatureBytes + 32, SectionEmbedded: MaxEmbeddedBytes,
}

// take keeps of a section what is whole.
func (s *sectionSalvage) take(section Section, e extent) {
	if err := s.read(section, e); err != nil {
		s.report.Damage = append(s.report.Damage, err)
	}
}

// whole says that a section has its digest.
func (s *sectionSalvage) whole(section Section, e extent) bool {
	if s.digests == nil || e.length > wholeSections[section] {
		return false
	}
	data := make([]byte, e.length)
	return readFull(s.src, data, e.at, section) == nil && s.digests[section] == DigestText(sha256.Sum256(data))
}

func (s *sectionSalvage) read(section Section, e extent) error {
	if limit := wholeSections[section]; e.length > limit {
		return failure(ErrLimit, section, e.at, "%d bytes, the limit is %d", e.length, limit)
	}
	data := make([]byte, e.length)
	if err := readFull(s.src, data, e.at, section); err != nil {
		return err
	}
	whole := s.digests == nil || s.digests[section] == DigestText(sha256.Sum256(data))
	switch section {
	case SectionVoice:
		return s.voice(data, e.at)
	case SectionSignature:
		return s.signature(data, e.at)
	default:
		return s.embedded(data, e.at, whole)
	}
}

// voice is whole if its blocks have their checksums, and can be written again.
func (s *sectionSalvage) voice(data []byte, at int64) error {
	tracks, err := ParseVoice(data, at)
	if err == nil {
		_, err = encodeVoice(tracks, newCompressor(Fastest))
	}
	if err == nil {
		s.parts.voice = tracks
	}
	return err
}

// signature takes the chain; which of its entries hold shows later. Its key is the
// last of it: entries that a damaged one behind them hides are lost.
func (s *sectionSalvage) signature(data []byte, at int64) error {
	chain, err := ParseSignature(data, at)
	if err == nil {
		s.parts.signature = chain
	}
	return err
}

// embedded keeps resources that have their digest, and of others the map if it is
// the one that map_hash names.
func (s *sectionSalvage) embedded(data []byte, at int64, whole bool) error {
	resources, err := ParseEmbedded(data, at)
	if err != nil {
		return err
	}
	if !whole {
		terrain := resources.Map
		resources = nil
		if terrain != nil && fmt.Sprintf("sha256:%x", sha256.Sum256(terrain)) == s.parts.metadata.MapHash {
			resources = &Embedded{Map: terrain}
		}
		err = corrupt(SectionEmbedded, at, "the section does not have its digest; map kept: %t", resources != nil)
	}
	if resources == nil {
		return err
	}
	if _, encodeErr := resources.encode(newCompressor(Fastest), true); encodeErr != nil {
		return encodeErr
	}
	s.parts.embedded = resources
	return err
}
