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
