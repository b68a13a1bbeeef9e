// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"convertd/core/icrep"
	"convertd/core/icsave"
	"convertd/core/order"
	"convertd/core/sim"
	"convertd/plugins/rts/protocol"
)

// lab is what a room has beside its game where it may be changed.
type lab struct {
	stage      *labStage
	source     string // the room it comes from, "" for a save
	operator   uint32 // client id, 0: nobody
	vision     protocol.LabVision
	operations uint32
	judging    bool
}

var (
	errNotOperator = errors.New("only the operator changes a lab")
	errLabFull     = errors.New("this lab has taken all the orders it can hold")
	errLabVision   = errors.New("invalid lab vision selection")
	errNoResearch  = errors.New("research is not kept by this game's simulation: put up what it unlocks")
	errOtherMap    = errors.New("the scenario is of another map")
	errJudging     = errors.New("a judgement is being made already")
	errNoRecording = errors.New("there is no recording to play on")
)

func (r *room) enterLab(c *client) {
	if r.lab == nil {
		return
	}
	if r.lab.operator == 0 {
		r.lab.operator = c.id
	}
}

func (r *room) leaveLab(c *client) {
	if r.lab == nil || r.lab.operator != c.id {
		return
	}
	r.lab.operator = 0
	if len(r.clients) > 0 {
		r.lab.operator = r.clients[0].id
		r.tellLabs()
	}
}

func (r *room) labRole(c *client) protocol.LabRole {
	if r.lab.operator == c.id {
		return protocol.LabOperator
	}
	return protocol.LabReadOnly
}

// tellLab tells a client the state of the lab.
func (r *room) tellLab(c *client) {
	if r.lab == nil {
		return
	}
	c.tell(&protocol.LabState{
		Room: r.name, OperatorID: r.lab.operator, Role: r.labRole(c), Vision: r.lab.vision, Dirty: r.lab.operations > 0,
		OperationCount: r.lab.operations,
	})
}

func (r *room) tellLabs() {
	for _, c := range r.clients {
		r.tellLab(c)
	}
}

func (r *room) labInfo(c *client) *protocol.LabInfo {
	if r.lab == nil {
		return nil
	}
	return &protocol.LabInfo{
		Room: r.name, OperatorID: r.lab.operator, Role: r.labRole(c), Vision: r.lab.vision, Dirty: r.lab.operations > 0,
		OperationCount: r.lab.operations,
	}
}

// answerLab tells what became of a request. An operation that changed something is
// counted and shown.
func (r *room) answerLab(c *client, id uint32, op string, changed bool, outcome any, err error) {
	result := &protocol.LabResult{RequestID: id, OK: err == nil, Op: op}
	if err != nil {
		text := err.Error()
		result.Error = &text
	}
	if outcome != nil && err == nil {
		text, failed := json.Marshal(outcome)
		if failed != nil {
			r.stop(failed)
			return
		}
		raw := protocol.RawJSON(text)
		result.Outcome = &raw
	}
	c.tell(result)
	if changed && err == nil {
		r.lab.operations++
		r.ended, r.broken = false, nil
		r.redraw()
		r.tellLabs()
	}
}

// takeLab does an operation of the protocol.
func (r *room) takeLab(c *client, m *protocol.Lab) {
	op := opName(m.Op.LabOp)
	switch {
	case m.RequestID == 0:
		c.complain(malformed)
		return
	case r.lab == nil:
		r.answerLab(c, m.RequestID, op, false, nil, errors.New("this room is no lab"))
		return
	case r.lab.operator != c.id:
		r.answerLab(c, m.RequestID, op, false, nil, errNotOperator)
		return
	}
	outcome, err := r.operate(m.Op.LabOp)
	_, exports := m.Op.LabOp.(*protocol.LabExportScenario)
	r.answerLab(c, m.RequestID, op, !exports, outcome, err)
}

// opName is the tag of an operation.
func opName(op protocol.LabOp) string {
	var head struct {
		Op string `json:"op"`
	}
	text, err := protocol.AnyLabOp{LabOp: op}.MarshalJSON()
	if err != nil || json.Unmarshal(text, &head) != nil {
		return ""
	}
	return head.Op
}

func (r *room) operate(op protocol.LabOp) (outcome any, err error) {
	switch o := op.(type) {
	case *protocol.LabSpawnEntity:
		return r.spawn(o)
	case *protocol.LabDeleteEntity:
		return nil, r.lab.stage.change(func(e sim.Editor) error { return e.Take(tagOf(o.EntityID)) })
	case *protocol.LabMoveEntity:
		to := order.WorldPos{X: units(o.X), Y: units(o.Y)}
		return nil, r.lab.stage.change(func(e sim.Editor) error { return e.Shift(tagOf(o.EntityID), to) })
	case *protocol.LabSetEntityOwner:
		owner, err := r.player(o.Owner)
		if err != nil {
			return nil, err
		}
		return nil, r.lab.stage.change(func(e sim.Editor) error { return e.HandOver(tagOf(o.EntityID), owner) })
	case *protocol.LabSetPlayerResources:
		return nil, r.setCredits(o.PlayerID, int64(o.Steel))
	case *protocol.LabSetCompletedResearch:
		return nil, errNoResearch
	case *protocol.LabSetVision:
		return nil, r.setLabVision(&o.Vision)
	case *protocol.LabIssueCommandAs:
		w, err := r.wishOf(o.Cmd.Command)
		if err != nil {
			return nil, err
		}
		return nil, r.orderAs(o.PlayerID, w)
	case *protocol.LabExportScenario:
		return r.exportScenario(o.Name), nil
	case *protocol.LabImportScenario:
		return r.importScenario(&o.Scenario)
	}
	return nil, errNoSuchOrder
}

func (r *room) player(number uint32) (order.PlayerID, error) {
	id, ok := playerID(number)
	if !ok || int(id) >= r.view().Players() {
		return id, fmt.Errorf("there is no player %d", number)
	}
	return id, nil
}

func (r *room) spawn(o *protocol.LabSpawnEntity) (outcome any, err error) {
	owner, err := r.player(o.Owner)
	if err != nil {
		return nil, err
	}
	var tag order.UnitTag
	err = r.lab.stage.change(func(e sim.Editor) (err error) {
		tag, err = e.Put(r.itemNamed(o.Kind), owner, order.WorldPos{X: units(o.X), Y: units(o.Y)}, o.Completed == nil || *o.Completed)
		return err
	})
	return struct {
		EntityID uint32 `json:"entityId"`
	}{wireID(tag)}, err
}

func (r *room) setCredits(number uint32, credits int64) error {
	id, err := r.player(number)
	if err != nil {
		return err
	}
	return r.lab.stage.change(func(e sim.Editor) error { return e.SetCredits(id, credits) })
}

func (r *room) orderAs(number uint32, w *wish) error {
	id, err := r.player(number)
	if err != nil {
		return err
	}
	o, err := r.grant(id, w)
	if err != nil {
		return err
	}
	return r.lab.stage.give(o)
}

// setLabVision shows everybody in a lab what some teams see.
func (r *room) setLabVision(v *protocol.LabVision) error {
	var teams []uint32
	switch v.Mode {
	case protocol.LabVisionTeam:
		teams = []uint32{*v.TeamID}
	case protocol.LabVisionTeams:
		teams = v.TeamIDs
	}
	sees := everything
	for i, team := range teams {
		known := vision(0)
		for id := range r.scene.recorded {
			if r.scene.recorded[id] && r.scene.teams[id] == team {
				known |= 1 << id
			}
		}
		if known == 0 || slices.Contains(teams[:i], team) {
			return errLabVision
		}
		sees |= known
	}
	switch {
	case v.Mode == protocol.LabVisionTeams && len(teams) == 0:
		return errLabVision
	case sees != everything && r.scene.noSight != "":
		return errors.New(r.scene.noSight)
	}
	r.lab.vision = *v
	for _, c := range r.clients {
		c.sees = sees
	}
	return nil
}

// ownOp is an operation of convertd.lab.
type ownOp struct {
	Op      string   `json:"op"`
	Player  uint32   `json:"player"`
	Order   string   `json:"order"`
	Units   []uint32 `json:"units"`
	X       *float32 `json:"x"`
	Y       *float32 `json:"y"`
	Target  uint32   `json:"target"`
	Item    string   `json:"item"`
	Queued  bool     `json:"queued"`
	Count   int32    `json:"count"`
	Credits int64    `json:"credits"`
	Enabled bool     `json:"enabled"`
	Ticks   int64    `json:"ticks"`
}

// takeOwnLab does an operation that the protocol does not have.
func (r *room) takeOwnLab(c *client, m *labMessage) {
	var op ownOp
	if m.RequestID == 0 || strict(m.Op, &op) != nil {
		c.complain(malformed)
		return
	}
	switch {
	case r.branch != nil && op.Op == "order":
		r.answerLab(c, m.RequestID, op.Op, false, nil, r.playWish(c, &op))
		return
	case r.lab == nil:
		r.answerLab(c, m.RequestID, op.Op, false, nil, errors.New("this room is no lab"))
		return
	case r.lab.operator != c.id:
		r.answerLab(c, m.RequestID, op.Op, false, nil, errNotOperator)
		return
	}
	switch op.Op {
	case "order":
		w, err := op.wish()
		if err == nil {
			err = r.orderAs(op.Player, w)
		}
		r.answerLab(c, m.RequestID, op.Op, true, nil, err)
	case "credits":
		r.answerLab(c, m.RequestID, op.Op, true, nil, r.setCredits(op.Player, op.Credits))
	case "follow":
		var err error
		if r.lab.stage.file == nil {
			err = errNoRecording
		} else {
			r.lab.stage.follow = op.Enabled
			r.lab.stage.giveUpFuture()
		}
		r.answerLab(c, m.RequestID, op.Op, true, nil, err)
	case "judge":
		if err := r.judge(c, m.RequestID, op.Ticks); err != nil {
			r.answerLab(c, m.RequestID, op.Op, false, nil, err)
		}
	case "save":
		outcome, err := r.save()
		r.answerLab(c, m.RequestID, op.Op, false, outcome, err)
	case "catalogue":
		r.answerLab(c, m.RequestID, op.Op, false, r.spawnCatalogue(), nil)
	case "orders":
		r.answerLab(c, m.RequestID, op.Op, false, map[string]any{"orders": r.orderNames()}, nil)
	default:
		r.answerLab(c, m.RequestID, op.Op, false, nil, fmt.Errorf("there is no operation %q", op.Op))
	}
}

// wish reads the order that an operation gives.
func (op *ownOp) wish() (*wish, error) {
	tag, known := orderTags[op.Order]
	if !known {
		return nil, errNoSuchOrder
	}
	w := &wish{tag: tag, units: tagsOf(op.Units), target: tagOf(op.Target), item: op.Item, count: op.Count, queued: op.Queued}
	if op.X != nil && op.Y != nil {
		w.place = &order.WorldPos{X: units(*op.X), Y: units(*op.Y)}
	}
	return w, nil
}

// spawnCatalogue describes what can be put on the map.
func (r *room) spawnCatalogue() any {
	kinds := []*kind{}
	for _, id := range r.spawnable() {
		k := r.scene.kinds.describe(id)
		if n, ok := r.view().FindKind(id); ok {
			k.N = n
		}
		kinds = append(kinds, k)
	}
	return map[string]any{"kinds": kinds}
}

// save makes an .icsave of the present state.
func (r *room) save() (outcome any, err error) {
	name := fmt.Sprintf("%s, tick %d", r.scene.metadata.MapName, r.stage.Tick())
	save := icsave.OfMetadata(r.scene.metadata, r.stage.Simulation().Snapshot(), name)
	data, err := icsave.Encode(save, icrep.Compact)
	if err != nil {
		return nil, err
	}
	return struct {
		Format string `json:"format"`
		Bytes  []byte `json:"base64"`
	}{"icsave", data}, nil
}
