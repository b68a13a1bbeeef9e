// SPDX-License-Identifier: GPL-3.0-or-later
// Server-sent events, one connection for the whole app, opened while anybody
// listens.
import { address } from "./client";

type Kind = "hello" | "job" | "progress" | "game" | "library" | "resync";
type Listener = (data: never) => void;

const kinds: Kind[] = ["hello", "job", "progress", "game", "library", "resync"];
const listeners = new Map<Kind, Set<Listener>>();
let source: EventSource | null = null;

function open(): void {
  if (source) return;
  source = new EventSource(address("events"));
  for (const kind of kinds) {
    source.addEventListener(kind, (event) => {
      const text = (event as MessageEvent<string>).data;
      const data: unknown = text ? JSON.parse(text) : {};
      listeners.get(kind)?.forEach((listener) => (listener as (data: unknown) => void)(data));
    });
  }
}

/** listen calls back for every event of a kind until the returned function is called. */
export function listen<T>(kind: Kind, listener: (data: T) => void): () => void {
  const set = listeners.get(kind) ?? new Set<Listener>();
  listeners.set(kind, set);
  set.add(listener as Listener);
  open();
  return () => {
    set.delete(listener as Listener);
    if ([...listeners.values()].every((one) => one.size === 0)) {
      source?.close();
      source = null;
    }
  };
}
