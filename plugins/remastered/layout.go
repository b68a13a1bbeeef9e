// SPDX-License-Identifier: GPL-3.0-or-later

package remastered

import "convertd/plugins/remastered/internal/names"

// Format ids.
const (
	FormatRedAlert     = "ra-record"
	FormatTiberianDawn = "td-record"
)

// ProfileDesign is the layout of the original design document.
const ProfileDesign = "design"

// layout is how one build of one game lays its structures out. Everything else
// about the format is the same for all builds
// (docs/formats/remastered.md#the-files).
type layout struct {
	profile    string
	game       names.Game
	unverified bool // no compiler and no file has confirmed the sizes
	build      string

	header  headerForm
	special specialForm
	options optionsForm

	types       []eventKind // by number in the file
	eventBytes  int
	targetBytes int
	maxEvents   int // capacity of the engine's queue: no block holds more
	visibleMask bool
	pointer     int // bytes of the pointer in ADDPLAYER

	// teamHouses is how many houses have team speeds in the UI block, 0 where
	// the game has none of that part; formMove is the width of its flag.
	teamHouses int
	formMove   int
	noUI       bool // the design document knows no UI block

	skirmish int // number of the game type skirmish, -1 if the game has none
	maxType  int // highest game type
}

// headerForm are the widths of header fields that differ between builds.
type headerForm struct {
	enumeration  int // game type and protocol
	bases        int
	unshroud     int
	scenarioName int
	node         nodeForm
}

// nodeForm is the layout of one entry of Red Alert's list of players.
type nodeForm struct {
	bytes, house, color, id int
}

var (
	packedNode  = nodeForm{bytes: 29, house: 22, color: 23, id: 24}
	alignedNode = nodeForm{bytes: 32, house: 24, color: 25, id: 26}
	// nodeWithoutAddress is what remains of alignedNode in a build without
	// networking.
	nodeWithoutAddress = nodeForm{bytes: 20, house: 12, color: 13, id: 14}
)

// Capacities of the engine's queue of events
// (docs/formats/remastered.md#event-blocks).
const (
	redAlertQueue         = 16384
	redAlert1996Queue     = 4096
	tiberianDawnQueue     = 2048
	tiberianDawn1995Queue = 512
)

const (
	redAlertHouses       = 20 // houses with team speeds in the UI block
	redAlertSkirmish     = 5
	vanillaSkirmish      = 5
	noSkirmish           = -1
	designScenarioName   = 44
	redAlertMaxType      = 8
	vanillaMaxType       = 6
	redAlert1996MaxType  = 7
	tiberianDawnMaxType  = 5
	tiberianDawn95MaxTyp = 4
)

// layouts lists every layout, the likelier first: of two that fit equally well
// the first is taken.
var layouts = redAlertLayouts(tiberianDawnLayouts(nil))

func redAlertLayouts(list []*layout) []*layout {
	remaster := layout{
		profile: "ra-remaster", game: names.RedAlert, build: "Remastered Collection source",
		header:  headerForm{enumeration: 4, bases: 4, unshroud: 1, scenarioName: 512, node: packedNode},
		special: specialRedAlertRemaster, options: optionsRedAlertRemaster,
		types: redAlertEvents, eventBytes: 137, targetBytes: 4, maxEvents: redAlertQueue, visibleMask: true, pointer: 4,
		teamHouses: redAlertHouses, formMove: 1, skirmish: redAlertSkirmish, maxType: redAlertMaxType,
	}
	linux := remaster
	linux.profile, linux.build = "ra-vanilla-linux", "Vanilla Conquer, Linux"
	linux.header = headerForm{enumeration: 4, bases: 1, unshroud: 1, scenarioName: 263, node: alignedNode}
	linux.special, linux.options = specialRedAlertVanilla, optionsRedAlertLinux
	linux.eventBytes, linux.pointer, linux.maxType = 20, 8, vanillaMaxType

	windows := linux
	windows.profile, windows.build = "ra-vanilla-windows", "Vanilla Conquer, Windows"
	windows.header.scenarioName, windows.options = 512, optionsRedAlertWindows

	offline := func(from layout) *layout {
		from.profile += "-noaddress"
		from.build += ", without networking"
		from.header.node = nodeWithoutAddress
		return &from
	}

	win95 := remaster
	win95.profile, win95.build, win95.unverified = "ra-1996-win95", "Red Alert 3.0x, Windows 95", true
	win95.header = headerForm{enumeration: 1, bases: 4, unshroud: 4, scenarioName: 512, node: packedNode}
	win95.special, win95.options = specialRedAlert1996, optionsRedAlert1996
	win95.eventBytes, win95.maxEvents, win95.visibleMask = 20, redAlert1996Queue, false
	win95.teamHouses, win95.formMove, win95.maxType = 1, 4, redAlert1996MaxType

	dos := win95
	dos.profile, dos.build = "ra-1996-dos", "Red Alert 3.0x, DOS"
	dos.header.scenarioName = 14

	list = append(list, &linux, &windows, &remaster, offline(linux), offline(windows), &win95, &dos)
	// The design document gives no sizes for its last three structures, so
	// that those of every build are tried.
	for _, base := range []layout{remaster, linux, windows, win95} {
		design := base
		design.profile, design.unverified, design.noUI = ProfileDesign, true, true
		design.build = "original design document, structures of " + base.build
		design.header.scenarioName, design.header.unshroud = designScenarioName, 1
		list = append(list, &design)
	}
	return list
}

func tiberianDawnLayouts(list []*layout) []*layout {
	remaster := layout{
		profile: "td-remaster", game: names.TiberianDawn, build: "Remastered Collection source",
		header:  headerForm{enumeration: 1, bases: 4},
		special: specialTiberianDawnRemaster, options: optionsTiberianDawn,
		types: tiberianDawnEvents, eventBytes: 146, targetBytes: 2, maxEvents: tiberianDawnQueue, visibleMask: true, pointer: 4,
		skirmish: noSkirmish, maxType: tiberianDawnMaxType,
	}
	linux := remaster
	linux.profile, linux.build = "td-vanilla-linux", "Vanilla Conquer, Linux"
	linux.header.bases = 1
	linux.special, linux.options = specialTiberianDawnVanilla, optionsTiberianDawnLinux
	linux.eventBytes, linux.targetBytes, linux.pointer = 22, 4, 8
	linux.skirmish, linux.maxType = vanillaSkirmish, vanillaMaxType

	windows := linux
	windows.profile, windows.build = "td-vanilla-windows", "Vanilla Conquer, Windows"
	windows.options = optionsTiberianDawnWindows

	old := remaster
	old.profile, old.build, old.unverified = "td-1995", "Tiberian Dawn, Windows 95", true
	old.special = specialTiberianDawn1995
	old.types, old.eventBytes, old.maxEvents, old.visibleMask = tiberianDawn1995Events, 13, tiberianDawn1995Queue, false
	old.maxType = tiberianDawn95MaxTyp

	return append(list, &linux, &windows, &remaster, &old)
}

// format is the format id of the layout's game.
func (l *layout) format() string {
	if l.game == names.TiberianDawn {
		return FormatTiberianDawn
	}
	return FormatRedAlert
}

// mapWidth is the width of the map in cells; it is as high.
func (l *layout) mapWidth() int32 {
	if l.game == names.TiberianDawn {
		return 64
	}
	return 128
}

// eventHeader is how many bytes of an event come before its data.
func (l *layout) eventHeader() int {
	if l.game == names.TiberianDawn {
		return 6 // type, bit field, MPlayerID
	}
	return 5 // type, bit field
}

// frameBits is the width of the frame number in the bit field of an event.
func (l *layout) frameBits() int {
	if l.game == names.TiberianDawn {
		return 27
	}
	return 26
}

// uiTail is how many bytes of a UI block follow the selection.
func (l *layout) uiTail() int {
	if l.teamHouses == 0 {
		return 0
	}
	const (
		oneShot  = 3  // team event, team number, formation event
		perHouse = 20 // ten maximum speeds, ten speed types
		speeds   = 2  // formation speed and maximum speed
	)
	return oneShot + perHouse*l.teamHouses + l.formMove + speeds
}

// repeatsFrames reports whether the game's main loop uses the frame number of
// the turn in which a mission ends a second time
// (docs/formats/remastered.md#frame-counter).
func (l *layout) repeatsFrames() bool { return l.game == names.RedAlert }
