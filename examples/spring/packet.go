// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/binary"
	"math"
)

// Numbers of packets. Those that are not named here are counted and passed on
// with their number.
const (
	packetKeyFrame     = 1
	packetNewFrame     = 2
	packetQuit         = 3
	packetStartPlaying = 4
	packetPlayerName   = 6
	packetChat         = 7
	packetGameID       = 9
	packetCommand      = 11
	packetSelect       = 12
	packetPause        = 13
	packetAICommand    = 14
	packetAICommands   = 15
	packetUserSpeed    = 19
	packetGameOver     = 30
	packetMapDraw      = 31
	packetSyncResponse = 33
	packetSystemMsg    = 35
	packetStartPos     = 36
	packetPlayerLeft   = 39
	packetLogMsg       = 49
	packetLuaMsg       = 50
	packetTeam         = 51
	packetAlliance     = 53
	packetAITracked    = 76
	packetPrivateChat  = 79
)

// packetNames name the packets in orders, counts and native lines.
var packetNames = map[byte]string{
	packetKeyFrame: "KEYFRAME", packetNewFrame: "NEWFRAME", packetQuit: "QUIT", packetStartPlaying: "STARTPLAYING", 5: "SETPLAYERNUM",
	packetPlayerName: "PLAYERNAME", packetChat: "CHAT", 8: "RANDSEED", packetGameID: "GAMEID", 10: "PATH_CHECKSUM", packetCommand: "COMMAND",
	packetSelect: "SELECT", packetPause: "PAUSE", packetAICommand: "AICOMMAND", packetAICommands: "AICOMMANDS", 16: "AISHARE",
	packetUserSpeed: "USER_SPEED", 20: "INTERNAL_SPEED", 21: "CPU_USAGE", 22: "DIRECT_CONTROL", 23: "DC_UPDATE", 26: "SHARE", 27: "SETSHARE",
	29: "PLAYERSTAT", packetGameOver: "GAMEOVER", packetMapDraw: "MAPDRAW", packetSyncResponse: "SYNCRESPONSE", packetSystemMsg: "SYSTEMMSG",
	packetStartPos: "STARTPOS", 38: "PLAYERINFO", packetPlayerLeft: "PLAYERLEFT", packetLogMsg: "LOGMSG", packetLuaMsg: "LUAMSG",
	packetTeam: "TEAM", 52: "GAMEDATA", packetAlliance: "ALLIANCE", 54: "CCOMMAND", 60: "TEAMSTAT", 61: "CLIENTDATA", 70: "AI_CREATED",
	71: "AI_STATE_CHANGED", 75: "CREATE_NEWPLAYER", packetAITracked: "AICOMMAND_TRACKED", 77: "GAME_FRAME_PROGRESS", 78: "PING",
	packetPrivateChat: "PRIVATE_CHAT",
}

// counted are packets that become a count in the trailer and nothing else: the
// clock, and how well machines and connections do.
var counted = map[byte]bool{
	packetKeyFrame: true, packetNewFrame: true, 5: true, 8: true, packetGameID: true, 10: true, 20: true, 21: true, 29: true, 38: true, 60: true,
	52: true, 61: true, 77: true, 78: true,
}

// hidden are packets whose content stays out of everything: games send through
// them what hardware a player has, and hosts who comes from where.
var hidden = map[byte]bool{
	packetLuaMsg: true, packetSystemMsg: true, packetLogMsg: true, packetQuit: true, 52: true, 54: true, 61: true, 75: true, packetPlayerName: true, 70: true,
}

// cursor reads a packet. What is not there reads as zero, and short is set.
type cursor struct {
	data  []byte
	at    int
	short bool
}

func (c *cursor) take(n int) []byte {
	if n < 0 || n > len(c.data)-c.at {
		c.short, c.at = true, len(c.data)
		return make([]byte, min(max(n, 0), 8))
	}
	part := c.data[c.at : c.at+n]
	c.at += n
	return part
}

func (c *cursor) left() int      { return len(c.data) - c.at }
func (c *cursor) byte() byte     { return c.take(1)[0] }
func (c *cursor) u16() uint16    { return binary.LittleEndian.Uint16(c.take(2)) }
func (c *cursor) u32() uint32    { return binary.LittleEndian.Uint32(c.take(4)) }
func (c *cursor) i32() int32     { return int32(c.u32()) }
func (c *cursor) float() float32 { return math.Float32frombits(c.u32()) }
func (c *cursor) unit() uint32   { return uint32(c.u16()) }
func (c *cursor) string() string { return cString(c.take(c.left())) }
func (c *cursor) floats(n int) []float32 {
	if n < 0 || n > c.left()/4 {
		c.short = true
		return nil
	}
	out := make([]float32, n)
	for i := range out {
		out[i] = c.float()
	}
	return out
}

// units reads ids of units to the end of the packet, or the given number of them.
func (c *cursor) units(n int) []uint32 {
	if n < 0 || n > c.left()/2 {
		c.short = true
		return nil
	}
	out := make([]uint32, n)
	for i := range out {
		out[i] = c.unit()
	}
	return out
}

// sized reads the length of a packet that is written into it, in one byte or two.
func (c *cursor) sized(bytes int) {
	written := 0
	if bytes == 1 {
		written = int(c.byte())
	} else {
		written = int(c.u16())
	}
	if written != len(c.data) {
		c.short = true
	}
}
