// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside the picture: armies, production, economy, orders,
// bookmarks. Everything that the picture shows is here in words, too.
import { useRef, useState } from "preact/hooks";
import { flags } from "../rtsm/actors";
import { capital, clock, count, spaced } from "../ui/words";
import { merge, parse, save, sideFile, type Bookmark } from "./bookmarks";
import { legendRoles, outlineText, roleWords } from "./shapes";
import type { Session } from "./session";

type Tab = "army" | "production" | "economy" | "orders" | "bookmarks";

const tabs: [Tab, string][] = [
  ["army", "Army"],
  ["production", "Production"],
  ["economy", "Economy"],
  ["orders", "Orders"],
  ["bookmarks", "Marks"],
];

interface Props {
  session: Session;
  spoilerFree: boolean;
  bookmarks: Bookmark[];
  setBookmarks: (bookmarks: Bookmark[]) => void;
  onShow: (ids: number[]) => void;
}

export function Panels({ session, spoilerFree, bookmarks, setBookmarks, onShow }: Props) {
  const [tab, setTab] = useState<Tab>("army");
  const list = useRef<HTMLDivElement>(null);
  const move = (by: number) => {
    const at = tabs.findIndex(([id]) => id === tab);
    const next = tabs[(at + by + tabs.length) % tabs.length]!;
    setTab(next[0]);
    list.current?.querySelector<HTMLElement>(`#tab-${next[0]}`)?.focus();
  };
  return (
    <div class="panels">
      <div
        class="tabs"
        role="tablist"
        aria-label="Panels"
        ref={list}
        onKeyDown={(event) => {
          if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
            event.preventDefault();
            event.stopPropagation();
            move(event.key === "ArrowRight" ? 1 : -1);
          }
        }}
      >
        {tabs.map(([id, name]) => (
          <button key={id} id={`tab-${id}`} role="tab" aria-selected={tab === id} aria-controls="tab-panel" tabIndex={tab === id ? 0 : -1} onClick={() => setTab(id)}>
            {name}
          </button>
        ))}
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} class="tab-panel" tabIndex={0}>
        {tab === "army" && <Army session={session} onShow={onShow} />}
        {tab === "production" && <Production session={session} onShow={onShow} />}
        {tab === "economy" && <EconomyTable session={session} spoilerFree={spoilerFree} />}
        {tab === "orders" && <OrderLog session={session} />}
        {tab === "bookmarks" && <Bookmarks session={session} bookmarks={bookmarks} setBookmarks={setBookmarks} />}
      </div>
    </div>
  );
}

function PlayerHead({ session, id }: { session: Session; id: number }) {
  const { world } = session;
  const player = world.game?.players.find((one) => one.id === id);
  return (
    <h3 class="break">
      <span class="swatch" style={{ color: world.colour(id) }} aria-hidden="true" />
      {world.playerName(id)}
      {player?.factionName && <span class="quiet"> {player.factionName}</span>}
    </h3>
  );
}

function Army({ session, onShow }: { session: Session; onShow: (ids: number[]) => void }) {
  const { world } = session;
  return (
    <>
      {world.contenders.map((player) => {
        const groups = new Map<number, number[]>();
        for (const actor of world.actors) if (actor.owner === player.id) groups.set(actor.kind, [...(groups.get(actor.kind) ?? []), actor.id]);
        const rows = [...groups.entries()].map(([n, ids]) => ({ kind: world.kind(n), ids, structure: ((world.actor(ids[0]!)?.flags ?? 0) & flags.structure) !== 0 }));
        rows.sort((a, b) => Number(a.structure) - Number(b.structure) || b.ids.length - a.ids.length || a.kind.name.localeCompare(b.kind.name));
        return (
          <section key={player.id} class="panel-group">
            <PlayerHead session={session} id={player.id} />
            {rows.length === 0 ? (
              <p class="quiet">nothing is seen</p>
            ) : (
              <ul class="kinds">
                {rows.map((row) => (
                  <li key={row.kind.n}>
                    <button class="kind-button" onClick={() => onShow(row.ids)}>
                      <RoleSign role={row.kind.role} /> <span>{row.kind.name}</span> <span class="number">{row.ids.length}</span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </>
  );
}

function Production({ session, onShow }: { session: Session; onShow: (ids: number[]) => void }) {
  const { world } = session;
  return (
    <>
      {world.contenders.map((player) => {
        const queues = world.economy?.players.find((one) => one.id === player.id)?.queues ?? [];
        const placing = world.actors.filter((actor) => actor.owner === player.id && (actor.flags & flags.unfinished) !== 0);
        return (
          <section key={player.id} class="panel-group">
            <PlayerHead session={session} id={player.id} />
            {queues.length === 0 && placing.length === 0 && <p class="quiet">nothing in production</p>}
            <ul class="queues">
              {queues.map((item, index) => (
                <li key={index}>
                  <span>
                    {item.name || item.item}
                    {item.count > 1 && <span class="quiet"> × {item.count}</span>}
                    {item.state !== "building" && <span class="quiet"> {item.state}</span>}
                  </span>
                  <progress max={1} value={item.progress > 1 ? item.progress / 100 : item.progress} aria-label={`${item.name || item.item}, ${item.state}`} />
                </li>
              ))}
              {placing.map((actor) => (
                <li key={actor.id}>
                  <button class="link" onClick={() => onShow([actor.id])}>
                    {world.kind(actor.kind).name}
                  </button>
                  <span class="quiet"> going up</span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function EconomyTable({ session, spoilerFree }: { session: Session; spoilerFree: boolean }) {
  const { world } = session;
  const players = world.contenders.map((player) => ({ player, has: world.economy?.players.find((one) => one.id === player.id) }));
  const rows: [string, (index: number) => string][] = [
    ["Credits", (index) => (players[index]?.has?.known === false ? "not known" : count(players[index]?.has?.credits))],
    ["Power", (index) => (players[index]?.has ? `${count(players[index]?.has?.power)} of ${count(players[index]?.has?.drain)} needed` : "–")],
    ["Army value", (index) => count(players[index]?.has?.armyValue)],
    ["Units", (index) => count(players[index]?.has?.units)],
    ["Structures", (index) => count(players[index]?.has?.structures)],
    ["Units lost", (index) => count(players[index]?.has?.unitsLost)],
    ["Structures lost", (index) => count(players[index]?.has?.structuresLost)],
    ["Value lost", (index) => count(players[index]?.has?.lostValue)],
    ["Kills", (index) => count(players[index]?.has?.kills)],
    ["Standing", (index) => (spoilerFree && world.tick < world.furthest ? "hidden" : spaced(players[index]?.has?.standing ?? "–"))],
  ];
  const since = world.economy?.players.find((one) => one.since !== undefined && one.since > 0)?.since;
  return (
    <>
      <table class="economy">
        <thead>
          <tr>
            <th>
              <span class="hidden-text">Figure</span>
            </th>
            {players.map(({ player }) => (
              <th key={player.id} class="number">
                <span class="swatch" style={{ color: world.colour(player.id) }} aria-hidden="true" />
                {player.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {players.map(({ player }, index) => (
                <td key={player.id} class="number">
                  {value(index)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {since !== undefined && <p class="quiet small">Losses are counted from {clock(world.ms(since))} on, where this was last sought.</p>}
    </>
  );
}

function OrderLog({ session }: { session: Session }) {
  const { world } = session;
  const [only, setOnly] = useState(false);
  const shown = world.orders.filter((order) => !only || order.outcome === "rejected" || order.outcome === "failed").slice(-80).reverse();
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={only} onChange={(event) => setOnly(event.currentTarget.checked)} />
        <span>Only rejected ones</span>
      </label>
      {shown.length === 0 ? (
        <p class="quiet">{only ? "None were rejected while you watched." : "Orders appear here as they are played."}</p>
      ) : (
        <ol class="order-log">
          {shown.map((order, index) => (
            <li key={`${order.tick} ${index}`} class={order.outcome === "rejected" || order.outcome === "failed" ? "v-diverged" : undefined}>
              <button class="link number" onClick={() => session.seek(order.tick)}>
                {clock(world.ms(order.tick))}
              </button>
              <span>
                <span class="swatch" style={{ color: world.colour(order.player) }} aria-hidden="true" />
                {capital(spaced(order.order))}
                {order.item && ` ${order.item}`}
                {(order.unitCount ?? 0) > 1 && <span class="quiet"> ×{order.unitCount}</span>}
                {order.outcome !== "accepted" && (
                  <span>
                    {" "}
                    {spaced(order.outcome)}
                    {order.reason && `: ${spaced(order.reason)}`}
                    {order.detail && `, ${order.detail}`}
                  </span>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Bookmarks({ session, bookmarks, setBookmarks }: { session: Session; bookmarks: Bookmark[]; setBookmarks: (bookmarks: Bookmark[]) => void }) {
  const { world } = session;
  const [error, setError] = useState("");
  const [text, setText] = useState("");
  const id = world.game?.id ?? "";
  return (
    <>
      <form
        class="with-button"
        onSubmit={(event) => {
          event.preventDefault();
          setBookmarks(merge(bookmarks, [{ tick: world.at, time_ms: Math.round(world.ms(world.at)), text: text.trim() }]));
          setText("");
        }}
      >
        <label class="grow">
          <span class="hidden-text">What is here</span>
          <input type="text" placeholder={`At ${clock(world.ms(world.at))}`} maxLength={200} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button>Bookmark</button>
      </form>
      {bookmarks.length === 0 ? (
        <p class="quiet">No bookmarks yet. Key B makes one.</p>
      ) : (
        <ul class="lines">
          {bookmarks.map((bookmark) => (
            <li key={`${bookmark.tick} ${bookmark.text}`} class="bookmark">
              <button class="link number" onClick={() => session.seek(bookmark.tick)}>
                {clock(bookmark.time_ms)}
              </button>
              <span class="break grow">{bookmark.text || <span class="quiet">without words</span>}</span>
              <button class="plain" aria-label={`Delete the bookmark at ${clock(bookmark.time_ms)}`} onClick={() => setBookmarks(bookmarks.filter((one) => one !== bookmark))}>
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="actions">
        <button disabled={bookmarks.length === 0} onClick={() => save(`${id.slice(0, 12)}.icrep.bookmarks`, sideFile(id, bookmarks), "application/json")}>
          Save as a file
        </button>
        <label class="button file-button">
          Open a file
          <input
            type="file"
            class="hidden-text"
            accept=".bookmarks,.json"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = "";
              file
                ?.text()
                .then((content) => (setBookmarks(merge(bookmarks, parse(content))), setError("")))
                .catch((failed: Error) => setError(failed.message));
            }}
          />
        </label>
      </div>
      <p role="alert" class="v-diverged">
        {error}
      </p>
    </>
  );
}

export function RoleSign({ role }: { role: string }) {
  const { text, structure } = outlineText(role);
  return (
    <svg class="role-sign" viewBox="-1.35 -1.35 2.7 2.7" aria-hidden="true">
      {structure && <rect x="-1.2" y="-1.2" width="2.4" height="2.4" rx="0.1" fill="none" stroke="currentColor" stroke-width="0.14" />}
      <path d={text} fill={structure ? "none" : "currentColor"} stroke="currentColor" stroke-width={structure ? 0.16 : 0} stroke-linejoin="round" />
    </svg>
  );
}

export function Legend() {
  return (
    <ul class="legend-list">
      {legendRoles.map((role) => (
        <li key={role}>
          <RoleSign role={role} /> {roleWords[role]}
        </li>
      ))}
    </ul>
  );
}
