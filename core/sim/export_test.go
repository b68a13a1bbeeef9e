package sim

// Refresh lets benchmarks measure the encoding and hashing of a tick alone.
func (s *Simulation) Refresh() { s.refresh() }
