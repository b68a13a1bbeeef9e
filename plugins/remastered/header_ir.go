// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import (
	"strconv"

	"convertd/core/ir"
	"convertd/plugins/remastered/internal/names"
)

// The engines count delays in sixtieths of a second. Network games with the
// compressing protocol begin at thirty frames a second
// (docs/formats/remastered.md#speeds).
const (
	ticksOfSecond    = 60
	networkFrameRate = 30
)

// header is the ir form of a recording's header.
func (s *stream) header() *ir.Header {
	r := s.r
	game, version := "ra", "Red Alert"
	if r.layout.game == names.TiberianDawn {
		game, version = "td", "Tiberian Dawn"
	}
	header := &ir.Header{
		Format: r.layout.format(), Game: game, Version: version + " (" + r.layout.build + ")",
		Profile: r.layout.profile, Unverified: r.layout.unverified,
		Map: ir.Map{Name: r.mapName, ID: r.mapID}, Players: s.roster.players,
		TickRate: r.tickRate(), TicksPerFrame: 1, Speed: strconv.Itoa(r.gameSpeed),
		Seed: int64(r.seed), HasSeed: true, LocalPlayer: s.roster.local,
		PositionUnit: ir.PositionLepton,
		Options:      r.settings, Details: r.details,
	}
	if !r.layout.noUI {
		header.Details = append(header.Details, ir.KeyValue{Key: "session", Value: r.sessionName()})
	}
	return header
}

// tickRate is the nominal rate of turns. Wall-clock times are estimates in
// this format: the speed could be changed at any time, and 0 means as fast as
// the machine could.
func (r *recording) tickRate() ir.Rational {
	switch {
	case !r.solo() && r.protocol == multiFrameCompression:
		return ir.Rational{Num: networkFrameRate, Den: 1}
	case r.gameSpeed <= 0:
		return ir.Rational{Num: ticksOfSecond, Den: 1}
	default:
		return ir.Rational{Num: ticksOfSecond, Den: uint32(r.gameSpeed)}
	}
}

// sessionName names the game type.
func (r *recording) sessionName() string {
	list := []string{"normal", "modem", "null modem", "ipx", "internet", "skirmish", "ten", "mpath", "glyphx"}
	switch {
	case r.layout.game == names.TiberianDawn && r.layout.skirmish == noSkirmish:
		list = []string{"normal", "modem", "null modem", "ipx", "internet", "glyphx"}
	case r.layout.maxType == vanillaMaxType:
		list = []string{"normal", "modem", "null modem", "ipx", "internet", "skirmish", "glyphx"}
	}
	if r.gameType < 0 || r.gameType >= len(list) {
		return strconv.Itoa(r.gameType)
	}
	return list[r.gameType]
}
