// SPDX-License-Identifier: GPL-3.0-or-later

package rts

import (
	"fmt"

	"convertd/plugins/rts/strictjson"
)

// artifact is a parsed replay artifact (docs/formats/rts.md#artifact).
type artifact struct {
	schema         uint32
	serverBuildSHA string
	mapName        string
	mapSchema      uint32
	mapHash        string
	seed           uint32
	loadouts       []loadout
	players        []player
	durationTicks  uint32
	log            commandLog
	winner         optionalID
	winnerTeam     optionalID
	scores         []score

	// playersAt and loadoutsAt are where these lists begin in the text;
	// hasPlayers says that the players were read to their end.
	playersAt, loadoutsAt int
	hasPlayers            bool
}

type optionalID struct {
	id    uint32
	valid bool
}

type player struct {
	id      uint32
	team    uint32 // 0: its own id
	faction string
	name    string
	color   string
	isAI    bool
}

// teamID is the team, or the player's own id for a team of one.
func (p *player) teamID() uint32 {
	if p.team == 0 {
		return p.id
	}
	return p.team
}

type loadout struct {
	player  uint32
	faction string
	loadout string
	steel   uint32
	oil     uint32
}

type score struct {
	id      uint32
	figures [len(scoreNames)]uint32
}

// scoreNames are the figures of a final score, under the format's names.
var scoreNames = [...]string{
	"unitScore", "structureScore", "unitsKilled", "unitsLost", "buildingsKilled", "buildingsLost",
}

var artifactShape = strictjson.Shape{Expected: "struct ReplayArtifactV1", Fields: []strictjson.Field{
	{Name: "artifactSchemaVersion"},
	{Name: "serverBuildSha"},
	{Name: "mapName"},
	{Name: "mapSchemaVersion"},
	{Name: "mapContentHash"},
	{Name: "seed"},
	{Name: "playerLoadouts"},
	{Name: "players"},
	{Name: "durationTicks"},
	{Name: "commandLog"},
	{Name: "winnerId", Optional: true},
	{Name: "winnerTeamId", Optional: true},
	{Name: "finalScores"},
}}

var playerShape = strictjson.Shape{Expected: "struct ReplayPlayer", Fields: []strictjson.Field{
	{Name: "id"},
	{Name: "team_id", Optional: true},
	{Name: "faction_id"},
	{Name: "name"},
	{Name: "color"},
	{Name: "is_ai"},
}}

var loadoutShape = strictjson.Shape{Expected: "struct ReplayPlayerLoadout", Fields: []strictjson.Field{
	{Name: "playerId"},
	{Name: "factionId"},
	{Name: "loadoutId"},
	{Name: "startingSteel"},
	{Name: "startingOil"},
}}

var scoreShape = strictjson.Shape{Expected: "struct PlayerScore", Fields: []strictjson.Field{
	{Name: "id"},
	{Name: "teamId", Optional: true},
	{Name: "name"},
	{Name: "color"},
	{Name: scoreNames[0]},
	{Name: scoreNames[1]},
	{Name: scoreNames[2]},
	{Name: scoreNames[3]},
	{Name: scoreNames[4]},
	{Name: scoreNames[5]},
}}

// unsupportedSchemaError is an artifact of another schema. Nothing behind the
// number is looked at: another schema may mean anything.
type unsupportedSchemaError struct {
	found  uint32
	offset int
}

func (e *unsupportedSchemaError) Error() string {
	return fmt.Sprintf("unsupported replay artifact schema %d; expected %d", e.found, SchemaVersion)
}

// parseArtifact reads data. On an error, a *strictjson.Error or an
// *unsupportedSchemaError, the artifact holds what was read before it.
func parseArtifact(data []byte) (*artifact, error) {
	p := parser{json: strictjson.NewReader(data), data: data, a: &artifact{}}
	p.a.log.names = map[string]string{}
	p.json.Object(&artifactShape, p.field)
	p.json.End()
	if p.unsupported != nil {
		return p.a, p.unsupported
	}
	return p.a, p.json.Err()
}

type parser struct {
	json        *strictjson.Reader
	inner       strictjson.Reader // reads the inside of a command again
	data        []byte
	a           *artifact
	unsupported *unsupportedSchemaError
}

func (p *parser) field(i int) {
	json, a := p.json, p.a
	switch artifactShape.Fields[i].Name {
	case "artifactSchemaVersion":
		at := json.ValueOffset()
		a.schema = json.Uint32()
		if !json.Failed() && a.schema != SchemaVersion {
			p.unsupported = &unsupportedSchemaError{found: a.schema, offset: at}
			json.Fail("another schema")
		}
	case "serverBuildSha":
		a.serverBuildSHA = json.String()
	case "mapName":
		a.mapName = json.String()
	case "mapSchemaVersion":
		a.mapSchema = json.Uint32()
	case "mapContentHash":
		a.mapHash = json.String()
	case "seed":
		a.seed = json.Uint32()
	case "playerLoadouts":
		a.loadoutsAt = json.ValueOffset()
		json.List(p.loadout)
	case "players":
		a.playersAt = json.ValueOffset()
		json.List(p.player)
		a.hasPlayers = !json.Failed()
	case "durationTicks":
		a.durationTicks = json.Uint32()
	case "commandLog":
		json.List(p.entry)
	case "winnerId":
		a.winner = p.optionalID()
	case "winnerTeamId":
		a.winnerTeam = p.optionalID()
	case "finalScores":
		json.List(p.score)
	}
}

func (p *parser) optionalID() optionalID {
	if p.json.Null() {
		return optionalID{}
	}
	id := p.json.Uint32()
	return optionalID{id: id, valid: !p.json.Failed()}
}

func (p *parser) player() {
	var read player
	p.json.Object(&playerShape, func(i int) {
		switch playerShape.Fields[i].Name {
		case "id":
			read.id = p.json.Uint32()
		case "team_id":
			read.team = p.json.Uint32()
		case "faction_id":
			read.faction = p.json.String()
		case "name":
			read.name = p.json.String()
		case "color":
			read.color = p.json.String()
		case "is_ai":
			read.isAI = p.json.Bool()
		}
	})
	if !p.json.Failed() && len(p.a.players) < maxListed {
		p.a.players = append(p.a.players, read)
	}
}

func (p *parser) loadout() {
	var read loadout
	p.json.Object(&loadoutShape, func(i int) {
		switch loadoutShape.Fields[i].Name {
		case "playerId":
			read.player = p.json.Uint32()
		case "factionId":
			read.faction = p.json.String()
		case "loadoutId":
			read.loadout = p.json.String()
		case "startingSteel":
			read.steel = p.json.Uint32()
		case "startingOil":
			read.oil = p.json.Uint32()
		}
	})
	if !p.json.Failed() && len(p.a.loadouts) < maxListed {
		p.a.loadouts = append(p.a.loadouts, read)
	}
}

func (p *parser) score() {
	var read score
	p.json.Object(&scoreShape, func(i int) {
		switch name := scoreShape.Fields[i].Name; name {
		case "id":
			read.id = p.json.Uint32()
		case "teamId":
			p.json.Uint32()
		case "name", "color":
			p.json.Text()
		default:
			read.figures[i-len(scoreShape.Fields)+len(scoreNames)] = p.json.Uint32()
		}
	})
	if !p.json.Failed() && len(p.a.scores) < maxListed {
		p.a.scores = append(p.a.scores, read)
	}
}
