// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"strings"

	"convertd/core/divergence"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/sim/openra"
)

// suspicion finds out what differs in the first frame whose hash is not met, as far
// as that frame alone tells. What takes more than a look is left to Explain.
type suspicion struct {
	module *openra.Module // nil where there is nothing to look at
	span   uint64         // ticks of a net frame
}

func newSuspicion(game *Game, header *ir.Header) suspicion {
	module, ok := game.Module.(*openra.Module)
	if !ok || !game.Native.Computed() || header.TicksPerFrame == 0 {
		return suspicion{}
	}
	return suspicion{module: module, span: uint64(header.TicksPerFrame)}
}

// expect is called before a tick is played: the module compares with the hash
// while the world stands as it is hashed.
func (s *suspicion) expect(f *feed, tick order.Tick) {
	if s.module == nil || uint64(tick)%s.span != 0 {
		return
	}
	if recorded, found := f.hash(uint64(tick)/s.span + 1); found {
		s.module.Expect(openra.RecordedFrame{Hash: int32(uint32(recorded.Value)), Hashed: true})
	}
}

// maxTried is how many values may have been tried for one to be named: by chance,
// one of them fits in one of a thousand frames.
const maxTried = 1 << 22

// fill says in a mismatch what differs, and how to ask for more. Nothing is looked
// for afterwards.
func (s *suspicion) fill(mismatch *divergence.HashMismatch, file string) {
	if s.module == nil {
		return
	}
	mismatch.Ask = explainCommand(file)
	if explanation := s.module.Explanation(); explanation != nil && explanation.Frame == int32(mismatch.Frame) {
		mismatch.Suspect = suspectAmong(explanation.Candidates)
	}
	s.module = nil
}

// suspectAmong is the likeliest candidate, nil if none stands out.
func suspectAmong(candidates []openra.Candidate) *divergence.Suspect {
	if len(candidates) == 0 || candidates[0].Guesses > maxTried { // the likeliest comes first
		return nil
	}
	likeliest := &candidates[0]
	suspect := &divergence.Suspect{What: likeliest.String(), Tried: likeliest.Guesses}
	if len(likeliest.Terms) > 0 {
		term := &likeliest.Terms[0]
		suspect.Actor, suspect.Type, suspect.Trait = term.Actor, term.Type, term.Trait
	}
	return suspect
}

// explainCommand is the command that looks further. Names of files that a shell
// would read otherwise are quoted.
func explainCommand(file string) string {
	if file == "" {
		file = "FILE"
	} else if strings.ContainsFunc(file, func(r rune) bool { return !plainInShell(r) }) || strings.HasPrefix(file, "-") {
		file = "./'" + strings.ReplaceAll(file, "'", `'\''`) + "'"
	}
	return "convertd divergence explain --edits --maps FOLDER " + file
}

func plainInShell(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-+", r)
}
