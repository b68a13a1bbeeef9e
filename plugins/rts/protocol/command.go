// SPDX-License-Identifier: GPL-3.0-or-later

package protocol

import "convertd/plugins/rts/strictjson"

// Command is a gameplay command. Members are pointers to the Cmd types.
type Command interface{ command() }

// AnyCommand is a command of any kind, as messages carry it.
type AnyCommand struct{ Command }

// BindJSON reads a command of any kind.
func (c *AnyCommand) BindJSON(r *strictjson.Reader) {
	if read, ok := r.Tagged("c", "Command", commandTypes.make).(Command); ok {
		c.Command = read
	}
}

// MarshalJSON writes the command with its tag.
func (c AnyCommand) MarshalJSON() ([]byte, error) { return commandTypes.encode(nil, "c", c.Command) }

// Commands (Wire protocol, 2.1 "Command"). Units and targets are entity ids;
// x and y are world pixels. Queued commands are appended to what the units do.
type (
	// CmdMove moves units to a point.
	CmdMove struct {
		Units  []uint32 `json:"units"`
		X      float32  `json:"x"`
		Y      float32  `json:"y"`
		Queued bool     `json:"queued,omitempty"`
	}
	// CmdAttackMove moves units to a point, attacking on the way.
	CmdAttackMove CmdMove
	// CmdSetupAntiTankGuns sets guns up towards a point.
	CmdSetupAntiTankGuns CmdMove
	// CmdAttack attacks an entity.
	CmdAttack struct {
		Units  []uint32 `json:"units"`
		Target uint32   `json:"target"`
		Queued bool     `json:"queued,omitempty"`
	}
	// CmdDeconstruct takes a tank trap apart.
	CmdDeconstruct CmdAttack
	// CmdGather harvests a resource node.
	CmdGather struct {
		Units  []uint32 `json:"units"`
		Node   uint32   `json:"node"`
		Queued bool     `json:"queued,omitempty"`
	}
	// CmdBuild builds at a tile.
	CmdBuild struct {
		Units    []uint32 `json:"units"`
		Building string   `json:"building"`
		TileX    uint32   `json:"tileX"`
		TileY    uint32   `json:"tileY"`
		Queued   bool     `json:"queued,omitempty"`
	}
	// CmdTrain queues a unit at a building.
	CmdTrain struct {
		Building uint32 `json:"building"`
		Unit     string `json:"unit"`
	}
	// CmdResearch queues an upgrade at a building.
	CmdResearch struct {
		Building uint32 `json:"building"`
		Upgrade  string `json:"upgrade"`
	}
	// CmdCancel cancels the latest item of a building's queue.
	CmdCancel struct {
		Building uint32 `json:"building"`
	}
	// CmdStop clears the orders of units.
	CmdStop struct {
		Units []uint32 `json:"units"`
	}
	// CmdHoldPosition makes units stand their ground.
	CmdHoldPosition CmdStop
	// CmdTearDownAntiTankGuns packs guns up.
	CmdTearDownAntiTankGuns CmdStop
	// CmdCharge is the older form of the ability of that name.
	CmdCharge CmdStop
	// CmdUseAbility uses an ability, at a point where it needs one.
	CmdUseAbility struct {
		Ability string   `json:"ability"`
		Units   []uint32 `json:"units"`
		X       *float32 `json:"x,omitempty"`
		Y       *float32 `json:"y,omitempty"`
		Queued  bool     `json:"queued,omitempty"`
	}
	// CmdRecastAbility uses an ability a second time.
	CmdRecastAbility struct {
		Ability        string   `json:"ability"`
		Units          []uint32 `json:"units"`
		TargetObjectID *uint32  `json:"targetObjectId,omitempty"`
		Queued         bool     `json:"queued,omitempty"`
	}
	// CmdSetAutocast switches an ability's own use on or off.
	CmdSetAutocast struct {
		Ability string   `json:"ability"`
		Units   []uint32 `json:"units"`
		Enabled bool     `json:"enabled"`
	}
	// CmdSetRally sets a building's rally point.
	CmdSetRally struct {
		Building uint32  `json:"building"`
		X        float32 `json:"x"`
		Y        float32 `json:"y"`
		Kind     *string `json:"kind,omitempty"`
		Queued   bool    `json:"queued,omitempty"`
	}
)

var commandTypes = union(map[string]Command{
	"move": &CmdMove{}, "attackMove": &CmdAttackMove{}, "setupAntiTankGuns": &CmdSetupAntiTankGuns{},
	"attack": &CmdAttack{}, "deconstruct": &CmdDeconstruct{}, "gather": &CmdGather{}, "build": &CmdBuild{},
	"train": &CmdTrain{}, "research": &CmdResearch{}, "cancel": &CmdCancel{}, "stop": &CmdStop{},
	"holdPosition": &CmdHoldPosition{}, "tearDownAntiTankGuns": &CmdTearDownAntiTankGuns{}, "charge": &CmdCharge{},
	"useAbility": &CmdUseAbility{}, "recastAbility": &CmdRecastAbility{}, "setAutocast": &CmdSetAutocast{},
	"setRally": &CmdSetRally{},
})

func (*CmdMove) command()                 {}
func (*CmdAttackMove) command()           {}
func (*CmdSetupAntiTankGuns) command()    {}
func (*CmdAttack) command()               {}
func (*CmdDeconstruct) command()          {}
func (*CmdGather) command()               {}
func (*CmdBuild) command()                {}
func (*CmdTrain) command()                {}
func (*CmdResearch) command()             {}
func (*CmdCancel) command()               {}
func (*CmdStop) command()                 {}
func (*CmdHoldPosition) command()         {}
func (*CmdTearDownAntiTankGuns) command() {}
func (*CmdCharge) command()               {}
func (*CmdUseAbility) command()           {}
func (*CmdRecastAbility) command()        {}
func (*CmdSetAutocast) command()          {}
func (*CmdSetRally) command()             {}
