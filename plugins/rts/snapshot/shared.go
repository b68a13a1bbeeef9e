// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

// Shared is a frame for many recipients, who see the same and differ in their net
// status only.
type Shared struct {
	frame    []byte
	from, to int // of the net status
	status   NetStatus
}

// EncodeShared encodes a snapshot once for all of its recipients.
func EncodeShared(s *Snapshot) (*Shared, error) {
	e := encoder{out: append([]byte(magic), CodecVersion)}
	e.snapshot(s)
	if e.err != nil {
		return nil, e.err
	}
	return &Shared{frame: e.out, from: e.netFrom, to: e.netTo, status: s.NetStatus}, nil
}

// Len is the length of the frame.
func (s *Shared) Len() int { return len(s.frame) }

// For is the frame for a recipient of this net status: what Encode would have made. It
// must not be changed, as others may be given the same.
func (s *Shared) For(status NetStatus) []byte {
	if status == s.status {
		return s.frame
	}
	e := encoder{out: make([]byte, 0, len(s.frame)+maxNetBytes)}
	e.out = append(e.out, s.frame[:s.from]...)
	e.net(&status)
	return append(e.out, s.frame[s.to:]...)
}

// maxNetBytes is more than a net status takes.
const maxNetBytes = 48
