package openra

// tickFly is one tick of a plane on its way to a point
// (openra-world-2026.md §3).
func (w *World) tickFly(a *Actor, act *Activity) bool {
	if act.state == stateCanceling {
		return true
	}
	info := a.typ.aircraft
	rest := act.to.sub(a.center)
	desired := a.facing
	if rest.flatSquared() != 0 {
		yaw := rest.yaw()
		if off := abs(yaw - desired); off > info.deadzone && off < 1024-info.deadzone {
			desired = yaw
		}
	}
	step := flyStep(info.speed, a.facing)
	if rest.flatSquared() < step.flatSquared() {
		return true
	}
	if info.turnSpeed > 0 {
		radius := 180 * info.speed / info.turnSpeed
		side := a.facing + turnDirection(a.facing, desired)*256
		d := Pos{0, -1024, 0}.rotate(angle(side))
		center := a.center.add(Pos{d.X * radius / 1024, d.Y * radius / 1024, 0})
		if act.to.sub(center).flatSquared() < int64(radius)*int64(radius) {
			desired = a.facing
		}
	}
	a.facing = turn(a.facing, desired, info.turnSpeed)
	w.setCenter(a, a.center.add(step))
	return false
}

func flyStep(speed, facing int32) Pos {
	d := Pos{0, -1024, 0}.rotate(facing)
	return Pos{speed * d.X / 1024, speed * d.Y / 1024, 0}
}

// turnDirection is 1 to turn by plus, -1 by minus, 0 for none.
func turnDirection(from, to int32) int32 {
	left, right := angle(from-to), angle(to-from)
	switch {
	case from == to:
		return 0
	case right < left:
		return 1
	}
	return -1
}
