package openra

// The smoke of what is heavily damaged. Its length is drawn from the generator
// that is hashed since 2025 (WithDamageOverlay): the first hit at less than half
// of the health draws it, and so does the first after it has drifted off. It
// rises once and then hangs there for one loop or two.

// smokeLoops are how often the smoke is shown at least, and the bound above.
const (
	minSmokeLoops = 1
	maxSmokeLoops = 3
)

// chainTicks is how much longer than its frames a sequence is shown that
// follows another: the frame it begins with stays a tick more.
const chainTicks = 1

// smokeAfter lets smoke rise from what was just damaged.
func (w *World) smokeAfter(a *Actor, amount int32) {
	if int64(a.hp)*2 >= int64(a.typ.maxHP) {
		a.smoke = 0
		return
	}
	if amount >= 0 && a.smoke == 0 {
		a.smoke = w.smokeStartTicks + w.random.between(minSmokeLoops, maxSmokeLoops)*(w.smokeTicks+chainTicks)
	}
}
