// SPDX-License-Identifier: GPL-3.0-or-later
// Small parts that every page uses: verdicts, errors, emptiness, players.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ApiError } from "../api/client";
import type { Game, Player } from "../api/types";
import { capital, isolated, playerColour, spaced } from "./words";

/** usePageTitle names the page for the browser and tells a screen reader of the change. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === "convertd" ? title : `${title} · convertd`;
  }, [title]);
}

const verdictShapes: Record<string, string> = {
  proven: "M2 8.5 6 12.5 14 3.5",
  plausible: "M3 8h10",
  minor_drift: "M2 9c2-4 4-4 6-1s4 3 6-1",
  unjudged: "M8 12.6v.2M5.6 5.6C5.7 4 7 3.2 8.2 3.3c1.4 0 2.4 1 2.4 2.2 0 1.9-2.6 2-2.6 4.2",
  diverged: "M3 3l10 10M13 3 3 13",
  source_desync: "M5 2v12M11 2v12M2 8h2m8 0h2",
};

/** VerdictBadge says a verdict by shape, word and colour. */
export function VerdictBadge({ verdict }: { verdict: string }) {
  if (!verdict) return <span class="quiet">not a conversion</span>;
  return (
    <span class={`badge v-${verdict}`}>
      <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
        <path d={verdictShapes[verdict] ?? "M3 8h10"} />
      </svg>
      {spaced(verdict)}
    </span>
  );
}

/** sentence makes one of what the server says, which is a part of one. */
function sentence(text: string): string {
  return text === "" ? "" : `${capital(text)}${/[.!?]$/.test(text) ? "" : "."}`;
}

export function ErrorNotice({ error, retry }: { error: ApiError; retry?: () => void }) {
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{error.code === "not_found" ? "Not found." : error.code === "offline" ? "No answer." : "That did not work."}</strong> {sentence(error.message)}
      </p>
      {retry && (
        <p class="actions notice-actions">
          <button onClick={retry}>Try again</button>
          {error.code === "not_found" && (
            <a class="button" href="library">
              To the library
            </a>
          )}
        </p>
      )}
    </div>
  );
}

export function Loading({ what = "Loading" }: { what?: string }) {
  return (
    <p class="empty" role="status">
      {what}…
    </p>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Swatch is the colour of a player. */
export function Swatch({ index }: { index: number }) {
  return <span class="swatch" style={{ color: playerColour(index) }} aria-hidden="true" />;
}

export function contenders(game: Game): Player[] {
  return game.players.filter((player) => player.kind === "human" || player.kind === "bot" || player.kind === "");
}

/** title says who played whom, with teams together. */
export function gameTitle(game: Game): string {
  const sides = new Map<string, string[]>();
  for (const player of contenders(game)) {
    const side = player.team > 0 ? `team ${player.team}` : `slot ${player.slot}`;
    sides.set(side, [...(sides.get(side) ?? []), isolated(player.display_name || player.name || `Player ${player.slot}`)]);
  }
  const names = [...sides.values()].map((side) => side.join(", "));
  if (names.length === 0) return game.filename || "A game without players";
  return names.length > 4 ? `${names.slice(0, 4).join(" v ")} and ${names.length - 4} more` : names.join(" v ");
}

/** MoreButton loads the next page when it comes into sight, and on being pressed. */
export function MoreButton({ more, busy }: { more: () => void; busy: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!button.current || busy) return;
    const seen = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && more(), { rootMargin: "400px" });
    seen.observe(button.current);
    return () => seen.disconnect();
  }, [more, busy]);
  return (
    <div class="empty">
      <button ref={button} onClick={more} disabled={busy}>
        {busy ? "Loading…" : "More"}
      </button>
    </div>
  );
}
