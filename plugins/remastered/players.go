// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"convertd/core/ir"
	"convertd/plugins/remastered/internal/names"
)

// House ids that the engines deal to the players of a game that is no mission.
const (
	redAlertMulti1 = 12
	redAlertMultis = 8
)

// roster is the players of a recording, and whose events are whose.
type roster struct {
	players []ir.Player
	local   int32
	// bySender is the index into players by what names the sender of an
	// event: the house in Red Alert and in solo games, MPlayerID in network
	// games of Tiberian Dawn.
	bySender [256]int32
	// byMPlayerID says which of the two it is.
	byMPlayerID bool
}

func (r *recording) roster() *roster {
	s := &roster{local: ir.NoPlayer}
	for i := range s.bySender {
		s.bySender[i] = ir.NoPlayer
	}
	switch {
	case r.layout.noUI:
		s.design(r)
	case r.gameType == gameTypeNormal:
		s.mission(r)
	case r.layout.game == names.TiberianDawn:
		s.tiberianDawn(r)
	default:
		s.redAlert(r)
	}
	return s
}

// add appends a player whose events carry sender; -1 if none do.
func (s *roster) add(player ir.Player, sender int) {
	if sender >= 0 && sender < len(s.bySender) {
		s.bySender[sender] = int32(len(s.players))
	}
	s.players = append(s.players, player)
}

// mission: one player, whose house is recorded as the one the camera belongs
// to. Every event is the player's: computer players send none.
func (s *roster) mission(r *recording) {
	house := r.whom
	if house < 0 {
		house = r.house
	}
	name := r.localName
	if len(r.nodes) > 0 {
		name = r.nodes[0].name
	}
	s.add(ir.Player{
		Slot: int32(house), Client: int32(house), Name: nameOr(name, 0), Kind: ir.PlayerHuman,
		Faction: r.houseName(house), Color: colorText(r.color),
	}, house)
	for i := range s.bySender {
		s.bySender[i] = 0
	}
	s.local = 0
}

// design: the layout has no list of players. There is one for each house that
// sends events, and the house whose perspective is recorded is the local one.
func (s *roster) design(r *recording) {
	senders := r.senders
	if senders == 0 {
		s.mission(r)
		return
	}
	for ; senders != 0; senders &= senders - 1 {
		house := bits.TrailingZeros32(senders)
		if house == r.whom {
			s.local = int32(len(s.players))
		}
		s.add(ir.Player{
			Slot: int32(house), Client: int32(house), Name: nameOr("", len(s.players)), Kind: ir.PlayerHuman, Faction: r.houseName(house),
		}, house)
	}
}

// redAlert: players sorted by colour get the houses Multi1, Multi2, ...; the
// computer players get the ones that follow. The first of the list recorded.
func (s *roster) redAlert(r *recording) {
	nodes := r.nodes
	if len(nodes) == 0 {
		nodes = []node{{house: r.house, color: r.color}} // whoever records plays
	}
	order := make([]int, len(nodes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(nodes[a].color, nodes[b].color) })
	for rank, i := range order {
		if i == 0 {
			s.local = int32(len(s.players))
		}
		house := redAlertMulti1 + rank
		s.add(ir.Player{
			Slot: int32(house), Client: int32(house), Name: nameOr(nodes[i].name, rank), Kind: ir.PlayerHuman,
			Faction: r.houseName(nodes[i].house), Color: colorText(nodes[i].color),
			Details: []ir.KeyValue{{Key: "house", Value: r.houseName(house)}},
		}, house)
	}
	// Their colours and countries are drawn when the scenario loads.
	for range max(0, min(r.aiPlayers, redAlertMultis-len(order))) {
		house := redAlertMulti1 + len(s.players)
		s.add(ir.Player{
			Slot: int32(house), Client: int32(house), Name: fmt.Sprintf("Computer %d", len(s.players)+1-len(order)), Kind: ir.PlayerAI,
			Details: []ir.KeyValue{{Key: "house", Value: r.houseName(house)}},
		}, -1)
	}
}

// tiberianDawn: players are known by MPlayerID, colour times 16 plus side. The
// houses they play are drawn at random when the scenario loads; the events of a
// player say which. Only the recording player's name is stored.
func (s *roster) tiberianDawn(r *recording) {
	s.byMPlayerID = r.gameType != r.layout.skirmish
	if !s.byMPlayerID {
		s.mission(r)
		return
	}
	for i, id := range r.playerIDs[:max(0, min(r.humans, playerIDs))] {
		name := ""
		if int(id) == r.localID {
			name, s.local = r.localName, int32(i)
		}
		player := ir.Player{
			Slot: int32(id), Client: int32(id), Name: nameOr(name, i), Kind: ir.PlayerHuman,
			Faction: r.houseName(int(id & 15)), Color: colorText(int(id >> 4)),
		}
		if house, known := r.houses[int(id)]; known {
			player.Details = []ir.KeyValue{{Key: "house_id", Value: strconv.Itoa(house)}, {Key: "house", Value: r.houseName(house)}}
		}
		s.add(player, int(id))
	}
}

// sender is what names the sender of an event.
func (s *roster) sender(e *event) int {
	if s.byMPlayerID {
		return int(e.mplayerID)
	}
	return int(e.id)
}

// nameOr stands in for a name that is not recorded.
func nameOr(name string, index int) string {
	if name == "" {
		return fmt.Sprintf("Player %d", index+1)
	}
	return name
}

func (r *recording) houseName(id int) string { return r.layout.game.House(id) }

func colorText(color int) string {
	if color < 0 {
		return ""
	}
	return strconv.Itoa(color)
}

// findSenders walks the file for what only events tell: in network games of
// Tiberian Dawn the house of each player, up to each player's first event; in
// the layout of the design document the houses that send any.
func (r *recording) findSenders(data []byte) {
	network := r.layout.game == names.TiberianDawn && !r.solo()
	if !network && !r.layout.noUI {
		return
	}
	r.houses = make(map[int]int, playerIDs)
	players := r.playerIDs[:max(0, min(r.humans, playerIDs))]
	w := newWalker(r, data, r.start)
	var e event
	for t := (turn{}); w.next(&t) && (r.layout.noUI || len(r.houses) < len(players)); {
		for i := range t.count {
			e.read(r.layout, t.events[i*r.layout.eventBytes:])
			r.senders |= 1 << e.id
			id := int(e.mplayerID)
			if _, known := r.houses[id]; network && !known && slices.Contains(players, e.mplayerID) {
				r.houses[id] = int(e.id)
			}
		}
	}
}
