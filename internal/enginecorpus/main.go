// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"sync"

	"convertd/core/pipeline"
)

// result is what became of one game.
type result struct {
	Game       game
	Comparison *pipeline.TraceComparison
	Err        string `json:",omitempty"`
}

func main() {
	folder := flag.String("in", "../shared/corpus/engine", "`folder` with games.json, games, maps and traces")
	kind := flag.String("kind", "", "only these kinds, parted by commas: starts, long, ours, lab")
	mod := flag.String("mod", "", "only these mods, parted by commas")
	release := flag.String("release", "", "only releases whose name contains this")
	id := flag.String("id", "", "only games whose id contains this")
	lines := flag.Bool("games", false, "print a line for each game that is not whole")
	all := flag.Bool("json", false, "print one JSON object per game instead of the table")
	withArt := flag.Bool("art", true, "take lengths of animations from art-lengths.json of the folder, as the games were made with")
	flag.Parse()
	games, err := findGames(*folder, *withArt)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	results := playAll(context.Background(), only(games, *kind, *mod, *release, *id))
	if *all {
		encoder := json.NewEncoder(os.Stdout)
		for i := range results {
			_ = encoder.Encode(&results[i])
		}
		return
	}
	fmt.Print(table(results))
	fmt.Print(causes(results))
	if *lines {
		fmt.Print(gameLines(results))
	}
}

// playAll plays games on all processors; results are in the order of the games.
func playAll(ctx context.Context, games []game) []result {
	results := make([]result, len(games))
	var wait sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := range next {
				results[i].Game = games[i]
				comparison, err := play(ctx, &games[i])
				results[i].Comparison = comparison
				if err != nil {
					results[i].Err = err.Error()
				}
			}
		}()
	}
	for i := range games {
		next <- i
	}
	close(next)
	wait.Wait()
	return results
}
