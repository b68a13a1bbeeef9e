// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of confidence: how far a game is proven, where it drifts, and
// the moments that matter, each of which can be opened.
import { useRef, useState } from "preact/hooks";
import type { Game, Marker, Timeline } from "../api/types";
import { capital, clock, markerWords, plural, spaced } from "../ui/words";

export interface Stretch {
  from: number;
  to: number;
  level: string;
  orders: number;
  rejected: number;
}

/** stretches joins the points of a timeline, each of which sums up what is before it, into runs of one confidence. */
export function stretches(timeline: Pick<Timeline, "confidence" | "length_ms">): Stretch[] {
  const runs: Stretch[] = [];
  let from = 0;
  for (const point of timeline.confidence) {
    const last = runs.at(-1);
    if (last && last.level === point.confidence) {
      last.to = point.time_ms;
      last.orders += point.orders;
      last.rejected += point.rejected;
    } else runs.push({ from, to: point.time_ms, level: point.confidence, orders: point.orders, rejected: point.rejected });
    from = point.time_ms;
  }
  const last = runs.at(-1);
  if (last && last.to < timeline.length_ms) last.to = timeline.length_ms;
  return runs;
}

const spoilers = new Set(["match_end", "army_lost", "base_lost", "turn"]);

interface Props {
  timeline: Timeline;
  game: Game;
  at: number | null;
  pick: (ms: number) => void;
}

export function ConfidenceTimeline({ timeline, game, at, pick }: Props) {
  const runs = stretches(timeline);
  const length = Math.max(1, timeline.length_ms);
  const bar = useRef<HTMLDivElement>(null);
  const [spoil, setSpoil] = useState(false);
  const shown = timeline.markers.filter((marker) => spoil || !spoilers.has(marker.kind)).slice(0, 400);
  const place = (ms: number) => `${Math.min(100, Math.max(0, (100 * ms) / length))}%`;
  const rejected = timeline.confidence.reduce((sum, point) => sum + point.rejected, 0);
  return (
    <div class="confidence">
      <div
        class="confidence-bar"
        ref={bar}
        onClick={(event) => {
          const box = bar.current?.getBoundingClientRect();
          if (box) pick(Math.round(((event.clientX - box.left) / box.width) * length));
        }}
      >
        {runs.map((run) => (
          <span key={run.from} class={`run level-${run.level}`} style={{ left: place(run.from), width: `calc(${place(run.to)} - ${place(run.from)})` }} />
        ))}
        {timeline.confidence
          .filter((point) => point.rejected > 0)
          .map((point) => (
            <span key={point.time_ms} class="rejected" style={{ left: place(point.time_ms), height: `${Math.min(100, 25 + (75 * point.rejected) / Math.max(1, point.orders))}%` }} />
          ))}
        {shown.map((marker, index) => (
          <span key={index} class={`mark mark-${marker.kind}`} style={{ left: place(marker.time_ms) }} />
        ))}
        {at !== null && <span class="now" style={{ left: place(at) }} />}
      </div>
      <div class="confidence-scale small quiet number" aria-hidden="true">
        <span>0:00</span>
        <span>{clock(length / 2)}</span>
        <span>{clock(length)}</span>
      </div>
      <p class="small">
        {runs.length === 0
          ? "Nothing was judged."
          : runs.map((run) => `${capital(levelWord(run.level))} from ${clock(run.from)} to ${clock(run.to)}${run.rejected > 0 ? `, ${plural(run.rejected, "order")} rejected` : ""}`).join(". ") + "."}
        {rejected === 0 && game.orders && game.orders.total > 0 && " No order was rejected."}
      </p>
      {timeline.markers.length > 0 && (
      <details class="moments">
        <summary>{shown.length === 0 ? "Moments that tell how it ends" : plural(shown.length, "moment")}</summary>
        <label class="check">
          <input type="checkbox" checked={spoil} onChange={(event) => setSpoil(event.currentTarget.checked)} />
          <span>Also those that tell how it ends</span>
        </label>
        <ul class="lines">
          {shown.map((marker, index) => (
            <li key={index}>
              <button class="link number" onClick={() => pick(marker.time_ms)}>
                {clock(marker.time_ms)}
              </button>{" "}
              <strong>{markerWords[marker.kind] ?? capital(spaced(marker.kind))}</strong> {describe(marker)}
            </li>
          ))}
        </ul>
      </details>
      )}
    </div>
  );
}

function describe(marker: Marker): string {
  return marker.text && marker.text !== markerWords[marker.kind] ? marker.text : "";
}

function levelWord(level: string): string {
  return spaced(level);
}
