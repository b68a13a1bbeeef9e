// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import (
	"strings"

	"convertd/core/ir"
)

// redAlert reads the header of docs/formats/remastered.md#red-alert-header.
func (p *headerParser) redAlert() {
	r, form := p.r, &p.r.layout.header
	r.gameType = p.detailNumber("type", form.enumeration, 0, int64(r.layout.maxType))
	r.protocol = p.detailNumber("comm_protocol", form.enumeration, 0, maxProtocol)
	r.sendRate = p.detailNumber("frame_send_rate", 4, 1, maxSendRate)
	p.detailNumber("pref_color", 1, -1, maxColor)
	r.color = p.detailNumber("color_idx", 1, -1, maxColor)
	r.house = p.detailNumber("house", 1, -1, int64(r.layout.game.Houses())-1)
	r.humans = p.detailNumber("num_players", 4, 0, maxPlayers)
	p.settingNumber("bases", form.bases, 0, 1)
	p.lobby()
	r.aiPlayers = p.settingNumber("ai_players", 4, 0, maxPlayers)
	p.detailNumber("obiwan", 4, 0, 1)
	p.detailNumber("emergency_save", 4, 0, 1)
	p.nodes()
	p.redAlertRest(form.scenarioName, 4, 1)
}

// nodes reads the list of players. Of an entry only name, country and colour
// are kept: the address is passed over, ID and process time are stale.
func (p *headerParser) nodes() {
	at := p.at
	count := p.number("player count", 4, 0, maxPlayers)
	form := &p.r.layout.header.node
	if p.err == nil && (count < 0 || count > maxPlayers) {
		p.fail(ir.CodeMalformed, at, "%d players are announced, the limit is %d", count, maxPlayers)
	}
	for range count {
		entry := cursor{data: p.take(form.bytes)}
		if entry.data == nil {
			return
		}
		name := entry.text("a player's name", nodeNameBytes)
		entry.at = form.house
		house := entry.number("a player's house", 1, -1, int64(p.r.layout.game.Houses())-1)
		entry.at = form.color
		color := entry.number("a player's colour", 1, -1, maxColor)
		if entry.doubt != "" {
			p.question("%s", entry.doubt)
		}
		p.r.nodes = append(p.r.nodes, node{name: name, house: int(house), color: int(color)})
	}
}

// redAlertRest reads what follows the session: shared by the files of the
// games and by the layout of the design document.
func (p *headerParser) redAlertRest(scenarioName, scenarioBytes, whomBytes int) {
	r := p.r
	p.settingNumber("build_level", 4, 0, maxBuildLevel)
	p.settingNumber("debug_unshroud", r.layout.header.unshroud, 0, 1)
	if b := p.take(4); b != nil {
		r.seed = int32(le32(b))
	}
	if r.layout.noUI {
		p.r.mapID = fileName(p.text("scenario", scenarioBytes))
	} else {
		r.scenario = p.detailNumber("scenario", scenarioBytes, -1, maxScenario)
	}
	r.mapName = fileName(p.text("scenario name", scenarioName))
	if r.mapID == "" {
		r.mapID = r.mapName
	}
	r.whom = p.detailNumber("whom", whomBytes, -1, int64(r.layout.game.Houses())-1)
	p.special()
	p.options()
}

// design reads the header as the original design document lists it: a session
// block of three numbers, texts of 44 bytes for scenario and scenario name, and
// four bytes for the player's perspective. No build is known to write it.
func (p *headerParser) design() {
	r := p.r
	r.gameType = gameTypeNormal
	p.detailNumber("max_ahead", 4, 0, maxSession)
	r.sendRate = p.detailNumber("frame_send_rate", 4, 0, maxSession)
	p.detailNumber("desired_frame_rate", 4, 0, maxSession)
	r.house = -1
	p.redAlertRest(designScenarioName, designScenarioName, 4)
}

// fileName is the last element of a path: scenarios are files of the game, and
// a folder of the recording machine is nobody's business.
func fileName(path string) string {
	return path[strings.LastIndexAny(path, `/\:`)+1:]
}
