// SPDX-License-Identifier: GPL-3.0-or-later
// Two conversions side by side: what differs, and from which moment on.
import type { Comparison } from "../api/types";
import { useLoad } from "../ui/load";
import { ErrorNotice, gameTitle, Loading, usePageTitle, VerdictBadge } from "../ui/parts";
import { bytes, capital, clock, count, moment, percent, spaced } from "../ui/words";

const changes: Record<string, string> = { better: "The second is better.", worse: "The second is worse.", same: "Both have the same verdict.", unordered: "The verdicts cannot be compared." };

const fieldWords: Record<string, string> = {
  bound_permille: "Units known",
  file_bytes: "Size of the file",
  length_ms: "Length",
  "orders.translated": "Orders translated",
  "orders.rejected": "Orders rejected",
  "orders.corrected": "Orders corrected",
  "orders.unmodelled": "Orders not modelled",
  "map.name": "Map",
  "map.id": "Id of the map",
  "map.found": "Map at hand",
  partial: "Damaged file",
};

/** Fields that may look like numbers and are none. */
const texts = new Set(["map.name", "map.id", "version", "source_sha256"]);

/** Said above the other fields. */
const saidAbove = new Set(["verdict", "judged_permille", "proof.checked", "proof.proven"]);

function shown(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "object") return JSON.stringify(value);
  // The API writes every value as text.
  const text = String(value);
  if (text === "true" || text === "false") return text === "true" ? "yes" : "no";
  if (name === "confidence" || name.startsWith("outcome")) return capital(spaced(text));
  if (!/^[0-9]+$/.test(text) || texts.has(name)) return text;
  const number = Number(text);
  if (name.endsWith("_ms")) return clock(number);
  if (name.endsWith("_permille")) return percent(number);
  return name.endsWith("_bytes") ? bytes(number) : count(number);
}

export function ComparePage({ query }: { query: URLSearchParams }) {
  usePageTitle("Compare");
  const a = query.get("a") ?? "";
  const b = query.get("b") ?? "";
  const { data, error, reload } = useLoad<Comparison>("compare", { a, b });
  if (error) return <ErrorNotice error={error} retry={reload} />;
  if (!data) return <Loading what="Comparing" />;
  return (
    <div class="stack">
      <div class="page-head">
        <div>
          <h1>Two conversions</h1>
          <p>{data.same_source ? `Of the same file: ${data.a.filename || gameTitle(data.a)}` : "Of two different files."}</p>
        </div>
      </div>
      <section class="card">
        <h2>What differs</h2>
        <p>
          {data.first_difference === "none"
            ? `Nothing: ${count(data.ticks_compared)} ticks are the same.`
            : `The ${data.first_difference} differ${data.first_difference === "orders" ? "" : "s"} from ${clock(data.first_different_ms)} on (tick ${count(data.first_different_tick)}), of ${count(data.ticks_compared)} ticks compared.`}{" "}
          {changes[data.verdict_change]}
        </p>
        <p class="quiet">
          Orders: {count(data.orders.same)} the same, {count(data.orders.only_a)} only in the first, {count(data.orders.only_b)} only in the second.
        </p>
      </section>
      <div class="table-wrap" tabIndex={0} role="region" aria-label="Side by side">
        <table>
          <thead>
            <tr>
              <th>
                <span class="hidden-text">Figure</span>
              </th>
              <th>
                <a href={`game?id=${data.a.id}`}>{data.same_source ? "First" : gameTitle(data.a)}</a> <span class="quiet">{moment(data.a.converted_at)}</span>
              </th>
              <th>
                <a href={`game?id=${data.b.id}`}>{data.same_source ? "Second" : gameTitle(data.b)}</a> <span class="quiet">{moment(data.b.converted_at)}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Verdict</th>
              <td>
                <VerdictBadge verdict={data.a.verdict} />
              </td>
              <td>
                <VerdictBadge verdict={data.b.verdict} />
              </td>
            </tr>
            <tr>
              <th scope="row">Orders judged</th>
              <td>{percent(data.a.judged_permille)}</td>
              <td>{percent(data.b.judged_permille)}</td>
            </tr>
            <tr>
              <th scope="row">Hashes met</th>
              <td>
                {count(data.a.proof?.proven)} of {count(data.a.proof?.checked)}
              </td>
              <td>
                {count(data.b.proof?.proven)} of {count(data.b.proof?.checked)}
              </td>
            </tr>
            {data.fields.filter((field) => !saidAbove.has(field.name)).map((field) => (
              <tr key={field.name}>
                <th scope="row">{fieldWords[field.name] ?? capital(spaced(field.name.replaceAll(".", " ")))}</th>
                <td class="break">{shown(field.name, field.a)}</td>
                <td class="break">{shown(field.name, field.b)}</td>
              </tr>
            ))}
            {data.rejections.map((row) => (
              <tr key={row.reason}>
                <th scope="row">Rejected: {spaced(row.reason)}</th>
                <td>{count(row.a)}</td>
                <td>{count(row.b)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
