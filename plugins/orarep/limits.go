// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

// Limits. Each bounds what a hostile file can cost; each is far above what the
// engine writes.
const (
	// maxSourceBytes bounds the source: offsets into it are kept in 32 bits. The
	// largest replay known has 3.4 MB.
	maxSourceBytes = 1 << 30
	// maxOrderBytes bounds one native order. The largest lobby text seen is
	// 12 KiB; an order also has to fit one batch of the representation.
	maxOrderBytes = 128 << 10
	// maxPacketOrders bounds the orders of one packet: what a connection gives in
	// one net frame. A large selection gives a few hundred.
	maxPacketOrders = 1 << 14
	// maxWaitingOrders bounds the orders that wait for their net frame to be
	// complete.
	maxWaitingOrders = 1 << 16
	// maxOrderNames bounds the distinct order names of one replay; OpenRA and
	// its mods know fewer than 200.
	maxOrderNames = 4096
	// maxKeptItems bounds the distinct item names that are kept as strings.
	maxKeptItems = 4096
	// maxMetadataText is the engine's own limit (docs/formats/orarep.md#file).
	maxMetadataText = 102400
	// maxNodes bounds the lines of one MiniYAML text; a lobby of 64 slots has
	// about 2000.
	maxNodes = 8192
	// maxPlayers bounds the players and spectators of the header.
	maxPlayers = 512
	// maxSenders bounds the connections with numbers above 255 that are told
	// apart; the busiest server gives a few hundred numbers a day.
	maxSenders = 4096
	// maxDepth bounds the nesting of a MiniYAML text; the session uses 3.
	maxDepth = 16
	// maxKnownOwners bounds the table of actors whose owner is certain.
	maxKnownOwners = 4096
	// contextPackets is how many packets are read between two looks at the
	// context.
	contextPackets = 4096
)
