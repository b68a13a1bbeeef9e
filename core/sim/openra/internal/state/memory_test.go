// SPDX-License-Identifier: GPL-3.0-or-later

package state

import (
	"testing"
)

func TestRoomIsNeverHandedOutTwice(t *testing.T) {
	var r Arena
	actors, activities := map[*Actor]bool{}, map[*Activity]bool{}
	for range 3 * activitiesAtOnce {
		actors[r.Actor()], activities[r.Activity()] = true, true
	}
	if len(actors) != 3*activitiesAtOnce || len(activities) != 3*activitiesAtOnce {
		t.Errorf("%d actors and %d activities, of %d each", len(actors), len(activities), 3*activitiesAtOnce)
	}
}
