package openra

// crush lets a unit run over what lies in its cell: crates are picked up,
// infantry dies.
func (w *World) crush(a, other *Actor) {
	if other.typ.crate == nil {
		w.unmodelled.add("crush of " + other.typ.name)
		return
	}
	if other.collected {
		return
	}
	other.collected = true
	w.dispose(other)
	w.unmodelled.add("crate")
}
