// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import (
	"strconv"

	"convertd/core/ir"
)

// maxModemType leaves room for what a game without a modem has there.
const maxModemType = 15

// tiberianDawn reads the header of
// docs/formats/remastered.md#tiberian-dawn-header.
func (p *headerParser) tiberianDawn() {
	r := p.r
	r.gameType = p.detailNumber("game_type", 1, 0, int64(r.layout.maxType))
	p.detailNumber("modem_type", 1, -1, maxModemType)
	p.settingNumber("build_level", 4, 0, maxBuildLevel)
	r.localName = p.text("the player's name", localNameBytes)
	p.detailNumber("pref_color", 4, -1, maxColor)
	r.color = p.detailNumber("color_idx", 4, -1, maxColor)
	r.house = p.detailNumber("house", 1, -1, int64(r.layout.game.Houses())-1)
	if b := p.take(1); b != nil {
		r.localID = int(b[0])
		p.detail("local_id", int64(b[0]))
	}
	r.humans = p.detailNumber("player_count", 4, 0, playerIDs)
	p.settingNumber("bases", r.layout.header.bases, 0, 1)
	p.lobby()
	p.tiberianDawnPlayers()
	if b := p.take(4); b != nil {
		r.seed = int32(le32(b))
	}
	r.scenario = p.detailNumber("scenario", 4, -1, maxScenario)
	r.scenPlayer = p.detailNumber("scen_player", 1, -1, 4)
	direction := p.detailNumber("scen_dir", 1, -1, 1)
	r.whom = p.detailNumber("whom", 1, -1, int64(r.layout.game.Houses())-1)
	p.special()
	p.options()
	r.sendRate = p.detailNumber("frame_send_rate", 4, 1, maxSendRate)
	r.protocol = p.detailNumber("comm_protocol", 1, 0, maxProtocol)
	r.mapName = scenarioFile(r.scenPlayer, r.scenario, direction)
	r.mapID = r.mapName
}

// tiberianDawnPlayers reads the lists of players. The list of houses is stale:
// they are dealt later, at random; it is passed on as a detail for the curious.
func (p *headerParser) tiberianDawnPlayers() {
	ids := p.take(playerIDs)
	stale := p.take(playerIDs)
	if stale == nil {
		return
	}
	copy(p.r.playerIDs[:], ids)
	if !p.facts {
		return
	}
	p.r.details = append(p.r.details,
		ir.KeyValue{Key: "player_ids", Value: numberList(ids)},
		ir.KeyValue{Key: "player_houses", Value: numberList(stale)})
}

func numberList(numbers []byte) string {
	var list []byte
	for i, n := range numbers {
		if i > 0 {
			list = append(list, ' ')
		}
		list = strconv.AppendUint(list, uint64(n), 10)
	}
	return string(list)
}

// scenarioFile is the name that the engine makes of a scenario. The letter of
// its variant is not recorded and left out.
func scenarioFile(player, scenario, direction int) string {
	letters := "GBJMM" // GDI, Nod, dinosaurs, two players, many players
	if player < 0 || player >= len(letters) || scenario < 0 {
		return ""
	}
	name := "SC" + letters[player:player+1]
	if scenario < 10 {
		name += "0"
	}
	name += strconv.Itoa(scenario)
	if direction == 1 {
		return name + "W"
	}
	return name + "E"
}
