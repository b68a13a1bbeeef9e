// SPDX-License-Identifier: GPL-3.0-or-later
// Requests to api/v1, always relative to the page, so that any path prefix
// works and no other host is ever asked.
import type { Uploaded } from "./types";

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export type Query = Record<string, string | number | string[] | null | undefined>;

/** address gives the relative address of an API path with its parameters. */
export function address(path: string, query?: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) value.forEach((one) => search.append(name, one));
    else if (value !== null && value !== undefined && value !== "") search.set(name, String(value));
  }
  const tail = search.toString();
  return new URL(`api/v1/${path}${tail ? `?${tail}` : ""}`, document.baseURI).href;
}

async function failure(response: Response): Promise<ApiError> {
  try {
    const body = (await response.json()) as { error?: { code?: string; message?: string } };
    return new ApiError(response.status, body.error?.code ?? "unknown", body.error?.message ?? response.statusText);
  } catch {
    return new ApiError(response.status, "unknown", `the server answered ${response.status} ${response.statusText}`);
  }
}

async function ask(input: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(input, { credentials: "same-origin", ...init });
  } catch (cause) {
    if (init?.signal?.aborted) throw cause;
    throw new ApiError(0, "offline", "the server does not answer; is it still running?");
  }
  if (!response.ok) throw await failure(response);
  return response;
}

export async function get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
  const response = await ask(address(path, query), { signal });
  return (await response.json()) as T;
}

export async function post<T>(path: string, body?: unknown): Promise<T> {
  const response = await ask(address(path), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body ?? {}),
  });
  return (await response.json()) as T;
}

export async function signIn(token: string): Promise<void> {
  await ask(new URL("session", document.baseURI).href, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token }),
  });
}

export async function signOut(): Promise<void> {
  await ask(new URL("session", document.baseURI).href, { method: "DELETE" });
}

/** upload sends files and tells how many bytes have gone out. */
export function upload(files: File[], onProgress: (share: number) => void): Promise<Uploaded> {
  const form = new FormData();
  for (const file of files) form.append("file", file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address("uploads"));
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total);
    request.onerror = () => reject(new ApiError(0, "offline", "the server does not answer; nothing was submitted"));
    request.onload = () => {
      try {
        const body = JSON.parse(request.responseText);
        if (request.status < 300) resolve(body as Uploaded);
        else reject(new ApiError(request.status, body.error?.code ?? "unknown", body.error?.message ?? request.statusText));
      } catch {
        reject(new ApiError(request.status, "unknown", `the server answered ${request.status}`));
      }
    };
    request.send(form);
  });
}
