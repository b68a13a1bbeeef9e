// SPDX-License-Identifier: GPL-3.0-or-later
// Many games together: groups with counts and win shares, verdicts over time,
// causes of rejection. All of it follows the library's filters.
import { useEffect, useState } from "preact/hooks";
import { address } from "../api/client";
import type { Groups, GroupRow } from "../api/types";
import { useLoad } from "../ui/load";
import { Empty, ErrorNotice, Loading, usePageTitle, VerdictBadge } from "../ui/parts";
import { setQuery } from "../ui/router";
import { clock, count, date, percent, plural, verdictOrder } from "../ui/words";
import { chosen, filterNames, filtersOf, shownValue, without } from "./filters";

const groupings: [string, string][] = [
  ["player", "Players"],
  ["map", "Maps"],
  ["matchup", "Match-ups"],
  ["faction", "Factions"],
  ["build", "Openings"],
  ["game", "Games"],
  ["format", "Formats"],
];

const columns: [string, string][] = [
  ["name", "Name"],
  ["games", "Games"],
  ["wins", "Won"],
  ["win_share", "Win share"],
  ["length", "Mean length"],
  ["first", "First"],
  ["last", "Last"],
];

const pageSize = 50;

export function StatisticsPage({ query }: { query: URLSearchParams }) {
  usePageTitle("Statistics");
  const by = query.get("by") ?? "player";
  const sort = query.get("sort_by") ?? "games";
  const order = query.get("order_by") ?? "desc";
  const filters = filtersOf(query);
  const [offset, setOffset] = useState(0);
  const filterKey = JSON.stringify([filters, by, sort, order]);
  useEffect(() => setOffset(0), [filterKey]);
  const request = { ...filters, by, sort, order };
  const { data, error, loading, reload } = useLoad<Groups>("statistics/groups", { ...request, limit: pageSize, offset });
  const set = chosen(query);
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>Statistics</h1>
          <p>
            {set.length > 0 || query.get("q") ? (
              <>
                Of the games with{" "}
                {[...set.map(({ name, value }) => `${filterNames[name]?.toLowerCase()} ${shownValue(name, value)}`), ...(query.get("q") ? [`“${query.get("q")}”`] : [])].join(", ")}.{" "}
                <a href={`statistics?by=${by}`}>Of all games</a>
              </>
            ) : (
              <>
                Of all games. Filter in the <a href="library">library</a> to narrow them down.
              </>
            )}
          </p>
        </div>
      </div>
      <section aria-labelledby="groups">
        <div class="card-head">
          <h2 id="groups" class="hidden-text">
            Groups
          </h2>
          <div class="segments" role="group" aria-label="Group by">
            {groupings.map(([id, name]) => (
              <button key={id} aria-pressed={by === id} onClick={() => setQuery({ by: id })}>
                {name}
              </button>
            ))}
          </div>
          <a class="button" href={address("statistics/groups.csv", request)} download={`${by}.csv`}>
            CSV
          </a>
        </div>
        {error ? (
          <ErrorNotice error={error} retry={reload} />
        ) : !data ? (
          <Loading />
        ) : data.rows.length === 0 ? (
          <div class="card">
            <Empty title="Nothing to count" />
          </div>
        ) : (
          <>
            <GroupTable data={data} sort={sort} order={order} query={query} busy={loading} />
            {data.total > pageSize && (
              <p class="pager">
                <button disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - pageSize))}>
                  Before
                </button>
                <span class="number" role="status">
                  {count(offset + 1)} to {count(Math.min(data.total, offset + pageSize))} of {count(data.total)}
                </span>
                <button disabled={offset + pageSize >= data.total} onClick={() => setOffset(offset + pageSize)}>
                  Next
                </button>
              </p>
            )}
          </>
        )}
      </section>
      <div class="columns">
        <VerdictsOverTime query={query} />
        <Rejections query={query} />
      </div>
    </div>
  );
}

const filterOf: Record<string, string> = { player: "player", map: "map", matchup: "matchup", faction: "faction", build: "build", game: "game", format: "format" };

function GroupTable({ data, sort, order, query, busy }: { data: Groups; sort: string; order: string; query: URLSearchParams; busy: boolean }) {
  const games = (row: GroupRow) => {
    const target = new URLSearchParams();
    for (const { name, value } of chosen(query)) target.append(name, value);
    if (query.get("q")) target.set("q", query.get("q") ?? "");
    const name = filterOf[data.by];
    if (name) {
      for (const [left, values] of Object.entries(without(target, name, row.key))) {
        target.delete(left);
        values.forEach((value) => target.append(left, value));
      }
      target.append(name, row.key);
    }
    return `library?${target}`;
  };
  const withWins = data.by !== "map" && data.by !== "game" && data.by !== "format";
  const shown = columns.filter(([id]) => withWins || (id !== "wins" && id !== "win_share"));
  return (
    <div class="table-wrap" tabIndex={0} role="region" aria-label="Groups of games" aria-busy={busy}>
      <table>
        <thead>
          <tr>
            {shown.map(([id, name]) => (
              <th key={id} class={id === "name" ? "" : "number"} aria-sort={sort === id ? (order === "asc" ? "ascending" : "descending") : undefined}>
                <button title={`Sort by ${name.toLowerCase()}`} onClick={() => setQuery({ sort_by: id, order_by: sort === id && order === "desc" ? "asc" : id === "name" && sort !== "name" ? "asc" : "desc" })}>
                  {name}
                  <span aria-hidden="true">{sort === id ? (order === "asc" ? "↑" : "↓") : ""}</span>
                </button>
              </th>
            ))}
            {data.by === "player" && <th class="number plain-head">APM</th>}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.key} class="row-link">
              <th scope="row" class="break">
                <a href={games(row)}>{row.name || row.key || "unknown"}</a>
              </th>
              <td class="number">{count(row.games)}</td>
              {withWins && (
                <>
                  <td class="number nowrap">
                    {count(row.wins)} <span class="quiet">of {count(row.wins + row.losses)}</span>
                  </td>
                  <td class="number">
                    <Share permille={row.win_share} />
                  </td>
                </>
              )}
              <td class="number">{clock(row.mean_ms)}</td>
              <td class="number nowrap">{date(row.first_at)}</td>
              <td class="number nowrap">{date(row.last_at)}</td>
              {data.by === "player" && <td class="number">{count(row.apm)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Share({ permille }: { permille: number | null }) {
  if (permille === null) return <span class="quiet">–</span>;
  return (
    <span class="share">
      <span class="share-bar" aria-hidden="true">
        <span style={{ width: `${permille / 10}%` }} />
      </span>
      <span class="share-number">{percent(permille)}</span>
    </span>
  );
}

interface VerdictRows {
  rows: { period: string; format: string; verdict: string; games: number }[];
}

function VerdictsOverTime({ query }: { query: URLSearchParams }) {
  const [bucket, setBucket] = useState("month");
  const { data, error } = useLoad<VerdictRows>("statistics/verdicts", { ...filtersOf(query), bucket });
  const formats = [...new Set(data?.rows.map((row) => row.format))].sort();
  const periods = [...new Set(data?.rows.map((row) => row.period))].sort().reverse().slice(0, 12);
  return (
    <section class="card">
      <div class="card-head">
        <h2>Verdicts by format over time</h2>
        <label>
          <span class="hidden-text">Period</span>
          <select value={bucket} onChange={(event) => setBucket(event.currentTarget.value)}>
            <option value="day">By day</option>
            <option value="week">By week</option>
            <option value="month">By month</option>
          </select>
        </label>
      </div>
      {error ? (
        <ErrorNotice error={error} />
      ) : !data ? (
        <Loading />
      ) : data.rows.length === 0 ? (
        <p class="quiet">No conversions yet.</p>
      ) : (
        <div class="stack-small">
          {periods.map((period) => (
            <div key={period}>
              <h3>{bucket === "month" ? period.slice(0, 7) : period}</h3>
              {formats.map((format) => {
                const rows = data.rows.filter((row) => row.period === period && row.format === format);
                return rows.length === 0 ? null : <VerdictBar key={format} name={format} rows={rows} />;
              })}
            </div>
          ))}
          <p class="legend small">
            {verdictOrder.map((verdict) => (
              <VerdictBadge key={verdict} verdict={verdict} />
            ))}
          </p>
        </div>
      )}
    </section>
  );
}

function VerdictBar({ name, rows }: { name: string; rows: VerdictRows["rows"] }) {
  const total = rows.reduce((sum, row) => sum + row.games, 0);
  const sorted = [...rows].sort((a, b) => verdictOrder.indexOf(a.verdict) - verdictOrder.indexOf(b.verdict));
  const words = sorted.map((row) => `${row.games} ${row.verdict.replaceAll("_", " ")}`).join(", ");
  return (
    <div class="verdict-bar">
      <span class="small">{name}</span>
      <span class="bar" role="img" aria-label={`${name}: ${words}`}>
        {sorted.map((row) => (
          <span key={row.verdict} class={`v-${row.verdict}`} style={{ width: `${(100 * row.games) / total}%` }} title={`${row.games} ${row.verdict.replaceAll("_", " ")}`} />
        ))}
      </span>
      <span class="number small">{count(total)}</span>
    </div>
  );
}

interface RejectionRows {
  rows: { reason: string; text: string; orders: number; games: number }[];
}

function Rejections({ query }: { query: URLSearchParams }) {
  const { data, error } = useLoad<RejectionRows>("statistics/rejections", { ...filtersOf(query), limit: 20 });
  return (
    <section class="card">
      <h2>Most frequent causes of rejection</h2>
      {error ? (
        <ErrorNotice error={error} />
      ) : !data ? (
        <Loading />
      ) : data.rows.length === 0 ? (
        <p class="quiet">No order was rejected.</p>
      ) : (
        <div class="table-wrap">
          <table>
            <thead>
              <tr>
                <th>Reason</th>
                <th class="number">Orders</th>
                <th class="number">Games</th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.reason}>
                  <th scope="row">{row.text || row.reason.replaceAll("_", " ")}</th>
                  <td class="number">{count(row.orders)}</td>
                  <td class="number" title={plural(row.games, "game")}>
                    {count(row.games)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
