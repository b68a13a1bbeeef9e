// SPDX-License-Identifier: GPL-3.0-or-later
// The viewer: picture, minimap, transport bar, panels, and at every moment a
// word on how far the picture can be trusted.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { activities } from "../rtsm/actors";
import "../style/viewer.css";
import { usePageTitle, Empty } from "../ui/parts";
import { capital, clock, count, parseClock, spaced } from "../ui/words";
import { fastest, markerNear, nextSpeed, shownMarkers, speedWords } from "./bar";
import * as marks from "./bookmarks";
import { Camera } from "./camera";
import type { Options } from "./draw";
import { heatKinds, type HeatKind } from "./heat";
import { commandOf, type Command } from "./keys";
import { apply, giveOrder, isLab, LabPanel, playsSomebody, PracticeMenu, StagingPanel, type LabState } from "./lab";
import type { VisionRequest } from "./messages";
import { Minimap } from "./minimap";
import { Legend, Panels } from "./panels";
import { roomKey, Session } from "./session";
import { Stage, type StageState } from "./stage";
import { Transport } from "./transport";

const prefix = "__replay_artifact__:";

export function WatchPage({ query }: { query: URLSearchParams }) {
  const id = query.get("id") ?? "";
  const room = query.get("room") ?? roomKey();
  const session = useMemo(() => new Session(`${prefix}${id}#${room}`, parseClock(query.get("t"))), [id, room]);
  useEffect(() => () => session.close(), [session]);
  if (!/^[0-9a-f]{64}$/.test(id))
    return (
      <Empty title="There is no such game">
        <p>
          <a href="library">To the library</a>
        </p>
      </Empty>
    );
  return <Viewer session={session} id={id} room={room} t={query.get("t")} />;
}

/** useSession draws again when the session has news. */
function useSession(session: Session): void {
  const [, setTurn] = useState(0);
  useEffect(() => session.watch(() => setTurn((n) => n + 1)), [session]);
}

function Viewer({ session, id, room, t }: { session: Session; id: string; room: string; t: string | null }) {
  useSession(session);
  const { world } = session;
  const camera = useMemo(() => new Camera(), [session]);
  const [stage, setStage] = useState<StageState>({
    options: { names: false, orders: false, heat: null, cameras: null, selected: new Set(), hovered: null, pointer: null },
    follow: false,
    followCamera: null,
  });
  const [spoilerFree, setSpoilerFree] = useState(() => localStorage.getItem("convertd.spoilers") === "hide");
  const [panels, setPanels] = useState(true);
  const [bookmarks, setBookmarks] = useState(() => marks.load(id));
  const [lab, setLab] = useState<LabState>({ tool: "select", kind: "", owner: 0, order: "", item: "" });
  const [said, setSaid] = useState("");
  usePageTitle(world.game ? `Watch ${world.game.mapName || "a game"}` : "Watch");

  const keepBookmarks = (list: marks.Bookmark[]) => {
    setBookmarks(list);
    marks.store(id, list);
  };
  const option = (change: Partial<Options>) => setStage((old) => ({ ...old, options: { ...old.options, ...change } }));
  const select = (ids: number[]) => setStage((old) => ({ ...old, follow: false, options: { ...old.options, selected: new Set(ids) } }));
  const show = (ids: number[]) => {
    select(ids);
    const first = world.actor(ids[0] ?? 0);
    if (first) {
      camera.centre(first.x, first.y);
      if (camera.zoom < 0.7) camera.zoomAt(0.9 / camera.zoom, camera.width / 2, camera.height / 2);
    }
  };
  const chooseSpoilers = (hide: boolean) => {
    setSpoilerFree(hide);
    localStorage.setItem("convertd.spoilers", hide ? "hide" : "show");
  };

  // The address follows the time, a few times a minute, and at once on a pause.
  const shared = useRef(t);
  useEffect(() => {
    const text = clock(world.ms(world.tick));
    if (world.game?.kind !== "replay" || shared.current === text || (!world.paused && world.ms(world.tick) % 5000 > 700)) return;
    shared.current = text;
    const url = new URL(location.href);
    url.searchParams.set("t", text);
    history.replaceState(null, "", url.href.replaceAll("%3A", ":"));
  });

  const act = useCommands(session, camera, { stage, setStage, option, select, spoilerFree, chooseSpoilers, bookmarks, keepBookmarks, setPanels, setSaid });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const on = event.target as HTMLElement | null;
      if (on && /^(INPUT|SELECT|TEXTAREA)$/.test(on.tagName)) return;
      if (on && (event.key === " " || event.key === "Enter") && /^(BUTTON|A|SUMMARY)$/.test(on.tagName)) return;
      const command = commandOf(event);
      if (!command) return;
      event.preventDefault();
      act(command);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  });

  const inLab = isLab(session);
  const mayOrder = inLab || playsSomebody(session);
  const report = (text: string) => {
    session.notice = "";
    setSaid(text);
  };
  const tool = inLab && lab.tool !== "select" ? (x: number, y: number, on: Parameters<NonNullable<typeof orderAt>>[2]) => void apply(session, lab, stage.options.selected, x, y, on).then(report) : null;
  const orderAt = mayOrder ? (x: number, y: number, on: Parameters<typeof giveOrder>[5]) => void giveOrder(session, lab, stage.options.selected, x, y, on).then(report) : null;
  const place = world.game ? `${world.game.mapName || "map"}, ${clock(world.ms(world.tick))}, ${count(world.actors.length)} units and structures seen` : "The game";

  if (session.connection === "refused")
    return (
      <Empty title="This game cannot be opened">
        <p>{session.problem}</p>
        <p class="actions center">
          <button onClick={() => session.retry()}>Try again</button>
          <a class="button" href={`game?id=${id}`}>
            About this game
          </a>
        </p>
      </Empty>
    );
  return (
    <div class={`viewer${panels ? "" : " bare"}`}>
      <h1 class="hidden-text">Watch {world.game?.mapName}</h1>
      <div class="picture">
        <Stage session={session} camera={camera} state={stage} tool={tool} order={orderAt} onSelect={select} label={place} />
        <TrustBanner session={session} />
        <Minimap session={session} camera={camera} />
        {(session.connection !== "open" || !world.map) && !world.staging && (
          <p class="veil" role="status">
            {session.connection === "lost" ? "The connection was lost. Trying again…" : "Opening the game…"}
          </p>
        )}
        {stage.options.selected.size > 0 && <Selected session={session} ids={stage.options.selected} />}
      </div>
      <Transport session={session} spoilerFree={spoilerFree} bookmarks={bookmarks} />
      <div class="side">
        <Toolbar session={session} stage={stage} act={act} option={option} setStage={setStage} spoilerFree={spoilerFree} chooseSpoilers={chooseSpoilers} room={room} id={id} report={report} />
        <p class="said" role="status" aria-live="polite">
          {session.notice || session.problem || said}
        </p>
        {session.offered !== null && (
          <p class="practice">
            <button onClick={() => session.joinOffered()}>Join the practice game</button>
          </p>
        )}
        {world.staging ? <StagingPanel session={session} /> : inLab ? <LabPanel session={session} state={lab} change={(change) => setLab((old) => ({ ...old, ...change }))} selected={stage.options.selected} report={report} /> : null}
        {playsSomebody(session) && (
          <div class="practice">
            <p>Select your units and click with the right button to give orders.</p>
            <div class="actions">
              <button onClick={() => session.send({ t: "giveUp" })}>Give up</button>
              <button onClick={() => session.backHome(world.tick)}>Back to the replay</button>
            </div>
          </div>
        )}
        <Panels session={session} spoilerFree={spoilerFree} bookmarks={bookmarks} setBookmarks={keepBookmarks} onShow={show} />
        {!world.staging && !inLab && (
          <details class="practice-menu">
            <summary>Practise or examine from here</summary>
            <PracticeMenu session={session} />
          </details>
        )}
        <details class="notes">
          <summary>Signs on the map</summary>
          <Legend />
        </details>
        <Notes session={session} />
      </div>
    </div>
  );
}

interface Hands {
  stage: StageState;
  setStage: (change: (old: StageState) => StageState) => void;
  option: (change: Partial<Options>) => void;
  select: (ids: number[]) => void;
  spoilerFree: boolean;
  chooseSpoilers: (hide: boolean) => void;
  bookmarks: marks.Bookmark[];
  keepBookmarks: (list: marks.Bookmark[]) => void;
  setPanels: (change: (old: boolean) => boolean) => void;
  setSaid: (text: string) => void;
}

/** visions lists whose sight can be chosen, everybody's first. */
function visions(session: Session): { value: string; name: string; request: VisionRequest }[] {
  const { world } = session;
  const everybody = { value: "all", name: "Everything", request: { mode: "all" } as VisionRequest };
  if (!world.game?.sight) return [everybody];
  return [everybody, ...world.contenders.filter((player) => player.sightOf).map((player) => ({ value: String(player.id), name: `What ${player.name} sees`, request: { mode: "player", playerId: player.id } as VisionRequest }))];
}

function visionValue(session: Session): string {
  const { vision } = session.world;
  return vision.mode === "player" ? String(vision.playerId) : "all";
}

function useCommands(session: Session, camera: Camera, hands: Hands): (command: Command) => void {
  const { world } = session;
  return (command) => {
    const seek = (ms: number) => session.seek(world.at + world.ticks(ms));
    const marker = (direction: 1 | -1) => {
      const all = [...shownMarkers(world.timeline?.markers ?? [], world.furthest, hands.spoilerFree), ...hands.bookmarks];
      const found = markerNear(all, world.at, direction, world.ticks(2000));
      if (found) session.seek(found.tick);
      else hands.setSaid(direction > 0 ? "No marker follows." : "No marker comes before.");
    };
    const speed = (to: number) => {
      session.chooseSpeed(to);
      hands.setSaid(`Speed ${speedWords(to)}`);
    };
    switch (command) {
      case "toggle":
        return session.setSpeed(world.paused ? world.speed : 0);
      case "forward":
        return seek(15_000);
      case "back":
        return seek(-15_000);
      case "forwardFar":
        return seek(60_000);
      case "backFar":
        return seek(-60_000);
      case "stepForward":
        return session.step(1);
      case "stepBack":
        return session.step(-1);
      case "slower":
        return speed(nextSpeed(world.speed, -1));
      case "faster":
        return speed(nextSpeed(world.speed, 1));
      case "normal":
        return speed(1);
      case "fast":
        return speed(fastest);
      case "nextMarker":
        return marker(1);
      case "previousMarker":
        return marker(-1);
      case "start":
        return session.seek(0);
      case "end":
        return session.seek(world.duration);
      case "bookmark":
        hands.keepBookmarks(marks.merge(hands.bookmarks, [{ tick: world.at, time_ms: Math.round(world.ms(world.at)), text: "" }]));
        return hands.setSaid(`Bookmark at ${clock(world.ms(world.at))}`);
      case "vision": {
        const all = visions(session);
        const next = all[(all.findIndex((one) => one.value === visionValue(session)) + 1) % all.length]!;
        session.setVision(next.request);
        return hands.setSaid(all.length === 1 ? (world.game?.sightReason ?? "This game has no sight: everything is shown.") : next.name);
      }
      case "fit":
        return camera.fit();
      case "zoomIn":
        return camera.zoomAt(1.25, camera.width / 2, camera.height / 2);
      case "zoomOut":
        return camera.zoomAt(0.8, camera.width / 2, camera.height / 2);
      case "panLeft":
        return camera.pan(-80, 0);
      case "panRight":
        return camera.pan(80, 0);
      case "panUp":
        return camera.pan(0, -80);
      case "panDown":
        return camera.pan(0, 80);
      case "follow":
        return hands.setStage((old) => ({ ...old, follow: !old.follow }));
      case "camera": {
        const players = (world.timeline?.cameras ?? []).map((one) => one.player);
        const order: (number | null)[] = [null, ...players];
        const next = order[(order.indexOf(hands.stage.followCamera) + 1) % order.length] ?? null;
        hands.setStage((old) => ({ ...old, followCamera: next, options: { ...old.options, cameras: next } }));
        return hands.setSaid(next === null ? (players.length === 0 ? "No camera was recorded." : "Free camera") : `Camera of ${world.playerName(next)}`);
      }
      case "names":
        return hands.option({ names: !hands.stage.options.names });
      case "orders":
        return hands.option({ orders: !hands.stage.options.orders });
      case "spoilers":
        hands.setSaid(hands.spoilerFree ? "Markers and length are shown" : "Spoiler-free");
        return hands.chooseSpoilers(!hands.spoilerFree);
      case "panel":
        return hands.setPanels((old) => !old);
      case "clear":
        return hands.select([]);
    }
  };
}

function TrustBanner({ session }: { session: Session }) {
  const { world } = session;
  const trust = world.moment?.trust;
  const recent = world.orders.filter((order) => (order.outcome === "rejected" || order.outcome === "failed") && world.tick - order.tick < world.ticks(8000)).slice(-2);
  if (!trust) return null;
  const byHand = world.lab?.dirty === true || world.game?.kind === "branch";
  return (
    <div class="trust-banner" role="status" aria-live="polite" aria-atomic="true">
      {byHand ? (
        <p>
          <span class="trust-sign level-unjudged" aria-hidden="true" />
          <strong>Played by hand</strong>
          <span class="trust-reason"> · this is not what was recorded any more</span>
        </p>
      ) : (
        <p>
          <span class={`trust-sign level-${trust.level}`} aria-hidden="true" />
          <strong>{capital(spaced(trust.level))}</strong>
          {trust.since > 0 && <span> since {clock(world.ms(trust.since))}</span>}
          {trust.reason && <span class="trust-reason"> · {trust.reason}</span>}
        </p>
      )}
      {world.game?.movement === false && <p class="trust-reason">{world.game.movementReason ?? "Positions are not modelled."}</p>}
      {world.map?.known === false && <p class="trust-reason">The map is not at hand: open ground is shown.</p>}
      {recent.map((order, index) => (
        <p key={index} class="trust-rejected">
          Rejected: {spaced(order.order)} of {world.playerName(order.player)}
          {order.reason && `, ${spaced(order.reason)}`}
        </p>
      ))}
      {world.ended?.reason === "error" && <p class="trust-rejected">It cannot go on from here. {world.ended.message}</p>}
    </div>
  );
}

function Selected({ session, ids }: { session: Session; ids: ReadonlySet<number> }) {
  const { world } = session;
  const found = [...ids].map((one) => world.actor(one)).filter((actor) => actor !== undefined);
  const first = found[0];
  if (!first) return null;
  const kind = world.kind(first.kind);
  return (
    <div class="selected">
      <p>
        <span class="swatch" style={{ color: world.colour(first.owner) }} aria-hidden="true" />
        <strong>{kind.name}</strong>
        {found.length > 1 && ` and ${found.length - 1} more`}
      </p>
      <p class="number small">
        {first.maxHp > 0 && `${count(first.hp)} of ${count(first.maxHp)} health · `}
        {activities[first.activity] ?? "busy"}
        {first.target !== 0 && world.actor(first.target) && ` → ${world.kind(world.actor(first.target)!.kind).name}`} · {world.playerName(first.owner)}
      </p>
    </div>
  );
}

interface ToolbarProps {
  session: Session;
  stage: StageState;
  act: (command: Command) => void;
  option: (change: Partial<Options>) => void;
  setStage: (change: (old: StageState) => StageState) => void;
  spoilerFree: boolean;
  chooseSpoilers: (hide: boolean) => void;
  room: string;
  id: string;
  report: (text: string) => void;
}

function Toolbar({ session, stage, act, option, setStage, spoilerFree, chooseSpoilers, room, id, report }: ToolbarProps) {
  const { world } = session;
  const seen = visions(session);
  const cameras = world.timeline?.cameras ?? [];
  const share = () => {
    const url = new URL(`watch?id=${id}&room=${room}&t=${clock(world.ms(world.tick))}`, document.baseURI).href;
    navigator.clipboard.writeText(url).then(
      () => report("Address copied: whoever opens it watches with you"),
      () => report(url),
    );
  };
  return (
    <div class="toolbar">
      <div class="two">
        <label>
          <span>Sight</span>
          <select value={visionValue(session)} disabled={seen.length === 1} onChange={(event) => session.setVision(seen.find((one) => one.value === event.currentTarget.value)?.request ?? { mode: "all" })} title={world.game?.sight === false ? world.game.sightReason : undefined}>
            {seen.map((one) => (
              <option key={one.value} value={one.value}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>Heat map</span>
          <select value={stage.options.heat ?? ""} onChange={(event) => option({ heat: (event.currentTarget.value || null) as HeatKind | null })}>
            <option value="">None</option>
            {heatKinds
              .filter(([kind]) => kind !== "cameras" || cameras.length > 0)
              .map(([kind, name]) => (
                <option key={kind} value={kind}>
                  {name}
                </option>
              ))}
          </select>
        </label>
      </div>
      {world.game?.sight === false && <p class="quiet small">{world.game.sightReason ?? "This game's simulation has no sight: everything is shown."}</p>}
      {stage.options.heat && stage.options.heat !== "cameras" && <p class="quiet small">Summed up while you watch; play it fast to fill it.</p>}
      <div class="toggles">
        <button aria-pressed={stage.options.names} onClick={() => act("names")}>
          Names
        </button>
        <button aria-pressed={stage.options.orders} onClick={() => act("orders")}>
          Orders
        </button>
        <button aria-pressed={stage.follow} disabled={stage.options.selected.size === 0} onClick={() => setStage((old) => ({ ...old, follow: !old.follow }))}>
          Follow
        </button>
        {cameras.length > 0 && (
          <button aria-pressed={stage.followCamera !== null} onClick={() => act("camera")}>
            Cameras
          </button>
        )}
        <button onClick={() => act("fit")}>Whole map</button>
        <button aria-pressed={spoilerFree} onClick={() => chooseSpoilers(!spoilerFree)}>
          Spoiler-free
        </button>
        <button onClick={share}>Share</button>
        <a class="button" href={`game?id=${id}&t=${clock(world.ms(world.tick))}`}>
          About
        </a>
      </div>
    </div>
  );
}

function Notes({ session }: { session: Session }) {
  const notes = session.world.game?.notes ?? [];
  if (notes.length === 0) return null;
  return (
    <details class="notes">
      <summary>What is shown, and what is not</summary>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
}
