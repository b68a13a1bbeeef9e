// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

// eventKind is what an event is, in one numbering for all games and builds.
type eventKind uint8

// Kinds of events.
const (
	eventEmpty eventKind = iota
	eventAlly
	eventMegaMission
	eventMegaMissionF
	eventIdle
	eventScatter
	eventDestruct
	eventDeploy
	eventPlace
	eventOptions
	eventGameSpeed
	eventProduce
	eventSuspend
	eventAbandon
	eventPrimary
	eventSpecialPlace
	eventExit
	eventAnimation
	eventRepair
	eventSell
	eventSellCell
	eventSpecial
	eventFrameSync
	eventMessage
	eventResponseTime
	eventFrameInfo
	eventSaveGame
	eventArchive
	eventAddPlayer
	eventTiming
	eventProcessTime
	eventProposeDraw
	eventRetractDraw
	eventKinds
)

// eventNames are the enumerators of the games
// (docs/formats/remastered.md#event-numbers).
var eventNames = [eventKinds]string{
	"EMPTY", "ALLY", "MEGAMISSION", "MEGAMISSION_F", "IDLE", "SCATTER", "DESTRUCT", "DEPLOY", "PLACE", "OPTIONS", "GAMESPEED", "PRODUCE",
	"SUSPEND", "ABANDON", "PRIMARY", "SPECIAL_PLACE", "EXIT", "ANIMATION", "REPAIR", "SELL", "SELLCELL", "SPECIAL", "FRAMESYNC",
	"MESSAGE", "RESPONSE_TIME", "FRAMEINFO", "SAVEGAME", "ARCHIVE", "ADDPLAYER", "TIMING", "PROCESS_TIME", "PROPOSE_DRAW",
	"RETRACT_DRAW",
}

// Event kinds by their number in the file
// (docs/formats/remastered.md#event-numbers).
var (
	redAlertEvents = []eventKind{
		eventEmpty, eventAlly, eventMegaMission, eventMegaMissionF, eventIdle, eventScatter, eventDestruct, eventDeploy, eventPlace,
		eventOptions, eventGameSpeed, eventProduce, eventSuspend, eventAbandon, eventPrimary, eventSpecialPlace, eventExit,
		eventAnimation, eventRepair, eventSell, eventSellCell, eventSpecial, eventFrameSync, eventMessage, eventResponseTime,
		eventFrameInfo, eventSaveGame, eventArchive, eventAddPlayer, eventTiming, eventProcessTime, eventProposeDraw, eventRetractDraw,
	}
	tiberianDawnEvents = []eventKind{
		eventEmpty, eventAlly, eventMegaMission, eventIdle, eventScatter, eventDestruct, eventDeploy, eventPlace, eventOptions,
		eventGameSpeed, eventProduce, eventSuspend, eventAbandon, eventPrimary, eventSpecialPlace, eventExit, eventAnimation,
		eventRepair, eventSell, eventSpecial, eventFrameSync, eventMessage, eventResponseTime, eventFrameInfo, eventArchive,
		eventTiming, eventProcessTime,
	}
	tiberianDawn1995Events = []eventKind{
		eventEmpty, eventAlly, eventMegaMission, eventIdle, eventScatter, eventDestruct, eventDeploy, eventPlace, eventOptions,
		eventGameSpeed, eventProduce, eventSuspend, eventAbandon, eventPrimary, eventSpecialPlace, eventExit, eventAnimation,
		eventRepair, eventSell, eventSpecial, eventFrameSync, eventMessage, eventResponseTime, eventFrameInfo, eventTiming,
		eventProcessTime,
	}
)

// dataBytes is how many leading bytes of an event's data mean something. The
// rest of the union is whatever the engine's memory held
// (docs/formats/remastered.md#event-data).
func (l *layout) dataBytes(kind eventKind) int {
	const (
		rtti, number, cell, mission = 1, 4, 2, 1
		frameInfo                   = 7
	)
	target := l.targetBytes
	switch kind {
	case eventAlly, eventGameSpeed:
		return number
	case eventMegaMission:
		return 3*target + mission
	case eventMegaMissionF:
		return 3*target + mission + 2
	case eventIdle, eventScatter, eventPrimary, eventRepair, eventSell:
		return target
	case eventArchive:
		return 2 * target
	case eventProduce, eventSuspend, eventAbandon:
		return rtti + number
	case eventPlace:
		return rtti + cell
	case eventSpecialPlace:
		return number + cell
	case eventSellCell:
		return cell
	case eventAnimation:
		if l.visibleMask {
			return 10
		}
		return 6
	case eventSpecial:
		return l.special.used
	case eventFrameSync, eventFrameInfo:
		return frameInfo
	case eventAddPlayer:
		return l.pointer + number
	case eventTiming:
		return 4
	case eventProcessTime:
		return 2
	case eventEmpty, eventDestruct, eventDeploy, eventOptions, eventExit, eventMessage, eventSaveGame, eventProposeDraw,
		eventRetractDraw, eventKinds:
	case eventResponseTime:
		// Its one value, the delay, lies behind six bytes of noise: it travels
		// in a field of the order.
	}
	return 0
}
