// SPDX-License-Identifier: GPL-3.0-or-later
// A game's page: who, where, when, how it went, and how far to believe it.
import { useEffect, useState } from "preact/hooks";
import type { Chat, Counted, Game, GameDetail, Timeline } from "../api/types";
import { useLoad } from "../ui/load";
import { contenders, ErrorNotice, gameTitle, Loading, Swatch, usePageTitle, VerdictBadge } from "../ui/parts";
import { go, setQuery } from "../ui/router";
import { bytes, capital, clock, count, date, moment, outcomeWords, parseClock, percent, plural, spaced } from "../ui/words";
import { BuildOrders } from "./build";
import { GameCharts } from "./charts";
import { ConfidenceTimeline } from "./confidence";

export function GamePage({ query }: { query: URLSearchParams }) {
  const id = query.get("id") ?? "";
  const { data, error, reload } = useLoad<GameDetail>(`games/${encodeURIComponent(id)}`);
  const { data: timeline } = useLoad<Timeline>(data ? `games/${encodeURIComponent(id)}/timeline` : null);
  usePageTitle(data ? data.words.title || gameTitle(data.game) : "Game");
  const at = parseClock(query.get("t"));
  if (error) return <ErrorNotice error={error} retry={reload} />;
  if (!data) return <Loading />;
  const { game } = data;
  const pick = (ms: number) => setQuery({ t: clock(ms) });
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1 class="break">{gameTitle(game)}</h1>
          <p>
            {game.game_name || game.game} on {game.map.name || "an unknown map"} · {clock(game.length_ms)}
            {game.played_at && <> · {date(game.played_at)}</>}
          </p>
        </div>
        <div class="actions">
          {data.playable ? (
            <a class="button primary" href={`watch?id=${game.id}${at !== null ? `&t=${clock(at)}` : ""}`}>
              {at !== null ? `Watch from ${clock(at)}` : "Watch"}
            </a>
          ) : (
            <span class="quiet">{data.why_not || "This game cannot be watched."}</span>
          )}
        </div>
      </div>
      <Trust detail={data} timeline={timeline} at={at} pick={pick} />
      <div class="columns">
        <Players game={game} spectators={data.spectators} />
        <Facts detail={data} />
      </div>
      <GameCharts game={game} at={at} pick={pick} />
      <BuildOrders game={game} at={at} pick={pick} />
      <div class="columns">
        <Orders detail={data} />
        <Downloads detail={data} />
      </div>
      <ChatLines game={game} pick={pick} />
      {data.warnings_total > 0 && <Warnings detail={data} pick={pick} />}
    </div>
  );
}

function Trust({ detail, timeline, at, pick }: { detail: GameDetail; timeline: Timeline | null; at: number | null; pick: (ms: number) => void }) {
  const { game, words } = detail;
  const miss = game.proof?.first_mismatch;
  return (
    <section class="card" aria-labelledby="trust">
      <h2 id="trust">How far it can be trusted</h2>
      <div class="trust">
        <div>
          <p class="verdict-large">
            <VerdictBadge verdict={game.verdict} />
          </p>
          <p>{capital(words.meaning)}</p>
          {words.coverage.map((sentence) => (
            <p key={sentence} class="quiet">
              {sentence}
            </p>
          ))}
          {words.power && <p class="quiet">{words.power}</p>}
        </div>
        <ul class="reservations">
          {miss && (
            <li>
              First missed hash at frame {count(miss.frame)}, tick {count(miss.tick)}: the recording has <code>{miss.want}</code>, we have <code>{miss.got}</code>.
              {miss.suspect && ` Most likely different: ${miss.suspect.what}.`}
            </li>
          )}
          {detail.source_sync?.first_mismatch && (
            <li>
              The players' own reports disagree from frame {count(detail.source_sync.first_mismatch.frame)} on
              {detail.source_sync.at_ms !== null && <> ({clock(detail.source_sync.at_ms)})</>}
              {detail.source_sync.odd_player !== null && `; the odd one out is player ${detail.source_sync.odd_player}`}.
            </li>
          )}
          {words.reservations.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {game.partial && <li>The file is damaged: what came before the damage was converted.</li>}
          {detail.error && <li class="v-diverged">{detail.error.message}</li>}
        </ul>
      </div>
      {timeline ? <ConfidenceTimeline timeline={timeline} game={game} at={at} pick={pick} /> : <Loading what="Loading the timeline" />}
    </section>
  );
}

function Players({ game, spectators }: { game: Game; spectators: Game["players"] }) {
  const players = contenders(game);
  const [hidden, setHidden] = useState(() => localStorage.getItem("convertd.spoilers") === "hide");
  return (
    <section class="card" aria-labelledby="players">
      <div class="card-head">
        <h2 id="players">Players</h2>
        <label class="check">
          <input
            type="checkbox"
            checked={hidden}
            onChange={(event) => {
              setHidden(event.currentTarget.checked);
              localStorage.setItem("convertd.spoilers", event.currentTarget.checked ? "hide" : "show");
            }}
          />
          <span>Hide the result</span>
        </label>
      </div>
      <div class="table-wrap" tabIndex={0} role="region" aria-label="Players">
        <table>
          <thead>
            <tr>
              <th>Name</th>
              <th>Faction</th>
              {players.some((player) => player.team > 0) && <th class="number">Team</th>}
              <th>Result</th>
              <th class="number" title="Actions a minute, effective ones in brackets">
                APM
              </th>
            </tr>
          </thead>
          <tbody>
            {players.map((player, index) => (
              <tr key={player.slot}>
                <th scope="row" class="break">
                  <Swatch index={index} />
                  {player.name ? <a href={`library?player=${encodeURIComponent(player.name)}`}>{player.display_name || player.name}</a> : player.display_name || `Player ${player.slot}`}
                  {player.kind === "bot" && <span class="chip">bot</span>}
                </th>
                <td>
                  {player.faction_name || player.faction || "–"}
                  {player.faction_guess && <span class="quiet small"> inferred</span>}
                </td>
                {players.some((one) => one.team > 0) && <td class="number">{player.team || "–"}</td>}
                <td>
                  {hidden ? "hidden" : (outcomeWords[player.outcome] ?? capital(player.outcome))}
                  {!hidden && player.outcome_guess && <span class="quiet small"> inferred</span>}
                </td>
                <td class="number nowrap">
                  {count(player.apm)}
                  {player.effective_apm !== null && <span class="quiet"> ({count(player.effective_apm)})</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {spectators.length > 0 && <p class="quiet small after-table">Watching: {spectators.map((one) => one.display_name || one.name).join(", ")}</p>}
    </section>
  );
}

function Facts({ detail }: { detail: GameDetail }) {
  const { game } = detail;
  return (
    <section class="card" aria-labelledby="facts">
      <h2 id="facts">Facts</h2>
      <dl class="facts">
        <dt>Map</dt>
        <dd>
          {game.map.name ? <a href={`library?map=${encodeURIComponent(game.map.name)}`}>{game.map.name}</a> : "unknown"}
          {!game.map.found && <span class="chip">not at hand</span>}
        </dd>
        <dt>Played</dt>
        <dd>{moment(game.played_at)}</dd>
        <dt>Converted</dt>
        <dd>
          {moment(game.converted_at)}
          {game.decoder && <span class="quiet"> by {`${game.decoder.name} ${game.decoder.version}`}</span>}
        </dd>
        <dt>Length</dt>
        <dd>
          {clock(game.length_ms)}, {count(game.ticks)} ticks
        </dd>
        <dt>Game</dt>
        <dd>
          {game.game_name || game.game} <span class="quiet">{game.version}</span>
        </dd>
        {game.filename && (
          <>
            <dt>File</dt>
            <dd>{game.filename}</dd>
          </>
        )}
        <dt>Ended</dt>
        <dd>
          {capital(spaced(game.outcome.kind || "unknown"))}
          {game.outcome.reason && <span class="quiet">, {spaced(game.outcome.reason)}</span>}
        </dd>
        {Object.entries(game.labels).map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      {detail.options.length > 0 && (
        <details class="options">
          <summary>{plural(detail.options.length, "option")}</summary>
          <dl class="facts small">
            {detail.options.map((option) => (
              <>
                <dt>{option.name}</dt>
                <dd>{option.value}</dd>
              </>
            ))}
          </dl>
        </details>
      )}
      {detail.conversions.length > 0 && (
        <div class="options">
          <h3>Other conversions of this file</h3>
          <ul class="lines">
            {detail.conversions.map((other) => (
              <li key={other.id}>
                <VerdictBadge verdict={other.verdict} /> <a href={`game?id=${other.id}`}>{moment(other.converted_at)}</a> {other.decoder?.version}{" "}
                <a href={`compare?a=${game.id}&b=${other.id}`}>Compare</a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Orders({ detail }: { detail: GameDetail }) {
  const { game } = detail;
  const orders = game.orders;
  if (!orders) return null;
  return (
    <section class="card" aria-labelledby="orders">
      <h2 id="orders">Orders</h2>
      <dl class="facts">
        <dt>Recorded</dt>
        <dd class="number">{count(orders.total)}</dd>
        <dt>Translated</dt>
        <dd class="number">{count(orders.translated)}</dd>
        <dt>Judged</dt>
        <dd class="number">
          {count(game.coverage?.orders_judged)} <span class="quiet">{percent(game.judged_permille)}</span>
        </dd>
        <dt>Units known</dt>
        <dd class="number">
          {count(game.coverage?.subjects_bound)} of {count(game.coverage?.subjects_named)} <span class="quiet">{percent(game.bound_permille)}</span>
        </dd>
        <dt>Rejected</dt>
        <dd class="number">{count(orders.rejected)}</dd>
        <dt>Not modelled</dt>
        <dd class="number">{count(orders.unmodelled)}</dd>
        <dt>Corrected</dt>
        <dd class="number">{count(orders.corrected)}</dd>
      </dl>
      <Reasons title="Rejected, by reason" rows={detail.rejections} />
      <Reasons title="Not modelled, by reason" rows={detail.unmodelled} />
      <Reasons title="Corrected" rows={detail.corrections} />
    </section>
  );
}

function Reasons({ title, rows }: { title: string; rows: Counted[] }) {
  if (rows.length === 0) return null;
  const most = Math.max(...rows.map((row) => row.count));
  return (
    <div class="options">
      <h3>{title}</h3>
      <ul class="reasons">
        {rows.map((row) => (
          <li key={row.reason}>
            <span>{row.text || capital(spaced(row.reason))}</span>
            <span class="reason-bar" aria-hidden="true">
              <span style={{ width: `${(100 * row.count) / most}%` }} />
            </span>
            <span class="number">{count(row.count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const downloadWords: Record<string, string> = {
  icrep: "The game, as .icrep",
  report: "The divergence report",
  events_csv: "Events, as CSV",
  events_jsonl: "Events, a line of JSON each",
  build_csv: "Build orders, as CSV",
  series_csv: "Charts, as CSV",
  orders_txt: "Orders, as text",
};

function Downloads({ detail }: { detail: GameDetail }) {
  const [other, setOther] = useState("");
  return (
    <section class="card" aria-labelledby="downloads">
      <h2 id="downloads">Downloads</h2>
      <ul class="lines">
        {detail.downloads.map((file) => (
          <li key={file.kind} class="download">
            <a href={file.href} download={file.name}>
              {downloadWords[file.kind] ?? file.kind}
            </a>
            <span class="quiet small number">{bytes(file.bytes)}</span>
          </li>
        ))}
      </ul>
      <form
        class="options"
        onSubmit={(event) => {
          event.preventDefault();
          const id = /[0-9a-f]{64}/.exec(other)?.[0];
          if (id) go(`compare?a=${detail.game.id}&b=${id}`);
        }}
      >
        <label>
          <span>Compare with another conversion: its address or id</span>
          <span class="with-button">
            <input type="text" value={other} onInput={(event) => setOther(event.currentTarget.value)} />
            <button disabled={!/[0-9a-f]{64}/.test(other)}>Compare</button>
          </span>
        </label>
      </form>
    </section>
  );
}

function ChatLines({ game, pick }: { game: Game; pick: (ms: number) => void }) {
  const [wanted, setWanted] = useState(false);
  const { data, error } = useLoad<Chat>(wanted ? `games/${game.id}/chat` : null);
  useEffect(() => setWanted(false), [game.id]);
  const players = contenders(game);
  return (
    <section class="card" aria-labelledby="chat">
      <div class="card-head">
        <h2 id="chat">Chat</h2>
        <button aria-expanded={wanted} onClick={() => setWanted(!wanted)}>
          {wanted ? "Hide" : "Show (may tell how it ends)"}
        </button>
      </div>
      {wanted &&
        (error ? (
          <ErrorNotice error={error} />
        ) : !data ? (
          <Loading />
        ) : data.lines.length === 0 ? (
          <p class="quiet">Nobody said anything.</p>
        ) : (
          <ul class="lines chat">
            {data.lines.map((line, index) => {
              const at = players.findIndex((player) => player.slot === line.player);
              return (
                <li key={index}>
                  <button class="link number" onClick={() => pick(line.time_ms)}>
                    {clock(line.time_ms)}
                  </button>
                  <span class="chat-name">
                    {at >= 0 && <Swatch index={at} />}
                    {at >= 0 ? players[at]?.display_name : "–"}
                  </span>
                  <span class="break">{line.text}</span>
                </li>
              );
            })}
          </ul>
        ))}
    </section>
  );
}

function Warnings({ detail, pick }: { detail: GameDetail; pick: (ms: number) => void }) {
  return (
    <section class="card" aria-labelledby="warnings">
      <h2 id="warnings">{plural(detail.warnings_total, "warning")}</h2>
      <ul class="lines scrolled" tabIndex={0}>
        {detail.warnings.map((warning, index) => (
          <li key={index}>
            {warning.time_ms !== null && warning.time_ms !== undefined && (
              <button class="link number" onClick={() => pick(warning.time_ms ?? 0)}>
                {clock(warning.time_ms)}
              </button>
            )}{" "}
            <span class="break">{warning.text}</span> <span class="chip">{warning.code}</span>
          </li>
        ))}
      </ul>
      {detail.warnings_total > detail.warnings.length && <p class="quiet small">The rest is in the report.</p>}
    </section>
  );
}
