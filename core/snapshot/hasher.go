// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import (
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"fmt"
	"hash"

	"convertd/core/order"
)

// nodeBytes is what an inner node hashes: the prefix and two hashes.
const nodeBytes = 1 + 2*sha256.Size

// pair is two neighbouring nodes as the message that their parent is the hash of,
// padded to whole blocks as SHA-256 wants it.
type pair [2 * sha256.BlockSize]byte

// emptyPair is the message of two zero hashes.
var emptyPair = func() (p pair) {
	p[0] = nodePrefix
	p[nodeBytes] = 0x80
	binary.BigEndian.PutUint64(p[len(p)-8:], 8*nodeBytes)
	return p
}()

// child is the left node, or with 1 the right one.
func (p *pair) child(which int) *order.StateHash {
	return (*order.StateHash)(p[1+which*sha256.Size:])
}

// hasher computes SHA-256 of messages that are padded already: each byte is looked
// at by the block function only, where sha256.Sum256 copies and pads at every call
// (a quarter of the time of a message of two blocks).
type hasher struct {
	digest hash.Hash
	state  encoding.BinaryAppender // of digest
	buffer []byte
}

// stateHead stands before the eight words of the digest's state.
const stateHead = "sha\x03"

func newHasher() hasher {
	digest := sha256.New()
	h := hasher{digest: digest, state: digest.(encoding.BinaryAppender), buffer: make([]byte, 0, 2*sha256.BlockSize)}
	// The layout of the state is the library's; its tests pin it, and so must this.
	state, err := h.state.AppendBinary(h.buffer)
	if err != nil || len(state) < len(stateHead)+sha256.Size || string(state[:len(stateHead)]) != stateHead {
		panic(fmt.Sprintf("crypto/sha256 writes its state in another way: %x, %v", state, err))
	}
	return h
}

// blocks computes the hash of a padded message of whole blocks.
func (h *hasher) blocks(into *order.StateHash, padded []byte) {
	h.digest.Reset()
	_, _ = h.digest.Write(padded)                    // never fails
	h.buffer, _ = h.state.AppendBinary(h.buffer[:0]) // never fails
	copy(into[:], h.buffer[len(stateHead):])
}

// sum computes the hash of a message. It pads in the room behind the message and
// returns the message, with more of that room where there was too little.
func (h *hasher) sum(into *order.StateHash, message []byte) []byte {
	n := len(message)
	message = append(message, 0x80)
	for len(message)%sha256.BlockSize != sha256.BlockSize-8 {
		message = append(message, 0)
	}
	message = binary.BigEndian.AppendUint64(message, uint64(n)*8)
	h.blocks(into, message)
	return message[:n]
}
