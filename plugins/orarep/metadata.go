// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import "strings"

// metadata is what the block at the end of the file says
// (docs/formats/orarep.md#metadata).
type metadata struct {
	found   bool
	cut     bool // the text passed the limits and was read in part
	root    []yamlNode
	players []metadataPlayer
}

type metadataPlayer struct {
	client int32
	nodes  []yamlNode
}

func (p *metadataPlayer) value(key string) string { return childValue(p.nodes, key) }

func parseMetadata(text string) *metadata {
	m := &metadata{found: true}
	nodes, whole := parseMiniYAML(text)
	m.cut = !whole
	for i, node := range nodes {
		if node.level != 0 {
			continue
		}
		below := children(nodes, i)
		switch {
		case node.key == "Root":
			m.root = below
		case strings.HasPrefix(node.key, "Player@") && len(m.players) < maxPlayers:
			m.players = append(m.players, metadataPlayer{
				client: parseInt32(childValue(below, "ClientIndex"), -1),
				nodes:  below,
			})
		}
	}
	return m
}

func (m *metadata) value(key string) string { return childValue(m.root, key) }
