// SPDX-License-Identifier: GPL-3.0-or-later

package engine

// loadKind is the kind of resource that a harvester unloads as its nth, -1 if
// there is none. The later StoresResources holds them in the order of the rules.
func (w *World) loadKind(a *Actor, n int) int {
	if w.Release.ContentHash || w.Release.ContentValue {
		return a.LoadOrder.Kind(n)
	}
	if names := a.Type.Harvester.Resources; n < len(names) {
		return int(w.resourceKind(names[n])) - 1
	}
	return -1
}
