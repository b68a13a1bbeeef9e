// SPDX-License-Identifier: GPL-3.0-or-later

package info

import (
	"convertd/core/rules"
	"convertd/core/sim/openra/internal/wpos"
)

// PortInfo is a hole a garrison shoots through.
type PortInfo struct {
	Offset    wpos.Pos
	Yaw, Cone int32
}

func newPorts(trait *rules.Trait) []PortInfo {
	offsets, yaws, cones := trait.Lists("PortOffsets"), trait.Ints("PortYaws"), trait.Ints("PortCones")
	ports := []PortInfo{}
	for i := 0; i < len(offsets) && i < len(yaws) && i < len(cones); i++ {
		ports = append(ports, PortInfo{Offset: wpos.PosOf(offsets[i]), Yaw: int32(yaws[i]), Cone: int32(cones[i])})
	}
	return ports
}
