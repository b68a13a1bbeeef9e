// SPDX-License-Identifier: GPL-3.0-or-later

package gamepage

import (
	"convertd/core/icrep"
	"convertd/core/pipeline"
)

// Build is what everybody had made, in the order of time.
type Build struct {
	Steps                  []pipeline.BuildStep `json:"steps"`
	UnmatchedCancellations uint64               `json:"unmatched_cancellations"`
	// FinishedKnown is false where the recording was never played: then no step
	// has a time at which it began or was finished.
	FinishedKnown bool `json:"finished_known"`
}

// Chat is what was said.
type Chat struct {
	Lines []pipeline.ChatLine `json:"lines"`
}

// ReadBuildAndChat reads both, because they stand in the same orders.
func ReadBuildAndChat(reader *icrep.Reader) (*Build, *Chat, error) {
	recorded, err := pipeline.ReadRecordedGame(reader)
	if err != nil {
		return nil, nil, err
	}
	build := &Build{Steps: recorded.BuildOrder, UnmatchedCancellations: recorded.UnmatchedCancellations, FinishedKnown: reader.HasEvents()}
	if build.Steps == nil {
		build.Steps = []pipeline.BuildStep{}
	}
	chat := &Chat{Lines: recorded.Chat}
	if chat.Lines == nil {
		chat.Lines = []pipeline.ChatLine{}
	}
	return build, chat, nil
}
