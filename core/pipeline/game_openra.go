// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/maps"
	"convertd/core/order"
	"convertd/core/rules"
	"convertd/core/sim"
	"convertd/core/sim/openra"
	"convertd/core/translate"
)

// pausedFrames is how many leading frames are looked at to find a paused start:
// two minutes of game time.
const pausedFrames = 1000

// buildOpenRA prepares an OpenRA game: rules of the recorded release, the map
// if it is to be had, and the lobby as it stood at the start. A mod without
// rules of ours, and a game without its map, is played by the plausible module.
func buildOpenRA(ctx context.Context, f *feed, materials *Materials) (*Game, error) {
	header := f.header
	ruleset, err := rules.Load(header.Game, header.Version)
	if errors.Is(err, rules.ErrUnknownGame) {
		return buildPlausible(ctx, f, materials.packs(), fmt.Sprintf("there are no rules of game %q", header.Game))
	}
	if err != nil {
		return nil, err
	}
	setup := openraSetup(header)
	setup.Rules, setup.Art = ruleset, materials.Art[header.Game]
	f.wantHashes = true
	if err := f.ready(ctx, 0); err != nil {
		return nil, err
	}
	setup.PausedUntil = pausedStart(f.hashes[:min(len(f.hashes), pausedFrames)])
	game := &Game{}
	if err := game.loadMap(header, materials, &setup); err != nil {
		return nil, err
	}
	ruleset = setup.Rules
	game.Rules = RulesPlayed{Digest: digestText(ruleset.Digest()), Words: openraRulesName(ruleset)}
	module, err := openra.NewModule(setup)
	if err != nil {
		return nil, err
	}
	game.Module = module
	game.Config = sim.Config{Seed: seedOf(header), MapHash: game.mapDigest(), Capacity: openra.Capacity, Players: module.Players()}
	game.Players = translate.Players{IDs: make([]order.PlayerID, len(header.Players))}
	for i := range header.Players {
		game.Players.IDs[i] = module.PlayerOfClient(header.Players[i].Client)
	}
	game.Native.Defeats = recordsDefeats(ruleset.Release.Name)
	game.Senders.Seats = module.SeatsOf
	game.Senders.Attribute = func(o *ir.Order, sent order.PlayerID) order.PlayerID { return openraOwner(module, o, sent) }
	if !game.Map.Found {
		game.StandIns = append(game.StandIns, divergence.StandIn{
			Code: divergence.StandInMap, Recorded: mapName(header), Played: "the rules of the game on open ground (" + game.Native.NotChecked + ")",
		})
		return game, game.playWithoutMap(ctx, f, ruleset, module)
	}
	return game, nil
}

// firstWithDefeats is the date of the first release that records who has lost
// beside each hash (docs/formats/orarep.md#hash-packets).
const firstWithDefeats = 20201213

// recordsDefeats reports whether recordings of a release do. Releases end in
// their date.
func recordsDefeats(release string) bool {
	if release == rules.Fork2026 {
		return true
	}
	_, date, _ := strings.Cut(release, "-")
	day, err := strconv.Atoi(date)
	return err == nil && day >= firstWithDefeats
}

// openraOwner attributes an order by its subject: bots' orders come in packets
// of the client that runs them (docs/formats/orarep.md#clients). An order whose
// subject the sender does not control stays the sender's, and will be refused;
// one of a client without a seat is then of the engine's player for everybody.
func openraOwner(module *openra.Module, o *ir.Order, sent order.PlayerID) order.PlayerID {
	if len(o.Subjects) > 0 {
		owner, ok := module.OwnerOf(o.Subjects[0])
		if ok && module.ControllerOf(owner) == o.Client {
			return owner
		}
	}
	if sent == order.NoPlayer && o.Kind.Game() {
		return module.PlayerOfClient(o.Client)
	}
	return sent
}

// openOpenRA makes the module for a file.
func openOpenRA(file recording, materials *Materials) (module sim.Module, inForce rulesInForce, err error) {
	metadata := file.Metadata()
	if len(metadata.ActiveMods) == 0 {
		return nil, rulesInForce{}, metadataDamage("it names no mod, which says whose rules to play by")
	}
	ruleset, err := rules.Load(metadata.ActiveMods[0].ID, metadata.ActiveMods[0].Version)
	if errors.Is(err, rules.ErrUnknownGame) {
		return nil, rulesInForce{}, &UnknownRulesError{Want: metadata.DataVersion, Have: "none of mod " + strconv.Quote(metadata.ActiveMods[0].ID)}
	}
	if err != nil {
		return nil, rulesInForce{}, err
	}
	setup := openra.Setup{Rules: ruleset}
	if metadata.MapHash != "" {
		data, err := recordedMap(file, materials)
		if err != nil {
			return nil, rulesInForce{}, err
		}
		if setup.Map, err = maps.Read(data); err != nil {
			return nil, rulesInForce{}, err
		}
		if err := openra.CheckMap(ruleset, setup.Map); err != nil {
			return nil, rulesInForce{}, err
		}
		own, err := openra.RulesWithMap(ruleset.Mod, metadata.ActiveMods[0].Version, setup.Map)
		var unfit *rules.MapRulesError
		if err != nil && !errors.As(err, &unfit) {
			return nil, rulesInForce{}, err
		}
		if err == nil {
			ruleset, setup.Rules = own, own
		}
	}
	inForce = playedBy(metadata, digestText(ruleset.Digest()), openraRulesName(ruleset))
	if setup.Map != nil {
		inForce.mapTitle = setup.Map.Title
	}
	return openra.RecordedModule(setup), inForce, nil
}

// metadataDamage is what is wrong with the metadata of a file.
func metadataDamage(message string) error {
	return &icrep.Error{Class: icrep.ErrCorrupt, Section: icrep.SectionMetadata, Offset: -1, Message: message}
}

// recordedMap finds the map of a file: the one it carries, else one in the map
// folders. It is the one that map_hash names.
func recordedMap(file recording, materials *Materials) ([]byte, error) {
	want := file.Metadata().MapHash
	embedded, err := file.Embedded()
	if err != nil {
		return nil, err
	}
	if embedded != nil && embedded.Map != nil {
		if hash := mapHash(embedded.Map); hash != want {
			return nil, &icrep.Error{
				Class: icrep.ErrCorrupt, Section: icrep.SectionEmbedded, Offset: int64(file.Header().Embedded.Offset),
				Message: fmt.Sprintf("the map is %s, map_hash names %s", hash, want),
			}
		}
		return embedded.Map, nil
	}
	id := mapID(file.Metadata())
	if materials.Maps == nil {
		return nil, fmt.Errorf("%w: %s (%s)", ErrMapMissing, id, file.Metadata().MapName)
	}
	data, found, err := materials.Maps.FindMap(id)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fmt.Errorf("%w: %s (%s)", ErrMapMissing, id, file.Metadata().MapName)
	}
	if hash := mapHash(data); hash != want {
		return nil, fmt.Errorf("%w: the one found is another version, %s instead of %s", ErrMapMissing, hash, want)
	}
	return data, nil
}

func mapHash(data []byte) string { return digestText(mapDigest(data)) }

func mapDigest(data []byte) order.StateHash { return sha256.Sum256(data) }

// mapID is the id under which the map of a recording is found.
func mapID(metadata *icrep.Metadata) string {
	var id string
	if json.Unmarshal(metadata.Extra[mapIDKey], &id) != nil {
		return ""
	}
	return id
}

// mapIDKey is our member of the metadata for the foreign game's id of the map.
const mapIDKey = "map_id"

func openraRulesName(ruleset *rules.Ruleset) string {
	return fmt.Sprintf("openra-%s %s %s@%s", ruleset.Mod, ruleset.Release.Name, ruleset.Source.Repository, ruleset.Source.Commit)
}

// openraSetup takes the lobby from the header. The keys of the details are
// those of docs/formats/orarep.md.
func openraSetup(header *ir.Header) openra.Setup {
	setup := openra.Setup{Seed: int32(header.Seed)}
	for _, option := range header.Options {
		setup.Options = append(setup.Options, openra.Option{ID: option.Key, Value: option.Value})
	}
	setup.DisabledSpawns = numbers(detail(header.Details, "DisabledSpawnPoints"))
	for i := range header.Players {
		p := &header.Players[i]
		client := openra.Client{
			Index:         p.Client,
			Slot:          detail(p.Details, "Client.Slot"),
			Faction:       firstText(detail(p.Details, "Client.Faction"), detail(p.Details, "Client.Race"), detail(p.Details, "Client.Country")),
			Spawn:         number(detail(p.Details, "Client.SpawnPoint")),
			Team:          number(detail(p.Details, "Client.Team")),
			Handicap:      number(detail(p.Details, "Client.Handicap")),
			Bot:           detail(p.Details, "Client.Bot"),
			BotController: number(detail(p.Details, "Client.BotControllerClientIndex")),
			Admin:         truth(detail(p.Details, "Client.IsAdmin")),
		}
		setup.Clients = append(setup.Clients, client)
		if name := detail(p.Details, "Slot"); name != "" {
			setup.Slots = append(setup.Slots, openra.Slot{
				Name:        name,
				Player:      firstText(detail(p.Details, "Slot.PlayerReference"), name),
				Closed:      truth(detail(p.Details, "Slot.Closed")),
				LockFaction: truth(firstText(detail(p.Details, "Slot.LockFaction"), detail(p.Details, "Slot.LockRace"))),
				LockSpawn:   truth(detail(p.Details, "Slot.LockSpawn")),
			})
		}
	}
	return setup
}

func detail(list []ir.KeyValue, key string) string {
	for _, pair := range list {
		if pair.Key == key {
			return pair.Value
		}
	}
	return ""
}

func firstText(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

func truth(text string) bool { return strings.EqualFold(text, "true") }

// number reads a lobby number; what is not one is 0, as the engine has it.
func number(text string) int32 {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
	if err != nil {
		return 0
	}
	return int32(n)
}

func numbers(text string) []int32 {
	var list []int32
	for _, field := range strings.Split(text, ",") {
		if n, err := strconv.ParseInt(strings.TrimSpace(field), 10, 32); err == nil {
			list = append(list, int32(n))
		}
	}
	return list
}

// pausedStart finds the net frame in which a game that began paused went on: in
// a paused world nothing changes, so the recorded hashes are equal until then,
// while in a running one the first tick already changes them
// (docs/engine/openra-world.md#paused-start).
func pausedStart(hashes []ir.SyncSample) int32 {
	equal := 0
	for equal < len(hashes) && hashes[equal].Frame == uint64(equal+1) && hashes[equal].Value == hashes[0].Value {
		equal++
	}
	if equal < 2 {
		return 0
	}
	return int32(equal + 1)
}

// loadMap finds and reads the map of the game.
func (g *Game) loadMap(header *ir.Header, materials *Materials, setup *openra.Setup) error {
	if materials.Maps == nil || header.Map.ID == "" {
		g.Native.NotChecked = noMap(header)
		return nil
	}
	data, found, err := materials.Maps.FindMap(header.Map.ID)
	if err != nil {
		return err
	}
	if !found {
		g.Native.NotChecked = noMap(header)
		return nil
	}
	terrain, err := maps.Read(data)
	if err != nil {
		g.Native.NotChecked = fmt.Sprintf("map %s cannot be read (%v); replace its file and convert again", header.Map.ID, err)
		return nil
	}
	if err := openra.CheckMap(setup.Rules, terrain); err != nil {
		g.Native.NotChecked = fmt.Sprintf("map %s cannot be played (%v)", header.Map.ID, err)
		return nil
	}
	if err := g.loadMapRules(header, terrain, setup); err != nil {
		return err
	}
	setup.Map = terrain
	g.Model = ModelWhole
	g.Map = MapPlayed{Found: true, Hash: mapHash(data), Data: data}
	g.Native.Name = divergence.HashOpenRA
	return nil
}

// loadMapRules lays the map's own rules over those of the release. What of them is not
// played is said.
func (g *Game) loadMapRules(header *ir.Header, terrain *maps.Map, setup *openra.Setup) error {
	ruleset, err := openra.RulesWithMap(header.Game, header.Version, terrain)
	var unfit *rules.MapRulesError
	switch {
	case errors.As(err, &unfit):
	case err != nil:
		return err
	default:
		setup.Rules = ruleset
	}
	if standIn, own := standInOfMap(terrain, setup.Rules, unfit); own {
		g.StandIns = append(g.StandIns, standIn)
	}
	return nil
}
