// SPDX-License-Identifier: GPL-3.0-or-later

package remastered_test

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixtures "convertd/internal/fixtures/remastered"
	"convertd/sdk"
)

var lineParts = regexp.MustCompile(`^\{"frame":\d+,"type":"(\w+)","id":\d+,(?:"mplayer_id":65,)?"local":true,?(.*?),?"offset":\d+\}$`)

// members is what a line says beside who, when and where, by type.
func members(t *testing.T, data []byte) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, line := range mustDecode(t, data, sdk.DecodeOptions{Native: true}).Lines {
		parts := lineParts.FindStringSubmatch(line)
		if parts == nil || !json.Valid([]byte(line)) {
			t.Fatalf("unexpected line %s", line)
		}
		all[parts[1]] = parts[2]
	}
	return all
}

func TestEveryRedAlertEventHasItsLine(t *testing.T) {
	const unit, building = `"whom":{"kind":"UNIT","value":7}`, `"whom":{"kind":"BUILDING","value":4}`
	const place = `{"kind":"CELL","x16":648,"y16":808}`
	const move = unit + `,"mission":"MOVE","target":"none","destination":` + place
	const cell = `"cell":{"x":44,"y":55}`
	const product = `"rtti":"BUILDINGTYPE","item":"POWR"`
	const checksum = `"crc":3735928559,"command_count":20,"delay":5`
	want := map[string]string{
		"EMPTY": "", "DESTRUCT": "", "DEPLOY": "", "OPTIONS": "", "EXIT": "", "MESSAGE": "", "SAVEGAME": "", "PROPOSE_DRAW": "",
		"RETRACT_DRAW": "", "ALLY": `"value":3`, "GAMESPEED": `"value":3`,
		"MEGAMISSION": move, "MEGAMISSION_F": move + `,"speed":1,"max_speed":12`,
		"IDLE": unit, "SCATTER": unit, "PRIMARY": building, "REPAIR": building, "SELL": building,
		"ARCHIVE": unit + `,"where":` + place,
		"PLACE":   `"rtti":"BUILDING",` + cell, "SELLCELL": cell, "SPECIAL_PLACE": `"weapon":"PARA_BOMB",` + cell,
		"PRODUCE": product, "SUSPEND": product, "ABANDON": product,
		"ANIMATION": `"anim":51,"owner":12,"where":{"x":15488,"y":15744},"visible":4`,
		"SPECIAL":   `"special":{"flags":["IsShadowGrow","IsSpeedBuild"]}`,
		"FRAMESYNC": checksum, "FRAMEINFO": checksum, "RESPONSE_TIME": `"delay":5`,
		"ADDPLAYER": `"pointer":10860032,"size":44`, "TIMING": `"desired_frame_rate":20,"max_ahead":9`, "PROCESS_TIME": `"average_ticks":20`,
	}
	for _, build := range []string{"ra-remaster", "ra-vanilla-linux", "ra-1996-win95"} {
		b := fixtures.FindBuild(build)
		if build == "ra-1996-win95" {
			want["ANIMATION"] = `"anim":51,"owner":12,"where":{"x":15488,"y":15744}`
		}
		if diff := cmp.Diff(want, members(t, fixtures.Everything(b).Encode(b).Data)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", build, diff)
		}
	}
}

func TestTiberianDawnLinesHaveItsPlacesAndModes(t *testing.T) {
	for build, modes := range map[string]string{
		"td-remaster": `,"health_bar_display_mode":1,"resource_bar_display_mode":1`, "td-1995": "",
	} {
		b := fixtures.FindBuild(build)
		got := members(t, fixtures.Everything(b).Encode(b).Data)
		flags := `["IsEasy","IsDifficult"]`
		if build == "td-1995" {
			flags = `["IsHealthBar","IsEasy"]`
		}
		for name, want := range map[string]string{
			"MEGAMISSION": `"whom":{"kind":"UNIT","value":7},"mission":"MOVE","target":"none","destination":{"kind":"CELL","x":40,"y":50}`,
			"PRODUCE":     `"rtti":"BUILDINGTYPE","item":"NUKE"`,
			"SPECIAL":     `"special":{"flags":` + flags + modes + `}`,
		} {
			if got[name] != want {
				t.Errorf("%s, %s: %s, want %s", build, name, got[name], want)
			}
		}
	}
}

func TestNumbersWithoutANameStandInQuotes(t *testing.T) {
	b := fixtures.FindBuild("ra-remaster")
	for _, test := range []struct {
		event fixtures.Event
		want  string
	}{
		{fixtures.Event{Name: "PRODUCE", RTTI: 99, Value: -1}, `"rtti":"99","item":"-1"`},
		{fixtures.Event{Name: "PRODUCE", RTTI: 6, Value: 87}, `"rtti":"BUILDINGTYPE","item":"87"`},
		{fixtures.Event{Name: "SPECIAL_PLACE", Value: 9, Cell: 16383}, `"weapon":"9","cell":{"x":127,"y":127}`},
		{fixtures.Event{Name: "SPECIAL_PLACE", Value: 8, Cell: 16384}, `"weapon":"CHRONO2","cell":16384`},
		{fixtures.Event{Name: "PLACE", RTTI: 28, Cell: -1}, `"rtti":"UNIT","cell":-1`},
		{fixtures.Event{Name: "IDLE", Whom: 200<<24 | 5}, `"whom":{"kind":"200","value":5}`},
		{
			fixtures.Event{Name: "MEGAMISSION", Whom: 1, Mission: 23},
			`"whom":{"kind":"NONE","value":1},"mission":"23","target":"none","destination":"none"`,
		},
		{fixtures.Event{Name: "MEGAMISSION", Mission: -1}, `"whom":"none","mission":"none","target":"none","destination":"none"`},
	} {
		r := fixtures.Everything(b)
		test.event.ID = 12
		r.Turns = r.Turns[:1]
		r.Turns[0].Events = []fixtures.Event{test.event}
		if got := members(t, r.Encode(b).Data)[test.event.Name]; got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
}
