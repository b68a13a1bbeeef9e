// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs: what waits, what runs and how fast, what failed and why.
import { useCallback, useEffect, useState } from "preact/hooks";
import { get, post, type ApiError } from "../api/client";
import { listen } from "../api/live";
import type { DeadLetter, Job, JobCounts, JobsPage as Page, Server, Worker } from "../api/types";
import { useLoad } from "../ui/load";
import { Empty, ErrorNotice, Loading, MoreButton, usePageTitle, VerdictBadge } from "../ui/parts";
import { setQuery } from "../ui/router";
import { capital, count, moment, plural, spaced } from "../ui/words";
import { DropTarget } from "./submit";

const states = ["running", "queued", "failed", "done", "cancelled"] as const;

function useJobs(state: string) {
  const [jobs, setJobs] = useState<Job[]>([]);
  const [counts, setCounts] = useState<JobCounts | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [busy, setBusy] = useState(true);
  const [error, setError] = useState<ApiError | null>(null);
  const load = useCallback(
    async (cursor: string | null) => {
      setBusy(true);
      try {
        const page = await get<Page>("jobs", { state, limit: 50, cursor });
        setJobs((old) => (cursor ? [...old, ...page.jobs] : page.jobs));
        setCounts(page.counts);
        setNext(page.next);
        setError(null);
      } catch (failed) {
        setError(failed as ApiError);
      }
      setBusy(false);
    },
    [state],
  );
  useEffect(() => void load(null), [load]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void load(null);
      }, 800);
    };
    const stops = [
      listen<Job>("job", (job) => {
        setJobs((old) => old.map((one) => (one.id === job.id ? job : one)));
        soon();
      }),
      listen<{ id: string; progress: Job["progress"] }>("progress", ({ id, progress }) =>
        setJobs((old) => old.map((one) => (one.id === id ? { ...one, progress } : one))),
      ),
      listen("resync", soon),
    ];
    return () => {
      clearTimeout(timer);
      stops.forEach((stop) => stop());
    };
  }, [load]);
  return { jobs, counts, next, busy, error, load };
}

export function JobsPage({ query, server }: { query: URLSearchParams; server: Server }) {
  usePageTitle("Jobs");
  const state = query.get("state") ?? "";
  const { jobs, counts, next, busy, error, load } = useJobs(state);
  const more = useCallback(() => void (next && load(next)), [next, load]);
  const one = query.get("id");
  return (
    <DropTarget
      server={server}
      always
      head={
        <div class="page-head">
          <div>
            <h1>Jobs</h1>
            <p>What is being converted, what waits, and what could not be.</p>
          </div>
        </div>
      }
    >
      <div class="stack">
        {one && <OneJob id={one} />}
        <section aria-labelledby="all-jobs">
          <div class="card-head">
            <h2 id="all-jobs">All jobs</h2>
            <div class="segments" role="group" aria-label="State">
              <button aria-pressed={state === ""} onClick={() => setQuery({ state: null })}>
                All
              </button>
              {states.map((name) => (
                <button key={name} aria-pressed={state === name} onClick={() => setQuery({ state: name })}>
                  {capital(name)} <span class="quiet number">{count(counts?.[name])}</span>
                </button>
              ))}
            </div>
          </div>
          {error ? (
            <ErrorNotice error={error} retry={() => void load(null)} />
          ) : jobs.length === 0 ? (
            <div class="card">{busy ? <Loading /> : <Empty title={state ? `Nothing ${state}` : "No jobs yet"} />}</div>
          ) : (
            <>
              <JobTable jobs={jobs} canSubmit={server.can_submit} reload={() => void load(null)} />
              {next && <MoreButton more={more} busy={busy} />}
            </>
          )}
        </section>
        <div class="columns">
          <DeadLetters canSubmit={server.can_submit} />
          <Workers />
        </div>
      </div>
    </DropTarget>
  );
}

function OneJob({ id }: { id: string }) {
  const { data, error } = useLoad<Job>(`jobs/${encodeURIComponent(id)}`);
  if (error) return <ErrorNotice error={error} />;
  if (!data) return <Loading />;
  return (
    <section class="card">
      <h2>{data.filename || data.id}</h2>
      <dl class="facts">
        <dt>State</dt>
        <dd>{data.state}</dd>
        <dt>Asked for</dt>
        <dd>{moment(data.requested_at)}</dd>
        <dt>Attempts</dt>
        <dd>{data.attempts}</dd>
        {data.error && (
          <>
            <dt>Reason</dt>
            <dd>{data.error.message}</dd>
          </>
        )}
        {data.game && (
          <>
            <dt>Result</dt>
            <dd>
              <VerdictBadge verdict={data.verdict} /> <a href={`game?id=${data.game}`}>Open</a>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function JobTable({ jobs, canSubmit, reload }: { jobs: Job[]; canSubmit: boolean; reload: () => void }) {
  return (
    <div class="table-wrap" tabIndex={0} role="region" aria-label="Jobs">
      <table>
        <thead>
          <tr>
            <th>File</th>
            <th>State</th>
            <th>Progress or result</th>
            <th>Asked for</th>
            <th>
              <span class="hidden-text">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} canSubmit={canSubmit} reload={reload} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function JobRow({ job, canSubmit, reload }: { job: Job; canSubmit: boolean; reload: () => void }) {
  const [error, setError] = useState("");
  const act = (what: "retry" | "cancel") => post(`jobs/${encodeURIComponent(job.id)}/${what}`).then(reload, (failed: ApiError) => setError(failed.message));
  return (
    <tr>
      <th scope="row" class="break">
        {job.game ? <a href={`game?id=${job.game}`}>{job.filename || job.id}</a> : job.filename || job.id}
      </th>
      <td class="nowrap">
        {job.state}
        {job.attempts > 1 && <span class="quiet small"> · {plural(job.attempts, "attempt")}</span>}
      </td>
      <td>
        {job.state === "running" ? (
          job.progress ? (
            <>
              {spaced(job.progress.stage)} · <span class="number">{count(job.progress.ticks)}</span> ticks
              {job.progress.ticks_per_second > 0 && <span class="quiet"> · {count(job.progress.ticks_per_second)} a second</span>}
            </>
          ) : (
            <span class="quiet">starting</span>
          )
        ) : job.state === "done" ? (
          <>
            <VerdictBadge verdict={job.verdict} />
            {job.cached && <span class="quiet small"> was here already</span>}
            {job.partial && <span class="quiet small"> up to the damage</span>}
          </>
        ) : job.error ? (
          <span class="v-diverged">
            {job.error.message}
            {job.error.offset !== undefined && job.error.offset !== null && <span class="quiet"> (byte {count(job.error.offset)})</span>}
          </span>
        ) : (
          <span class="quiet">–</span>
        )}
        {error && (
          <p role="alert" class="v-diverged small">
            {error}
          </p>
        )}
      </td>
      <td class="nowrap quiet">{moment(job.requested_at)}</td>
      <td class="nowrap">
        {canSubmit && (job.state === "failed" || job.state === "cancelled") && <button onClick={() => void act("retry")}>Retry</button>}
        {canSubmit && (job.state === "queued" || job.state === "running") && <button onClick={() => void act("cancel")}>Cancel</button>}
      </td>
    </tr>
  );
}

function DeadLetters({ canSubmit }: { canSubmit: boolean }) {
  const { data, error, reload } = useLoad<{ letters: DeadLetter[] }>("dead-letters");
  useEffect(() => listen<Job>("job", (job) => job.state === "failed" && reload()), [reload]);
  return (
    <section class="card">
      <h2>Dead letters</h2>
      {error ? (
        <ErrorNotice error={error} retry={reload} />
      ) : !data ? (
        <Loading />
      ) : data.letters.length === 0 ? (
        <p class="quiet">Nothing was given up.</p>
      ) : (
        <ul class="lines">
          {data.letters.map((letter) => (
            <li key={letter.id}>
              <p>
                <strong class="break">{letter.filename || letter.id}</strong> <span class="chip">{spaced(letter.reason)}</span>
              </p>
              <p class="quiet small">
                {letter.error?.message} · {plural(letter.attempts, "attempt")} · {moment(letter.at)}
              </p>
              {canSubmit && letter.retryable && <button onClick={() => void post(`jobs/${encodeURIComponent(letter.id)}/retry`).then(reload, reload)}>Retry</button>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Workers() {
  const { data, error, reload } = useLoad<{ workers: Worker[] }>("workers");
  useEffect(() => {
    const timer = setInterval(reload, 10_000);
    return () => clearInterval(timer);
  }, [reload]);
  return (
    <section class="card">
      <h2>Workers</h2>
      {error ? (
        <ErrorNotice error={error} retry={reload} />
      ) : !data ? (
        <Loading />
      ) : data.workers.length === 0 ? (
        <p class="quiet">No worker answers.</p>
      ) : (
        <ul class="lines">
          {data.workers.map((worker) => (
            <li key={worker.id}>
              <p>
                <code class="break">{worker.id}</code>
              </p>
              <p class="quiet small">
                convertd {worker.version} · since {moment(worker.started_at)} · {plural(worker.requests, "request")}
                {worker.errors > 0 && `, ${plural(worker.errors, "error")}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
