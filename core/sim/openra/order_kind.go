// SPDX-License-Identifier: GPL-3.0-or-later

package openra

import "strings"

// orderKind is what an order asks for, whichever of its names it bears.
type orderKind uint8

// The kinds of order.
const (
	orderUnknown orderKind = iota
	orderWithoutTrace
	orderPause
	orderStart
	orderCancel
	orderPauseProduction
	orderPlace
	orderDeploy
	orderRally
	orderPrimary
	orderMove
	orderAttackMove
	orderStop
	orderScatter
	orderHarvest
	orderDock
	orderRepair
	orderStance
	orderCheat
	orderSell
	orderPower
	orderSurrender
	orderBoard
	orderUnload
	orderCapture
	orderDemolish
	orderInstantRepair
	orderInfiltrate
	orderDonate
	orderAttack
	orderSupport
	orderGuard
	orderRepairUnit
	orderRepairNear
	orderLand
	orderEnterPad
	orderReturn
	orderMine
	orderDetonate
	orderTrigger
	orderJump
	orderDisguise
	orderDeployAgain
	orderMendBridge
)

// orderKinds are the kinds by name, of all releases (docs/formats/orarep.md#order-names).
var orderKinds = map[string]orderKind{
	"PauseGame":        orderPause,
	"StartProduction":  orderStart,
	"CancelProduction": orderCancel,
	"PauseProduction":  orderPauseProduction,
	"PlaceBuilding":    orderPlace,
	"LineBuild":        orderPlace,
	"DeployTransform":  orderDeploy,
	"SetRallyPoint":    orderRally,
	"PrimaryProducer":  orderPrimary,
	"Move":             orderMove,
	"AttackMove":       orderAttackMove,
	"AssaultMove":      orderAttackMove,
	"Stop":             orderStop,
	"Scatter":          orderScatter,
	"Harvest":          orderHarvest,
	"Dock":             orderDock,
	"ForceDock":        orderDock,
	"Deliver":          orderDock,
	"RepairBuilding":   orderRepair,
	"Sell":             orderSell,
	"Guard":            orderGuard,
	"Repair":           orderRepairUnit,
	"RepairNear":       orderRepairNear,
	"EnterTransport":   orderBoard,
	"Land":             orderLand,
	"Enter":            orderEnterPad,
	"ForceEnter":       orderEnterPad,
	"ReturnToBase":     orderReturn,
	"Unload":           orderUnload,
	"CaptureActor":     orderCapture,
	"C4":               orderDemolish,
	"InstantRepair":    orderInstantRepair,
	"EngineerRepair":   orderInstantRepair,
	"Infiltrate":       orderInfiltrate,
	"DeliverCash":      orderDonate,
	"RepairBridge":     orderMendBridge,
	"Surrender":        orderSurrender,
	powerOutage:        orderCheat,
	"PowerDown":        orderPower,
	"SetUnitStance":    orderStance,
	"Attack":           orderAttack,
	forceAttack:        orderAttack,
	"BeginMinefield":   orderMine,
	"Detonate":         orderDetonate,
	"DetonateAttack":   orderDetonate,
	"Disguise":         orderDisguise,

	"AfterDeployTransform":   orderDeployAgain,
	"GrantConditionOnDeploy": orderTrigger,
	"PortableChronoTeleport": orderJump,
	"PortableChronoDeploy":   orderWithoutTrace,

	"PlaceMinefield": orderMine,
	"PlaceMine":      orderMine,
	"PlaceBeacon":    orderWithoutTrace,
	"CreateGroup":    orderWithoutTrace,
	"Chat":           orderWithoutTrace,
	"TeamChat":       orderWithoutTrace,
}

// kindOf is what an order of these rules asks for.
func (w *World) kindOf(name string) orderKind {
	kind := kindOf(name)
	if kind == orderUnknown && w.isPower(name) {
		return orderSupport
	}
	return kind
}

func kindOf(name string) orderKind {
	if kind, named := orderKinds[name]; named {
		return kind
	}
	if strings.HasPrefix(name, "Dev") {
		return orderCheat
	}
	return orderUnknown
}
