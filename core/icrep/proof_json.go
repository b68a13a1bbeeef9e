// SPDX-License-Identifier: GPL-3.0-or-later

package icrep

import (
	"encoding/hex"
	"encoding/json"
	"fmt"

	"convertd/core/snapshot"
)

// proofJSON is how proofs travel: bytes as hex digits.
type proofJSON struct {
	Tick       uint64    `json:"tick"`
	SignedTick uint64    `json:"signed_tick"`
	StateHash  string    `json:"state_hash"`
	Skipped    uint32    `json:"skipped_ticks"`
	Signature  string    `json:"signature"`
	Previous   string    `json:"previous_chain_hash"`
	PublicKey  string    `json:"public_key"`
	Leaf       *leafJSON `json:"leaf,omitempty"`
}

type leafJSON struct {
	Name    string     `json:"name"`
	Number  int        `json:"number"`
	Count   int        `json:"leaves"`
	Content string     `json:"content"`
	Path    []stepJSON `json:"path"`
}

type stepJSON struct {
	Hash string `json:"hash"`
	Left bool   `json:"left"` // the neighbour stands on the left
}

func (p *TickProof) toJSON() proofJSON {
	return proofJSON{
		Tick: p.Tick, SignedTick: p.Entry.Tick, Skipped: p.Entry.Skipped,
		StateHash: hex.EncodeToString(p.Entry.StateHash[:]), Signature: hex.EncodeToString(p.Entry.Signature[:]),
		Previous: hex.EncodeToString(p.Previous[:]), PublicKey: hex.EncodeToString(p.PublicKey[:]),
	}
}

func (p *TickProof) fromJSON(j *proofJSON) error {
	p.Tick, p.Entry.Tick, p.Entry.Skipped = j.Tick, j.SignedTick, j.Skipped
	for _, field := range []struct {
		name, text string
		to         []byte
	}{
		{"state_hash", j.StateHash, p.Entry.StateHash[:]},
		{"signature", j.Signature, p.Entry.Signature[:]},
		{"previous_chain_hash", j.Previous, p.Previous[:]},
		{"public_key", j.PublicKey, p.PublicKey[:]},
	} {
		if err := fromHex(field.to, field.text); err != nil {
			return corrupt(SectionSignature, -1, "proof: %s: %v", field.name, err)
		}
	}
	return nil
}

func fromHex(to []byte, text string) error {
	raw, err := hex.DecodeString(text)
	if err == nil && len(raw) != len(to) {
		err = fmt.Errorf("%d bytes, want %d", len(raw), len(to))
	}
	copy(to, raw)
	return err
}

// MarshalJSON writes the proof for people and programs that do not have the
// file.
func (p *TickProof) MarshalJSON() ([]byte, error) { return json.Marshal(p.toJSON()) }

// UnmarshalJSON reads what MarshalJSON wrote. It proves nothing: Verify does.
func (p *TickProof) UnmarshalJSON(text []byte) error {
	var j proofJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	return p.fromJSON(&j)
}

// MarshalJSON writes the proof for people and programs that do not have the
// file.
func (p *LeafProof) MarshalJSON() ([]byte, error) {
	j := p.toJSON()
	j.Leaf = &leafJSON{Name: p.Name, Number: p.Leaf, Count: p.Leaves, Content: hex.EncodeToString(p.Content), Path: []stepJSON{}}
	for _, step := range p.Path {
		j.Leaf.Path = append(j.Leaf.Path, stepJSON{hex.EncodeToString(step.Neighbour[:]), step.OnLeft})
	}
	return json.Marshal(j)
}

// UnmarshalJSON reads what MarshalJSON wrote. It proves nothing: Verify does.
func (p *LeafProof) UnmarshalJSON(text []byte) error {
	var j proofJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	if j.Leaf == nil {
		return corrupt(SectionSignature, -1, "proof: no leaf")
	}
	if err := p.fromJSON(&j); err != nil {
		return err
	}
	p.Name, p.Leaf, p.Leaves, p.Path = j.Leaf.Name, j.Leaf.Number, j.Leaf.Count, nil
	var err error
	if p.Content, err = hex.DecodeString(j.Leaf.Content); err != nil {
		return corrupt(SectionSignature, -1, "proof: content: %v", err)
	}
	for _, step := range j.Leaf.Path {
		s := snapshot.ProofStep{OnLeft: step.Left}
		if err := fromHex(s.Neighbour[:], step.Hash); err != nil {
			return corrupt(SectionSignature, -1, "proof: path: %v", err)
		}
		p.Path = append(p.Path, s)
	}
	return nil
}
