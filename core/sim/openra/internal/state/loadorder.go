// SPDX-License-Identifier: GPL-3.0-or-later

package state

// LoadOrder is the order in which a harvester of a release until 20231010 got
// its kinds of resource, which is the order it unloads them in: Harvester held
// them in a Dictionary of .NET's. A kind that is used up leaves its place free,
// and the next new kind takes the place that was left last.
type LoadOrder struct {
	slots int32 // a byte per place: 1 + the kind, 0 if the place is free
	freed int32 // a byte per free place below the highest ever used, 1 + its number, the last left lowest
}

// Kind is the kind of resource at a place, -1 if it is free.
func (o *LoadOrder) Kind(place int) int { return int(o.slots>>(8*place)&0xff) - 1 }

// Add gives a new kind a place.
func (o *LoadOrder) Add(kind int) {
	place := int(o.freed&0xff) - 1
	o.freed >>= 8
	for place < 0 || o.Kind(place) >= 0 {
		place++
	}
	o.slots |= int32(kind+1) << (8 * place)
}

// Remove leaves the place of a kind free.
func (o *LoadOrder) Remove(kind int) {
	for place := range MaxResources {
		if o.Kind(place) == kind {
			o.slots &^= 0xff << (8 * place)
			o.freed = o.freed<<8 | int32(place+1)
			return
		}
	}
}
