// SPDX-License-Identifier: GPL-3.0-or-later
// The library: every conversion, found by filters and by words.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { address, get, type ApiError } from "../api/client";
import { listen } from "../api/live";
import type { Facets, Game, GamesPage, Server } from "../api/types";
import { useLater, useLoad } from "../ui/load";
import { contenders, Empty, ErrorNotice, gameTitle, Loading, MoreButton, Swatch, usePageTitle, VerdictBadge } from "../ui/parts";
import { setQuery } from "../ui/router";
import { clock, count, date, percent, plural, spaced, verdictOrder } from "../ui/words";
import { chosen, filterNames, filtersOf, lengths, repeated, shownValue, single, without } from "./filters";
import { DropTarget } from "./submit";

const sorts: [string, string][] = [
  ["date desc", "Newest first"],
  ["date asc", "Oldest first"],
  ["added desc", "Last converted first"],
  ["length desc", "Longest first"],
  ["length asc", "Shortest first"],
  ["coverage desc", "Best covered first"],
  ["verdict asc", "Best verdict first"],
  ["orders desc", "Most orders first"],
  ["map asc", "By map"],
  ["game asc", "By game"],
];

/** useGames pages through the library by cursor and says when it has changed. */
function useGames(key: string, query: URLSearchParams) {
  const [games, setGames] = useState<Game[]>([]);
  const [total, setTotal] = useState<number | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [busy, setBusy] = useState(true);
  const [error, setError] = useState<ApiError | null>(null);
  const [stale, setStale] = useState(0);
  const turn = useRef(0);
  const load = useCallback(
    async (cursor: string | null) => {
      const mine = ++turn.current;
      setBusy(true);
      try {
        const page = await get<GamesPage>("games", { ...filtersOf(query), sort: query.get("sort"), order: query.get("order"), limit: 50, cursor });
        if (mine !== turn.current) return;
        setGames((old) => (cursor ? [...old, ...page.games] : page.games));
        if (page.total !== null) setTotal(page.total);
        setNext(page.next);
        setError(null);
        if (!cursor) setStale(0);
      } catch (failed) {
        if (mine === turn.current) setError(failed as ApiError);
      }
      if (mine === turn.current) setBusy(false);
    },
    [key],
  );
  useEffect(() => void load(null), [load]);
  useEffect(() => {
    const stops = [
      listen<Game>("game", (game) => {
        setGames((old) => {
          const at = old.findIndex((one) => one.id === game.id);
          if (at < 0) {
            setStale((n) => n + 1);
            return old;
          }
          return old.map((one, index) => (index === at ? game : one));
        });
      }),
      listen("library", () => setStale((n) => n + 1)),
      listen("resync", () => setStale((n) => n + 1)),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  // Nobody has scrolled on: the list may simply be loaded again.
  useEffect(() => {
    if (stale === 0 || games.length > 50) return;
    const timer = setTimeout(() => void load(null), 400);
    return () => clearTimeout(timer);
  }, [stale]);
  return { games, total, next, busy, error, stale, load };
}

export function LibraryPage({ query, server }: { query: URLSearchParams; server: Server }) {
  usePageTitle("Library");
  const key = query.toString();
  const { games, total, next, busy, error, stale, load } = useGames(key, query);
  const more = useCallback(() => void (next && load(next)), [next, load]);
  const set = chosen(query);
  const clear = () => setQuery(Object.fromEntries([...repeated, ...single].map((name) => [name, null])), false);
  return (
    <DropTarget server={server}>
      <div class="page-head">
        <div>
          <h1>Library</h1>
          <p role="status">{total === null ? "Counting…" : set.length > 0 || query.get("q") ? `${plural(total, "game")} found` : plural(total, "game")}</p>
        </div>
        <div class="actions">
          {stale > 0 && games.length > 50 && <button onClick={() => void load(null)}>Show what is new</button>}
          <a class="button" href={address("games.csv", filtersOf(query))} download="games.csv">
            CSV
          </a>
          <a class="button" href={`statistics?${new URLSearchParams(key)}`}>
            Statistics of these
          </a>
        </div>
      </div>
      <div class="library">
        <Filters query={query} queryKey={key} />
        <div class="results">
          <SearchAndSort query={query} />
          {set.length > 0 && (
            <ul class="chosen" aria-label="Filters that are set">
              {set.map(({ name, value }) => (
                <li key={`${name}=${value}`}>
                  <button class="chip-button" onClick={() => setQuery(without(query, name, value), false)}>
                    <span class="hidden-text">Without </span>
                    {filterNames[name]}: {shownValue(name, value)} <span aria-hidden="true">×</span>
                  </button>
                </li>
              ))}
              <li>
                <button class="chip-button" onClick={clear}>
                  Clear all
                </button>
              </li>
            </ul>
          )}
          {error ? (
            <ErrorNotice error={error} retry={() => void load(null)} />
          ) : games.length === 0 && busy ? (
            <Loading />
          ) : games.length === 0 ? (
            <div class="card">
              {set.length > 0 || query.get("q") ? (
                <Empty title="No game fits">
                  <p>
                    <button onClick={clear}>Clear all filters</button>
                  </p>
                </Empty>
              ) : (
                <Empty title="No games yet">
                  {server.can_submit ? (
                    <p>
                      Drop replays or an archive of them anywhere on this page, or <a href="jobs">choose files</a>.
                    </p>
                  ) : (
                    <p>Nothing has been converted so far.</p>
                  )}
                </Empty>
              )}
            </div>
          ) : (
            <>
              <ol class="games" aria-label="Games" aria-busy={busy}>
                {games.map((game) => (
                  <GameRow key={game.id} game={game} />
                ))}
              </ol>
              {next && <MoreButton more={more} busy={busy} />}
            </>
          )}
        </div>
      </div>
    </DropTarget>
  );
}

function SearchAndSort({ query }: { query: URLSearchParams }) {
  const [text, setText] = useState(query.get("q") ?? "");
  const later = useLater(text, 250);
  const asked = useRef(text);
  useEffect(() => {
    const value = query.get("q") ?? "";
    if (value !== asked.current) {
      asked.current = value;
      setText(value);
    }
  }, [query]);
  useEffect(() => {
    if (later === asked.current) return;
    asked.current = later;
    setQuery({ q: later || null });
  }, [later]);
  const sort = `${query.get("sort") ?? "date"} ${query.get("order") ?? "desc"}`;
  return (
    <div class="search-row">
      <label class="search">
        <span class="hidden-text">Search names, maps, files, labels and chat</span>
        <input type="search" placeholder="Search names, maps, files, chat" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <label>
        <span class="hidden-text">Order</span>
        <select
          value={sort}
          onChange={(event) => {
            const [by, order] = event.currentTarget.value.split(" ");
            setQuery({ sort: by ?? null, order: order ?? null }, false);
          }}
        >
          {sorts.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

const facetGroups: [string, string][] = [
  ["verdicts", "verdict"],
  ["games", "game"],
  ["formats", "format"],
  ["maps", "map"],
  ["players", "player"],
  ["factions", "faction"],
  ["matchups", "matchup"],
  ["outcomes", "outcome"],
  ["labels", "label"],
];

function Filters({ query, queryKey }: { query: URLSearchParams; queryKey: string }) {
  const { data: facets } = useLoad<Facets>("facets", filtersOf(query));
  const [open, setOpen] = useState(() => matchMedia("(min-width: 62rem)").matches);
  const length = lengths.find(([min, max]) => (query.get("length_min") ?? "") === min && (query.get("length_max") ?? "") === max)?.[2] ?? "own";
  return (
    <aside class="filters" aria-label="Filters" data-query={queryKey ? "set" : "none"}>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Filters</summary>
        <div class="filter-groups">
          {facetGroups.map(([facet, name]) => (
            <FacetGroup key={name} name={name} query={query} values={facets?.[facet] ?? []} />
          ))}
          <label>
            <span>Length</span>
            <select
              value={length}
              onChange={(event) => {
                const row = lengths.find(([, , id]) => id === event.currentTarget.value);
                setQuery({ length_min: row?.[0] || null, length_max: row?.[1] || null }, false);
              }}
            >
              {lengths.map(([, , id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
              {length === "own" && <option value="own">As in the address</option>}
            </select>
          </label>
          <label>
            <span>Orders judged, at least</span>
            <select value={query.get("coverage_min") ?? ""} onChange={(event) => setQuery({ coverage_min: event.currentTarget.value || null }, false)}>
              <option value="">Any</option>
              <option value="500">50 %</option>
              <option value="800">80 %</option>
              <option value="950">95 %</option>
              <option value="1000">100 %</option>
            </select>
          </label>
          <label>
            <span>Played from</span>
            <input type="date" value={query.get("from") ?? ""} onChange={(event) => setQuery({ from: event.currentTarget.value || null }, false)} />
          </label>
          <label>
            <span>Played until</span>
            <input type="date" value={query.get("to") ?? ""} onChange={(event) => setQuery({ to: event.currentTarget.value || null }, false)} />
          </label>
        </div>
      </details>
    </aside>
  );
}

function FacetGroup({ name, query, values }: { name: string; query: URLSearchParams; values: { value: string; name: string; count: number }[] }) {
  const [all, setAll] = useState(false);
  const set = query.getAll(name);
  const sorted = name === "verdict" ? [...values].sort((a, b) => verdictOrder.indexOf(a.value) - verdictOrder.indexOf(b.value)) : values;
  const extra = set.filter((value) => !sorted.some((one) => one.value === value)).map((value) => ({ value, name: value, count: 0 }));
  const rows = [...extra, ...sorted];
  if (rows.length === 0) return null;
  const shown = all ? rows : rows.filter((row, index) => index < 6 || set.includes(row.value));
  return (
    <fieldset>
      <legend>{filterNames[name]}</legend>
      {shown.map((row) => (
        <label key={row.value} class="facet">
          <input
            type="checkbox"
            checked={set.includes(row.value)}
            onChange={(event) => setQuery({ [name]: event.currentTarget.checked ? [...set, row.value] : set.filter((one) => one !== row.value) }, false)}
          />
          <span class="facet-name">{name === "verdict" ? <VerdictBadge verdict={row.value} /> : name === "outcome" ? spaced(row.value) : row.name || row.value}</span>
          <span class="facet-count number">{count(row.count)}</span>
        </label>
      ))}
      {rows.length > shown.length && (
        <button class="link" onClick={() => setAll(true)}>
          {rows.length - shown.length} more
        </button>
      )}
    </fieldset>
  );
}

function GameRow({ game }: { game: Game }) {
  const players = contenders(game);
  return (
    <li class="game-row">
      <div class="game-main">
        <h2>
          <a href={`game?id=${game.id}`}>{gameTitle(game)}</a>
        </h2>
        <p class="quiet small">
          {game.game_name || game.game || game.format} · {game.map.name || "unknown map"}
          {game.filename && <> · {game.filename}</>}
        </p>
        <p class="small players-line">
          {players.slice(0, 8).map((player, index) => (
            <span key={player.slot} class="nowrap">
              <Swatch index={index} />
              {player.faction_name || player.faction || "?"}
              {player.outcome === "won" && <strong> won</strong>}
            </span>
          ))}
        </p>
      </div>
      <dl class="game-facts">
        <div>
          <dt>verdict</dt>
          <dd>
            <VerdictBadge verdict={game.verdict} />
            {game.partial && <span class="chip">damaged file</span>}
            {game.missing_map && <span class="chip">map missing</span>}
          </dd>
        </div>
        <div>
          <dt>judged</dt>
          <dd class="number">{percent(game.judged_permille)}</dd>
        </div>
        <div>
          <dt>length</dt>
          <dd class="number">{clock(game.length_ms)}</dd>
        </div>
        <div>
          <dt>played</dt>
          <dd>{date(game.played_at ?? game.converted_at)}</dd>
        </div>
      </dl>
      <a class="button watch" href={`watch?id=${game.id}`}>
        Watch<span class="hidden-text"> {gameTitle(game)}</span>
      </a>
    </li>
  );
}
