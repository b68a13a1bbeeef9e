package openra

// tickOldMovePart is one tick of half a step as release-20200202 drives it: no
// arcs, a part ends only behind its end, and what is left over counts for the
// next part, which adds the speed again (openra-world-releases.md §C).
func (w *World) tickOldMovePart(a *Actor, part, move *Activity) bool {
	part.progress += w.speedIn(a, a.to)
	if part.progress <= part.distance {
		w.placeOnOldPart(a, part, part.progress)
		return false
	}
	if part.kind == actFirstHalf {
		part.append(w.afterFirstHalf(a, part, move))
	} else {
		w.setPosition(a, a.to, a.toSub)
	}
	w.placeOnOldPart(a, part, part.distance)
	return true
}

// placeOnOldPart puts a unit where it is after some way along a part. Facings
// are whole numbers of 0..255 here.
func (w *World) placeOnOldPart(a *Actor, part *Activity, progress int32) {
	at := part.to
	if part.distance != 0 {
		at = lerpPos(part.from, part.to, progress, part.distance)
	}
	at.Z = 0
	w.setCenter(a, at)
	from := part.fromFacing / anglesPerFacing
	delta := angle(part.toFacing-part.fromFacing) / anglesPerFacing
	if delta > facings/2 {
		delta -= facings
	}
	if part.distance != 0 {
		delta = delta * progress / part.distance
	}
	a.facing = angle((from + delta) * anglesPerFacing)
}

// facings is how many facings there were in 2020, anglesPerFacing how many of
// today's angles each was.
const (
	facings         = 256
	anglesPerFacing = 4
)
