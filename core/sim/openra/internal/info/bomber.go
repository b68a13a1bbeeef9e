// SPDX-License-Identifier: GPL-3.0-or-later

package info

// bomberTolerance is how far a plane may point beside its target: what the
// rule files give all of them since 2023, and the engine's own figure before.
const bomberTolerance = 8

// strikeInfo is who looks on while planes of a type strike.
type strikeInfo struct {
	Camera string
	Stays  int32 // ticks after the last plane is out of range
}

func (c *compiler) newStrike(plane string) strikeInfo {
	camera := c.set.Extra.StrikeCameras[plane]
	return strikeInfo{Camera: camera.Actor, Stays: int32(camera.Stays)}
}
