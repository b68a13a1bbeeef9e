// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import "strings"

// session is the lobby as it stood at the start of the game
// (docs/formats/orarep.md#lobby).
type session struct {
	clients  []lobbyClient
	slots    []lobbySlot
	settings []yamlNode // below GlobalSettings
	// disabledSpawns is the text of DisabledSpawnPoints; hasDisabledSpawns
	// tells "none" from "not recorded".
	disabledSpawns    string
	hasDisabledSpawns bool

	started bool // StartGame was met
	resumed string
	// commanders are the connections that sent lobby commands.
	commanders []int32
	cut        bool // a text passed the limits and was read in part
}

type lobbyClient struct {
	index int32
	nodes []yamlNode
}

func (c *lobbyClient) value(key string) string { return childValue(c.nodes, key) }

type lobbySlot struct {
	name  string
	nodes []yamlNode
}

// sessionTexts are the last texts that set each part of the session. Only the
// last of each counts, so nothing is parsed before the game starts.
type sessionTexts struct {
	clients, slots, settings, spawns []byte
}

// apply notes the parts an immediate order sets: SyncInfo all of them, the
// others theirs (docs/formats/orarep.md#immediate-orders).
func (t *sessionTexts) apply(name string, text []byte) {
	switch name {
	case "SyncInfo", "SyncLobbyInfo":
		*t = sessionTexts{clients: text, slots: text, settings: text, spawns: text}
	case "SyncLobbyClients":
		t.clients = text
	case "SyncLobbySlots":
		t.slots = text
	case "SyncLobbyGlobalSettings":
		t.settings = text
	}
}

// readSession walks the packets up to StartGame, reading nothing but immediate
// orders, and returns the lobby at that moment.
func readSession(data []byte, l *layout) *session {
	s := &session{}
	var texts sessionTexts
	reader := packetReader{data: data}
	var p packet
	var o nativeOrder
	for !s.started && reader.next(&p) {
		if p.frame != 0 || p.start == p.end {
			continue
		}
		for at := p.start; at < p.end; {
			next, ok := l.read(data, at, p.end, &o)
			if !ok {
				break
			}
			at = next
			s.meet(&texts, p.client, &o, data)
		}
	}
	s.parse(&texts)
	return s
}

// meet looks at one immediate order before the start of the game.
func (s *session) meet(texts *sessionTexts, client int32, o *nativeOrder, data []byte) {
	var value []byte
	if o.has&hasString != 0 {
		value = o.text.of(data)
	}
	switch name := o.name.of(data); string(name) {
	case "StartGame":
		s.started, s.resumed = true, string(value)
	case "Command":
		s.addCommander(client)
	default:
		texts.apply(string(name), value)
	}
}

func (s *session) addCommander(client int32) {
	for _, known := range s.commanders {
		if known == client {
			return
		}
	}
	if len(s.commanders) < maxPlayers {
		s.commanders = append(s.commanders, client)
	}
}

// parse reads the noted texts.
func (s *session) parse(texts *sessionTexts) {
	s.eachNode(texts.clients, func(key string, _ yamlNode, below []yamlNode) {
		if strings.HasPrefix(key, "Client@") && len(s.clients) < maxPlayers {
			s.clients = append(s.clients, lobbyClient{index: parseInt32(childValue(below, "Index"), -1), nodes: below})
		}
	})
	s.eachNode(texts.slots, func(key string, _ yamlNode, below []yamlNode) {
		if name, found := strings.CutPrefix(key, "Slot@"); found && len(s.slots) < maxPlayers {
			s.slots = append(s.slots, lobbySlot{name: plainValue(name), nodes: below})
		}
	})
	s.eachNode(texts.settings, func(key string, _ yamlNode, below []yamlNode) {
		if key == "GlobalSettings" {
			s.settings = below
		}
	})
	s.eachNode(texts.spawns, func(key string, node yamlNode, _ []yamlNode) {
		if key == "DisabledSpawnPoints" {
			s.disabledSpawns, s.hasDisabledSpawns = plainValue(node.value), true
		}
	})
}

func (s *session) eachNode(text []byte, visit func(key string, node yamlNode, below []yamlNode)) {
	if len(text) == 0 {
		return
	}
	nodes, whole := parseMiniYAML(string(text))
	s.cut = s.cut || !whole
	for i, node := range nodes {
		if node.level == 0 {
			visit(node.key, node, children(nodes, i))
		}
	}
}

// setting returns a plain value of GlobalSettings.
func (s *session) setting(key string) string { return childValue(s.settings, key) }
