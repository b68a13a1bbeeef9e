// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"cmp"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"convertd/core/bincode"
	"convertd/core/order"
)

// tickSignatureBytes is {u64 tick, [32] state hash, u32 skipped, [64] signature}.
const tickSignatureBytes = 108

// signatureContext opens every signed message, so that a signature made for a
// replay means nothing anywhere else.
const signatureContext = "icrep tick signature 1\n"

// SigningCadence is how many ticks lie between signed ones; the terminal tick
// is always signed (docs/icrep.md#signature-chain).
const SigningCadence = 30

// TickSignature certifies the state in which Tick begins, that is after Tick
// ticks were executed.
type TickSignature struct {
	Tick      uint64
	StateHash order.StateHash
	// Skipped is how many tick frames were lost since the signed tick before.
	Skipped   uint32
	Signature [ed25519.SignatureSize]byte
}

// Signature is the signature chain of a relay-certified replay
// (docs/icrep.md#signature-chain). A converter never makes one: it did not
// referee the game, so a signature of its own would certify what it cannot
// know.
type Signature struct {
	Chain     []TickSignature
	PublicKey [ed25519.PublicKeySize]byte
}

// chainHash is what the next entry signs as "the one before": SHA-256 of the
// previous chain hash and the entry's skipped count, tick and state hash.
func chainHash(previous [32]byte, s *TickSignature) [32]byte {
	message := make([]byte, 0, 80)
	message = append(message, previous[:]...)
	message = binary.LittleEndian.AppendUint32(message, s.Skipped)
	message = binary.LittleEndian.AppendUint64(message, s.Tick)
	message = append(message, s.StateHash[:]...)
	return sha256.Sum256(message)
}

// signedMessage is the byte string that is signed: context, skipped count,
// tick, state hash, chain hash of the entry before (32 zeros for the first).
func signedMessage(previous [32]byte, s *TickSignature) []byte {
	message := make([]byte, 0, len(signatureContext)+76)
	message = append(message, signatureContext...)
	message = binary.LittleEndian.AppendUint32(message, s.Skipped)
	message = binary.LittleEndian.AppendUint64(message, s.Tick)
	message = append(message, s.StateHash[:]...)
	return append(message, previous[:]...)
}

// Signer builds a signature chain. It is for relays and tests.
type Signer struct {
	key      ed25519.PrivateKey
	previous [32]byte
	chain    []TickSignature
}

// NewSigner begins a chain with a private key.
func NewSigner(key ed25519.PrivateKey) *Signer { return &Signer{key: key} }

// Sign appends an entry. Ticks ascend; the last one signed is the terminal one.
func (s *Signer) Sign(tick uint64, state order.StateHash, skipped uint32) error {
	if n := len(s.chain); n > 0 && tick <= s.chain[n-1].Tick {
		return usage(SectionSignature, "tick %d signed after tick %d", tick, s.chain[n-1].Tick)
	}
	entry := TickSignature{Tick: tick, StateHash: state, Skipped: skipped}
	copy(entry.Signature[:], ed25519.Sign(s.key, signedMessage(s.previous, &entry)))
	s.previous = chainHash(s.previous, &entry)
	s.chain = append(s.chain, entry)
	return nil
}

// Signature returns the chain made so far.
func (s *Signer) Signature() *Signature {
	out := &Signature{Chain: s.chain}
	if public, ok := s.key.Public().(ed25519.PublicKey); ok {
		copy(out.PublicKey[:], public)
	}
	return out
}

func (s *Signature) encode() ([]byte, error) {
	if len(s.Chain) == 0 || len(s.Chain) > MaxSignatures {
		return nil, usage(SectionSignature, "a chain of %d entries, the limits are 1 and %d", len(s.Chain), MaxSignatures)
	}
	dst := bincode.AppendLength(make([]byte, 0, 8+len(s.Chain)*tickSignatureBytes+32), len(s.Chain))
	for i := range s.Chain {
		e := &s.Chain[i]
		dst = bincode.AppendUint64(dst, e.Tick)
		dst = append(dst, e.StateHash[:]...)
		dst = bincode.AppendUint32(dst, e.Skipped)
		dst = append(dst, e.Signature[:]...)
	}
	return append(dst, s.PublicKey[:]...), nil
}

// ParseSignature reads a signature section; base is its offset in the file.
func ParseSignature(data []byte, base int64) (*Signature, error) {
	r := bincode.NewReader(data)
	n := r.Length(tickSignatureBytes, MaxSignatures)
	s := &Signature{Chain: make([]TickSignature, 0, n)}
	for range n {
		var e TickSignature
		e.Tick = r.Uint64()
		copy(e.StateHash[:], r.Take(len(e.StateHash)))
		e.Skipped = r.Uint32()
		copy(e.Signature[:], r.Take(len(e.Signature)))
		if k := len(s.Chain); k > 0 && e.Tick <= s.Chain[k-1].Tick {
			r.Fail("tick %d follows tick %d", e.Tick, s.Chain[k-1].Tick)
		}
		s.Chain = append(s.Chain, e)
	}
	copy(s.PublicKey[:], r.Take(len(s.PublicKey)))
	r.Finish()
	if r.Err() != nil {
		return nil, fromBincode(SectionSignature, base, false, r.Err())
	}
	if n == 0 {
		return nil, corrupt(SectionSignature, base, "an empty chain")
	}
	return s, nil
}

// find returns the entry of a tick.
func (s *Signature) find(tick uint64) (int, bool) {
	return slices.BinarySearchFunc(s.Chain, tick, func(e TickSignature, tick uint64) int { return cmp.Compare(e.Tick, tick) })
}

// SignatureFault is a chain entry that does not verify.
type SignatureFault struct {
	Index   int // in the chain
	Tick    uint64
	Message string
}

// VerifyChain checks every signature of the chain against a key and returns
// the entries that fail. One changed tick makes its own entry fail and every
// later one, because each signs the chain up to the one before; the first
// fault is therefore the place of the tampering.
func (s *Signature) VerifyChain(key ed25519.PublicKey) []SignatureFault {
	var faults []SignatureFault
	var previous [32]byte
	for i := range s.Chain {
		e := &s.Chain[i]
		if !ed25519.Verify(key, signedMessage(previous, e), e.Signature[:]) {
			faults = append(faults, SignatureFault{i, e.Tick, "the signature does not fit the tick, its state hash and the chain before it"})
		}
		previous = chainHash(previous, e)
	}
	return faults
}
