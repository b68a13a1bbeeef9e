//go:build race

package pipeline_test

// raceEnabled: the race detector slows simulations several times over.
const raceEnabled = true
