// SPDX-License-Identifier: GPL-3.0-or-later

package lab

import (
	"convertd/core/sim/openra/internal/info"

	"convertd/core/sim/openra/internal/state"

	"convertd/core/sim/openra/internal/wpos"
)

// figure is a field of an actor's state that is something only where something
// is going on.
type figure struct {
	name string
	is   func(a *state.Actor) bool
}

// figures are those whose first being something is news.
var figures = []figure{
	{"carrier", func(a *state.Actor) bool { return a.Carrier != 0 }},
	{"aggressor", func(a *state.Actor) bool { return a.Aggressor != 0 }},
	{"replacedBy", func(a *state.Actor) bool { return a.ReplacedBy != 0 }},
	{"hasDrop", func(a *state.Actor) bool { return a.HasDrop }},
	{"repairTicks", func(a *state.Actor) bool { return a.RepairTicks != 0 }},
	{"requested", func(a *state.Actor) bool { return a.Requested != 0 }},
	{"opportunity", func(a *state.Actor) bool { return a.Opportunity != 0 }},
	{"docked", func(a *state.Actor) bool { return a.Docked != 0 }},
	{"repairers", func(a *state.Actor) bool { return a.Repairers != 0 }},
	{"captor", func(a *state.Actor) bool { return a.Captor != 0 }},
	{"squad", func(a *state.Actor) bool { return a.Squad != 0 }},
	{"camera", func(a *state.Actor) bool { return a.Camera != 0 }},
	{"seat", func(a *state.Actor) bool { return a.Seat != 0 }},
	{"demolisher", func(a *state.Actor) bool { return a.Demolisher != 0 }},
	{"cargo", func(a *state.Actor) bool { return a.Cargo != 0 }},
	{"linked", func(a *state.Actor) bool { return a.Linked != 0 }},
	{"claimed", func(a *state.Actor) bool { return a.Claimed != 0 }},
	{"pad", func(a *state.Actor) bool { return a.Pad != 0 }},
	{"guest", func(a *state.Actor) bool { return a.Guest != 0 }},
	{"leaper", func(a *state.Actor) bool { return a.Leaper != 0 }},
	{"reservedHost", func(a *state.Actor) bool { return a.ReservedHost != 0 }},
	{"proneTicks", func(a *state.Actor) bool { return a.ProneTicks != 0 }},
	{"panicSince", func(a *state.Actor) bool { return a.PanicSince != 0 }},
	{"experience", func(a *state.Actor) bool { return a.Experience != 0 }},
	{"level", func(a *state.Actor) bool { return a.Level != 0 }},
	{"unloadTicks", func(a *state.Actor) bool { return a.UnloadTicks != 0 }},
	{"incomplete", func(a *state.Actor) bool { return a.Incomplete != 0 }},
	{"reservedWeight", func(a *state.Actor) bool { return a.ReservedWeight != 0 }},
	{"loading", func(a *state.Actor) bool { return a.Loading }},
	{"risesLoaded", func(a *state.Actor) bool { return a.RisesLoaded }},
	{"crateTicks", func(a *state.Actor) bool { return a.CrateTicks != 0 }},
	{"dropDelay", func(a *state.Actor) bool { return a.DropDelay != 0 }},
	{"cloakTicks", func(a *state.Actor) bool { return a.CloakTicks != 0 }},
	{"rearmTicks", func(a *state.Actor) bool { return a.RearmTicks != 0 }},
	{"reloadTicks", func(a *state.Actor) bool { return a.ReloadTicks != 0 }},
	{"hover", func(a *state.Actor) bool { return a.Hover != 0 }},
	{"charges", func(a *state.Actor) bool { return a.Charges != 0 }},
	{"charging", func(a *state.Actor) bool { return a.Charging }},
	{"chronoCharge", func(a *state.Actor) bool { return a.ChronoCharge != 0 }},
	{"dived", func(a *state.Actor) bool { return a.Dived }},
	{"darkAtStart", func(a *state.Actor) bool { return a.DarkAtStart }},
	{"cloakGiven", func(a *state.Actor) bool { return a.CloakGiven }},
	{"looksLike", func(a *state.Actor) bool { return a.LooksLike != 0 }},
	{"shownAs", func(a *state.Actor) bool { return a.ShownAs.As != 0 }},
	{"mineStart", func(a *state.Actor) bool { return a.MineStart != (wpos.Cell{}) }},
	{"triggered", func(a *state.Actor) bool { return a.Triggered }},
	{"rechargedAt", func(a *state.Actor) bool { return a.RechargedAt != 0 }},
	{"sinksTo", func(a *state.Actor) bool { return a.SinksTo != 0 }},
	{"swallowing", func(a *state.Actor) bool { return a.Swallowing }},
	{"ripeTicks", func(a *state.Actor) bool { return a.RipeTicks != 0 }},
	{"onTerrain", func(a *state.Actor) bool { return a.OnTerrain != 0 }},
	{"invulnerable", func(a *state.Actor) bool { return a.Invulnerable != 0 }},
	{"demolition", func(a *state.Actor) bool { return a.Demolition != 0 }},
	{"chronoTicks", func(a *state.Actor) bool { return a.ChronoTicks != 0 }},
	{"lifetime", func(a *state.Actor) bool { return a.Lifetime != 0 }},
	{"smoke", func(a *state.Actor) bool { return a.Smoke != [info.MaxSmokes]int32{} }},
	{"shotLasts", func(a *state.Actor) bool { return a.ShotLasts != 0 }},
	{"deadline", func(a *state.Actor) bool { return a.Deadline != 0 }},
	{"hasBombTarget", func(a *state.Actor) bool { return a.HasBombTarget }},
	{"overTarget", func(a *state.Actor) bool { return a.OverTarget }},
	{"forced", func(a *state.Actor) bool { return a.Forced }},
	{"opportunityForced", func(a *state.Actor) bool { return a.OpportunityForced }},
	{"leaping", func(a *state.Actor) bool { return a.Leaping }},
	{"landed", func(a *state.Actor) bool { return a.Landed }},
	{"yields", func(a *state.Actor) bool { return a.Yields }},
	{"willDispose", func(a *state.Actor) bool { return a.WillDispose }},
	{"blocking", func(a *state.Actor) bool { return a.Blocking }},
	{"returnToCell", func(a *state.Actor) bool { return a.ReturnToCell }},
	{"recalculateSubCell", func(a *state.Actor) bool { return a.RecalculateSubCell }},
	{"persistent", func(a *state.Actor) bool { return a.Persistent }},
	{"preset", func(a *state.Actor) bool { return a.Preset }},
	{"accepts", func(a *state.Actor) bool { return a.Accepts }},
	{"preventDock", func(a *state.Actor) bool { return a.PreventDock }},
	{"primary", func(a *state.Actor) bool { return a.Primary }},
	{"powerDown", func(a *state.Actor) bool { return a.PowerDown }},
	{"selling", func(a *state.Actor) bool { return a.Selling }},
	{"collected", func(a *state.Actor) bool { return a.Collected }},
	{"carries", func(a *state.Actor) bool { return a.Carries }},
	{"inDropRange", func(a *state.Actor) bool { return a.InDropRange }},
	{"airborne", func(a *state.Actor) bool { return a.Airborne }},
	{"healTicks", func(a *state.Actor) bool { return a.HealTicks != [info.MaxHeals]int32{} }},
	{"damageTicks", func(a *state.Actor) bool { return a.DamageTicks != [info.MaxHeals]int32{} }},
	{"stored", func(a *state.Actor) bool { return a.StoredSum != 0 }},
	{"animation", func(a *state.Actor) bool { return a.Animation.Left > 0 }},
	{"passengers", func(a *state.Actor) bool { return len(a.Passengers) > 0 }},
	{"rally", func(a *state.Actor) bool { return len(a.Rally) > 0 }},
	{"shots", func(a *state.Actor) bool { return len(a.Shots) > 0 }},
}
