// SPDX-License-Identifier: GPL-3.0-or-later

package conformance

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"crypto/md5"  //nolint:gosec // formats use it, nothing is protected by it
	"crypto/sha1" //nolint:gosec // the same
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/adler32"
	"hash/crc32"
	"io"
	"slices"

	"convertd/sdk"
)

// checkSealed changes what a checksum or a compression protects and makes the
// seal fit again: a stranger does that too, and it reaches what plain changes
// never do. Seals are found by looking. A format without any has nothing to
// add to the changes before.
func checkSealed(s *suite, sample *Sample) error {
	seals := findSeals(sample.Data)
	packed, isPacked := findPacked(sample.Data)
	var faults []error
	values := noise(s.options.Flips)
	for i, value := range values {
		var changed []byte
		switch {
		case isPacked:
			changed = packed.changed(sample.Data, flipPlace(len(packed.inner), i, len(values)), max(value, 1))
		case len(seals) > 0:
			changed = slices.Clone(sample.Data)
			changed[flipPlace(len(changed), i, len(values))] ^= max(value, 1)
		default:
			return nil
		}
		for _, seal := range seals {
			seal.put(changed)
		}
		if _, err := s.read(&Sample{Name: sample.Name, Data: changed}, sdk.DecodeOptions{}); err != nil {
			faults = append(faults, fmt.Errorf("change %d, sealed again: %w", i, err))
		}
		if len(faults) >= maxDamageFaults {
			break
		}
	}
	return errors.Join(faults...)
}

// seal puts a checksum where the format has it.
type seal struct {
	at    int // from the start, or from the end if negative
	after bool
	sum   func([]byte) []byte
}

// covered is what the seal is over: all before it, or all behind it.
func (s *seal) covered(data []byte, size int) (field, content []byte) {
	at := s.at
	if at < 0 {
		at += len(data)
	}
	if at < 0 || at+size > len(data) {
		return nil, nil
	}
	if s.after {
		return data[at : at+size], data[at+size:]
	}
	return data[at : at+size], data[:at]
}

func (s *seal) put(data []byte) {
	size := len(s.sum(nil))
	if field, content := s.covered(data, size); field != nil {
		copy(field, s.sum(content))
	}
}

var sums = []func([]byte) []byte{
	func(b []byte) []byte { return binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE(b)) },
	func(b []byte) []byte { return binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(b)) },
	func(b []byte) []byte { return binary.LittleEndian.AppendUint32(nil, adler32.Checksum(b)) },
	func(b []byte) []byte { return binary.BigEndian.AppendUint32(nil, adler32.Checksum(b)) },
	func(b []byte) []byte { sum := md5.Sum(b); return sum[:] },  //nolint:gosec // as above
	func(b []byte) []byte { sum := sha1.Sum(b); return sum[:] }, //nolint:gosec // as above
	func(b []byte) []byte { sum := sha256.Sum256(b); return sum[:] },
}

// sealReach is how far from either end a seal is looked for.
const sealReach = 64

// findSeals finds checksums near the ends of a file over all that follows or
// precedes them.
func findSeals(data []byte) []seal {
	var found []seal
	for _, sum := range sums {
		size := len(sum(nil))
		for distance := range min(sealReach, max(0, len(data)-size)) {
			for _, one := range []seal{{at: distance, after: true, sum: sum}, {at: -size - distance, sum: sum}} {
				field, content := one.covered(data, size)
				if len(content) > 0 && bytes.Equal(field, sum(content)) {
					found = append(found, one)
				}
			}
		}
	}
	return found
}

// packing is a compressed stream inside a file.
type packing struct {
	at, end int
	inner   []byte
	pack    func([]byte) []byte
}

const (
	packReach = 1 << 10  // how far from the start one is looked for
	packMost  = 64 << 20 // bytes that it may unfold to
)

// findPacked finds a gzip or zlib stream that begins near the start.
func findPacked(data []byte) (packing, bool) {
	for at := range min(len(data), packReach) {
		rest := bytes.NewReader(data[at:])
		var reader io.Reader
		var err error
		var pack func(io.Writer) io.WriteCloser
		switch {
		case bytes.HasPrefix(data[at:], []byte{0x1f, 0x8b, 8}):
			reader, err = gzip.NewReader(rest)
			pack = func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }
		case data[at] == 0x78:
			reader, err = zlib.NewReader(rest)
			pack = func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }
		default:
			continue
		}
		if err != nil {
			continue
		}
		inner, err := io.ReadAll(io.LimitReader(reader, packMost))
		if err != nil || len(inner) < sealReach {
			continue
		}
		return packing{at: at, end: len(data) - rest.Len(), inner: inner, pack: func(content []byte) []byte {
			var out bytes.Buffer
			writer := pack(&out)
			_, _ = writer.Write(content)
			_ = writer.Close()
			return out.Bytes()
		}}, true
	}
	return packing{}, false
}

// changed is the file with one byte of what is packed changed. Fields before
// the stream that held its old length hold the new one.
func (p *packing) changed(data []byte, at int, value byte) []byte {
	inner := slices.Clone(p.inner)
	inner[at] ^= value
	return p.with(data, inner)
}

// with is the file with something else packed.
func (p *packing) with(data, inner []byte) []byte {
	stream := p.pack(inner)
	head := slices.Clone(data[:p.at])
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		for i := 0; i+4 <= len(head); i++ {
			if int(order.Uint32(head[i:])) == p.end-p.at {
				order.PutUint32(head[i:], uint32(len(stream)))
			}
		}
	}
	return append(append(head, stream...), data[p.end:]...)
}
