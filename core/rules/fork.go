package rules

// applyFork2026 turns the tables of Head into those of the headless fork of
// 2026. Every difference was found by the recorded hashes of its games and is
// listed in openra-world-2026.md and openra-world.md §4.1.
func (raw *rawTables) applyFork2026(mod string) error {
	if mod != "ra" {
		return nil
	}
	actors := object(raw.actors["actors"])
	grenadier := object(actors["e2"])
	grenadier["cost"] = float64(150)
	applyChanges(object(grenadier["traits"]), map[string]any{"/Valued/Cost": float64(150)})
	// ra-dev2026-rl-normal-vs-easy, net frame 2266.
	lightTank := object(actors["1tnk"])
	lightTank["hp"] = float64(23000)
	applyChanges(object(lightTank["traits"]), map[string]any{"/Health/HP": float64(23000)})
	// ra-dev2026-rl-7047e24cebde, net frame 3399; 63 and 64 agree there.
	applyChanges(object(object(actors["3tnk"])["traits"]), map[string]any{"/Mobile/Speed": float64(64)})
	return nil
}
