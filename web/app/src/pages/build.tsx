// SPDX-License-Identifier: GPL-3.0-or-later
// Build orders side by side, with start and completion of each item.
import { useState } from "preact/hooks";
import type { Build, Game, Step } from "../api/types";
import { useLoad } from "../ui/load";
import { contenders, ErrorNotice, Loading, Swatch } from "../ui/parts";
import { clock, plural } from "../ui/words";

/** opening puts the steps of a player in the order in which they were begun. */
export function opening(steps: Step[], player: number): Step[] {
  return steps.filter((step) => step.player === player).sort((a, b) => a.time_ms - b.time_ms);
}

const shownFirst = 25;

export function BuildOrders({ game, at, pick }: { game: Game; at: number | null; pick: (ms: number) => void }) {
  const { data, error } = useLoad<Build>(`games/${game.id}/build`);
  const [all, setAll] = useState(false);
  const players = contenders(game).slice(0, 8);
  const steps = data?.steps ?? [];
  const longest = Math.max(0, ...players.map((player) => steps.filter((step) => step.player === player.slot).length));
  return (
    <section class="card" aria-labelledby="build">
      <div class="card-head">
        <h2 id="build">Build orders</h2>
        {longest > shownFirst && (
          <button aria-pressed={all} onClick={() => setAll(!all)}>
            {all ? "Only the opening" : `All ${longest}`}
          </button>
        )}
      </div>
      {error ? (
        <ErrorNotice error={error} />
      ) : !data ? (
        <Loading />
      ) : steps.length === 0 ? (
        <p class="quiet">Nothing was built or trained.</p>
      ) : (
        <div class="builds">
          {players.map((player, index) => {
            const mine = opening(steps, player.slot);
            return (
              <div key={player.slot} class="build">
                <h3 class="break">
                  <Swatch index={index} />
                  {player.display_name || player.name}
                </h3>
                <ol aria-label={`Build order of ${player.display_name || player.name}`}>
                  {(all ? mine : mine.slice(0, shownFirst)).map((step, number) => (
                    <StepRow key={number} step={step} at={at} pick={pick} finishedKnown={data.finished_known} />
                  ))}
                </ol>
                {mine.length === 0 && <p class="quiet">nothing</p>}
              </div>
            );
          })}
        </div>
      )}
      {data && steps.length > 0 && (
        <p class="quiet small after-table">
          First when it was ordered, then when it was finished: an item may wait in its queue, and an order that came too early, or twice, may never be carried out.
        </p>
      )}
      {data && !data.finished_known && steps.length > 0 && <p class="quiet small after-table">When items were finished is not known of this game.</p>}
      {data && data.unmatched_cancellations > 0 && <p class="quiet small">{plural(data.unmatched_cancellations, "cancellation")} could not be matched.</p>}
    </section>
  );
}

function StepRow({ step, at, pick, finishedKnown }: { step: Step; at: number | null; pick: (ms: number) => void; finishedKnown: boolean }) {
  const start = step.time_ms;
  const end = step.completed_ms ?? step.placed_ms ?? null;
  const running = at !== null && start <= at && (end === null || end > at);
  return (
    <li class={running ? "running" : undefined}>
      <button class="link number" onClick={() => pick(start)} aria-label={`To ${clock(start)}`}>
        {clock(start)}
      </button>
      <span class="break">
        {step.name || step.item}
        {(step.count ?? 1) > 1 && <span class="quiet"> × {step.count}</span>}
        {step.kind === "cancel" && <span class="quiet"> cancelled</span>}
      </span>
      <span class="quiet number small">{end !== null ? clock(end) : finishedKnown && step.kind !== "cancel" ? "unfinished" : ""}</span>
    </li>
  );
}
