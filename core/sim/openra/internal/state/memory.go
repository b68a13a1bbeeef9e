// SPDX-License-Identifier: GPL-3.0-or-later

package state

// Arena is memory for the next actors and activities, side by side. The allocator
// puts each of them a power of two from the next, where what every tick asks for of
// all of them shares a few places of the processor's caches; laid out like this half
// as many reads of a whole game go past the second cache. A piece of it stays as long
// as anybody in it does: it is not used again, but for the activities that the world
// takes back.
type Arena struct {
	actors     []Actor
	activities []Activity
}

// How many are made at once. More than 32 kilobytes begin on a line of the cache.
const (
	actorsAtOnce     = 64
	activitiesAtOnce = 128
)

// Actor is the next unused actor.
func (r *Arena) Actor() *Actor { return next(&r.actors, actorsAtOnce) }

// Activity is the next unused activity.
func (r *Arena) Activity() *Activity { return next(&r.activities, activitiesAtOnce) }

// next takes the first of a list, which is made anew once it is empty.
func next[T any](list *[]T, atOnce int) *T {
	if len(*list) == 0 {
		*list = make([]T, atOnce)
	}
	first := &(*list)[0]
	*list = (*list)[1:]
	return first
}
