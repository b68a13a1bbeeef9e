// SPDX-License-Identifier: GPL-3.0-or-later

// Package openra plays OpenRA's rules exactly: the same world start, the same
// identifiers, the same random draws and the same synchronisation hash as the
// engine that recorded a replay.
//
// In: a [Setup] (rules of the release, the map, the lobby) and the orders of
// each net frame. Out: the state of the world and its native hash
// ([World.NativeHash]), which a replay's recorded hashes judge.
//
// The state is plain data: actors with their traits, activities as tagged
// records, effects as a list. Nothing of it holds a function, so a world can
// be copied and written at any tick. Where a recorded hash is missed, a
// [Laboratory] looks for the reason: it plays copies, changed in one small place
// by an observer, which is no state and which no other world has. Orders that are not modelled are counted
// ([World.Unmodelled]) and change nothing.
//
// Where the engine's behaviour follows from the order it does things in, this
// package keeps that order; the comments name the document the fact is from
// (openra-world.md, openra-world-2026.md, openra-world-releases.md).
//
// # Where to find what
//
// The world and its clock: world.go (what a game holds, a tick), start.go,
// setup.go, lobby.go and escort.go (how it begins), handicap.go, release.go (what differs between
// releases), tasks.go (what runs at the end of a tick), deadline.go and
// timers.go (what is due later), random.go (the generator), tables.go.
//
// Space: geometry.go, grid.go, ground.go, bridges.go with spans.go and bridgehut.go, resourcelayer.go,
// actormap.go (who stands where), orientation.go.
//
// Types, made of the rules: actortype.go and actorinfo.go (what a type is);
// compiledtypes.go (all of one release, kept for the next game); its
// traits are read by subject: productiontype.go, economytype.go, buildingtype.go,
// movementtype.go, sighttype.go, attacktype.go, combattype.go, deathtype.go, targettypes.go,
// with traitfigures.go; conditions.go, weapons.go.
//
// Actors: actor.go, actorlife.go (how they come and go), ticktraits.go (what their traits do in a tick), activity.go and activitykinds.go (what one is doing),
// infantry.go, panic.go, wanders.go, bloom.go, scenery.go (what rests), room.go (where they lie in memory).
//
// Orders: orders.go, order_kind.go, attack_order.go, groundattack.go,
// airorders.go, stance.go, cheats.go.
//
// Movement: mobile.go, move.go, moveold.go (before 2023), locomotor.go,
// crush.go and runover.go (who is run over), terraindamage.go, leap.go,
// guard.go, attackmove.go, gunboat.go. Its paths: pathfinder.go, pathsearch.go, hierarchy.go and
// guide.go (the coarse graph), pathold.go (before 2022).
//
// Production and economy: production.go, exits.go, queues.go, techtree.go, power.go,
// building.go, transform.go, foundation.go, walls.go, repair.go, resupply.go, sell.go,
// harvester.go, harvestold.go, loadorder.go, dock.go, delivery.go, airdrop.go, crates.go,
// crategifts.go, players.go, victory.go, timelimit.go.
//
// Combat: combat.go (looking for targets), attack.go, attackold.go,
// target.go, sighting.go
// (what is known of a target), armament.go, secondturret.go, turretold.go, ammo.go, ports.go, tesla.go,
// charge.go (obelisks), popup.go (anti-aircraft sites), projectile.go, bullet.go, missile.go, jam.go, aura.go, laser.go,
// warhead.go, warhead_resource.go, cluster.go, damage.go,
// smoke.go, death.go, husk.go, deeds.go (what is noted for reports).
//
// In the air: aircraft.go, fly.go, land.go, airbase.go, airattack.go,
// bomber.go, planes.go.
//
// Getting in and at others: enter.go, transport.go, cargo.go, capture.go,
// demolish.go, detonate.go, disguise.go, guise.go (what a disguised spy shows),
// minelayer.go, chrono.go, portablechrono.go, supportpower.go.
//
// Sight: shroud.go, sightrows.go (what is seen from where), sightstep.go (what
// one step changes), frozen.go and frozentarget.go (buildings remembered),
// exploration.go, cloak.go, gap.go, gps.go, watch.go.
//
// The hash: sync.go (what of whom is summed). What could account for a
// difference: explain.go, explain_values.go and explain_presence.go (single
// terms of the sum), explain_course.go and explain_traits.go (over several
// frames), explain_news.go with explain_figures.go (what is new in the game),
// explain_scan.go (playing again with small edits) with explain_candidates.go,
// explain_edits.go, explain_settrait.go, explain_journal.go, explain_lab.go and
// explain_log.go, explain_describe.go with explain_names.go (how it is said);
// copy.go copies a world, observer.go looks on while it is played.
//
// The module for the kernel: module.go, module_order.go, module_state.go,
// module_look.go, module_deeds.go (what changed), digest.go (what it was), module_notes.go and module_record.go (to be encoded later), module_identity.go,
// module_restore.go; catalog.go (types for who plays by other means); state.go, state_world.go, state_actor.go,
// state_activity.go and state_effect.go code the state.
//
// May import: core/rules, core/maps, core/sim and what they import. No floats
// in state, no map iteration, no clock.
package openra
