// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"convertd/core/order"
	"convertd/core/rules/sage"
	"convertd/core/sim/plausible"
)

// sageRules makes rules of play of the rule pack of an EA game. What the packs
// do not know is left to evidence: income, losses, the room structures take.
func sageRules(game string, rate order.TickRate) (book *ruleBook, ok bool, err error) {
	pack, ok, err := sage.ForGame(game)
	if !ok || err != nil {
		return nil, ok, err
	}
	book = &ruleBook{
		source: pack.Source, data: pack.Data, complete: pack.Complete, idsByTime: true, startsInOrder: true, credits: pack.Credits, start: pack.StartOf, makerOf: pack.FactionMaking,
		rules: plausible.Rules{
			Name: pack.Name, PayAtOnce: pack.PayAtOnce, QueuePerFactory: true, LowPowerPercent: pack.LowPowerPercent,
			RefundPercent: pack.RefundPercent, SellTicks: int32(rate.TicksIn(sageSellMilliseconds)), EvidencePercent: sageEvidencePercent,
			MoneyByEvidence: true, LossesByEvidence: true, OrdersByEvidence: true, Strangers: true,
			Types: make([]plausible.Type, 0, len(pack.Types)),
		},
	}
	for i := range pack.Types {
		book.rules.Types = append(book.rules.Types, sageType(pack, &pack.Types[i], rate))
	}
	return book, true, nil
}

const (
	// sageEvidencePercent lets an order prove anything finished that was begun:
	// upgrades, crates and ranks that speed up production are not modelled.
	sageEvidencePercent = 100
	// sageSellMilliseconds is how long a structure takes to come down, so that
	// players who click again name something that is still there.
	sageSellMilliseconds = 300
	// sageDeployMilliseconds is when what a yard or a vehicle turns into exists:
	// its id is used long before it is done.
	sageDeployMilliseconds = 200
	// sageReach is how far units go up to a target: the range of a tank gun.
	sageReach = 15 << 10
	// sageReload stands for the time between shots, which nobody counts.
	sageReload = 30
)

func deployTicks(t *sage.Type, rate order.TickRate) int32 {
	if t.Deploys == "" {
		return 0
	}
	return int32(rate.TicksIn(sageDeployMilliseconds))
}

func sageType(pack *sage.Pack, t *sage.Type, rate order.TickRate) plausible.Type {
	out := plausible.Type{
		Name: t.Name, ID: t.ID, HasID: t.ID != 0, Queue: t.Queue, Produces: t.Produces, Cost: t.Cost,
		BuildTicks: int32(rate.TicksIn(uint64(t.BuildMilliseconds))), Prerequisites: t.Needs, Provides: t.Provides,
		Health: t.Health, Power: t.Power, Brings: t.Brings, SoldBrings: t.SoldBrings, Researches: t.Researches, Deploys: t.Deploys, DeployAbility: t.DeployAbility, DeployTicks: deployTicks(t, rate),
		Speed: int32(int64(t.Speed) * 1024 / 1000 * int64(rate.Den) / int64(max(1, rate.Num))),
	}
	if t.Class == sage.Structure {
		out.Structure, out.OnSite, out.Width, out.Height = true, pack.OnSite, 1, 1
		out.Speed = 0
	} else {
		out.Speed = max(1, out.Speed)
	}
	// Orders go to the whole selection: whoever moves along may be told to
	// attack, armed or not.
	if t.Armed || out.Speed > 0 {
		out.Damage, out.Range, out.ReloadTicks = 1, sageReach, sageReload
	}
	return out
}
