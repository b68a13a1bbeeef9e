package openra

// impact lets the warheads of a weapon work on an actor that was hit.
func (w *World) impact(weapon *weapon, source, target *Actor) {
	for i := range weapon.warheads {
		h := &weapon.warheads[i]
		if h.hits(target.typ) {
			w.damage(target, source, percent(h.damage, h.against(target.typ.armor)), h.causes)
		}
	}
}

// explode lets the warheads of a weapon work around a place.
func (w *World) explode(weapon *weapon, source *Actor, at Pos) {
	for i := range weapon.warheads {
		h := &weapon.warheads[i]
		reach := h.spread * int32(len(h.falloff)-1)
		margin := reach + 4096
		var victims []*Actor
		w.inBox(Pos{at.X - margin, at.Y - margin, 0}, Pos{at.X + margin, at.Y + margin, 0}, func(a *Actor) { victims = append(victims, a) })
		for _, a := range victims {
			if a.typ.maxHP == 0 || !h.hits(a.typ) {
				continue
			}
			distance := w.distanceFromShape(a, at)
			if distance > reach {
				continue
			}
			w.damage(a, source, percent(h.damage, h.at(distance), h.against(a.typ.armor)), h.causes)
		}
	}
}

// at is the share of damage at a distance: straight lines between the steps of
// the falloff.
func (h *warhead) at(distance int32) int32 {
	inner := distance / max(h.spread, 1)
	if int(inner) >= len(h.falloff)-1 {
		return 0
	}
	return lerp(h.falloff[inner], h.falloff[inner+1], distance-inner*h.spread, h.spread)
}

// distanceFromShape is how far a place is from the edge of an actor.
func (w *World) distanceFromShape(a *Actor, at Pos) int32 {
	s := &a.typ.shape
	d := at.sub(a.center)
	if !s.rectangle {
		return max(0, Pos{d.X, d.Y, d.Z}.length()-s.radius)
	}
	outside := Pos{max(s.topLeft.X-d.X, 0, d.X-s.bottomRight.X), max(s.topLeft.Y-d.Y, 0, d.Y-s.bottomRight.Y), d.Z}
	return outside.length()
}

// damage takes health from an actor (or gives, if the amount is negative),
// lets its traits take notice in construct order, and kills it when none is
// left. The attacker is nil where nobody is to blame.
func (w *World) damage(a, source *Actor, amount int32, causes []string) {
	if a.dead || a.hp <= 0 {
		return
	}
	if amount > 0 && a.proneTicks > 0 && a.typ.cover != nil {
		amount = percent(amount, a.typ.cover.modifier(causes))
	}
	a.hp = clamp(a.hp-amount, 0, a.typ.maxHP)
	if a.typ.scalePower {
		w.updatePower(a.owner)
	}
	if amount > 0 {
		for i := range a.typ.heals {
			a.damageTicks[i] = a.typ.heals[i].cooldown
		}
		if a.typ.cover != nil && overlaps(a.typ.cover.triggers, causes) {
			a.proneTicks = a.typ.cover.duration
		}
		w.retaliate(a, source)
		w.thresholdReached(a, source)
	}
	if a.hp == 0 {
		w.kill(a, source, causes)
	}
}

// coverInfo is how infantry takes cover.
type coverInfo struct {
	duration int32
	speed    int32 // percent while prone
	triggers []string
	causes   []string
	percents []int32
}

func (c *coverInfo) modifier(causes []string) int32 {
	for i, cause := range c.causes {
		if contains(causes, cause) {
			return c.percents[i]
		}
	}
	return 100
}

// tickHealth heals what heals by itself.
func (w *World) tickHealth(a *Actor) {
	for i := range a.typ.heals {
		h := &a.typ.heals[i]
		if int64(a.hp) >= int64(h.below)*int64(a.typ.maxHP)/100 || !w.holds(a, h.requires) {
			continue
		}
		if a.damageTicks[i] > 0 {
			a.damageTicks[i]--
			continue
		}
		a.healTicks[i]--
		if a.healTicks[i] <= 0 {
			a.healTicks[i] = h.delay
			w.changeHealth(a, h.step+percent(a.typ.maxHP, h.percent))
		}
	}
	if a.proneTicks > 0 {
		a.proneTicks--
	}
}
