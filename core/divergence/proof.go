package divergence

import "convertd/core/order"

// Judges: which native hash a proof rests on.
const (
	JudgeOpenRA = "openra-sync-hash"
	JudgeMurk   = "murk-snapshot-hash"
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
}

// complete reports whether every frame that has a hash agreed.
func (p *Proof) complete() bool {
	return p.Judge != nil && p.Checked > 0 && p.FirstMismatch == nil
}
