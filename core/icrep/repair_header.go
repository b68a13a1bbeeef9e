// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"crypto/sha256"
	"encoding/json"
	"io"
)

// readDamaged reads header and metadata of a file in which either may be damaged. The
// metadata hold the digest of the header: one wrong byte of it is found by trying. In
// files of ours the metadata lie behind the header, wherever that says they are.
func (f *fileSalvage) readDamaged(head []byte) (h Header, text []byte, m *Metadata, err error) {
	h, headErr := decodeHeader(head)
	if headErr == nil {
		text, m, err = readMetadata(f.src, clip(h.Metadata, f.size))
	}
	if headErr != nil || err != nil {
		var behindErr error
		if text, m, behindErr = f.metadataBehind(); behindErr != nil && headErr != nil {
			return h, nil, nil, headErr
		} else if behindErr != nil {
			return h, nil, nil, err
		}
	}
	if m.Integrity == nil || headerIntact(head, m) {
		return h, text, m, headErr
	}
	if mended := mendHeader(head, m.Integrity.Header); mended != nil {
		f.damage(corrupt(SectionHeader, 0, "one byte of the header was wrong; its digest says which"))
		copy(head, mended)
		h, headErr = decodeHeader(head)
	} else {
		f.damage(corrupt(SectionHeader, 0, "the header does not have its digest"))
	}
	return h, text, m, headErr
}

// metadataBehind reads the metadata from behind the header to where they end.
func (f *fileSalvage) metadataBehind() (text []byte, m *Metadata, err error) {
	decoder := json.NewDecoder(io.NewSectionReader(f.src, HeaderBytes, min(f.size-HeaderBytes, MaxMetadataBytes)))
	var value json.RawMessage
	if err := decoder.Decode(&value); err != nil {
		return nil, nil, corrupt(SectionMetadata, HeaderBytes, "%v", err)
	}
	return readMetadata(f.src, Span{HeaderBytes, uint32(decoder.InputOffset())})
}

// mendHeader finds the one byte whose change gives a header its digest, nil if there
// is none.
func mendHeader(head []byte, digest string) []byte {
	mended := append([]byte(nil), head...)
	for i := range mended {
		was := mended[i]
		for v := range 256 {
			if mended[i] = byte(v); DigestText(sha256.Sum256(mended)) == digest {
				return mended
			}
		}
		mended[i] = was
	}
	return nil
}
