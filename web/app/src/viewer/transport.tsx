// SPDX-License-Identifier: GPL-3.0-or-later
// The transport bar: play, speed, and a timeline to seek on by click, drag and
// keyboard, with trust and markers on it.
import { useRef, useState } from "preact/hooks";
import { clock, markerWords } from "../ui/words";
import { fastest, scaleEnd, shownMarkers, speeds, speedWords, trustRuns } from "./bar";
import type { Bookmark } from "./bookmarks";
import type { Session } from "./session";

interface Props {
  session: Session;
  spoilerFree: boolean;
  bookmarks: Bookmark[];
}

export function Transport({ session, spoilerFree, bookmarks }: Props) {
  const { world } = session;
  const canSeek = world.startMessage?.capabilities?.roomTime?.seekAbsolute ?? true;
  const live = world.game?.kind === "branch" || (world.startMessage?.capabilities?.commands?.gameplay ?? false);
  return (
    <div class="transport" role="group" aria-label="Playback">
      <div class="transport-buttons">
        <button class="play" onClick={() => (live ? session.send({ t: world.paused ? "unpauseGame" : "pauseGame" }) : session.setSpeed(world.paused ? world.speed : 0))} aria-label={world.paused ? "Play" : "Pause"}>
          <svg width="18" height="18" viewBox="0 0 18 18" fill="currentColor" aria-hidden="true">
            {world.paused ? <path d="M4 2v14l12-7z" /> : <path d="M3 2h4v14H3zM11 2h4v14h-4z" />}
          </svg>
        </button>
        {!live && (
          <>
            <button class="icon" onClick={() => session.seek(world.at - world.ticks(15_000))} aria-label="15 seconds back" title="15 seconds back (←)">
              −15
            </button>
            <button class="icon" onClick={() => session.seek(world.at + world.ticks(15_000))} aria-label="15 seconds forward" title="15 seconds forward (→)">
              +15
            </button>
            <button class="icon step" disabled={!world.paused} onClick={() => session.step(-1)} aria-label="One state back" title="One state back (,)">
              ‹
            </button>
            <button class="icon step" disabled={!world.paused} onClick={() => session.step(1)} aria-label="One state forward" title="One state forward (.)">
              ›
            </button>
            <label class="speed">
              <span class="hidden-text">Speed</span>
              <select value={String(world.speed >= fastest ? fastest : world.speed)} onChange={(event) => session.chooseSpeed(Number(event.currentTarget.value))}>
                {!speeds.includes(world.speed) && world.speed < fastest && <option value={String(world.speed)}>{speedWords(world.speed)}</option>}
                {speeds.map((speed) => (
                  <option key={speed} value={String(speed)}>
                    {speedWords(speed)}
                  </option>
                ))}
                <option value={String(fastest)}>Fastest</option>
              </select>
            </label>
          </>
        )}
        <span class="time number" aria-hidden="true">
          {clock(world.ms(world.at))}
          {!spoilerFree && !live && <span class="quiet"> / {clock(world.ms(world.duration))}</span>}
        </span>
      </div>
      {!live && canSeek && <SeekBar session={session} spoilerFree={spoilerFree} bookmarks={bookmarks} />}
    </div>
  );
}

function SeekBar({ session, spoilerFree, bookmarks }: Props) {
  const { world } = session;
  const bar = useRef<HTMLDivElement>(null);
  const [hover, setHover] = useState<number | null>(null);
  const [dragging, setDragging] = useState(false);
  const lastSent = useRef(0);
  const end = scaleEnd(world.duration, world.furthest, spoilerFree, Math.max(1, world.ticks(60_000)));
  const shownUntil = spoilerFree ? Math.min(end, world.furthest) : end;
  const place = (tick: number) => `${Math.max(0, Math.min(100, (100 * tick) / end))}%`;
  const tickAt = (clientX: number) => {
    const box = bar.current?.getBoundingClientRect();
    return box ? Math.round(Math.max(0, Math.min(1, (clientX - box.left) / box.width)) * end) : 0;
  };
  const now = world.at;
  const markers = shownMarkers(world.timeline?.markers ?? [], world.furthest, spoilerFree);
  const near = hover === null ? [] : markers.filter((marker) => Math.abs(marker.tick - hover) < end / 120 || (marker.endTick !== undefined && marker.tick <= hover && marker.endTick >= hover)).slice(0, 3);
  return (
    <div
      class="seek"
      ref={bar}
      role="slider"
      tabIndex={0}
      aria-label="Time"
      aria-valuemin={0}
      aria-valuemax={Math.round(world.ms(end) / 1000)}
      aria-valuenow={Math.round(world.ms(now) / 1000)}
      aria-valuetext={`${clock(world.ms(now))}${spoilerFree ? "" : ` of ${clock(world.ms(world.duration))}`}${world.moment ? `, ${world.moment.trust.level}` : ""}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
        session.seek(tickAt(event.clientX));
      }}
      onPointerMove={(event) => {
        const tick = tickAt(event.clientX);
        setHover(tick);
        if (dragging && performance.now() - lastSent.current > 60) {
          lastSent.current = performance.now();
          session.seek(tick);
        }
      }}
      onPointerUp={(event) => {
        if (dragging) session.seek(tickAt(event.clientX));
        setDragging(false);
      }}
      onPointerLeave={() => setHover(null)}
    >
      <div class="seek-track">
        {trustRuns(world.timeline?.trust ?? [], shownUntil).map((run) => (
          <span key={run.from} class={`seek-trust level-${run.level}`} style={{ left: place(run.from), width: `calc(${place(run.to)} - ${place(run.from)})` }} />
        ))}
      </div>
      {markers.map((marker, index) => (
        <span
          key={index}
          class={`seek-mark mark-${marker.kind}`}
          style={{ left: place(marker.tick), width: marker.endTick !== undefined && marker.endTick > marker.tick ? `max(4px, calc(${place(marker.endTick)} - ${place(marker.tick)}))` : undefined }}
        />
      ))}
      {bookmarks.map((bookmark) => (
        <span key={`${bookmark.tick} ${bookmark.text}`} class="seek-bookmark" style={{ left: place(bookmark.tick) }} />
      ))}
      <span class="seek-now" style={{ left: place(now) }} />
      {hover !== null && (
        <span class="seek-tip" style={{ left: `clamp(4.5rem, ${place(hover)}, calc(100% - 4.5rem))` }}>
          {clock(world.ms(hover))}
          {near.map((marker, index) => (
            <span key={index}>{marker.text || markerWords[marker.kind] || marker.kind}</span>
          ))}
        </span>
      )}
    </div>
  );
}
