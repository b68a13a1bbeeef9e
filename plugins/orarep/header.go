// SPDX-License-Identifier: GPL-3.0-or-later

package orarep

import "convertd/core/ir"

// FormatID is the format this package decodes.
const FormatID = "orarep"

// replay is everything known before the first order is read.
type replay struct {
	container container
	data      []byte // packets, and in the flat form the metadata block
	shake     handshake
	layout    *layout
	fits      bool // the layout reads every packet
	session   *session
	metadata  *metadata
	seats     []seat
	interval  uint32
}

// buildHeader puts handshake, lobby and metadata together.
func (r *replay) buildHeader() *ir.Header {
	h := &ir.Header{
		Format:        FormatID,
		Game:          firstOf(r.metadata.value("Mod"), r.shake.mod),
		Version:       firstOf(r.metadata.value("Version"), r.shake.version),
		Profile:       r.layout.era,
		Unverified:    r.layout.unverified || r.container.form == formZIP,
		Map:           r.mapIdentity(),
		TicksPerFrame: r.interval,
		StartTime:     parseTime(r.metadata.value("StartTimeUtc")),
		EndTime:       parseTime(r.metadata.value("EndTimeUtc")),
		PositionUnit:  ir.PositionWorld1024,
		Options:       r.session.options(),
	}
	name, millis, known := r.session.gameSpeed(h.Options)
	h.Speed, h.TickRate = name, tickRate(millis)
	if seed := r.session.setting("RandomSeed"); seed != "" {
		h.Seed = int64(parseInt32(seed, 0))
		h.HasSeed = true
	}
	h.Players = r.players()
	h.LocalPlayer = r.localPlayer()
	h.Details = r.headerDetails(known)
	return h
}

// mapIdentity is the map the lobby started, else the one of the metadata: they
// differ if the map was changed in the lobby (OpenRA issue 13450).
func (r *replay) mapIdentity() ir.Map {
	return ir.Map{
		Name: r.metadata.value("MapTitle"),
		ID:   firstOf(r.session.setting("Map"), r.metadata.value("MapUid")),
	}
}

// localPlayer is the player who recorded: the only connection that sent lobby
// commands, if it also answered the handshake with a name. A server's recording
// holds everybody's commands and no name.
func (r *replay) localPlayer() int32 {
	if len(r.session.commanders) != 1 || !r.shake.named {
		return ir.NoPlayer
	}
	return seatOfClient(r.seats, r.session.commanders[0])
}

// headerDetails are the facts without a field of their own, private keys left
// out; docs/formats/orarep.md lists the names.
func (r *replay) headerDetails(speedKnown bool) []ir.KeyValue {
	var details []ir.KeyValue
	if r.session.hasDisabledSpawns {
		details = append(details, ir.KeyValue{Key: "DisabledSpawnPoints", Value: r.session.disabledSpawns})
	}
	if r.session.started {
		details = append(details, ir.KeyValue{Key: "StartGame", Value: scrub(validText(r.session.resumed))})
	}
	if !speedKnown {
		details = append(details, ir.KeyValue{Key: "TickRateAssumed", Value: "True"})
	}
	details = appendDetails(details, "GlobalSettings.", r.session.settings)
	return appendDetails(details, "Metadata.", r.metadata.root)
}

// appendDetails adds the direct children that have a plain value.
func appendDetails(details []ir.KeyValue, prefix string, below []yamlNode) []ir.KeyValue {
	for i, node := range below {
		if node.level != below[0].level || isPrivateKey(node.key) || len(children(below, i)) > 0 {
			continue
		}
		details = append(details, ir.KeyValue{
			Key:   validText(prefix + node.key),
			Value: maskAddresses(plainValue(node.value)),
		})
	}
	return details
}

// serverSettings are the plain global settings that are no lobby options.
var serverSettings = map[string]bool{
	"ServerName": true, "Map": true, "MapStatus": true, "RandomSeed": true, "GameUid": true, "Mods": true,
	"Dedicated": true, "EnableSyncReports": true, "EnableSingleplayer": true, "GameSavesEnabled": true,
	"AllowSpectators": true, "AllowVersionMismatch": true, "Timestep": true, "OrderLatency": true,
	"NetFrameInterval": true, "GameSpeedType": true, "LockedOptions": true, "Ban": true,
}

// options are the lobby options: since 2016 the nodes below Options with their
// Value, before that plain settings (docs/formats/orarep.md#lobby).
func (s *session) options() []ir.KeyValue {
	for i, node := range s.settings {
		if node.key == "Options" && node.level == s.settings[0].level {
			return optionValues(children(s.settings, i))
		}
	}
	var options []ir.KeyValue
	for i, node := range s.settings {
		if node.level != s.settings[0].level || serverSettings[node.key] || isPrivateKey(node.key) ||
			len(children(s.settings, i)) > 0 {
			continue
		}
		options = append(options, keyValue(node.key, node.value))
	}
	return options
}

func optionValues(below []yamlNode) []ir.KeyValue {
	var options []ir.KeyValue
	for i, node := range below {
		if node.level != below[0].level {
			continue
		}
		value := plainValue(node.value)
		if parts := children(below, i); len(parts) > 0 {
			value = childValue(parts, "Value")
		}
		options = append(options, keyValue(node.key, value))
	}
	return options
}

func keyValue(key, value string) ir.KeyValue {
	return ir.KeyValue{Key: validText(key), Value: maskAddresses(plainValue(value))}
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
