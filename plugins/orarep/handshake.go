// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import (
	"strconv"
	"strings"
)

// handshake is what the first packets say about the game
// (docs/formats/orarep.md#immediate-orders, docs/formats/orarep.md#lobby).
type handshake struct {
	mod      string
	version  string
	protocol int // OrdersProtocol, 0 if absent
	// client is the connection that sent the HandshakeResponse, -1 if there is
	// none; named says that it gave a name, which a dedicated server's
	// recording does not.
	client int32
	named  bool
}

// handshakePackets bounds how many packets are searched for the handshake. It
// comes first in every recording; servers may send a few messages before.
const handshakePackets = 256

// readHandshake finds the handshake. Its orders are name and value only, in
// every layout.
func readHandshake(data []byte) handshake {
	found := handshake{client: -1}
	reader := packetReader{data: data}
	var p packet
	for range handshakePackets {
		if !reader.next(&p) {
			break
		}
		if p.frame != 0 || p.start == p.end || data[p.start] != contentHandshake {
			continue
		}
		c := cursor{data: data[:p.end], at: p.start + 1}
		name, value := c.str(), c.str()
		if c.failed {
			continue
		}
		switch string(name.of(data)) {
		case "HandshakeRequest":
			found.apply(string(value.of(data)))
		case "HandshakeResponse":
			found.apply(string(value.of(data)))
			found.client = p.client
			return found
		}
	}
	return found
}

// apply takes over what a handshake text says.
func (h *handshake) apply(text string) {
	nodes, _ := parseMiniYAML(text)
	for i, node := range nodes {
		if node.level != 0 {
			continue
		}
		below := children(nodes, i)
		switch node.key {
		case "Handshake":
			h.applyGame(below)
		case "Client":
			h.named = childValue(below, "Name") != ""
		}
	}
}

func (h *handshake) applyGame(below []yamlNode) {
	// 2013: "Mods: ra@release-20130514"; since playtest-20131130 two keys.
	mods, _, _ := strings.Cut(childValue(below, "Mods"), ",")
	if mod, version, found := strings.Cut(mods, "@"); found {
		h.mod, h.version = mod, version
	}
	if mod := childValue(below, "Mod"); mod != "" {
		h.mod = mod
	}
	if version := childValue(below, "Version"); version != "" {
		h.version = version
	}
	if protocol, err := strconv.Atoi(childValue(below, "OrdersProtocol")); err == nil {
		h.protocol = protocol
	}
}
