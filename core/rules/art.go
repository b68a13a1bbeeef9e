// SPDX-License-Identifier: GPL-3.0-or-later

package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Art says how many pictures animations have whose length the rule files leave to the
// art: by mod, then by image and sequence, as "gun.make". The engine plays them out, so
// a game that was made without the art, or with other art, needs the table it was made
// with.
type Art map[string]map[string]ArtLength

// ArtLength is the length of one animation.
type ArtLength struct {
	Frames int `json:"frames"`
}

// Limits of a table of art. That of all mods has 600 entries.
const (
	MaxArtBytes  = 4 << 20
	maxArtFrames = 10_000
)

// ReadArt reads a table of art: an object of mods, each an object of sequences with their
// "frames"; texts beside them are notes. The error says what is wrong with it.
func ReadArt(from io.Reader) (Art, error) {
	data, err := io.ReadAll(io.LimitReader(from, MaxArtBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxArtBytes {
		return nil, fmt.Errorf("table of art: longer than %d bytes", MaxArtBytes)
	}
	var sections map[string]json.RawMessage
	if err := json.Unmarshal(data, &sections); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, fmt.Errorf("table of art: byte %d: %w", syntax.Offset, err)
		}
		return nil, fmt.Errorf("table of art: %w", err)
	}
	art := Art{}
	for _, mod := range slices.Sorted(maps.Keys(sections)) {
		section := sections[mod]
		if section[0] == '"' {
			continue
		}
		var lengths map[string]ArtLength
		if err := json.Unmarshal(section, &lengths); err != nil {
			return nil, fmt.Errorf("table of art: mod %q: %w", mod, err)
		}
		for _, name := range slices.Sorted(maps.Keys(lengths)) {
			if length := lengths[name]; length.Frames < 0 || length.Frames > maxArtFrames {
				return nil, fmt.Errorf("table of art: mod %q: %q has %d frames, want 0 (not known) to %d", mod, name, length.Frames, maxArtFrames)
			}
		}
		art[mod] = lengths
	}
	if len(art) == 0 {
		return nil, errors.New("table of art: it names no mod")
	}
	return art, nil
}

// makeSequence is the animation in which a building rises.
const makeSequence = ".make"

// IncompleteByArt is how long buildings of a mod are incomplete by a table of art, as
// [Supplement.IncompleteTicks] has it. Buildings that it does not name are not in it.
func (s *Supplement) IncompleteByArt(art map[string]ArtLength) map[string]int32 {
	ticks := map[string]int32{}
	for name, length := range art {
		if image, rises := strings.CutSuffix(name, makeSequence); rises && s.MakePicture > 0 && length.Frames > 0 {
			ticks[image] = int32((length.Frames*s.makePictureOf(image)+engineTick-1)/engineTick) + 1
		}
	}
	return ticks
}

// engineTick is how many milliseconds of an animation pass in a tick.
const engineTick = 40

func (s *Supplement) makePictureOf(image string) int {
	if own := s.MakePictureOf[image]; own > 0 {
		return own
	}
	return s.MakePicture
}
