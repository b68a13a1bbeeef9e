package openra

// board puts an actor into a transport; it is no longer in the world.
func (w *World) board(carrier, a *Actor) {
	carrier.passengers = append(carrier.passengers, a.ID)
	a.carrier = carrier.ID
}

// killPassengers lets those inside die with their transport.
func (w *World) killPassengers(carrier, attacker *Actor) {
	for _, id := range carrier.passengers {
		if a := w.alive(id); a != nil {
			w.destroy(a, attacker, nil)
		}
	}
	carrier.passengers = carrier.passengers[:0]
}

// disposePassengers takes those inside away with a transport that goes without
// being killed.
func (w *World) disposePassengers(carrier *Actor) {
	for _, id := range carrier.passengers {
		if a := w.alive(id); a != nil {
			w.dispose(a)
		}
	}
	carrier.passengers = carrier.passengers[:0]
}
