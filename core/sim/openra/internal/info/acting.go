// SPDX-License-Identifier: GPL-3.0-or-later

package info

// ActingTraits says which groups of traits a type has, so that one look at the type
// tells what there is to do in a tick: to look for each of them in its place took as
// long as doing it.
type ActingTraits uint16

// What of an actor may act by itself, a bit for each group of traits.
const (
	ActsOnGround  ActingTraits = 1 << iota // tickGroundTraits
	ActsSpecially                          // tickSpecialTraits
	ActsAtLast                             // tickLastTraits
	ActsByMoving                           // updateMovement
	ActsWithBody                           // tickInfantryBody
	ActsDisguised                          // the same, later
	ActsByHealing                          // tickHealth
	ActsByWear                             // tickTerrainDamage
	ActsWithGuns                           // tickGuns
	ActsByLooking                          // tickAutoTarget
	ActsArmed                              // tickArmaments
	ActsCloaked                            // tickCloak
	ActsLent                               // tickLent
)

func (t *ActorType) actingTraits() (acting ActingTraits) {
	for _, group := range []struct {
		trait ActingTraits
		has   bool
	}{
		{ActsOnGround, t.SeedsResource || t.Bloom != nil || len(t.TerrainConditions) > 0 || len(t.Deadlines) > 0},
		{ActsSpecially, t.Aircraft != nil || t.Ammo != nil || t.Tesla != nil || t.Charge != nil || t.Minelayer != nil || t.LeapSpeed > 0 || t.ShotCondition != nil || t.ChangingSight || t.RanksSee || t.Aura != nil || t.Boat != nil || t.Worm != nil},
		{ActsAtLast, t.Dock != nil || t.Repairable != nil || t.Crate != nil || t.Trickler != nil},
		{ActsByMoving, t.Mobile != nil},
		{ActsWithBody, t.Infantry != nil},
		{ActsDisguised, t.Infantry != nil && t.Infantry.Disguising > 0},
		{ActsByHealing, len(t.Heals) > 0 || t.Cover != nil},
		{ActsByWear, len(t.TerrainDamages) > 0},
		{ActsWithGuns, t.TurretSpeed > 0 || t.Opportunity},
		{ActsByLooking, t.AutoTarget != nil},
		{ActsArmed, len(t.Armaments) > 0},
		{ActsCloaked, t.Cloak != nil},
		{ActsLent, t.Lendable},
	} {
		if group.has {
			acting |= group.trait
		}
	}
	return acting
}
