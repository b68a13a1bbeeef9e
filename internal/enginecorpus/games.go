// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"convertd/core/rules"
)

// game is one recording with its trace and its map.
type game struct {
	ID      string
	Kind    string
	Mod     string
	Release string
	File    string
	Trace   string
	Map     string
	Art     rules.Art `json:"-"` // lengths of animations it was made with
}

// entry is a game as the lists of the corpus have it.
type entry struct {
	ID, Kind, Mod, Release, File, Map, Trace string
}

// findGames reads the lists of a folder: its own, and those of the folders in it that
// have their maps and traces beside them.
func findGames(folder string, withArt bool) ([]game, error) {
	var all struct{ Games []entry }
	if err := readJSON(filepath.Join(folder, "games.json"), &all); err != nil {
		return nil, err
	}
	var games []game
	for _, e := range all.Games {
		games = append(games, game{
			ID: e.ID, Kind: e.Kind, Mod: e.Mod, Release: e.Release, File: filepath.Join(folder, e.Kind, e.ID+".orarep"),
			Trace: filepath.Join(folder, e.Trace), Map: filepath.Join(folder, e.Map),
		})
	}
	for _, kind := range [...]string{"ours", "lab"} {
		list := filepath.Join(folder, kind, "games.json")
		if _, err := os.Stat(list); os.IsNotExist(err) {
			continue
		}
		var entries []entry
		if err := readJSON(list, &entries); err != nil {
			return nil, err
		}
		for _, e := range entries {
			games = append(games, game{
				ID: e.ID, Kind: kind, Mod: e.Mod, Release: e.Release, File: filepath.Join(folder, kind, e.ID+".orarep"),
				Trace: filepath.Join(folder, kind, "traces", e.ID+".trace.gz"), Map: filepath.Join(folder, kind, "maps", filepath.Base(e.Map)),
			})
		}
	}
	if withArt {
		if err := takeArt(folder, games); err != nil {
			return nil, err
		}
	}
	return games, nil
}

// takeArt gives games the table of art of their folder, if it has one.
func takeArt(folder string, games []game) error {
	file, err := os.Open(filepath.Join(folder, "art-lengths.json"))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	art, err := rules.ReadArt(file)
	if err != nil {
		return fmt.Errorf("%s: %w", file.Name(), err)
	}
	for i := range games {
		games[i].Art = art
	}
	return nil
}

func readJSON(path string, to any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, to); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// only keeps the games that are asked for; an empty wish is none.
func only(games []game, kind, mod, release, id string) []game {
	var kept []game
	for _, g := range games {
		if (kind == "" || strings.Contains(","+kind+",", ","+g.Kind+",")) && (mod == "" || strings.Contains(","+mod+",", ","+g.Mod+",")) &&
			strings.Contains(g.Release, release) && strings.Contains(g.ID, id) {
			kept = append(kept, g)
		}
	}
	return kept
}
