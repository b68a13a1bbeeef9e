// SPDX-License-Identifier: GPL-3.0-or-later

package columns

import "slices"

// appearance is an Appearance that shares its texts with all others.
type appearance struct {
	name, faction, build *values // nil: none
	firstSide            bool
	result               Result
	apm                  int64
}

// appearances are to be asked for after the values of the row were put.
func (c *Columns) appearances(list []Appearance) []appearance {
	held := make([]appearance, len(list))
	for i := range list {
		a := &list[i]
		held[i] = appearance{
			c.named(Player, a.Name), c.named(Faction, a.Faction), c.named(Build, a.Build), a.FirstSide, a.Result, a.APM,
		}
	}
	return held
}

func (c *Columns) named(field Field, text string) *values {
	if text == "" {
		return nil
	}
	return c.known[field][text]
}

// Group is what games have together that have one value in common.
type Group struct {
	Text        string
	Games       int64
	Appearances int64
	Wins        int64
	Losses      int64
	Undecided   int64
	// Length is the sum over appearances, in milliseconds.
	Length, Shortest, Longest int64
	First, Last               int64 // dates, in seconds
	// Actions is the sum of the actions a minute of the Active appearances that have some.
	Actions, Active int64

	counted uint32 // the last game
}

// Groups puts the games of a query together by their values of a field, in no
// order. Of players, factions and builds every appearance counts; of match-ups that
// of the side named first; of other fields the game, whose winner does not enter.
// Empty texts do not count.
func (c *Columns) Groups(query Query, by Field) []Group {
	c.mu.RLock()
	defer c.mu.RUnlock()
	groups := map[*values]*Group{}
	for it := c.find(query).Iterator(); it.HasNext(); {
		number := it.Next()
		switch by {
		case Player, Faction, Build, Matchup:
			c.addAppearances(groups, by, number)
		default:
			c.addGame(groups, by, number)
		}
	}
	list := make([]Group, 0, len(groups))
	for _, group := range groups {
		list = append(list, *group)
	}
	return list
}

func (c *Columns) addAppearances(groups map[*values]*Group, by Field, number uint32) {
	for i := range c.played[number] {
		a := &c.played[number][i]
		var key *values
		switch by {
		case Player:
			key = a.name
		case Faction:
			key = a.faction
		case Build:
			key = a.build
		default:
			if a.firstSide {
				key = c.valueOf(number, by)
			}
		}
		if key == nil {
			continue
		}
		group := c.add(groups, key, number)
		switch a.result {
		case Won:
			group.Wins++
		case Lost:
			group.Losses++
		case Undecided:
			group.Undecided++
		}
		if a.apm > 0 {
			group.Actions += a.apm
			group.Active++
		}
	}
}

// Completed is the text of Outcome of a game that has a winner.
const Completed = "completed"

func (c *Columns) addGame(groups map[*values]*Group, by Field, number uint32) {
	key := c.valueOf(number, by)
	if key == nil {
		return
	}
	group := c.add(groups, key, number)
	if outcome := c.valueOf(number, Outcome); outcome == nil || outcome.Text != Completed {
		group.Undecided++
	}
}

// valueOf is the value of a field of which a game has one; nil if it is empty.
func (c *Columns) valueOf(number uint32, field Field) *values {
	held := c.values[number]
	at := slices.IndexFunc(held, func(v *values) bool { return v.Field == field })
	if at < 0 || held[at].Text == "" {
		return nil
	}
	return held[at]
}

// add counts one more appearance of a game.
func (c *Columns) add(groups map[*values]*Group, key *values, number uint32) *Group {
	length, date := c.numbers[Length][number], c.numbers[Date][number]
	group := groups[key]
	if group == nil {
		group = &Group{Text: key.Text, Shortest: length, Longest: length, First: date, Last: date}
		groups[key] = group
	}
	if group.counted != number { // rows have numbers from 1
		group.Games++
		group.counted = number
	}
	group.Appearances++
	group.Length += length
	group.Shortest, group.Longest = min(group.Shortest, length), max(group.Longest, length)
	group.First, group.Last = min(group.First, date), max(group.Last, date)
	return group
}
