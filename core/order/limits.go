// SPDX-License-Identifier: GPL-3.0-or-later

package order

// Limits of orders (docs/engine/iron-curtain.md#orders). Encoders may exceed
// none of them; decoders refuse what does.
const (
	// MaxOrderBytes bounds one encoded order.
	MaxOrderBytes = 4 << 10
	// MaxOrdersPerPlayerTick bounds the orders of one player in one tick.
	MaxOrdersPerPlayerTick = 256
	// MaxChatRunes bounds the text of a chat message.
	MaxChatRunes = 512
	// MaxSelection is how many units one order may name; a foreign group order
	// with more is split.
	MaxSelection = 40
	// MaxOrdersPerTick bounds the orders of all players in one tick.
	MaxOrdersPerTick = 16 * MaxOrdersPerPlayerTick
)
