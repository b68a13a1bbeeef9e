package openra

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestRowsAreTheCellsInRange holds the quick way of finding what an actor sees
// to the plain one, at the edges of the map too.
func TestRowsAreTheCellsInRange(t *testing.T) {
	w := &World{ground: &ground{width: 40, height: 36, left: 2, right: 37, top: 3, bottom: 34}}
	w.buildRings()
	w.players = []player{{visible: make([]uint16, 40*36), explored: make([]bool, 40*36), isTouched: make([]bool, 40*36), allies: 1}}
	rapid.Check(t, func(t *rapid.T) {
		info := sightInfo{maxRange: rapid.Int32Range(1025, 20*1024).Draw(t, "reach"), fromCenter: rapid.Bool().Draw(t, "from center")}
		if rapid.Bool().Draw(t, "hole") {
			info.minRange = rapid.Int32Range(1, info.maxRange-1).Draw(t, "hole reaches")
		}
		cell := Cell{rapid.Int32Range(0, 39).Draw(t, "cell x"), rapid.Int32Range(0, 35).Draw(t, "cell y")}
		source := sightSource{cells: []Cell{cell, cell.add(Cell{1, 1}), cell.add(Cell{2, 1})}[:rapid.IntRange(1, 3).Draw(t, "cells")]}
		source.center = Pos{
			rapid.Int32Range(0, 40*1024).Draw(t, "x"), rapid.Int32Range(0, 36*1024).Draw(t, "y"), rapid.Int32Range(0, 2000).Draw(t, "z"),
		}
		w.scratch.rows = w.scratch.rows[:0]
		w.cellsSeen(&source, &info)
		want := make([]uint16, 40*36)
		for _, row := range w.scratch.rows {
			want[row.first]++
		}
		a := &Actor{typ: &actorType{sights: []sightInfo{info}}, sight: source}
		w.applySight(a, &source, 1)
		if got := w.players[0].visible; !slices.Equal(got, want) {
			t.Fatalf("rows hold %v, in range are %v", got, want)
		}
		w.applySight(a, &source, -1)
	})
}
