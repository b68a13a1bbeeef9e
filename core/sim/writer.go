package sim

import (
	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/snapshot"
)

// EntityWriter takes those of one entity's components that are not in
// snapshot.MotionComponents, in ascending order of their numbers. The methods
// for the common ones also feed the View.
type EntityWriter struct {
	components snapshot.ComponentWriter
	row        *entityRow
}

// Health writes snapshot.EntityHealth (component 1).
func (w *EntityWriter) Health(health, maximum int32) {
	w.row.health, w.row.maxHealth = health, maximum
	b := bincode.AppendInt32(w.components.Start(snapshot.EntityHealth), health)
	w.components.Set(snapshot.EntityHealth, bincode.AppendInt32(b, maximum))
}

// Native writes snapshot.EntityNative (component 3): the foreign engine's id.
func (w *EntityWriter) Native(id uint32) {
	w.row.native, w.row.hasNative = id, true
	w.components.Set(snapshot.EntityNative, bincode.AppendUint32(w.components.Start(snapshot.EntityNative), id))
}

// Flags writes snapshot.EntityFlags (component 4).
func (w *EntityWriter) Flags(flags snapshot.Flags) {
	w.row.flags = flags
	w.components.Set(snapshot.EntityFlags, bincode.AppendUint32(w.components.Start(snapshot.EntityFlags), uint32(flags)))
}

// Add writes one of the module's own components: snapshot.FirstModuleComponent
// to below snapshot.FirstMotionComponent.
func (w *EntityWriter) Add(id snapshot.ComponentID, data []byte) { w.components.Add(id, data) }

// Start and Set write one of the module's own components without a copy, see
// snapshot.ComponentWriter.
func (w *EntityWriter) Start(id snapshot.ComponentID) []byte { return w.components.Start(id) }

// Set ends what Start began.
func (w *EntityWriter) Set(id snapshot.ComponentID, buffer []byte) { w.components.Set(id, buffer) }

// MotionWriter takes those of one entity's components that are in
// snapshot.MotionComponents, in ascending order of their numbers.
type MotionWriter struct {
	components snapshot.ComponentWriter
	row        *entityRow
}

// Position writes snapshot.EntityPosition (component 0). An entity that is
// nowhere leaves it out.
func (w *MotionWriter) Position(p order.WorldPos) {
	w.row.position, w.row.hasPosition = p, true
	w.components.Set(snapshot.EntityPosition, order.AppendWorldPos(w.components.Start(snapshot.EntityPosition), p))
}

// Facing writes snapshot.EntityFacing (component 2): 1024 to a turn, 0 north,
// clockwise.
func (w *MotionWriter) Facing(angle int32) {
	w.components.Set(snapshot.EntityFacing, bincode.AppendInt32(w.components.Start(snapshot.EntityFacing), angle))
}

// Add writes one of the module's own components: snapshot.FirstMotionComponent
// to snapshot.MaxEntityComponent.
func (w *MotionWriter) Add(id snapshot.ComponentID, data []byte) { w.components.Add(id, data) }

// Start and Set write one of the module's own components without a copy, see
// snapshot.ComponentWriter.
func (w *MotionWriter) Start(id snapshot.ComponentID) []byte { return w.components.Start(id) }

// Set ends what Start began.
func (w *MotionWriter) Set(id snapshot.ComponentID, buffer []byte) { w.components.Set(id, buffer) }

// PlayerWriter takes one player's components, in ascending order of their
// numbers.
type PlayerWriter struct {
	components snapshot.ComponentWriter
	row        *playerRow
}

// Money writes snapshot.PlayerMoney (component 0): what can be spent, the
// stored resources in it, and room for those.
func (w *PlayerWriter) Money(credits, stored, capacity int64) {
	w.row.credits, w.row.stored, w.row.capacity = credits, stored, capacity
	b := bincode.AppendInt64(w.components.Start(snapshot.PlayerMoney), credits)
	b = bincode.AppendInt64(bincode.AppendInt64(b, stored), capacity)
	w.components.Set(snapshot.PlayerMoney, b)
}

// Power writes snapshot.PlayerPower (component 1).
func (w *PlayerWriter) Power(provided, drained int32) {
	w.row.powerProvided, w.row.powerDrained = provided, drained
	b := bincode.AppendInt32(w.components.Start(snapshot.PlayerPower), provided)
	w.components.Set(snapshot.PlayerPower, bincode.AppendInt32(b, drained))
}

// Standing writes snapshot.PlayerStanding (component 2).
func (w *PlayerWriter) Standing(s snapshot.Standing) {
	w.row.standing = s
	w.components.Set(snapshot.PlayerStanding, bincode.AppendUint8(w.components.Start(snapshot.PlayerStanding), uint8(s)))
}

// Add writes one of the module's own components:
// snapshot.FirstPlayerModuleComponent to snapshot.MaxPlayerComponent.
func (w *PlayerWriter) Add(id snapshot.ComponentID, data []byte) { w.components.Add(id, data) }

// Start and Set write one of the module's own components without a copy.
func (w *PlayerWriter) Start(id snapshot.ComponentID) []byte { return w.components.Start(id) }

// Set ends what Start began.
func (w *PlayerWriter) Set(id snapshot.ComponentID, buffer []byte) { w.components.Set(id, buffer) }
