// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"crypto/ed25519"
	"sort"

	"convertd/core/order"
	"convertd/core/snapshot"
)

// TickProof proves with one signature what the state of a tick was, without
// the file. For a tick between two signed ones, Entry is the one before it:
// whoever doubts executes the frames in between, at most SigningCadence-1 of
// them (docs/icrep.md#signature-chain). The ticks before the first signed one
// have that one as their entry.
type TickProof struct {
	Tick      uint64
	Entry     TickSignature
	Previous  [32]byte // chain hash of the entry before
	PublicKey [ed25519.PublicKeySize]byte
}

// ProveTick makes the proof of a tick, at most total_ticks.
func (r *Reader) ProveTick(tick uint64) (*TickProof, error) {
	s, err := r.Signature()
	if err != nil {
		return nil, err
	}
	if s == nil {
		return nil, usage(SectionSignature, "the replay is not signed: there is nothing to prove a tick with")
	}
	if tick > r.header.TotalTicks {
		return nil, usage(SectionSignature, "tick %d of a game of %d", tick, r.header.TotalTicks)
	}
	at := max(0, sort.Search(len(s.Chain), func(i int) bool { return s.Chain[i].Tick > tick })-1)
	proof := &TickProof{Tick: tick, Entry: s.Chain[at], PublicKey: s.PublicKey}
	for i := range at {
		proof.Previous = chainHash(proof.Previous, &s.Chain[i])
	}
	return proof, nil
}

// Verify checks the signature with the key that the caller trusts.
func (p *TickProof) Verify(key ed25519.PublicKey) error {
	if !ed25519.Verify(key, signedMessage(p.Previous, &p.Entry), p.Entry.Signature[:]) {
		return corrupt(SectionSignature, -1, "the signature of tick %d does not fit", p.Entry.Tick)
	}
	return nil
}

// LeafProof proves what one part of the state was at a signed tick: the bytes
// of a leaf of the state's Merkle tree, the path to the root, and the
// signature over the root.
type LeafProof struct {
	TickProof
	Leaf    int    // number of the leaf
	Leaves  int    // of the tree
	Name    string // what the leaf holds, as snapshot.Layout.Describe says
	Content []byte
	Path    []snapshot.ProofStep
}

// ProveLeaf proves a part of the state at a tick that is signed and has a
// keyframe. name is as snapshot.Layout.Describe gives it, "player 1" say.
func (r *Reader) ProveLeaf(tick uint64, name string) (*LeafProof, error) {
	proof, err := r.ProveTick(tick)
	if err != nil {
		return nil, err
	}
	plan, err := r.SeekPlan(order.Tick(tick))
	if err != nil {
		return nil, err
	}
	if proof.Entry.Tick != tick || uint64(plan.FirstFrame) != tick {
		return nil, usage(SectionSignature, "tick %d: parts of a state are proven at ticks that are signed and have a keyframe", tick)
	}
	state, err := r.State(plan)
	if err != nil {
		return nil, err
	}
	layout := snapshot.LayoutOf(&state.Core)
	for leaf := range layout.Leaves() {
		if layout.Describe(leaf) != name {
			continue
		}
		return &LeafProof{
			TickProof: *proof, Leaf: leaf, Leaves: layout.Leaves(), Name: name,
			Content: appendLeaf(nil, &state.Core, &layout, leaf), Path: snapshot.HashState(&state.Core).Path(leaf),
		}, nil
	}
	return nil, usage(SectionSignature, "the state has no leaf %q", name)
}

// Verify checks content, path and signature.
func (p *LeafProof) Verify(key ed25519.PublicKey) error {
	if err := p.TickProof.Verify(key); err != nil {
		return err
	}
	hash := snapshot.HashLeaf(append([]byte{0}, p.Content...))
	if !snapshot.VerifyPath(hash, p.Leaf, p.Leaves, p.Path, p.Entry.StateHash) {
		return corrupt(SectionSignature, -1, "the %s of tick %d does not lead to the signed state hash", p.Name, p.Tick)
	}
	return nil
}

// appendLeaf appends the bytes that snapshot.HashState hashes for a leaf.
func appendLeaf(dst []byte, core *snapshot.SimCoreSnapshot, layout *snapshot.Layout, leaf int) []byte {
	switch leaf {
	case snapshot.LeafClock:
		clock := snapshot.Clock{
			Tick: core.Tick, Seed: core.GameSeed, MapHash: core.MapHash, Capacity: core.Capacity,
			Players: uint32(len(core.Players)), CheatsUsed: core.CheatsUsed, CosmeticCheatsUsed: core.CosmeticCheatsUsed,
		}
		return snapshot.AppendClockLeaf(dst, &clock, core.Map.Layers)
	case snapshot.LeafRandom:
		return snapshot.AppendRandomState(dst, &core.Random)
	case snapshot.LeafNames:
		return snapshot.AppendNames(dst, core.Names)
	case snapshot.LeafGlobal:
		return snapshot.AppendComponents(dst, core.Global)
	}
	for i := range core.Players {
		if layout.Player(order.PlayerID(i)) == leaf {
			return snapshot.AppendPlayer(dst, &core.Players[i])
		}
	}
	for i := range core.Map.Layers {
		data := core.Map.Layers[i].Data
		for at := 0; at < len(data); at += snapshot.MapBytesPerLeaf {
			if layout.Map(i, at) == leaf {
				return append(dst, data[at:min(at+snapshot.MapBytesPerLeaf, len(data))]...)
			}
		}
	}
	first, motion, _ := layout.SlotsOf(leaf)
	return appendSlots(dst, core, first, motion)
}

// appendSlots appends the slots of one leaf, beginning with first, or their
// motion.
func appendSlots(dst []byte, core *snapshot.SimCoreSnapshot, first int, motion bool) []byte {
	for slot := first; slot < min(first+snapshot.SlotsPerLeaf, int(core.Capacity)); slot++ {
		generation := snapshot.FirstGeneration
		if slot < len(core.Generations) {
			generation = core.Generations[slot]
		}
		var living *snapshot.EntitySnapshot
		for i := range core.Entities {
			if int(core.Entities[i].Tag.Index) == slot {
				living = &core.Entities[i]
			}
		}
		if motion {
			dst = snapshot.AppendMotion(dst, living)
		} else {
			dst = snapshot.AppendSlot(dst, generation, living)
		}
	}
	return dst
}
