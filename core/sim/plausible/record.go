// SPDX-License-Identifier: GPL-3.0-or-later

package plausible

import (
	"fmt"

	"convertd/core/bincode"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/core/snapshot"
)

// Components of the module, frozen in docs/simulation.md.
const (
	// componentTask: u8 activity, destination, target, u8 (1 chase, 2
	// resume), list of queued destinations.
	componentTask = snapshot.FirstModuleComponent
	// componentWork: u8 flags, and the rally point if there is one.
	componentWork = snapshot.FirstModuleComponent + 1
	// componentCounts: i32 wait, i32 left, i32 earn; absent if all are zero.
	componentCounts = snapshot.FirstMotionComponent

	// playerStatus: u8 (1 out, 2 left).
	playerStatus = snapshot.FirstPlayerModuleComponent
	// playerQueues: list of queues.
	playerQueues = snapshot.FirstPlayerModuleComponent + 1

	// globalRules: the rules' digest.
	globalRules snapshot.ComponentID = 0
)

const (
	workReserved = 1 << iota
	workRepairing
	workOff
	workPrimary
	workRally

	workKnown = 1<<iota - 1
)

// Look implements sim.Module.
func (m *Module) Look(tag order.UnitTag) sim.Look {
	u := &m.units[tag.Index]
	t := m.typ(u)
	look := sim.Look{Position: u.at, HasPosition: true, Flags: u.flags(t)}
	if t.Health > 0 {
		look.Health, look.MaxHealth = u.health, t.Health
	}
	return look
}

// AppendEntity implements sim.Module.
func (m *Module) AppendEntity(tag order.UnitTag, to *snapshot.ComponentWriter) {
	u := &m.units[tag.Index]
	b := bincode.AppendUint8(to.Start(componentTask), uint8(u.doing))
	b = order.AppendUnitTag(order.AppendWorldPos(b, u.to), u.target)
	b = bincode.AppendUint8(b, bit(u.chase, 1)|bit(u.resume, 2))
	b = bincode.AppendLength(b, len(u.path))
	for _, p := range u.path {
		b = order.AppendWorldPos(b, p)
	}
	to.Set(componentTask, b)
	b = bincode.AppendUint8(to.Start(componentWork), bit(u.reserved, workReserved)|bit(u.repairing, workRepairing)|bit(u.off, workOff)|
		bit(u.primary, workPrimary)|bit(u.hasRally, workRally))
	if u.hasRally {
		b = order.AppendWorldPos(b, u.rally)
	}
	to.Set(componentWork, b)
}

// AppendMotion implements sim.Module.
func (m *Module) AppendMotion(tag order.UnitTag, to *snapshot.ComponentWriter) {
	u := &m.units[tag.Index]
	if u.wait|u.left|u.earn != 0 {
		b := bincode.AppendInt32(bincode.AppendInt32(to.Start(componentCounts), u.wait), u.left)
		to.Set(componentCounts, bincode.AppendInt32(b, u.earn))
	}
}

func (u *unit) flags(t *Type) snapshot.Flags {
	var flags snapshot.Flags
	if !u.reserved {
		flags |= snapshot.FlagInWorld
	}
	if t.Structure {
		flags |= snapshot.FlagStructure
	}
	if t.Speed > 0 {
		flags |= snapshot.FlagMobile
	}
	if u.reserved || u.left > 0 {
		flags |= snapshot.FlagUnfinished
	}
	return flags
}

func bit(set bool, value uint8) uint8 {
	if set {
		return value
	}
	return 0
}

// LookAtPlayer implements sim.Module.
func (m *Module) LookAtPlayer(id order.PlayerID) sim.PlayerLook {
	p := &m.players[id]
	return sim.PlayerLook{Known: true, Credits: p.credits, PowerProvided: p.provided, PowerDrained: p.drained, Standing: p.standing()}
}

// AppendPlayer implements sim.Module.
func (m *Module) AppendPlayer(id order.PlayerID, to *snapshot.ComponentWriter) {
	p := &m.players[id]
	to.Set(playerStatus, bincode.AppendUint8(to.Start(playerStatus), bit(p.out, 1)|bit(p.left, 2)|bit(p.beaten, 4)))
	b := bincode.AppendLength(to.Start(playerQueues), len(p.queues))
	for i := range p.queues {
		b = p.queues[i].append(b)
	}
	to.Set(playerQueues, b)
	m.appendUpgrades(p, to)
}

// itemBytes is the encoded size of an item, queueBytes that of an empty queue.
const (
	itemBytes  = 37
	queueBytes = 16
)

func (q *queue) append(b []byte) []byte {
	b = order.AppendUnitTag(bincode.AppendInt32(b, q.category), q.factory)
	b = bincode.AppendLength(b, len(q.items))
	for i := range q.items {
		it := &q.items[i]
		b = order.AppendUnitTag(bincode.AppendInt32(b, it.kind), it.tag)
		b = bincode.AppendInt32(bincode.AppendInt32(b, it.left), it.total)
		b = bincode.AppendInt64(bincode.AppendInt64(b, it.owed), it.price)
		b = bincode.AppendUint8(b, bit(it.began, 1)|bit(it.done, 2)|bit(it.held, 4)|bit(it.waits, 8))
		b = bincode.AppendInt32(b, it.slack)
	}
	return b
}

// AppendGlobal implements sim.Module.
func (m *Module) AppendGlobal(to *snapshot.ComponentWriter) {
	digest := m.rules.Digest()
	to.Add(globalRules, digest[:])
}

// AppendRandom implements sim.Module: nothing here is left to chance.
func (m *Module) AppendRandom(dst []byte) (string, []byte) { return "", dst }

// Restore implements sim.Module. The rules must be those that made the
// snapshot.
func (m *Module) Restore(env *sim.Env, state *snapshot.SimCoreSnapshot) error {
	digest := m.rules.Digest()
	if recorded, _ := state.Global.Get(globalRules); string(recorded) != string(digest[:]) {
		return fmt.Errorf("the state was made with other rules than %q", m.rules.Name)
	}
	m.begin(env, int(state.Capacity), len(state.Players))
	if m.blocked = env.Layer(blockedLayer); len(state.Map.Layers) > 1 || len(state.Map.Layers) == 1 && (m.blocked == nil || m.blocked.Stride != 1) {
		return fmt.Errorf("the map layers are not those of a game by %q", m.rules.Name)
	}
	for i := range state.Entities {
		if err := m.restoreEntity(&state.Entities[i], state.Names); err != nil {
			return fmt.Errorf("entity %s: %w", state.Entities[i].Tag, err)
		}
	}
	for i := range state.Players {
		if err := m.restorePlayer(&state.Players[i]); err != nil {
			return fmt.Errorf("player %d: %w", i, err)
		}
	}
	m.updatePower()
	return nil
}

func (m *Module) restoreEntity(e *snapshot.EntitySnapshot, names []string) error {
	kind, ok := m.byName[names[e.Kind]]
	if !ok || m.rules.Types[kind].Upgrade {
		return fmt.Errorf("type %q is not in the rules", names[e.Kind])
	}
	if int(e.Owner) >= len(m.players) {
		return fmt.Errorf("it belongs to nobody")
	}
	m.learn(sim.KindID(e.Kind), kind)
	at, ok := e.Position()
	if !ok {
		return fmt.Errorf("it has no position")
	}
	u := m.place(e.Tag, kind, e.Owner, at)
	u.health, _, _ = e.Health()
	task, _ := e.Components.Get(componentTask)
	r := bincode.NewReader(task)
	u.doing = activity(r.Uint8())
	u.to, u.target = order.ReadWorldPos(r), order.ReadUnitTag(r)
	how := r.Uint8()
	u.chase, u.resume = how&1 != 0, how&2 != 0
	for range r.Length(12, maxPath) {
		u.path = append(u.path, order.ReadWorldPos(r))
	}
	if r.Finish(); r.Err() != nil || u.doing >= activities || how > 3 {
		return fmt.Errorf("task is malformed")
	}
	work, _ := e.Components.Get(componentWork)
	r.Reset(work)
	flags := r.Uint8()
	u.reserved, u.repairing, u.off = flags&workReserved != 0, flags&workRepairing != 0, flags&workOff != 0
	u.primary, u.hasRally = flags&workPrimary != 0, flags&workRally != 0
	if u.hasRally {
		u.rally = order.ReadWorldPos(r)
	}
	if r.Finish(); r.Err() != nil || flags&^uint8(workKnown) != 0 {
		return fmt.Errorf("work is malformed")
	}
	if counts, ok := e.Components.Get(componentCounts); ok {
		r.Reset(counts)
		u.wait, u.left, u.earn = r.Int32(), r.Int32(), r.Int32()
		if r.Finish(); r.Err() != nil || u.wait < 0 || u.left < 0 || u.earn < 0 {
			return fmt.Errorf("counts are malformed")
		}
	}
	if !u.reserved && u.left == 0 {
		m.finished(u)
	}
	return nil
}

func (m *Module) restorePlayer(p *snapshot.PlayerState) error {
	to := &m.players[p.ID]
	to.credits, _, _, _ = p.Money()
	status, _ := p.Components.Get(playerStatus)
	if len(status) != 1 || status[0] > 7 {
		return fmt.Errorf("status is malformed")
	}
	to.out, to.left, to.beaten = status[0]&1 != 0, status[0]&2 != 0, status[0]&4 != 0
	data, _ := p.Components.Get(playerQueues)
	r := bincode.NewReader(data)
	for range r.Length(queueBytes, len(m.categories)*(len(m.units)+1)) {
		q, err := m.readQueue(r)
		if err != nil {
			return err
		}
		to.queues = append(to.queues, q)
	}
	if r.Finish(); r.Err() != nil {
		return r.Err()
	}
	return m.restoreUpgrades(to, p)
}

func (m *Module) readQueue(r *bincode.Reader) (queue, error) {
	q := queue{category: r.Int32(), factory: order.ReadUnitTag(r)}
	if q.category < 0 || int(q.category) >= len(m.categories) {
		return q, fmt.Errorf("queue of category %d", q.category)
	}
	for range r.Length(itemBytes, maxRecorded) {
		it := item{kind: r.Int32(), tag: order.ReadUnitTag(r), left: r.Int32(), total: r.Int32(), owed: r.Int64(), price: r.Int64()}
		flags := r.Uint8()
		it.began, it.done, it.held, it.waits, it.slack = flags&1 != 0, flags&2 != 0, flags&4 != 0, flags&8 != 0, r.Int32()
		if it.kind < 0 || int(it.kind) >= len(m.rules.Types) || it.left < 0 || it.left > it.total || flags > 15 || it.owed < 0 || it.price < 0 {
			return q, fmt.Errorf("queued item is malformed")
		}
		if it.tag != order.NoUnit && !m.env.Alive(it.tag) {
			return q, fmt.Errorf("queued item %s does not exist", it.tag)
		}
		q.items = append(q.items, it)
	}
	return q, r.Err()
}
