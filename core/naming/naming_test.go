// SPDX-License-Identifier: GPL-3.0-or-later

package naming_test

import (
	"testing"

	"convertd/core/naming"
)

var (
	openRA = naming.Subject{Format: "orarep", Game: "ra", Version: "release-20231010"}
	kw     = naming.Subject{Format: "kwreplay", Game: "kw"}
	ra3    = naming.Subject{Format: "ra3replay", Game: "ra3"}
	rotwk  = naming.Subject{Format: "bfme2replay", Game: "bfme2", Profile: "rotwk"}
	old    = naming.Subject{Format: "ra-record", Game: "ra"}
	zh     = naming.Subject{Format: "genrep", Game: "zerohour"}
	rts    = naming.Subject{Format: "rts-replay", Game: "rts"}
)

func TestBotsHaveTheNamesThatPlayersSee(t *testing.T) {
	for _, c := range []struct{ name, ai, want string }{
		{"bot-easy-ai.name", "easy", "Easy AI"},
		{"bot-rl-agent.name", "rl-agent", "RL Agent"},
		{"bot-hal9001.name", "hal9001", "HAL 9001"},
		{"bot-.name", "", "bot-.name"},
		{"bot-easy-ai", "", "bot-easy-ai"},
		{"CH", "hard", "Computer (hard)"},
		{"CH", "", "CH"},
		{"Rush AI", "rush", "Rush AI"},
		{"", "", ""},
	} {
		if got := openRA.Player(c.name, c.ai); got != c.want {
			t.Errorf("%q (%s) is %q, want %q", c.name, c.ai, got, c.want)
		}
	}
}

func TestFactionsHaveNamesAndGuessesSaySo(t *testing.T) {
	for _, c := range []struct {
		subject naming.Subject
		key     string
		want    string
		guess   bool
	}{
		{openRA, "soviet", "Soviets", false},
		{openRA, "unheard-of", "", false},
		{rotwk, "7", "Isengard", true},
		{rotwk, "12", "", false},
		{rotwk, "Random", "Random", false},
		{kw, "Black Hand", "Black Hand", false},
		{rts, "kriegsia", "Kriegsia", false},
		{naming.Subject{Format: "td-record", Game: "td"}, "GoodGuy", "GDI", false},
		{naming.Subject{Format: "td-record", Game: "td"}, "BadGuy", "Nod", false},
		{naming.Subject{Format: "td-record", Game: "td"}, "Special", "Special", false},
	} {
		if name, guess := c.subject.Faction(c.key); name != c.want || guess != c.guess {
			t.Errorf("%s %q is %q (guess %t), want %q (%t)", c.subject.Format, c.key, name, guess, c.want, c.guess)
		}
	}
}

func TestABotOfARecordingIsNamedByItsLevel(t *testing.T) {
	for _, c := range []struct {
		subject    naming.Subject
		name, want string
	}{
		{kw, "CH", "Computer (hard)"},
		{kw, "CE", "Computer (easy)"},
		{kw, "CX", "CX"},
		{openRA, "CH", "CH"},
		{openRA, "bot-easy-ai.name", "Easy AI"},
	} {
		if got := c.subject.Bot(c.name); got != c.want {
			t.Errorf("%s %q is %q, want %q", c.subject.Format, c.name, got, c.want)
		}
	}
}

func TestItemsHaveTheNamesThatPeopleUse(t *testing.T) {
	for _, c := range []struct {
		subject naming.Subject
		id      string
		want    string
	}{
		{openRA, "powr", "Power Plant"},
		{openRA, "nothing", ""},
		{old, "POWR", "Power Plant"},
		{kw, "MarkedOfKaneRefinery", "Refinery"},
		{kw, "NODPowerPlant", "Power Plant"},
		{kw, "GDIAABattery", "AA Battery"},
		{kw, "MarkedOfKaneHandOfNOD", "Hand of Nod"},
		{kw, "Upgrade_PowerPlantTurbine", "Power Plant Turbine"},
		{ra3, "JapanPowerPlantEgg", "Power Plant Core"},
		{ra3, "SovietAntiAirShip_Ground", "Bullfrog"},
		{ra3, "AlliedAntiInfantryInfantry", "Peacekeeper"},
		{ra3, "SovietPowerPlantAdvanced", "Power Plant Advanced"},
		{ra3, "Fortified Fleet", "Fortified Fleet"},
		{zh, "Tank_ChinaVehicleDozer", "Dozer"},
		{rotwk, "7097", ""},
		{rts, "tank_unlock", "Tank Unlock"},
		{kw, "", ""},
	} {
		if got := c.subject.Item(c.id); got != c.want {
			t.Errorf("%s %q is %q, want %q", c.subject.Format, c.id, got, c.want)
		}
	}
}

func TestARandomFactionFollowsFromWhatWasBuiltFirst(t *testing.T) {
	for _, c := range []struct {
		name    string
		subject naming.Subject
		items   []string
		want    string
	}{
		{"a faction's own templates", kw, []string{"NODPowerPlant", "NODRefinery"}, "Nod"},
		{"a sub-faction's own templates", kw, []string{"MarkedOfKaneRefinery", "MarkedOfKanePowerPlant"}, "Marked of Kane"},
		{"what is captured later does not count", ra3, []string{"SovietCrane", "SovietRefinery", "SovietBarracks", "SovietWallPiece", "SovietNavalYard", "AlliedBarracks", "AlliedRefinery", "AlliedEngineer", "AlliedWallPiece", "AlliedAirField", "AlliedCrane"}, "Soviets"},
		{"one side of OpenRA", openRA, []string{"powr", "tent", "proc"}, "allies"},
		{"what both sides build", openRA, []string{"powr", "proc"}, ""},
		{"equal counts decide nothing", kw, []string{"NODPowerPlant", "GDIPowerPlant"}, ""},
		{"nothing", kw, nil, ""},
		{"numbers", rotwk, []string{"7097"}, ""},
	} {
		var inference naming.Inference
		for _, item := range c.items {
			inference.Built(c.subject, item)
		}
		if got := inference.Faction(); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestOptionsAreSaidInWords(t *testing.T) {
	for _, c := range []struct {
		subject          naming.Subject
		key, value, want string
	}{
		{openRA, "startingcash", "5000", "startingcash 5000"},
		{openRA, "empty", "", "empty -"},
		{old, "unit_count", "10", "unit count 10"},
		{kw, "RU", "4 100 10000 0 1 10 1 1", "speed 100 %, starting cash 10000, random crates on"},
		{kw, "RU", "4", ""},
		{zh, "SC", "10000", "starting cash 10000"},
		{zh, "O", "N", "old factions only off"},
		{rotwk, "GR", "0 0 0 100 1000 -1", "resources 100, command points 1000"},
		{kw, "MC", "15", ""},
	} {
		if got := c.subject.Option(c.key, c.value); got != c.want {
			t.Errorf("%s %s=%s: %q, want %q", c.subject.Format, c.key, c.value, got, c.want)
		}
	}
}

func TestOnlyRandomChoicesAreLeftToChance(t *testing.T) {
	for key, want := range map[string]bool{"Random": true, "RandomAllies": true, "Any": true, "allies": false, "": false, "Randal": false} {
		if got := naming.LeftToChance(key); got != want {
			t.Errorf("%q: %t", key, got)
		}
	}
}

func TestAGameHasOneNameWhateverRecordedIt(t *testing.T) {
	for key, want := range map[string]string{"ra": "Red Alert", "cnc": "Tiberian Dawn (OpenRA)", "kw": "Kane's Wrath", "chess": "chess", "": ""} {
		if got := naming.Game(key); got != want {
			t.Errorf("game %q is called %q, want %q", key, got, want)
		}
	}
}
