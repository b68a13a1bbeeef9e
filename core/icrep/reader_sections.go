// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

// Signature reads the signature chain; nil if the file is not signed.
func (r *Reader) Signature() (*Signature, error) {
	if r.header.Flags&FlagSigned == 0 {
		return nil, nil
	}
	data, err := r.sectionBytes(SectionSignature, r.header.Signature, 8+MaxSignatures*tickSignatureBytes+32)
	if err != nil {
		return nil, err
	}
	return ParseSignature(data, int64(r.header.Signature.Offset))
}

// Voice reads the voice tracks; nil if there are none. It holds the section in
// memory, at most MaxVoiceBytes.
func (r *Reader) Voice() ([]VoiceTrack, error) {
	if r.header.Flags&FlagHasVoice == 0 {
		return nil, nil
	}
	data, err := r.sectionBytes(SectionVoice, r.header.Voice, MaxVoiceBytes)
	if err != nil {
		return nil, err
	}
	return ParseVoice(data, int64(r.header.Voice.Offset))
}

// Embedded reads the embedded resources; nil in Minimal mode.
func (r *Reader) Embedded() (*Embedded, error) {
	if r.header.Embedded.Offset == 0 {
		return nil, nil
	}
	data, err := r.sectionBytes(SectionEmbedded, r.header.Embedded, MaxEmbeddedBytes)
	if err != nil {
		return nil, err
	}
	return ParseEmbedded(data, int64(r.header.Embedded.Offset))
}

func (r *Reader) sectionBytes(s Section, span Span, limit int64) ([]byte, error) {
	if int64(span.Length) > limit {
		return nil, failure(ErrLimit, s, int64(span.Offset), "%d bytes, the limit is %d", span.Length, limit)
	}
	data := make([]byte, span.Length)
	return data, readFull(r.src, data, int64(span.Offset), s)
}

// SectionSizes lists the bytes of every section, the header first. Payload is
// the bytes without block headers, indexes and check tables.
func (r *Reader) SectionSizes() []SectionSize {
	sizes := []SectionSize{{SectionHeader, HeaderBytes, 0}}
	for _, s := range r.header.Sections() {
		size := SectionSize{s.Section, int64(s.Span.Length), int64(s.Span.Length)}
		switch s.Section {
		case SectionOrders:
			size.Payload = r.orders.payload()
		case SectionEvents:
			size.Payload = r.events.payload()
		case SectionKeyframes:
			size.Payload -= 4 + int64(len(r.keyframes))*(KeyframeEntryBytes+4)
		case SectionHeader, SectionMetadata, SectionVoice, SectionSignature, SectionEmbedded, SectionFile, SectionJournal:
		}
		sizes = append(sizes, size)
	}
	return sizes
}

// payload is how many compressed bytes the blocks hold.
func (s *blockSection) payload() int64 {
	return s.end - s.base - int64(len(s.index))*blockHeaderBytes
}
