package openra

// The smoke of what is heavily damaged. Its length is drawn from the generator
// that is hashed since 2025 (WithDamageOverlay): the first hit at less than half
// of the health draws it, and so does the first after it has drifted off.

// smokeLoops are how often the smoke is shown at least, and the bound above.
const (
	minSmokeLoops = 1
	maxSmokeLoops = 3
)

// smokeAfter lets smoke rise from what was just damaged.
func (w *World) smokeAfter(a *Actor, amount int32) {
	if int64(a.hp)*2 >= int64(a.typ.maxHP) {
		a.smoke = 0
		return
	}
	if amount >= 0 && a.smoke == 0 {
		a.smoke = w.random.between(minSmokeLoops, maxSmokeLoops)*w.smokeTicks + w.smokeEndTicks
	}
}
