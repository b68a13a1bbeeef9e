// SPDX-License-Identifier: GPL-3.0-or-later

package maps

import (
	"strconv"
	"strings"
)

// MaxCells bounds the cells of a map; the largest stock map has 2^16.
const MaxCells = 1 << 20

// Map is one map as its file describes it.
type Map struct {
	UID       string
	Format    int
	Mod       string
	Title     string
	Author    string
	Tileset   string
	Width     int
	Height    int
	Bounds    Bounds
	Players   []Player
	Actors    []Actor
	Tiles     []Tile     // row by row
	Resources []Resource // row by row
	Heights   []uint8    // row by row; empty on flat maps
	Rules     []*Node    // what the map says of the rules, its files first
	Weapons   []*Node    // and of weapons
	Overrides []string   // what of the rules is the map's own: Override names
	Lost      []string   // files that its rules name and that it does not have
}

// Bounds is the part of the map that is played on: Left <= x < Right,
// Top <= y < Bottom.
type Bounds struct {
	Left, Top, Right, Bottom int
}

// Contains reports whether a cell lies inside.
func (b Bounds) Contains(x, y int) bool {
	return x >= b.Left && x < b.Right && y >= b.Top && y < b.Bottom
}

// Tile is one square of terrain.
type Tile struct {
	Template uint16
	Index    uint8
}

// Resource is the ore that a map puts on a cell.
type Resource struct {
	Type    uint8
	Density uint8
}

// Player is one player entry of a map.
type Player struct {
	Name         string
	Playable     bool
	OwnsWorld    bool
	NonCombatant bool
	Spectating   bool
	Faction      string // "" where the map names none
	LockFaction  bool
	LockSpawn    bool
	Allies       []string
	Enemies      []string
}

// Actor is one thing a map places.
type Actor struct {
	Name    string // "Actor118"
	Type    string // lower case
	Owner   string
	X, Y    int
	SubCell int // -1 where the map names none
	Facing  int // -1 where the map names none
	Health  int // percent, -1 where the map names none
	Turret  int // where its turret points, -1 where the map names nothing
	Stance  string
	Cargo   []string // types of those inside, lower case; nil where the map names none
	Free    bool
}

// Read reads a map archive. The error is a *FormatError.
func Read(archive []byte) (*Map, error) {
	files, err := unpack(archive)
	if err != nil {
		return nil, err
	}
	text, binary := find(files, "map.yaml"), find(files, "map.bin")
	if text == nil || binary == nil {
		return nil, &FormatError{File: "archive", Message: "map.yaml or map.bin is missing"}
	}
	root, err := ParseMiniYAML(string(text))
	if err != nil {
		return nil, err
	}
	m := &Map{}
	if err := m.readText(root); err != nil {
		return nil, err
	}
	m.UID = uid(files, m.Format)
	m.Overrides = overrides(root, files)
	m.Rules, m.Lost = ownText(root.Child("Rules"), files, m.Lost)
	m.Weapons, m.Lost = ownText(root.Child("Weapons"), files, m.Lost)
	if err := m.readBinary(binary); err != nil {
		return nil, err
	}
	return m, nil
}

func (m *Map) readText(root *Node) error {
	m.Format, _ = strconv.Atoi(root.Text("MapFormat"))
	m.Mod, m.Title, m.Author = root.Text("RequiresMod"), root.Text("Title"), root.Text("Author")
	m.Tileset = strings.ToUpper(root.Text("Tileset"))
	size, ok := numbers(root.Text("MapSize"), 2)
	if !ok || size[0] <= 0 || size[1] <= 0 || size[0] > MaxCells || size[1] > MaxCells/size[0] {
		return &FormatError{File: "map.yaml", Line: lineOf(root, "MapSize"), Message: "no usable MapSize"}
	}
	m.Width, m.Height = size[0], size[1]
	bounds, ok := numbers(root.Text("Bounds"), 4)
	if !ok || bounds[0] < 0 || bounds[1] < 0 || bounds[2] <= 0 || bounds[3] <= 0 ||
		bounds[2] > m.Width-bounds[0] || bounds[3] > m.Height-bounds[1] {
		return &FormatError{File: "map.yaml", Line: lineOf(root, "Bounds"), Message: "no usable Bounds"}
	}
	m.Bounds = Bounds{Left: bounds[0], Top: bounds[1], Right: bounds[0] + bounds[2], Bottom: bounds[1] + bounds[3]}
	m.readPlayers(root.Child("Players"))
	return m.readActors(root.Child("Actors"))
}

func (m *Map) readPlayers(section *Node) {
	if section == nil {
		return
	}
	for _, node := range section.Nodes {
		m.Players = append(m.Players, Player{
			Name: node.Text("Name"), Playable: truth(node.Text("Playable")), OwnsWorld: truth(node.Text("OwnsWorld")),
			NonCombatant: truth(node.Text("NonCombatant")), Spectating: truth(node.Text("Spectating")),
			Faction: node.Text("Faction"), LockFaction: truth(node.Text("LockFaction")), LockSpawn: truth(node.Text("LockSpawn")),
			Allies: words(node.Text("Allies")), Enemies: words(node.Text("Enemies")),
		})
	}
}

func (m *Map) readActors(section *Node) error {
	if section == nil {
		return nil
	}
	for _, node := range section.Nodes {
		actor := Actor{
			Name: node.Key, Type: strings.ToLower(node.Value), Owner: node.Text("Owner"),
			SubCell: number(node.Text("SubCell"), -1), Facing: number(node.Text("Facing"), -1), Health: number(node.Text("Health"), -1),
			Turret: number(node.Text("TurretFacing"), -1), Stance: node.Text("Stance"), Cargo: words(strings.ToLower(node.Text("Cargo"))),
		}
		if place, ok := numbers(node.Text("Location"), 2); ok {
			actor.X, actor.Y = place[0], place[1]
		} else if node.Child("Location") != nil {
			return &FormatError{File: "map.yaml", Line: node.Line, Message: "an actor's Location is not two numbers"}
		}
		m.Actors = append(m.Actors, actor)
	}
	return nil
}

func lineOf(root *Node, key string) int {
	if node := root.Child(key); node != nil {
		return node.Line
	}
	return 1
}

func truth(text string) bool {
	return strings.EqualFold(text, "true") || strings.EqualFold(text, "yes")
}

func number(text string, fallback int) int {
	if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil {
		return n
	}
	return fallback
}

func numbers(text string, count int) ([]int, bool) {
	parts := strings.Split(text, ",")
	if len(parts) != count {
		return nil, false
	}
	list := make([]int, count)
	for i, part := range parts {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return nil, false
		}
		list[i] = n
	}
	return list, true
}

func words(text string) []string {
	if text == "" {
		return nil
	}
	list := strings.Split(text, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}
