// SPDX-License-Identifier: GPL-3.0-or-later
// Decoders: which there are, what they read, how they are kept apart.
import type { Decoder } from "../api/types";
import { useLoad } from "../ui/load";
import { ErrorNotice, Loading, usePageTitle } from "../ui/parts";
import { count, percent } from "../ui/words";

interface Failures {
  rows: { decoder: string; version: string; games: number; partial: number; failed: number; failures: { code: string; count: number }[] }[];
}

export function DecodersPage() {
  usePageTitle("Decoders");
  const { data, error, reload } = useLoad<{ decoders: Decoder[] }>("decoders");
  const { data: failures } = useLoad<Failures>("statistics/decoders");
  return (
    <>
      <div class="page-head">
        <div>
          <h1>Decoders</h1>
          <p>Each runs in a process of its own, without network or files but the one it reads.</p>
        </div>
      </div>
      {error ? (
        <ErrorNotice error={error} retry={reload} />
      ) : !data ? (
        <Loading />
      ) : (
        <div class="columns">
          {data.decoders.map((decoder) => (
            <DecoderCard key={decoder.name} decoder={decoder} failures={failures?.rows.filter((row) => row.decoder === decoder.name) ?? []} />
          ))}
        </div>
      )}
    </>
  );
}

function DecoderCard({ decoder, failures }: { decoder: Decoder; failures: Failures["rows"] }) {
  const games = failures.reduce((sum, row) => sum + row.games, 0);
  const failed = failures.reduce((sum, row) => sum + row.failed, 0);
  const off = decoder.sandbox.filter((guard) => !guard.active);
  return (
    <section class="card">
      <div class="card-head">
        <h2>{decoder.name}</h2>
        <span class={decoder.state === "ready" ? "badge v-proven" : "badge v-diverged"}>{decoder.state}</span>
      </div>
      {decoder.error && (
        <p class="notice bad" role="alert">
          {decoder.error}
        </p>
      )}
      <dl class="facts">
        <dt>Version</dt>
        <dd>
          {decoder.version || "–"} {decoder.bundled ? <span class="chip">bundled</span> : <span class="chip">from outside</span>}
        </dd>
        <dt>Reads</dt>
        <dd>
          {decoder.formats.map((format) => (
            <div key={format.id}>
              {format.description || format.id} <span class="quiet">{format.extensions.join(" ")}</span> {format.unverified && <span class="chip">unverified</span>}
            </div>
          ))}
        </dd>
        <dt>So far</dt>
        <dd>
          {count(games)} converted{failed > 0 ? `, ${count(failed)} failed (${percent(Math.round((1000 * failed) / Math.max(1, games + failed)))})` : ""}
        </dd>
        <dt>Sandbox</dt>
        <dd>
          {decoder.sandbox.length === 0 ? (
            <span class="quiet">not reported</span>
          ) : (
            <details>
              <summary>
                {off.length === 0 ? `all ${decoder.sandbox.length} guards active` : `${decoder.sandbox.length - off.length} of ${decoder.sandbox.length} guards active`}
              </summary>
              <ul class="guards">
                {decoder.sandbox.map((guard) => (
                  <li key={guard.guard}>
                    <span class={guard.active ? "v-proven" : "v-diverged"}>{guard.active ? "on" : "off"}</span> {guard.guard}
                    {guard.detail && <span class="quiet"> {guard.detail}</span>}
                  </li>
                ))}
              </ul>
            </details>
          )}
        </dd>
      </dl>
    </section>
  );
}
