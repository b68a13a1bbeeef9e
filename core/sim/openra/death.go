package openra

// kill ends an actor that has no health left: [World.damage] calls it last, in
// the same step of the tick. The second actor is the attacker, nil where nobody is to blame; the
// causes are the damage types of what killed.
func (w *World) kill(a, _ *Actor, _ []string) {
	w.unmodelled.add("death of " + a.typ.category)
	w.dispose(a)
}
