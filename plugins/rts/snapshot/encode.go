// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import (
	"bytes"
	"fmt"
	"math"
)

// Encode appends the frame of s to dst, byte for byte what the server writes:
// keys in byte order, every list left out if it is empty, whole numbers in
// their smallest form and fractions as float64. It refuses what Decode would:
// values without a code, fractions that are not finite, lists above the
// client's limits. Its errors wrap ErrFrame.
func Encode(dst []byte, s *Snapshot) ([]byte, error) {
	e := encoder{out: append(append(dst, magic...), CodecVersion)}
	e.snapshot(s)
	if e.err != nil {
		return nil, e.err
	}
	return e.out, nil
}

// encoder appends values. The first error is final, and nothing is written
// after it that anybody sees.
type encoder struct {
	out []byte
	err error
	// netFrom and netTo are where the net status stands.
	netFrom, netTo int
}

func (e *encoder) fail(format string, arguments ...any) {
	if e.err == nil {
		e.err = fmt.Errorf("%w: %s", ErrFrame, fmt.Sprintf(format, arguments...))
	}
}

func (e *encoder) key(name string)  { e.out = appendText(e.out, name) }
func (e *encoder) uint32(n uint32)  { e.out = appendUint(e.out, uint64(n)) }
func (e *encoder) bool(truth bool)  { e.out = appendBool(e.out, truth) }
func (e *encoder) null()            { e.out = appendNil(e.out) }
func (e *encoder) array(length int) { e.out = appendArray(e.out, length) }

func (e *encoder) float(number float64) {
	if math.IsNaN(number) || math.IsInf(number, 0) {
		e.fail("%v is not a finite number", number)
	}
	e.out = appendNumber(e.out, number)
}

func (e *encoder) point(p Point) {
	e.array(2)
	e.float(p.X)
	e.float(p.Y)
}

func (e *encoder) code(code uint8, names []string) {
	if nameOf(names, code) == "" {
		e.fail("code %d has no name", code)
	}
	e.uint32(uint32(code))
}

func (e *encoder) optionalUint32(o Optional[uint32]) {
	if o.Valid {
		e.uint32(o.Value)
	} else {
		e.null()
	}
}

func (e *encoder) optionalFloat(o Optional[float64]) {
	if o.Valid {
		e.float(o.Value)
	} else {
		e.null()
	}
}

func (e *encoder) optionalBool(o Optional[bool]) {
	if o.Valid {
		e.bool(o.Value)
	} else {
		e.null()
	}
}

// appendList writes a list with its key, unless it is empty.
func appendList[T any](e *encoder, name string, limit int, from []T, element func(e *encoder, from *T)) {
	if len(from) == 0 {
		return
	}
	e.key(name)
	appendElements(e, name, limit, from, element)
}

func appendElements[T any](e *encoder, name string, limit int, from []T, element func(e *encoder, from *T)) {
	if len(from) > limit {
		e.fail("%s exceeds max length %d", name, limit)
		return
	}
	e.array(len(from))
	for i := range from {
		element(e, &from[i])
	}
}

// snapshot writes the top-level map, keys in byte order.
func (e *encoder) snapshot(s *Snapshot) {
	pairs := 5
	for _, n := range [...]int{
		len(s.AbilityObjects), len(s.Events), len(s.VisibleTiles), len(s.RememberedBuildings),
		len(s.PlayerResources), len(s.ResourceDeltas), len(s.Smokes), len(s.Upgrades),
	} {
		if n > 0 {
			pairs++
		}
	}
	e.out = append(e.out, 0x80|byte(pairs)) // at most 13
	appendList(e, "ao", maxAbilityObjects, s.AbilityObjects, (*encoder).abilityObject)
	e.key("e")
	appendElements(e, "e", maxEntities, s.Entities, (*encoder).entity)
	appendList(e, "ev", maxEvents, s.Events, (*encoder).event)
	e.tiles(s.VisibleTiles)
	appendList(e, "mb", maxRememberedBuildings, s.RememberedBuildings, (*encoder).remembered)
	e.key("n")
	e.netFrom = len(e.out)
	e.net(&s.NetStatus)
	e.netTo = len(e.out)
	appendList(e, "pr", maxPlayerResources, s.PlayerResources, (*encoder).playerResources)
	appendList(e, "r", maxResourceDeltas, s.ResourceDeltas, (*encoder).resourceDelta)
	e.key("s")
	e.array(scalarSlots)
	for _, n := range [...]uint32{s.Tick, s.Steel, s.Oil, s.SupplyUsed, s.SupplyCap} {
		e.uint32(n)
	}
	appendList(e, "sm", maxSmokes, s.Smokes, (*encoder).smoke)
	e.key("t")
	e.key("snapshot")
	appendList(e, "u", maxUpgrades, s.Upgrades, (*encoder).upgrade)
	e.key("v")
	e.uint32(CompactVersion)
}

func (e *encoder) upgrade(from *Upgrade) { e.code(uint8(*from), upgradeNames) }

func (e *encoder) resourceDelta(from *ResourceDelta) {
	e.array(resourceDeltaSlots)
	e.uint32(from.ID)
	e.uint32(from.Remaining)
}

func (e *encoder) smoke(from *Smoke) {
	e.array(smokeSlots)
	e.uint32(from.ID)
	e.float(from.X)
	e.float(from.Y)
	e.float(from.RadiusTiles)
	e.uint32(from.ExpiresIn)
}

func (e *encoder) abilityObject(from *AbilityObject) {
	e.array(abilityObjectSlots)
	e.uint32(from.ID)
	e.uint32(from.Owner)
	e.code(uint8(from.Ability), abilityNames)
	e.code(uint8(from.Kind), objectNames)
	e.float(from.X)
	e.float(from.Y)
	e.optionalUint32(from.ExpiresIn)
	e.optionalUint32(from.SourceCasterID)
	if from.OwnerState == nil {
		e.null()
		return
	}
	e.array(ownerStateSlots)
	e.optionalUint32(from.OwnerState.EarliestReturnTick)
	e.optionalUint32(from.OwnerState.HP)
	e.optionalFloat(from.OwnerState.Radius)
	e.optionalUint32(from.OwnerState.DestroyedLockoutTicks)
	e.optionalFloat(from.OwnerState.DistanceTraveled)
	e.optionalUint32(from.OwnerState.TicksOut)
}

// tiles writes run lengths, two passes: an array's length comes first.
func (e *encoder) tiles(tiles []uint8) {
	if len(tiles) == 0 {
		return
	}
	if len(tiles) > maxVisibleTiles {
		e.fail("fg exceeds max length %d", maxVisibleTiles)
		return
	}
	if visible, fogged := bytes.Count(tiles, []byte{1}), bytes.Count(tiles, []byte{0}); visible+fogged != len(tiles) {
		e.fail("a visible tile is neither 0 nor 1")
		return
	}
	runs := 0
	for rest := tiles; len(rest) > 0; rest = rest[firstRun(rest):] {
		runs++
	}
	e.key("fg")
	e.array(1 + runs)
	e.uint32(uint32(tiles[0]))
	for rest := tiles; len(rest) > 0; {
		run := firstRun(rest)
		e.uint32(uint32(run))
		rest = rest[run:]
	}
}

// firstRun returns how many tiles at the start are the same.
func firstRun(tiles []uint8) int {
	if end := bytes.IndexByte(tiles, tiles[0]^1); end >= 0 {
		return end
	}
	return len(tiles)
}

func (e *encoder) remembered(from *RememberedBuilding) {
	e.array(rememberedSlots)
	e.uint32(from.ID)
	e.uint32(from.Owner)
	e.code(uint8(from.Kind), kindNames)
	e.float(from.X)
	e.float(from.Y)
	appendElements(e, "footprint", maxFootprint, from.Footprint, func(e *encoder, from *Tile) {
		e.array(2)
		e.uint32(from.X)
		e.uint32(from.Y)
	})
	e.uint32(from.ObservedTick)
}

func (e *encoder) playerResources(from *PlayerResources) {
	e.array(playerSlots)
	for _, n := range [...]uint32{from.ID, from.Steel, from.Oil, from.SupplyUsed, from.SupplyCap} {
		e.uint32(n)
	}
}

func (e *encoder) net(from *NetStatus) {
	length := netSlots
	if from.Prediction.Valid {
		length = netPredictionSlots
	}
	flags := uint32(0)
	if from.SlowTick {
		flags |= flagSlowTick
	}
	if from.HeadOfLine {
		flags |= flagHeadOfLine
	}
	e.array(length)
	for _, n := range [...]uint32{from.ServerLagMs, from.TickMs, flags, from.SlowTickCount, from.HeadOfLineCount} {
		e.uint32(n)
	}
	if from.Prediction.Valid {
		e.optionalUint32(from.Prediction.Value.Version)
		e.optionalUint32(from.Prediction.Value.LastSimConsumedClientSeq)
		e.optionalUint32(from.Prediction.Value.LastSimConsumedClientTick)
	}
}
