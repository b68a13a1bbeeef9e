// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"strings"

	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// DeliveryInfo are the figures of FreeActorWithDelivery.
type DeliveryInfo struct {
	Actor, Carrier string
	To             wpos.Cell // from the top left cell of the building
	Reach          int32
}

func newDelivery(trait *rules.Trait) DeliveryInfo {
	return DeliveryInfo{
		Actor: strings.ToLower(trait.Text("Actor")), Carrier: strings.ToLower(trait.Text("DeliveringActor")),
		To: wpos.CellOf(trait.Ints("DeliveryOffset")), Reach: Number(trait, "DeliveryRange", 0),
	}
}

// carryallInfo are the figures of Carryall.
type carryallInfo struct {
	UnloadDelay int32
	Offset      wpos.Pos // of what it carries
}
