// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"convertd/core/divergence"
	"convertd/core/icrep"
	"convertd/core/ir"
	"convertd/core/order"
	"convertd/core/rules"
	"convertd/core/rules/pack"
	"convertd/core/sim"
	"convertd/core/sim/plausible"
)

// buildPlausible prepares a game of an engine that cannot be reproduced, with
// the rules of that game as far as any are known.
func buildPlausible(ctx context.Context, f *feed, packs *pack.Set, why string) (*Game, error) {
	header := f.header
	book, err := findRules(packedGame(header), packs, tickRate(header))
	if err != nil {
		return nil, err
	}
	_, players := playing(header)
	game := &Game{
		Config:  sim.Config{Seed: seedOf(header), Capacity: plausibleCapacity, Players: playerConfigs(header)},
		Players: players, Rules: RulesPlayed{Digest: book.digest(), Words: book.version(), Pack: book.pack}, Native: NativeHash{NotChecked: why}, UnitsPerCell: book.unitsPerCell, OfNobody: book.ofNobody,
	}
	factions, err := book.factions(ctx, f)
	if err != nil {
		return nil, err
	}
	setup, known := book.setup(header, factions)
	game.Rules.UnknownStarts = book.unknownStarts(header, factions)
	if len(setup.Entities) > 0 {
		game.Native.NotChecked += placesUnknown
		game.StandIns = append(game.StandIns, divergence.StandIn{
			Code: divergence.StandInMap, Recorded: mapName(header), Played: "open ground, with the starts far apart on a grid",
		})
	}
	if book.complete && !known {
		game.StandIns = append(game.StandIns, divergence.StandIn{
			Code: divergence.StandInStart, Recorded: "a start that the file does not tell: " + strings.Join(quotedAll(factions), ", "),
			Played: "players who begin with nothing: no order is judged",
		})
	}
	if book.complete && known && book.fits {
		game.Model = ModelWhole
	}
	game.IDs = IDScheme{Rise: idsRise(header.Format), StartsInOrder: book.startsInOrder, ByTime: book.ids == pack.IDsByTime}
	if book.pack != "" {
		game.IDs.AnyOrder = book.ids == pack.IDsAnyOrder
		game.IDs.Rise = !game.IDs.AnyOrder
	}
	module, err := plausible.New(book.rules, setup)
	if err != nil {
		// The rules are sound at the game's own rate: figures are scaled to the header's.
		return nil, &StreamError{Message: fmt.Sprintf("no game has %d/%d ticks a second: %v", header.TickRate.Num, header.TickRate.Den, err)}
	}
	game.Module = module
	return game, nil
}

// quotedAll quotes a list of texts.
func quotedAll(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = quoted(text)
	}
	return out
}

// openPlausible makes the module again that a file was recorded with. The
// module itself compares the digest of its rules with the one in the file.
func openPlausible(file recording, packs *pack.Set) (sim.Module, rulesInForce, error) {
	metadata := file.Metadata()
	book := &ruleBook{rules: plausible.Rules{Name: noRules}}
	rate, ok := recordedRate(metadata)
	if !book.wrote(metadata) && len(metadata.ActiveMods) > 0 && ok {
		var err error
		if book, err = recordedRules(metadata, packs, rate); err != nil {
			return nil, rulesInForce{}, err
		}
	}
	if !book.wrote(metadata) {
		return nil, rulesInForce{}, &UnknownRulesError{Want: rulesInWords(metadata), Have: book.version(), Digest: metadata.DataVersion}
	}
	module, err := plausible.New(book.rules, plausible.Setup{})
	return module, playedBy(metadata, book.digest(), book.version()), err
}

// recordedRate is the tick rate of a file; ok is false if it has none that makes
// sense.
func recordedRate(metadata *icrep.Metadata) (rate order.TickRate, ok bool) {
	r := metadata.TickRate
	if r == nil || r.Num == 0 || r.Den == 0 || r.Num > math.MaxUint32 || r.Den > math.MaxUint32 {
		return order.TickRate{}, false
	}
	return order.TickRate{Num: uint32(r.Num), Den: uint32(r.Den)}, true
}

// UnknownRulesError means that a file was recorded with rules that this program
// does not have. It is not worth trying again with the same program.
type UnknownRulesError struct{ Want, Have, Digest string }

// Unwrap returns ErrOtherVersion.
func (e *UnknownRulesError) Unwrap() error { return ErrOtherVersion }

func (e *UnknownRulesError) Error() string {
	text := fmt.Sprintf("the file was recorded with rules %q, this version has %q", e.Want, e.Have)
	if strings.HasPrefix(e.Digest, digestPrefix) {
		text += fmt.Sprintf("; if they came from outside, put the rule pack with SHA-256 %s into rules.folders and pin it", e.Digest[len(digestPrefix):])
	}
	return text
}

// ruleBook is what is known of a game that only plausible play can judge.
type ruleBook struct {
	rules  plausible.Rules
	source string // where the figures are from, "" for none
	pack   string // digest of the rule pack that came from outside, "" if none did
	// fits: the game was played with what the rules are for, as far as the recording
	// tells. A mod may have other units and figures.
	fits bool
	// complete: every unit and structure that orders can name is there.
	complete bool
	ids      pack.IDs // how the engine numbers things
	// ofNobody are the orders to what belongs to nobody, nil where there are none.
	ofNobody func(o *ir.Order) bool
	// startsInOrder: the engine makes what players begin with in the order of the
	// players.
	startsInOrder bool
	credits       int64
	creditsOption string // option of the header that says how much money players begin with
	unitsPerCell  int32  // of the game's own units of length, 0 where the format says it
	// start lists what a faction begins with, nil where that is not known.
	start func(faction string) []string
	// makerOf names the faction that begins with the maker of an item, "" where
	// that does not tell.
	makerOf func(item string) string
}

// noRules names the rules of games without any.
const noRules = "none"

// recordedRules returns the rules that a file was recorded with. Two engines may have
// a game of one name: "ra" is Westwood's, too.
func recordedRules(metadata *icrep.Metadata, packs *pack.Set, rate order.TickRate) (*ruleBook, error) {
	for _, p := range packs.All() {
		if metadata.DataVersion == digestText(p.Digest()) {
			return bookOf(chosenPack{Pack: p, outside: true}, rate), nil
		}
	}
	mod := &metadata.ActiveMods[0]
	if !strings.HasPrefix(rulesInWords(metadata), openraRulesPrefix) {
		return findRules(pack.Game{Name: mod.ID}, nil, rate)
	}
	ruleset, err := rules.Load(mod.ID, mod.Version)
	if err != nil {
		return nil, err
	}
	return openraRules(ruleset)
}

// findRules returns the rules of a game at a tick rate; those of a game that
// nobody knows are empty, and everything is taken as not modelled.
func findRules(game pack.Game, packs *pack.Set, rate order.TickRate) (*ruleBook, error) {
	chosen, err := choosePack(game, packs)
	if err != nil {
		return nil, err
	}
	if chosen.Pack == nil {
		return &ruleBook{rules: plausible.Rules{Name: noRules}}, nil
	}
	return bookOf(chosen, rate), nil
}

// digest identifies the rules, for metadata: a pack from outside by the bytes of its
// file, which anybody can compute and which is what was pinned.
func (b *ruleBook) digest() string {
	if b.pack != "" {
		return b.pack
	}
	return digestText(b.rules.Digest())
}

// wrote reports whether a file was recorded with these rules.
func (b *ruleBook) wrote(metadata *icrep.Metadata) bool {
	return metadata.DataVersion == inForce(metadata, b.digest(), b.version())
}

// version says which rules, in words.
func (b *ruleBook) version() string {
	if b.source == "" {
		return "plausible " + b.rules.Name
	}
	return fmt.Sprintf("plausible %s (%s)", b.rules.Name, b.source)
}

// setup places what each player begins with. Without the map the places are
// unknown: players stand on a grid, far apart, in the order of their ids. known
// is false if the start of somebody who plays is not known.
func (b *ruleBook) setup(header *ir.Header, factions []string) (setup plausible.Setup, known bool) {
	indexes, _ := playing(header)
	credits := startCredits(header, b.creditsOption, b.credits)
	known = len(indexes) > 0
	for id, index := range indexes {
		setup.Credits = append(setup.Credits, credits)
		player := &header.Players[index]
		if player.Kind == ir.PlayerNeutral {
			continue
		}
		var entities []string
		if b.start != nil {
			entities = b.start(factions[index])
		}
		known = known && entities != nil
		corner := order.CellPos{X: int32(id)%startsInRow*startSpacing + startEdge, Y: int32(id)/startsInRow*startSpacing + startEdge}
		for i, name := range entities {
			setup.Entities = append(setup.Entities, plausible.StartEntity{
				Type: name, Owner: order.PlayerID(id), Cell: order.CellPos{X: corner.X + int32(i)*startStep, Y: corner.Y},
			})
		}
	}
	return setup, known
}

// unknownStarts lists the factions of who plays that there is no start of.
func (b *ruleBook) unknownStarts(header *ir.Header, factions []string) []string {
	var unknown []string
	indexes, _ := playing(header)
	for _, index := range indexes {
		faction := factions[index]
		if b.start != nil && header.Players[index].Kind != ir.PlayerNeutral && b.start(faction) == nil && !slices.Contains(unknown, faction) {
			unknown = append(unknown, faction)
		}
	}
	return unknown
}

// factions lists what each player of the header plays. A faction that was left
// to chance shows in what its player makes first.
func (b *ruleBook) factions(ctx context.Context, f *feed) ([]string, error) {
	factions := make([]string, len(f.header.Players))
	open := 0
	for i := range f.header.Players {
		factions[i] = f.header.Players[i].Faction
		if b.start != nil && b.start(factions[i]) == nil {
			open++
		}
	}
	if open == 0 || b.makerOf == nil {
		return factions, nil
	}
	if err := f.ready(ctx, uint64(tickRate(f.header).TicksIn(factionMilliseconds))); err != nil {
		return nil, err
	}
	for at := range f.held {
		o := f.at(at)
		if o.Kind != ir.KindProduce || o.Player < 0 || int(o.Player) >= len(factions) || b.start(factions[o.Player]) != nil {
			continue
		}
		if faction := b.makerOf(o.Item); faction != "" {
			factions[o.Player] = faction
		}
	}
	return factions, nil
}

// factionMilliseconds is how far into the game the first production is looked
// for.
const factionMilliseconds = 120_000

// Where players start while nobody knows: on a grid with as much space as a
// large map has between two of them.
const (
	startsInRow  = 4
	startSpacing = 128 // cells
	startEdge    = 64
	startStep    = 6 // between things of one player
)

// startCredits reads the starting money that the lobby agreed on: the option that a
// rule pack names, else option SC of Zero Hour, the third number of option RU in the
// later games (docs/formats/ea.md#options).
func startCredits(header *ir.Header, named string, otherwise int64) int64 {
	for _, option := range header.Options {
		text := ""
		switch {
		case named != "":
			if option.Key == named {
				text = option.Value
			}
		case option.Key == "SC":
			text = option.Value
		case option.Key == "RU":
			if numbers := strings.Fields(option.Value); len(numbers) > 2 {
				text = numbers[2]
			}
		}
		if credits, err := strconv.ParseInt(text, 10, 64); err == nil && credits >= 0 && credits <= maxStartCredits {
			return credits
		}
	}
	return otherwise
}

// maxStartCredits bounds what a lobby can agree on.
const maxStartCredits = 1_000_000

// plausibleCapacity is the entity pool of games whose engine is not known: all
// units of an eight-player game have room.
const plausibleCapacity = 8192

// idsRise reports whether the engine of a format numbers things in the order in which
// they appear. Measured on every real recording at hand.
func idsRise(format string) bool {
	switch format {
	case "genrep", "bfmereplay", "bfme2replay", "cnc3replay", "kwreplay", "ra3replay", "cnc4replay", "orarep":
		return true
	default:
		return false
	}
}

// placesUnknown says what the setup makes up.
const placesUnknown = "; where players began is not known without the map: they stand apart on a grid"

// noNativeHash is why games of closed engines cannot be proven.
const noNativeHash = "the game records no hash that can be computed outside its own engine"
