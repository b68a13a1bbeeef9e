// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"strings"

	"convertd/core/sim/openra/internal/wpos"
)

// TargetKind says what an order points at.
type TargetKind uint8

// The kinds of target.
const (
	TargetNone TargetKind = iota
	TargetActor
	TargetFrozen
	TargetCell
	TargetPosition
)

// Order is one order of the engine as a replay holds it.
type Order struct {
	Name       string
	Client     int32 // whose packet it came in
	Subject    uint32
	HasSubject bool
	Queued     bool
	Target     TargetKind
	Actor      uint32    // TargetActor, TargetFrozen: the real actor
	Cell       wpos.Cell // TargetCell, and the cell under TargetPosition
	Position   wpos.Pos  // TargetPosition
	Text       string
	Extra      uint32
	ExtraCells []wpos.Cell
	Grouped    []uint32
}

// TicksPerFrame is the net frame interval.
const TicksPerFrame = 3

// OrderKind is what an order asks for, whichever of its names it bears.
type OrderKind uint8

// The kinds of order.
const (
	OrderUnknown OrderKind = iota
	OrderWithoutTrace
	OrderPause
	OrderStart
	OrderCancel
	OrderPauseProduction
	OrderPlace
	OrderDeploy
	OrderRally
	OrderPrimary
	OrderMove
	OrderAttackMove
	OrderStop
	OrderScatter
	OrderHarvest
	OrderDock
	OrderRepair
	OrderStance
	OrderCheat
	OrderSell
	OrderPower
	OrderSurrender
	OrderBoard
	OrderUnload
	OrderCapture
	OrderDemolish
	OrderInstantRepair
	OrderInfiltrate
	OrderDonate
	OrderAttack
	OrderSupport
	OrderGuard
	OrderRepairUnit
	OrderRepairNear
	OrderLand
	OrderEnterPad
	OrderReturn
	OrderMine
	OrderDetonate
	OrderTrigger
	OrderJump
	OrderDisguise
	OrderDeployAgain
	OrderMendBridge
)

// OrderKinds are the kinds by name, of all releases (docs/formats/orarep.md#order-names).
var OrderKinds = map[string]OrderKind{
	"PauseGame":        OrderPause,
	"StartProduction":  OrderStart,
	"CancelProduction": OrderCancel,
	"PauseProduction":  OrderPauseProduction,
	"PlaceBuilding":    OrderPlace,
	"LineBuild":        OrderPlace,
	"DeployTransform":  OrderDeploy,
	"SetRallyPoint":    OrderRally,
	"PrimaryProducer":  OrderPrimary,
	"Move":             OrderMove,
	"AttackMove":       OrderAttackMove,
	"AssaultMove":      OrderAttackMove,
	"Stop":             OrderStop,
	"Scatter":          OrderScatter,
	"Harvest":          OrderHarvest,
	"Dock":             OrderDock,
	"ForceDock":        OrderDock,
	"Deliver":          OrderDock,
	"RepairBuilding":   OrderRepair,
	"Sell":             OrderSell,
	"Guard":            OrderGuard,
	"Repair":           OrderRepairUnit,
	"RepairNear":       OrderRepairNear,
	"EnterTransport":   OrderBoard,
	"Land":             OrderLand,
	"Enter":            OrderEnterPad,
	"ForceEnter":       OrderEnterPad,
	"ReturnToBase":     OrderReturn,
	"Unload":           OrderUnload,
	"CaptureActor":     OrderCapture,
	"C4":               OrderDemolish,
	"InstantRepair":    OrderInstantRepair,
	"EngineerRepair":   OrderInstantRepair,
	"Infiltrate":       OrderInfiltrate,
	"DeliverCash":      OrderDonate,
	"RepairBridge":     OrderMendBridge,
	"Surrender":        OrderSurrender,
	PowerOutage:        OrderCheat,
	"PowerDown":        OrderPower,
	"SetUnitStance":    OrderStance,
	"Attack":           OrderAttack,
	ForceAttack:        OrderAttack,
	"BeginMinefield":   OrderMine,
	"Detonate":         OrderDetonate,
	"DetonateAttack":   OrderDetonate,
	"Disguise":         OrderDisguise,

	"AfterDeployTransform":   OrderDeployAgain,
	"GrantConditionOnDeploy": OrderTrigger,
	"PortableChronoTeleport": OrderJump,
	"PortableChronoDeploy":   OrderWithoutTrace,

	"PlaceMinefield": OrderMine,
	"PlaceMine":      OrderMine,
	"PlaceBeacon":    OrderWithoutTrace,
	"CreateGroup":    OrderWithoutTrace,
	"Chat":           OrderWithoutTrace,
	"TeamChat":       OrderWithoutTrace,
}

// KindOf is the kind of an order by its name.
func KindOf(name string) OrderKind {
	if kind, named := OrderKinds[name]; named {
		return kind
	}
	if strings.HasPrefix(name, "Dev") {
		return OrderCheat
	}
	return OrderUnknown
}

const (
	// GroundBit marks a target on the ground; frozenBit is not set beside it.
	GroundBit uint32 = 1 << 30
	// GroundCoordinate is how many bits each coordinate of the cell takes.
	GroundCoordinate = 15
)

// PowerOutage is the developer order that takes a player's power for so many ticks.
const PowerOutage = "PowerOutage"

// developerCash is what the developer orders give unless they say how much.
const developerCash = 20000

// CheatCash is how much money a developer's order gives.
func (o *Order) CheatCash() int32 {
	if o.Extra != 0 {
		return int32(o.Extra)
	}
	return developerCash
}
