// SPDX-License-Identifier: GPL-3.0-or-later

package divergence

import "convertd/core/order"

// Native hashes that a proof can rest on, as reports name them.
const (
	HashOpenRA = "openra-sync-hash"
	HashMurk   = "murk-snapshot-hash"
)

// Proof says how many leading frames a native hash proves.
type Proof struct {
	// Judge names the native hash, nil where the game has none or it could
	// not be computed (no map, no world description).
	Judge *string `json:"judge"`
	// Checked counts the frames compared, Proven the leading ones that agreed.
	Checked uint64 `json:"checked"`
	Proven  uint64 `json:"proven"`
	// FirstMismatch is the first frame that disagreed, nil without one.
	FirstMismatch *HashMismatch `json:"first_mismatch"`
	// NotChecked says in words why nothing could be compared, "" otherwise.
	NotChecked string `json:"not_checked,omitempty"`
}

// HashMismatch is a frame whose recorded hash we did not reach. Hashes are
// lower-case hexadecimal without prefix.
type HashMismatch struct {
	Tick  order.Tick `json:"tick"`
	Frame uint64     `json:"frame"`
	Want  string     `json:"want"`
	Got   string     `json:"got"`
	// Suspect is what most likely differs in that frame, nil where nothing stands
	// out. Ask is the command that looks further, "" where there is none.
	Suspect *Suspect `json:"suspect"`
	Ask     string   `json:"ask,omitempty"`
}

// Suspect is one value of the world that would account for a hash that was missed.
type Suspect struct {
	What  string `json:"what"`            // in words
	Actor uint32 `json:"actor,omitempty"` // the engine's id, 0 where no actor is meant
	Type  string `json:"type,omitempty"`
	Trait string `json:"trait,omitempty"`
	// Tried is how many others as likely were tried: by chance, one value in 2^32
	// accounts for a difference.
	Tried int64 `json:"tried"`
}

// complete reports whether every frame that has a hash agreed.
func (p *Proof) complete() bool {
	return p.Judge != nil && p.Checked > 0 && p.FirstMismatch == nil
}
