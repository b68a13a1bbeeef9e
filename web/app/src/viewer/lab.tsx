// SPDX-License-Identifier: GPL-3.0-or-later
// Practice and laboratory: go on from a moment by hand, mend what diverged,
// see whether the rest of the recording fits, keep it as .icsave.
import { useEffect, useState } from "preact/hooks";
import { capital, clock, count, spaced } from "../ui/words";
import { save } from "./bookmarks";
import type { JudgeOutcome, Kind, LabResult } from "./messages";
import type { Session } from "./session";
import type { Drawn } from "./world";

export type Tool = "select" | "move" | "spawn" | "delete" | "order";

export interface LabState {
  tool: Tool;
  kind: string;
  owner: number;
  order: string;
  item: string;
}

interface Props {
  session: Session;
  state: LabState;
  change: (change: Partial<LabState>) => void;
  selected: ReadonlySet<number>;
  report: (text: string) => void;
}

/** isLab tells whether what is open may be changed by hand. */
export function isLab(session: Session): boolean {
  const kind = session.world.game?.kind;
  return session.world.lab !== null && (kind === "lab" || kind === "save");
}

/** playsSomebody tells whether this viewer holds a seat in a practice game. */
export function playsSomebody(session: Session): boolean {
  return session.world.startMessage?.capabilities?.commands?.gameplay === true;
}

/** apply does what the chosen tool does at a place. */
export async function apply(session: Session, state: LabState, selected: ReadonlySet<number>, x: number, y: number, on: Drawn | null): Promise<string> {
  const say = (result: LabResult, done: string) => (result.ok ? done : (result.error ?? "that was refused"));
  const first = selected.values().next().value;
  switch (state.tool) {
    case "spawn":
      return state.kind ? say(await session.lab({ op: "spawnEntity", owner: state.owner, kind: state.kind, x, y, completed: true }), "placed") : "choose what to place first";
    case "delete":
      return on ? say(await session.lab({ op: "deleteEntity", entityId: on.id }), "deleted") : "nothing is there";
    case "move":
      return first !== undefined ? say(await session.lab({ op: "moveEntity", entityId: first, x, y }), "moved") : "select something first";
    case "order":
      return giveOrder(session, state, selected, x, y, on);
    default:
      return "";
  }
}

/** giveOrder gives the chosen order; without a choice it is an attack on an enemy and a move elsewhere. */
export async function giveOrder(session: Session, state: LabState, selected: ReadonlySet<number>, x: number, y: number, on: Drawn | null): Promise<string> {
  const units = [...selected];
  const owner = units.map((id) => session.world.actor(id)?.owner).find((one) => one !== undefined);
  if (units.length === 0 || owner === undefined) return "select units first";
  const enemy = on !== null && on.owner !== owner && on.owner !== 0;
  const name = state.order || (enemy ? "attack" : "move");
  if (playsSomebody(session)) {
    session.command(enemy ? { c: "attack", units, target: on.id } : { c: name === "attack_move" ? "attackMove" : "move", units, x, y });
    return `${enemy ? "Attack" : "Move"} ordered`;
  }
  const op: Record<string, unknown> = { op: "order", player: owner, order: name, units, x: Math.round(x), y: Math.round(y) };
  if (on && (enemy || state.order)) op.target = on.id;
  if (state.item) op.item = state.item;
  const result = await session.lab(op);
  return result.ok ? `${capital(spaced(name))} ordered` : (result.error ?? "the order was refused");
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
  return bytes;
}

export function PracticeMenu({ session }: { session: Session }) {
  const { world } = session;
  if (world.game?.kind !== "replay") return null;
  return (
    <div class="practice">
      <p>
        <strong>From {clock(world.ms(world.tick))} on</strong>
      </p>
      <button onClick={() => session.branchLab()}>Branch here as a laboratory</button>
      <p class="quiet small">Give orders for anybody, place, move and delete units, and see whether the rest of the recording still fits. The replay is not changed.</p>
      <button onClick={() => session.branchGame()}>Practise from here</button>
      <p class="quiet small">Take the place of a player and go on against the others.</p>
    </div>
  );
}

export function StagingPanel({ session }: { session: Session }) {
  const { world } = session;
  const staging = world.staging;
  if (!staging) return null;
  const mine = staging.seats.find((seat) => seat.claimantId === world.me);
  return (
    <section class="practice" aria-label="Practice game">
      <h2>Practise from {clock(world.ms(staging.sourceTick))}</h2>
      <ul class="lines">
        {staging.seats.map((seat) => (
          <li key={seat.playerId} class="bookmark">
            <span class="grow">
              <span class="swatch" style={{ color: seat.color }} aria-hidden="true" />
              {seat.name} {seat.claimantName && <span class="quiet">taken{seat.claimantId === world.me ? " by you" : ""}</span>}
            </span>
            {seat.claimantId === world.me ? (
              <button onClick={() => session.send({ t: "releaseBranchSeat", playerId: seat.playerId })}>Give back</button>
            ) : (
              <button disabled={seat.claimantId !== undefined || mine !== undefined || seat.claimable === false} onClick={() => session.send({ t: "claimBranchSeat", playerId: seat.playerId })}>
                Take
              </button>
            )}
          </li>
        ))}
      </ul>
      <div class="actions">
        <button class="primary" disabled={!staging.canStart} onClick={() => session.send({ t: "startBranch" })}>
          Start
        </button>
        <button onClick={() => session.backHome(staging.sourceTick)}>Back to the replay</button>
      </div>
      {!staging.canStart && <p class="quiet small">It can start when somebody has a seat, and every seat that a person had is taken. Whoever watches this game with you can join; Share, in the replay, gives them the address.</p>}
    </section>
  );
}

const tools: [Tool, string, string][] = [
  ["select", "Select", "Click selects, shift and drag selects several, a right click gives an order"],
  ["order", "Order", "Click gives the chosen order to what is selected"],
  ["move", "Move", "Click puts the selected unit somewhere else"],
  ["spawn", "Place", "Click places a new unit"],
  ["delete", "Delete", "Click removes what is there"],
];

/** names reads a list of names, or of objects with one. */
function names(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.map((one) => (typeof one === "string" ? one : String((one as { name?: unknown; order?: unknown }).name ?? (one as { order?: unknown }).order ?? ""))).filter((one) => one !== "");
}

export function LabPanel({ session, state, change, selected, report }: Props) {
  const { world } = session;
  const [kinds, setKinds] = useState<Kind[]>([]);
  const [orders, setOrders] = useState<string[]>([]);
  const [follow, setFollow] = useState(true);
  const [credits, setCredits] = useState("");
  const [judged, setJudged] = useState<JudgeOutcome | null>(null);
  const [busy, setBusy] = useState(false);
  const room = session.room;
  useEffect(() => {
    void session.lab({ op: "catalogue" }).then((result) => setKinds(((result.outcome?.kinds as Kind[] | undefined) ?? []).slice().sort((a, b) => a.name.localeCompare(b.name))));
    void session.lab({ op: "orders" }).then((result) => setOrders(names(result.outcome?.orders)));
  }, [room]);
  useEffect(() => {
    if (world.contenders[0] && state.owner === 0) change({ owner: world.contenders[0].id });
  }, [world.game]);
  const operator = world.lab?.operatorId === undefined || world.lab.operatorId === world.me || world.lab.role === "operator";
  const ask = async (op: Record<string, unknown>, done: string) => {
    setBusy(true);
    const result = await session.lab(op);
    setBusy(false);
    report(result.ok ? done : (result.error ?? "that was refused"));
    return result;
  };
  const judge = async () => {
    const result = await ask({ op: "judge", ticks: world.ticks(120_000) }, "played on and judged");
    if (result.ok) setJudged(result.outcome as unknown as JudgeOutcome);
  };
  const keep = async () => {
    const result = await ask({ op: "save" }, "saved");
    const base64 = result.outcome?.base64;
    if (typeof base64 === "string") save(`${(world.game?.id ?? "branch").slice(0, 12)}-${clock(world.ms(world.tick)).replaceAll(":", "-")}.icsave`, bytesOf(base64), "application/octet-stream");
  };
  const one = selected.size === 1 ? world.actor([...selected][0]!) : undefined;
  return (
    <section class="practice lab" aria-label="Laboratory">
      <div class="card-head">
        <h2>Laboratory</h2>
        <button onClick={() => session.backHome(world.tick)}>Back to the replay</button>
      </div>
      {!operator && <p class="quiet">Somebody else works here; you watch.</p>}
      <div class="segments" role="group" aria-label="Tool">
        {tools.map(([id, name, what]) => (
          <button key={id} title={what} aria-pressed={state.tool === id} onClick={() => change({ tool: id })} disabled={!operator}>
            {name}
          </button>
        ))}
      </div>
      <p class="quiet small">{tools.find(([id]) => id === state.tool)?.[2]}.</p>
      {state.tool === "spawn" && (
        <>
          <label>
            <span>What</span>
            <select value={state.kind} onChange={(event) => change({ kind: event.currentTarget.value })}>
              <option value="">Choose</option>
              {kinds.map((kind) => (
                <option key={kind.id} value={kind.id}>
                  {kind.name}
                </option>
              ))}
            </select>
          </label>
          <Owner session={session} value={state.owner} pick={(owner) => change({ owner })} label="Whose" />
        </>
      )}
      {(state.tool === "order" || state.tool === "select") && (
        <div class="two">
          <label>
            <span>Order</span>
            <select value={state.order} onChange={(event) => change({ order: event.currentTarget.value })}>
              <option value="">Move, or attack an enemy</option>
              {orders.map((order) => (
                <option key={order} value={order}>
                  {capital(spaced(order))}
                </option>
              ))}
            </select>
          </label>
          {state.order !== "" && (
            <label>
              <span>Item</span>
              <input type="text" value={state.item} onInput={(event) => change({ item: event.currentTarget.value })} placeholder="for production" />
            </label>
          )}
        </div>
      )}
      {one && operator && (
        <Owner session={session} value={one.owner} pick={(owner) => void ask({ op: "setEntityOwner", entityId: one.id, owner }, "changed hands")} label={`Owner of ${world.kind(one.kind).name}`} />
      )}
      <div class="two">
        <Owner session={session} value={state.owner} pick={(owner) => change({ owner })} label="Player" />
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void ask({ op: "credits", player: state.owner, credits: Math.round(Number(credits)) }, "credits set");
          }}
        >
          <label>
            <span>Credits</span>
            <span class="with-button">
              <input type="number" min={0} max={1_000_000_000} value={credits} onInput={(event) => setCredits(event.currentTarget.value)} />
              <button disabled={credits === "" || !operator}>Set</button>
            </span>
          </label>
        </form>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={follow}
          disabled={!operator}
          onChange={(event) => {
            setFollow(event.currentTarget.checked);
            void ask({ op: "follow", enabled: event.currentTarget.checked }, event.currentTarget.checked ? "recorded orders go on" : "recorded orders are left out");
          }}
        />
        <span>Recorded orders go on</span>
      </label>
      <div class="actions">
        <button disabled={busy || !operator} onClick={() => void judge()}>
          Does the rest fit?
        </button>
        <button class="primary" disabled={busy} onClick={() => void keep()}>
          Save as .icsave
        </button>
      </div>
      {judged && <Judgement session={session} judged={judged} />}
    </section>
  );
}

function Owner({ session, value, pick, label }: { session: Session; value: number; pick: (owner: number) => void; label: string }) {
  return (
    <label>
      <span>{label}</span>
      <select value={String(value)} onChange={(event) => pick(Number(event.currentTarget.value))}>
        {(session.world.game?.players ?? [])
          .filter((player) => player.kind !== "spectator")
          .map((player) => (
            <option key={player.id} value={String(player.id)}>
              {player.name || `player ${player.id}`}
            </option>
          ))}
      </select>
    </label>
  );
}

function Judgement({ session, judged }: { session: Session; judged: JudgeOutcome }) {
  const { world } = session;
  return (
    <div class="judgement" role="status">
      <p>
        Of {count(judged.orders)} recorded orders from {clock(world.ms(judged.fromTick))} to {clock(world.ms(judged.toTick))}, <strong>{count(judged.fit)} fit</strong>, {count(judged.rejected)} are rejected
        {judged.notModelled > 0 && <>, {count(judged.notModelled)} are not modelled</>}.
        {judged.recorded && (
          <>
            {" "}
            Without your changes {count(judged.recorded.fit)} of {count(judged.recorded.orders)} fit.
          </>
        )}
      </p>
      {judged.hashes && (
        <p>
          {count(judged.hashes.met)} of {count(judged.hashes.checked)} recorded hashes are met
          {judged.hashes.firstMiss !== undefined && judged.hashes.firstMiss !== null && <>, the first miss is at {clock(world.ms(judged.hashes.firstMiss))}</>}.
        </p>
      )}
      <ul>
        {(judged.reasons ?? []).map((row) => (
          <li key={row.reason}>
            {count(row.count)} × {spaced(row.reason)}
          </li>
        ))}
      </ul>
    </div>
  );
}
