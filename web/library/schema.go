// SPDX-License-Identifier: GPL-3.0-or-later

package library

// schemaVersion stands in the index file. A file with another one is made again.
const schemaVersion = 2

// schema keeps what is filtered and sorted by in narrow tables, and what lists
// only show in a wide one, so that a scan reads little. Lists and menus do not
// ask it: they are answered from the columns in memory, which are filled from it.
const schema = `
CREATE TABLE games (
	number INTEGER PRIMARY KEY, -- rowid: also that of the text index
	id TEXT NOT NULL UNIQUE,
	source TEXT NOT NULL,
	format TEXT NOT NULL,
	game TEXT NOT NULL,
	map TEXT NOT NULL,
	map_id TEXT NOT NULL,
	verdict TEXT NOT NULL,
	verdict_rank INTEGER NOT NULL, -- best first
	outcome TEXT NOT NULL,
	matchup TEXT NOT NULL,
	date INTEGER NOT NULL,      -- seconds: played, else converted, else added
	added INTEGER NOT NULL,     -- milliseconds
	converted INTEGER NOT NULL, -- seconds: converted, else added
	length INTEGER NOT NULL,    -- milliseconds
	coverage INTEGER NOT NULL,  -- permille of the orders that were judged
	orders INTEGER NOT NULL,
	players INTEGER NOT NULL,
	partial INTEGER NOT NULL,
	decoder TEXT NOT NULL,
	decoder_version TEXT NOT NULL
);
CREATE INDEX games_source ON games(source);
CREATE INDEX games_date ON games(date);
CREATE INDEX games_verdict ON games(verdict_rank);
CREATE INDEX games_game ON games(game);
CREATE INDEX games_map ON games(map);
CREATE INDEX games_map_id ON games(map_id);

CREATE TABLE documents (number INTEGER PRIMARY KEY, document BLOB NOT NULL); -- the row as JSON
CREATE TABLE extras (number INTEGER PRIMARY KEY, chat TEXT NOT NULL); -- to index the text again when a name changes

CREATE TABLE players (
	game INTEGER NOT NULL,
	slot INTEGER NOT NULL,
	name TEXT NOT NULL,
	faction TEXT NOT NULL,
	team INTEGER NOT NULL,
	side TEXT NOT NULL,  -- the factions of the player's team, as the match-up names them
	result INTEGER NOT NULL, -- 1 won, 2 lost, 0 neither is known
	plays INTEGER NOT NULL, -- 0: watched
	apm INTEGER NOT NULL,
	build TEXT NOT NULL,
	PRIMARY KEY (game, slot)
) WITHOUT ROWID;
CREATE INDEX players_name ON players(name, game);
CREATE INDEX players_faction ON players(faction, game);
CREATE INDEX players_build ON players(build, game);

CREATE TABLE labels (game INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (game, name)) WITHOUT ROWID;
CREATE INDEX labels_name ON labels(name, value, game);

CREATE TABLE rejections (game INTEGER NOT NULL, reason TEXT NOT NULL, orders INTEGER NOT NULL, PRIMARY KEY (game, reason)) WITHOUT ROWID;

CREATE TABLE jobs (
	number INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	state TEXT NOT NULL,
	requested INTEGER NOT NULL, -- milliseconds
	error TEXT NOT NULL,  -- code
	format TEXT NOT NULL,
	document BLOB NOT NULL
);
CREATE INDEX jobs_requested ON jobs(requested);
CREATE INDEX jobs_state ON jobs(state, requested);

CREATE TABLE positions (source TEXT PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID; -- how far each stream has been read

CREATE VIRTUAL TABLE text USING fts5(names, map, filename, labels, chat, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2");
`
