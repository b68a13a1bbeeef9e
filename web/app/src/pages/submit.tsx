// SPDX-License-Identifier: GPL-3.0-or-later
// Submitting by dropping files on a page or by choosing them.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { upload, type ApiError } from "../api/client";
import { listen } from "../api/live";
import type { Job, Server } from "../api/types";
import { VerdictBadge } from "../ui/parts";
import { bytes, count, plural } from "../ui/words";

interface Sent {
  id: string;
  filename: string;
  job: Job | null;
  error: string;
}

/** useSubmissions uploads files and follows what becomes of them. */
function useSubmissions() {
  const [sent, setSent] = useState<Sent[]>([]);
  const [share, setShare] = useState<number | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const early = useRef(new Map<string, Job>());
  useEffect(() => {
    const note = (job: Job) => {
      early.current.set(job.id, job);
      setSent((old) => (old.some((one) => one.id === job.id) ? old.map((one) => (one.id === job.id ? { ...one, job } : one)) : old));
    };
    const stops = [
      listen<Job>("job", note),
      listen<{ id: string; progress: Job["progress"] }>("progress", ({ id, progress }) =>
        setSent((old) => old.map((one) => (one.id === id && one.job ? { ...one, job: { ...one.job, progress } } : one))),
      ),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  const submit = (files: File[]) => {
    if (files.length === 0) return;
    setShare(0);
    setError(null);
    upload(files, setShare).then(
      ({ files: answers }) => {
        setShare(null);
        const fresh = answers.flatMap((file) => [
          ...file.jobs.map((job) => ({ id: job.id, filename: job.filename, job: early.current.get(job.id) ?? null, error: "" })),
          ...(file.error ? [{ id: "", filename: file.filename, job: null, error: file.error.message }] : []),
        ]);
        setSent((old) => [...fresh, ...old].slice(0, 200));
      },
      (failed: ApiError) => {
        setShare(null);
        setError(failed);
      },
    );
  };
  return { sent, share, error, submit, dismiss: () => (setSent([]), setError(null)) };
}

/** DropTarget takes files anywhere on the page it surrounds. */
export function DropTarget({ server, head, always = false, children }: { server: Server; head?: ComponentChildren; always?: boolean; children: ComponentChildren }) {
  const { sent, share, error, submit, dismiss } = useSubmissions();
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  if (!server.can_submit)
    return (
      <>
        {head}
        {children}
      </>
    );
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  return (
    <div
      onDragEnter={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={(event) => carriesFiles(event) && event.preventDefault()}
      onDragLeave={() => {
        depth.current = Math.max(0, depth.current - 1);
        if (depth.current === 0) setOver(false);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        submit([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      {over && (
        <div class="drop-over" aria-hidden="true">
          Drop replays or archives to convert them
        </div>
      )}
      {head}
      {(always || sent.length > 0 || share !== null || error) && <Submissions server={server} sent={sent} share={share} error={error} submit={submit} dismiss={dismiss} always={always} />}
      {children}
    </div>
  );
}

interface SubmissionsProps {
  server: Server;
  sent: Sent[];
  share: number | null;
  error: ApiError | null;
  submit: (files: File[]) => void;
  dismiss: () => void;
  always: boolean;
}

function Submissions({ server, sent, share, error, submit, dismiss, always }: SubmissionsProps) {
  const done = sent.filter((one) => one.error || one.job?.state === "done" || one.job?.state === "failed").length;
  return (
    <section class="card submissions" aria-label="Submit replays">
      <div class="card-head">
        <h2>{always ? "Submit replays" : "What you dropped"}</h2>
        {sent.length > 0 && (
          <button class="plain" onClick={dismiss}>
            Clear
          </button>
        )}
      </div>
      {always && (
        <div class="drop-field">
          <p>Drop replays or archives (zip, 7z, rar, tar) anywhere on this page, or choose them.</p>
          <label class="button primary file-button">
            Choose files
            <input
              type="file"
              multiple
              class="hidden-text"
              onChange={(event) => {
                submit([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = "";
              }}
            />
          </label>
          <p class="quiet small">At most {bytes(server.limits.upload_bytes)} and {plural(server.limits.upload_files, "file")} at once.</p>
        </div>
      )}
      <div role="status" aria-live="polite">
        {share !== null && (
          <p>
            <label>
              <span>Sending, {Math.round(share * 100)} %</span>
              <progress max={1} value={share} />
            </label>
          </p>
        )}
        {sent.length > 0 && <p class="quiet small">{`${done} of ${plural(sent.length, "file")} done`}</p>}
      </div>
      {error && (
        <p class="notice bad" role="alert">
          {error.message}
        </p>
      )}
      {sent.length > 0 && (
        <ul class="sent">
          {sent.map((one) => (
            <SentRow key={one.id || one.filename} sent={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function SentRow({ sent }: { sent: Sent }) {
  const job = sent.job;
  return (
    <li>
      <span class="sent-name">{sent.filename}</span>
      {sent.error ? (
        <span class="v-diverged">{sent.error}</span>
      ) : !job || job.state === "queued" ? (
        <span class="quiet">waiting</span>
      ) : job.state === "running" ? (
        <span class="quiet">
          {job.progress ? `${job.progress.stage}, ${count(job.progress.ticks)} ticks, ${count(job.progress.ticks_per_second)} a second` : "starting"}
        </span>
      ) : job.state === "done" && job.game ? (
        <span>
          <VerdictBadge verdict={job.verdict} /> <a href={`game?id=${job.game}`}>Open</a> <a href={`watch?id=${job.game}`}>Watch</a>
          {job.cached && <span class="quiet small"> was here already</span>}
        </span>
      ) : (
        <span class="v-diverged">
          {job.state}: {job.error?.message ?? "no reason given"}
        </span>
      )}
    </li>
  );
}
