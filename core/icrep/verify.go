// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"

	"convertd/core/order"
	"convertd/core/snapshot"
)

// maxProblems bounds the problems that one verification lists.
const maxProblems = 100

// Checks says what Verify looks at.
type Checks uint8

// Checks. The frames are read for each of them.
const (
	// CheckStructure reads every block, keyframe, event and resource, with
	// their checksums and order.
	CheckStructure Checks = 1 << iota
	// CheckDigests compares every digest of the metadata.
	CheckDigests
	// CheckSignatures verifies the chain and ties it to header and frames.
	CheckSignatures
	// CheckStates looks into keyframes; see VerifyOptions.States.
	CheckStates
)

// VerifyOptions chooses what Verify does.
type VerifyOptions struct {
	// Checks is what to look at; 0 means structure, digests and signatures.
	Checks Checks
	// Key is the public key that the caller trusts for signatures. Without it
	// a chain is checked against the key in the file, which proves only that
	// the chain hangs together.
	Key ed25519.PublicKey
	// States decodes every keyframe, applies deltas to their baselines, checks
	// the schema, and compares the hash of the state with the frame of its tick
	// and with the signature, where one is there.
	States bool
}

// VerifyReport says what Verify looked at and what is wrong.
type VerifyReport struct {
	Frames, Orders, Events, Keyframes uint64
	// States is how many keyframes were decoded and hashed.
	States     uint64
	Incomplete bool
	// Digested says that the file carries integrity digests.
	Digested bool
	// Signed and Trusted tell whether there is a signature chain and whether
	// it was made with the key that the caller trusts.
	Signed, Trusted bool
	SignatureFaults []SignatureFault
	Problems        []*Error
}

// OK says that nothing is wrong.
func (v *VerifyReport) OK() bool { return len(v.Problems) == 0 }

// Err returns the first problem, or nil.
func (v *VerifyReport) Err() error {
	if v.OK() {
		return nil
	}
	return v.Problems[0]
}

// verifier collects problems.
type verifier struct {
	r       *Reader
	options VerifyOptions
	report  *VerifyReport
	// atKeyframes is the hash of the frame at each keyframe's tick.
	atKeyframes map[order.Tick]order.SyncHash
	// atSignatures is the hash of the frame at each signed tick.
	atSignatures map[uint64]order.SyncHash
	signature    *Signature
}

// Verify reads the whole file: every digest, every block, every keyframe,
// every event, the signature chain. It needs no simulation. It finds every
// problem it can and goes on behind damage.
func (r *Reader) Verify(options VerifyOptions) *VerifyReport {
	v := &verifier{
		r: r, options: options,
		report:       &VerifyReport{Incomplete: r.header.Flags&FlagIncomplete != 0},
		atKeyframes:  map[order.Tick]order.SyncHash{},
		atSignatures: map[uint64]order.SyncHash{},
	}
	if options.Checks == 0 {
		v.options.Checks = CheckStructure | CheckDigests | CheckSignatures
	}
	if options.States {
		v.options.Checks |= CheckStates
	}
	v.run()
	return v.report
}

// does says whether any of the checks is asked for.
func (v *verifier) does(checks Checks) bool { return v.options.Checks&checks != 0 }

func (v *verifier) run() {
	if v.does(CheckDigests) {
		v.digests()
	}
	var err error
	if v.signature, err = v.r.Signature(); err != nil {
		v.problem(err)
	}
	v.orders()
	if v.does(CheckStructure | CheckDigests | CheckStates) {
		v.keyframes()
	}
	if v.does(CheckStructure | CheckDigests) {
		v.events()
	}
	if v.does(CheckDigests) && v.r.metadata.Integrity != nil && len(v.report.Problems) == 0 {
		v.identity() // of a damaged file the content digests say nothing
	}
	if v.does(CheckSignatures) {
		v.signatures()
	}
	if v.does(CheckStructure) {
		_, err := v.r.Voice()
		v.problem(err)
		_, err = v.r.Embedded()
		v.problem(err)
	}
}

func (v *verifier) problem(err error) {
	if err == nil || len(v.report.Problems) >= maxProblems {
		return
	}
	var located *Error
	if !errors.As(err, &located) {
		located = corrupt(SectionFile, -1, "%v", err)
	}
	v.report.Problems = append(v.report.Problems, located)
}

// digests checks metadata, header and sections against integrity.
func (v *verifier) digests() {
	at := int64(v.r.header.Metadata.Offset)
	m := v.r.metadata
	if m.Integrity == nil {
		v.problem(corrupt(SectionMetadata, at, "there are no integrity digests"))
		return
	}
	v.report.Digested = true
	if canonical, err := CanonicalJSON(v.r.raw); err != nil || !bytes.Equal(canonical, v.r.raw) {
		v.problem(corrupt(SectionMetadata, at, "the metadata is not in canonical form"))
	}
	if own, err := MetadataDigest(v.r.raw, m.Integrity.Metadata); err != nil || own != m.Integrity.Metadata {
		v.problem(corrupt(SectionMetadata, at, "the metadata does not have its digest"))
	}
	if DigestText(sha256.Sum256(v.r.header.Append(nil))) != m.Integrity.Header {
		v.problem(corrupt(SectionHeader, 0, "the header does not have its digest"))
	}
	if m.BaseBuild != Version || m.TotalTicks != v.r.header.TotalTicks || m.Signed != (v.r.header.Flags&FlagSigned != 0) {
		v.problem(corrupt(SectionMetadata, at, "base_build, total_ticks or signed contradict the header"))
	}
	listed := len(m.Integrity.Sections)
	for _, s := range v.r.header.Sections() {
		if s.Section == SectionMetadata {
			continue
		}
		listed--
		v.sectionDigest(s, m.Integrity.Sections[s.Section])
	}
	if listed != 0 {
		v.problem(corrupt(SectionMetadata, at, "integrity.sections and the header list different sections"))
	}
}

func (v *verifier) sectionDigest(s SectionSpan, want string) {
	h := sha256.New()
	buf := make([]byte, chunkBytes)
	for at, end := int64(s.Span.Offset), s.Span.end(); at < end; {
		part := buf[:min(int64(len(buf)), end-at)]
		if err := readFull(v.r.src, part, at, s.Section); err != nil {
			v.problem(err)
			return
		}
		h.Write(part)
		at += int64(len(part))
	}
	if DigestText([32]byte(h.Sum(nil))) != want {
		v.problem(corrupt(s.Section, int64(s.Span.Offset), "the section does not have its digest"))
	}
}

// contentDigest compares the digest of what a section holds.
func (v *verifier) contentDigest(s Section, h hash.Hash) {
	if i := v.r.metadata.Integrity; v.does(CheckDigests) && i != nil && DigestText([32]byte(h.Sum(nil))) != i.Content[s] {
		v.problem(corrupt(s, -1, "the content does not have its digest"))
	}
}

func (v *verifier) orders() {
	for _, k := range v.r.keyframes {
		v.atKeyframes[k.Tick] = 0
	}
	if v.signature != nil {
		for i := range v.signature.Chain {
			v.atSignatures[v.signature.Chain[i].Tick] = 0
		}
	}
	seenKeyframes, seenSignatures := map[order.Tick]order.SyncHash{}, map[uint64]order.SyncHash{}
	h := sha256.New()
	ticks := v.r.Ticks(0)
	ticks.onBlock = func(plain []byte) { h.Write(plain) }
	damaged := false
	for {
		for ticks.Next() {
			f := ticks.Frame()
			v.report.Frames++
			v.report.Orders += uint64(len(f.Orders))
			if _, ok := v.atKeyframes[f.Tick]; ok {
				seenKeyframes[f.Tick] = f.StateHash
			}
			if _, ok := v.atSignatures[uint64(f.Tick)]; ok {
				seenSignatures[uint64(f.Tick)] = f.StateHash
			}
		}
		if ticks.Err() == nil {
			break
		}
		damaged = true
		v.problem(ticks.Err())
		if !ticks.skipBlock() {
			break
		}
	}
	v.atKeyframes, v.atSignatures = seenKeyframes, seenSignatures
	if missing := v.r.header.TotalTicks - v.report.Frames; !damaged && missing != uint64(v.r.header.LostFrames) {
		v.problem(corrupt(SectionHeader, 104, "%d frames are missing, the header counts %d lost", missing, v.r.header.LostFrames))
	}
	if !damaged {
		v.contentDigest(SectionOrders, h)
	}
}

// skipBlock makes the iterator go on behind a damaged block; false means that
// there is none.
func (it *TickIterator) skipBlock() bool {
	failed := it.next
	if it.blockFailed() {
		failed++
	}
	if failed >= len(it.section.index) {
		return false
	}
	it.next, it.left, it.err = failed, 0, nil
	it.expected = order.Tick(it.section.index[failed].firstTick)
	return true
}

// blockFailed says that the block at next could not be opened, as opposed to
// a frame in the block before it.
func (it *TickIterator) blockFailed() bool {
	return it.next < len(it.section.index) && it.at == it.section.base+int64(it.section.index[it.next].offset)
}

func (v *verifier) keyframes() {
	h := sha256.New()
	var blob []byte
	var err error
	states := &stateChecker{v: v}
	damaged := false
	for i, k := range v.r.keyframes {
		if blob, err = v.r.Keyframe(i, blob); err != nil {
			v.problem(err)
			damaged = true
			states.skip(k)
			continue
		}
		v.report.Keyframes++
		h.Write(blob)
		if v.does(CheckStates) {
			states.check(i, blob)
			if k.Full {
				blob = nil // the state, which later deltas need, aliases it
			}
		}
	}
	if !damaged {
		v.contentDigest(SectionKeyframes, h)
	}
}

// stateChecker looks into keyframes in order.
type stateChecker struct {
	v    *verifier
	full *snapshot.SimSnapshot // nil if the last full keyframe is damaged
}

func (c *stateChecker) skip(k KeyframeEntry) {
	if k.Full {
		c.full = nil
	}
}

func (c *stateChecker) check(i int, blob []byte) {
	k := c.v.r.keyframes[i]
	if !k.Full && c.full == nil {
		return
	}
	state, err := decodeState(c.full, k.Full, blob)
	if k.Full {
		c.full = state
	}
	if err == nil {
		err = c.v.r.checkStateTick(i, state)
	}
	if err != nil {
		c.v.problem(c.v.r.stateError(i, err))
		return
	}
	c.v.report.States++
	hash := state.Core.StateHash()
	if want, ok := c.v.atKeyframes[k.Tick]; ok && snapshot.Sync(hash) != want {
		c.v.problem(c.v.r.stateError(i, fmt.Errorf("its state has the hash %016x, the frame of its tick %016x", uint64(snapshot.Sync(hash)), uint64(want))))
	}
	if signed, ok := c.v.signedHash(uint64(k.Tick)); ok && signed != hash {
		c.v.problem(c.v.r.stateError(i, fmt.Errorf("its state does not have the signed hash")))
	}
}

// signedHash returns the state hash that the chain certifies for a tick.
func (v *verifier) signedHash(tick uint64) (order.StateHash, bool) {
	if v.signature == nil {
		return order.StateHash{}, false
	}
	i, ok := v.signature.find(tick)
	if !ok {
		return order.StateHash{}, false
	}
	return v.signature.Chain[i].StateHash, true
}

func (v *verifier) events() {
	if !v.r.HasEvents() {
		return
	}
	h := sha256.New()
	events := v.r.Events(0)
	events.onBlock = func(plain []byte) { h.Write(plain) }
	for events.Next() {
		v.report.Events++
	}
	if err := events.Err(); err != nil {
		v.problem(err)
		return
	}
	names, err := v.r.Names()
	if err != nil {
		v.problem(err)
		return
	}
	h.Write(appendNames(nil, names))
	v.contentDigest(SectionEvents, h)
}

// signatures checks the chain and ties it to header and frames.
func (v *verifier) signatures() {
	if v.signature == nil {
		return
	}
	s, at := v.signature, int64(v.r.header.Signature.Offset)
	v.report.Signed = true
	key := ed25519.PublicKey(s.PublicKey[:])
	if v.options.Key != nil {
		v.report.Trusted = bytes.Equal(v.options.Key, key)
		if !v.report.Trusted {
			v.problem(corrupt(SectionSignature, at, "the chain was made with another key than the trusted one"))
		}
	}
	v.report.SignatureFaults = s.VerifyChain(key)
	v.report.SignatureFaults = append(v.report.SignatureFaults, v.bindSignatures(s)...)
	for i, fault := range v.report.SignatureFaults {
		if i == 0 || fault.Index < v.report.SignatureFaults[0].Index {
			v.problem(corrupt(SectionSignature, at+8+int64(fault.Index)*tickSignatureBytes, "tick %d: %s", fault.Tick, fault.Message))
		}
	}
	if len(v.report.SignatureFaults) > 0 {
		v.report.Trusted = false
	}
}

// bindSignatures compares signed state hashes with the frames, and the last
// with the header.
func (v *verifier) bindSignatures(s *Signature) []SignatureFault {
	var faults []SignatureFault
	for i := range s.Chain {
		e := &s.Chain[i]
		frame, ok := v.atSignatures[e.Tick]
		signed := snapshot.Sync(e.StateHash)
		if e.Tick > v.r.header.TotalTicks {
			faults = append(faults, SignatureFault{i, e.Tick, fmt.Sprintf("the game has %d ticks", v.r.header.TotalTicks)})
		}
		if ok && frame != signed {
			faults = append(faults, SignatureFault{i, e.Tick, fmt.Sprintf("the frame has state hash %016x, the signed one is %016x", uint64(frame), uint64(signed))})
		}
	}
	last := &s.Chain[len(s.Chain)-1]
	if v.r.header.Flags&FlagIncomplete == 0 && (last.Tick != v.r.header.TotalTicks || last.StateHash != v.r.header.FinalStateHash) {
		faults = append(faults, SignatureFault{len(s.Chain) - 1, last.Tick, "the chain does not end with the terminal tick and the final state hash"})
	}
	return faults
}
