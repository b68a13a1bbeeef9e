// SPDX-License-Identifier: GPL-3.0-or-later

package ea

// logicRandom is the generator that Generals and Zero Hour seed with SD and
// share between all machines of a game: six words, summed with carry
// (docs/formats/ea.md#random; EA's GPL source, RandomValue).
type logicRandom [6]uint32

// seedSteps are the words the seed is spread with.
var seedSteps = [6]uint32{0xF22D0E56, 0x883126E9, 0xC624DD2F, 0x0702C49C, 0x9E353F7D, 0x6FDF3B64}

func newLogicRandom(seed uint32) *logicRandom {
	var r logicRandom
	sum, last := seed, uint32(0)
	for i, step := range seedSteps {
		sum += step - last
		last = step
		r[i] = sum
	}
	return &r
}

// next returns the next word.
func (r *logicRandom) next() uint32 {
	sum := r[5] + r[4]
	carry := uint32(0)
	if sum < r[5] || sum < r[4] {
		carry = 1
	}
	r[4] = sum
	for i := 3; i >= 0; i-- {
		sum += r[i] + carry
		// The original compares with the word just added only.
		carry = 0
		if sum < r[i] {
			carry = 1
		}
		r[i] = sum
	}
	for i := 5; i >= 0; i-- {
		r[i]++
		if r[i] != 0 {
			break
		}
	}
	return sum
}

// between draws a number from low to high, both included.
func (r *logicRandom) between(low, high uint32) uint32 {
	return r.next()%(high-low+1) + low
}

// Player templates of Generals and Zero Hour (docs/formats/ea.md#templates).
const (
	templateRandom   = -1
	templateObserver = -2
	firstTemplate    = 2 // civilian and observer come before the playable ones

	generalsTemplates = 3
	zeroHourTemplates = 12

	lobbyColors = 8
)

// resolveRandomFactions repeats the draws that Generals and Zero Hour make
// before the map is loaded, slot by slot, and returns the template each slot
// with a random one got; other slots keep theirs.
func resolveRandomFactions(seed uint32, slots []slot, playable uint32) []int32 {
	random := newLogicRandom(seed)
	colors := make([]int32, len(slots))
	for i := range slots {
		colors[i] = slots[i].color
	}
	resolved := make([]int32, len(slots))
	for i := range slots {
		s := &slots[i]
		resolved[i] = s.faction
		if !s.occupied() {
			continue
		}
		if s.faction == templateRandom {
			for range seed % 7 {
				random.between(0, 1)
			}
			resolved[i] = int32(random.between(0, 1000)%playable) + firstTemplate
		}
		if s.color == -1 {
			colors[i] = drawColor(random, colors)
		}
	}
	return resolved
}

// drawColor draws until it finds a colour nobody has. With all eight taken the
// game could not have started; the colour then stays open.
func drawColor(random *logicRandom, taken []int32) int32 {
	var used [lobbyColors]bool
	left := lobbyColors
	for _, color := range taken {
		if color >= 0 && color < lobbyColors && !used[color] {
			used[color] = true
			left--
		}
	}
	for left > 0 {
		if color := random.between(0, lobbyColors-1); !used[color] {
			return int32(color)
		}
	}
	return -1
}
