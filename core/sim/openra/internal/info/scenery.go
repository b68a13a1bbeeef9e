// SPDX-License-Identifier: GPL-3.0-or-later

package info

// restful reports whether nothing happens to actors of a type by themselves: no
// trait that tickTraits or tickActor looks after, and nothing that follows from
// what others do without a word to the actor.
func (t *ActorType) restful() bool {
	moves := t.Mobile != nil || t.Aircraft != nil || t.Infantry != nil || t.Crate != nil || t.Husk || t.Boat != nil || t.Falls != nil
	fights := len(t.Armaments) > 0 || t.Armed || t.AutoTarget != nil || t.Opportunity || t.TurretSpeed > 0 || t.Ammo != nil || t.AirAttack != nil
	works := t.Dock != nil || t.Harvester != nil || len(t.Produces) > 0 || len(t.Provides) > 0 || len(t.Power) > 0 || len(t.Supports) > 0 ||
		t.SeedsResource || t.Trickler != nil || t.Cargo != nil || t.RepairsUnits != nil || t.Reservable
	changes := len(t.Sights) > 0 || t.ChangingSight || t.RanksSee || len(t.Heals) > 0 || t.Cover != nil || t.Cloak != nil || t.Repairable != nil ||
		len(t.Grants) > 0 || t.Aura != nil || t.Incomplete > 0 || t.HasIdleHooks || len(t.IdleInterval) > 0 || len(t.SoundDelay) > 0
	ages := t.Bloom != nil || t.Foundation != nil || len(t.Deadlines) > 0 || len(t.TerrainConditions) > 0 || len(t.TerrainDamages) > 0
	return t.Index >= 0 && !moves && !fights && !works && !changes && !ages
}
