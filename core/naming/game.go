// SPDX-License-Identifier: GPL-3.0-or-later

package naming

// Subject is the game that names belong to, in the words of the intermediate
// representation. Profile and Version may be empty.
type Subject struct {
	Format  string
	Game    string
	Profile string
	Version string
}

// titles are the games by format and game.
var titles = map[[2]string]string{
	{"orarep", "ra"}:         "Red Alert (OpenRA)",
	{"orarep", "cnc"}:        "Tiberian Dawn (OpenRA)",
	{"orarep", "d2k"}:        "Dune 2000 (OpenRA)",
	{"orarep", "ts"}:         "Tiberian Sun (OpenRA)",
	{"ra-record", "ra"}:      "Red Alert",
	{"td-record", "td"}:      "Tiberian Dawn",
	{"genrep", "generals"}:   "Generals",
	{"genrep", "zerohour"}:   "Generals: Zero Hour",
	{"bfmereplay", "bfme"}:   "The Battle for Middle-earth",
	{"bfme2replay", "bfme2"}: "The Battle for Middle-earth II",
	{"cnc3replay", "tw"}:     "Tiberium Wars",
	{"kwreplay", "kw"}:       "Kane's Wrath",
	{"ra3replay", "ra3"}:     "Red Alert 3",
	{"cnc4replay", "cnc4"}:   "Tiberian Twilight",
	{"murk", "murk"}:         "Murk",
	{"rts-replay", "rts"}:    "RTS",
}

// profileRotWK is the layout of the expansion, which calls itself by the
// name of its base game.
const profileRotWK = "rotwk"

// Title is what the game is called, "" for one that nobody named.
func (s Subject) Title() string {
	title := titles[[2]string{s.Format, s.Game}]
	if s.Profile == profileRotWK && title != "" {
		title += ": The Rise of the Witch-king"
	}
	return title
}

// Game is what a game is called whatever recorded it: where formats have titles
// of their own for it, the shortest, which says nothing of the engine. The key
// itself for a game that nobody named.
func Game(key string) string {
	name := ""
	for subject, title := range titles {
		if subject[1] == key && (name == "" || len(title) < len(name) || len(title) == len(name) && title < name) {
			name = title
		}
	}
	if name == "" {
		return key
	}
	return name
}
