// SPDX-License-Identifier: GPL-3.0-or-later

package pipeline

import (
	"context"

	"convertd/core/divergence"
	"convertd/core/fault"
	"convertd/core/icrep"
	"convertd/core/order"
)

// Judgement says how far a replay is proven and how well its orders fit what
// follows (docs/schemas/judgement.schema.json).
type Judgement struct {
	File    string             `json:"file"`
	Game    string             `json:"game"`
	Version string             `json:"version"`
	Map     divergence.MapFact `json:"map"`
	Module  string             `json:"module"`

	Verdict  divergence.Verdict  `json:"verdict"`
	Coverage divergence.Coverage `json:"coverage"`
	StandIns divergence.StandIns `json:"stand_ins"`
	Proof    divergence.Proof    `json:"proof"`
	// FirstEvidence is the first reported divergence, FirstLikelyDivergence
	// where the confidence fell to its final level.
	FirstEvidence         *divergence.Onset     `json:"first_evidence"`
	FirstLikelyDivergence *divergence.Onset     `json:"first_likely_divergence"`
	PastProof             *divergence.PastProof `json:"past_proof"`

	// Orders, Identity, Rejections and Unmodelled are of the whole game.
	Orders     divergence.OrderTotals   `json:"orders"`
	Identity   divergence.IdentityTotal `json:"identity"`
	Rejections []divergence.ReasonCount `json:"rejections"`
	Unmodelled []divergence.ReasonCount `json:"unmodelled"`

	Ticks    order.Tick          `json:"ticks"`
	TickRate order.TickRate      `json:"tick_rate"`
	Error    *divergence.Failure `json:"error"`
}

// Judge plays a whole replay and records nothing. Errors are those of Convert;
// damage behind a good beginning is in the Judgement.
func Judge(ctx context.Context, job *Job, source Source) (judgement *Judgement, err error) {
	defer fault.Contain(&err)
	r, err := Report(ctx, job, source)
	if err != nil {
		return nil, err
	}
	return &Judgement{
		File: r.File, Game: r.Game, Version: r.GameVersion, Map: r.Map, Module: r.Module, Verdict: r.Verdict, Coverage: r.Coverage, StandIns: r.StandIns, Proof: r.Proof,
		FirstEvidence: r.FirstEvidence, FirstLikelyDivergence: r.FirstLikelyDivergence, PastProof: r.PastProof,
		Orders: r.Orders, Identity: r.Identity, Rejections: r.Rejections, Unmodelled: r.Unmodelled,
		Ticks: r.Ticks, TickRate: r.TickRate, Error: r.Error,
	}, nil
}

// Report plays a whole replay, records nothing and returns the report that a
// conversion would have. Errors are those of Convert.
func Report(ctx context.Context, job *Job, source Source) (report *divergence.Report, err error) {
	defer fault.Contain(&err)
	result, err := Convert(ctx, job, source, func(icrep.Metadata) (Recording, error) { return discard{}, nil })
	if err != nil {
		return nil, err
	}
	return &result.Report, nil
}
