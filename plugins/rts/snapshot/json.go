// SPDX-License-Identifier: GPL-3.0-or-later

package snapshot

import "encoding/json"

// The JSON forms are those of the client's messages (Wire protocol, "2.4
// snapshot payload" and "2.5 Event"): names for codes, absent values left out.

// MarshalText writes the name; codes without one are empty.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// MarshalText writes the name; codes without one are empty.
func (k StageKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// MarshalText writes the name; codes without one are empty.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// MarshalText writes the name; codes without one are empty.
func (s SetupState) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// MarshalText writes the name; codes without one are empty.
func (a Ability) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// MarshalText writes the name; codes without one are empty.
func (k AbilityObjectKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// MarshalText writes the name; codes without one are empty.
func (u Upgrade) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// MarshalText writes the name; codes without one are empty.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// MarshalText writes the name; codes without one are empty.
func (k EventKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// MarshalJSON writes the value, or null.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if !o.Valid {
		return []byte("null"), nil
	}
	return json.Marshal(o.Value)
}

// MarshalJSON writes [x, y].
func (p Place) MarshalJSON() ([]byte, error) { return json.Marshal([2]float64{p.X, p.Y}) }

// MarshalJSON writes [x, y].
func (t Tile) MarshalJSON() ([]byte, error) { return json.Marshal([2]uint32{t.X, t.Y}) }

// MarshalJSON writes the client's message of a snapshot: lists that the frame
// leaves out are empty.
func (s *Snapshot) MarshalJSON() ([]byte, error) {
	tiles := make([]uint16, len(s.VisibleTiles)) // bytes would become base64
	for i, tile := range s.VisibleTiles {
		tiles[i] = uint16(tile)
	}
	return json.Marshal(struct {
		Type                string               `json:"t"`
		Tick                uint32               `json:"tick"`
		Steel               uint32               `json:"steel"`
		Oil                 uint32               `json:"oil"`
		SupplyUsed          uint32               `json:"supplyUsed"`
		SupplyCap           uint32               `json:"supplyCap"`
		Entities            []Entity             `json:"entities"`
		ResourceDeltas      []ResourceDelta      `json:"resourceDeltas"`
		Smokes              []Smoke              `json:"smokes"`
		AbilityObjects      []AbilityObject      `json:"abilityObjects"`
		VisibleTiles        []uint16             `json:"visibleTiles"`
		RememberedBuildings []RememberedBuilding `json:"rememberedBuildings"`
		Events              []Event              `json:"events"`
		PlayerResources     []PlayerResources    `json:"playerResources"`
		Upgrades            []Upgrade            `json:"upgrades"`
		NetStatus           *NetStatus           `json:"netStatus"`
	}{
		"snapshot", s.Tick, s.Steel, s.Oil, s.SupplyUsed, s.SupplyCap,
		present(s.Entities), present(s.ResourceDeltas), present(s.Smokes), present(s.AbilityObjects), tiles,
		present(s.RememberedBuildings), present(s.Events), present(s.PlayerResources), present(s.Upgrades), &s.NetStatus,
	})
}

func present[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// MarshalJSON writes the message form of the net status.
func (n *NetStatus) MarshalJSON() ([]byte, error) {
	message := struct {
		ServerLagMs     uint32            `json:"serverLagMs"`
		TickMs          uint32            `json:"tickMs"`
		SlowTick        bool              `json:"slowTick"`
		SlowTickCount   uint32            `json:"slowTickCount"`
		HeadOfLine      bool              `json:"headOfLine"`
		HeadOfLineCount uint32            `json:"headOfLineCount"`
		Version         *Optional[uint32] `json:"predictionVersion,omitempty"`
		Seq             *Optional[uint32] `json:"lastSimConsumedClientSeq,omitempty"`
		Tick            *Optional[uint32] `json:"lastSimConsumedClientTick,omitempty"`
	}{
		ServerLagMs: n.ServerLagMs, TickMs: n.TickMs, SlowTick: n.SlowTick, SlowTickCount: n.SlowTickCount,
		HeadOfLine: n.HeadOfLine, HeadOfLineCount: n.HeadOfLineCount,
	}
	if n.Prediction.Valid {
		message.Version = &n.Prediction.Value.Version
		message.Seq = &n.Prediction.Value.LastSimConsumedClientSeq
		message.Tick = &n.Prediction.Value.LastSimConsumedClientTick
	}
	return json.Marshal(message)
}

// MarshalJSON writes the message form of the event's kind.
func (ev Event) MarshalJSON() ([]byte, error) {
	message := map[string]any{"e": ev.Kind}
	set := func(pairs ...any) {
		for i := 0; i < len(pairs); i += 2 {
			message[pairs[i].(string)] = pairs[i+1]
		}
	}
	switch ev.Kind {
	case EventAttack:
		set("from", ev.From.Value, "to", ev.To)
		if ev.ToAt.Valid {
			set("toPos", ev.ToAt)
		}
	case EventDeath:
		set("id", ev.ID, "x", ev.At.X, "y", ev.At.Y, "kind", ev.EntityKind)
	case EventBuild:
		set("id", ev.ID, "kind", ev.EntityKind)
	case EventNotice:
		set("msg", ev.Message, "severity", ev.Severity)
		if ev.NoticeAt.Valid {
			set("x", ev.NoticeAt.Value.X, "y", ev.NoticeAt.Value.Y)
		}
	case EventSmokeLaunch:
		set("fromX", ev.FromAt.X, "fromY", ev.FromAt.Y, "toX", ev.ToAt.Value.X, "toY", ev.ToAt.Value.Y,
			"delayTicks", ev.DelayTicks)
	case EventMortarImpact:
		set("x", ev.At.X, "y", ev.At.Y, "radiusTiles", ev.RadiusTiles)
		if ev.From.Valid {
			set("from", ev.From)
		}
	case EventArtilleryTarget:
		set("from", ev.From.Value, "x", ev.At.X, "y", ev.At.Y, "radiusTiles", ev.RadiusTiles, "delayTicks", ev.DelayTicks)
	case EventArtilleryImpact:
		set("x", ev.At.X, "y", ev.At.Y, "radiusTiles", ev.RadiusTiles)
	case EventMortarLaunch:
		set("from", ev.From.Value, "fromX", ev.FromAt.X, "fromY", ev.FromAt.Y, "toX", ev.ToAt.Value.X, "toY", ev.ToAt.Value.Y,
			"radiusTiles", ev.RadiusTiles, "delayTicks", ev.DelayTicks)
	case EventOverpenetration:
		set("to", ev.To)
	}
	if ev.Reveal != nil {
		set("reveal", ev.Reveal)
	}
	return json.Marshal(message)
}
