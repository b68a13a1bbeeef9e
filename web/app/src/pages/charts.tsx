// SPDX-License-Identifier: GPL-3.0-or-later
// The charts of a game, with one cursor for all of them.
import { useState } from "preact/hooks";
import type { Game, Series } from "../api/types";
import { Chart, lastKnown, linesOf } from "../ui/chart";
import { useLoad } from "../ui/load";
import { contenders, ErrorNotice, Loading } from "../ui/parts";
import { clock, count, playerColour, seriesWords, spaced } from "../ui/words";

const first: [string, string][] = [
  ["economy", "credits"],
  ["economy", "army_value"],
  ["losses", "units_lost"],
  ["actions", "actions_per_minute"],
];

const more: [string, string][] = [
  ["economy", "units"],
  ["economy", "buildings"],
  ["losses", "structures_lost"],
  ["losses", "units_killed"],
  ["actions", "effective_actions_per_minute"],
  ["score", "collected"],
  ["score", "spent"],
  ["score", "collection_rate"],
  ["score", "killed_value"],
  ["score", "lost_value"],
  ["score", "damage_dealt"],
  ["score", "units_produced"],
];

export function GameCharts({ game, at, pick }: { game: Game; at: number | null; pick: (ms: number) => void }) {
  const { data, error } = useLoad<Series>(`games/${game.id}/series`);
  const [all, setAll] = useState(false);
  const [table, setTable] = useState(false);
  const players = contenders(game);
  const indexOf = (slot: number) => players.findIndex((player) => player.slot === slot);
  const label = (slot: number) => players[indexOf(slot)]?.display_name || players[indexOf(slot)]?.name || `Player ${slot}`;
  const colour = (slot: number) => playerColour(Math.max(0, indexOf(slot)));
  const wanted = [...first, ...(all ? more : [])];
  const charts = data
    ? wanted
        .map(([group, name]) => ({ group, name, times: data.groups[group]?.times_ms ?? [], lines: linesOf(data.groups[group], name, label, colour) }))
        .filter((chart) => chart.lines.length > 0 && chart.times.length > 1 && chart.lines.some((line) => lastKnown(line.values) !== null))
    : [];
  return (
    <section class="card" aria-labelledby="charts">
      <div class="card-head">
        <h2 id="charts">Course of the game</h2>
        <div class="actions">
          <button aria-pressed={table} onClick={() => setTable(!table)}>
            As a table
          </button>
          <button aria-pressed={all} onClick={() => setAll(!all)}>
            More charts
          </button>
        </div>
      </div>
      {error ? (
        <ErrorNotice error={error} />
      ) : !data ? (
        <Loading />
      ) : charts.length === 0 ? (
        <p class="quiet">This game keeps no accounts.</p>
      ) : table ? (
        <FigureTable charts={charts} />
      ) : (
        <div class="charts">
          {charts.map((chart) => (
            <Chart key={`${chart.group}-${chart.name}`} title={seriesWords[chart.name] ?? spaced(chart.name)} timesMs={chart.times} lengthMs={game.length_ms} lines={chart.lines} link="game" at={at} onPick={pick} />
          ))}
        </div>
      )}
      {data && data.unknown.length > 0 && <p class="quiet small after-table">Not known of this game: {data.unknown.map((name) => (seriesWords[name] ?? spaced(name)).toLowerCase()).join(", ")}.</p>}
    </section>
  );
}

function FigureTable({ charts }: { charts: { group: string; name: string; times: number[]; lines: { label: string; values: (number | null)[] }[] }[] }) {
  const length = Math.max(...charts.map((chart) => chart.times.at(-1) ?? 0));
  const rows = Array.from({ length: 11 }, (_, index) => Math.round((length * index) / 10));
  const at = (times: number[], values: (number | null)[], ms: number) => {
    let found: number | null = null;
    for (let index = 0; index < times.length && (times[index] ?? 0) <= ms; index++) found = values[index] ?? found;
    return found;
  };
  return (
    <div class="table-wrap" tabIndex={0} role="region" aria-label="Figures of the game">
      <table>
        <thead>
          <tr>
            <th>Time</th>
            {charts.flatMap((chart) =>
              chart.lines.map((line) => (
                <th key={chart.name + line.label} class="number">
                  {seriesWords[chart.name] ?? spaced(chart.name)}
                  <br />
                  {line.label}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((ms) => (
            <tr key={ms}>
              <th scope="row" class="number">
                {clock(ms)}
              </th>
              {charts.flatMap((chart) =>
                chart.lines.map((line) => (
                  <td key={chart.name + line.label} class="number">
                    {count(at(chart.times, line.values, ms))}
                  </td>
                )),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
