// SPDX-License-Identifier: GPL-3.0-or-later
// Loading from the API inside a component.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { get, type ApiError, type Query } from "../api/client";

export interface Loaded<T> {
  data: T | null;
  error: ApiError | null;
  loading: boolean;
  reload: () => void;
}

/** useLoad asks a path of the API again whenever path or query change; null asks nothing. */
export function useLoad<T>(path: string | null, query?: Query): Loaded<T> {
  const [state, setState] = useState<{ data: T | null; error: ApiError | null; loading: boolean }>({ data: null, error: null, loading: path !== null });
  const [turn, setTurn] = useState(0);
  const key = JSON.stringify([path, query]);
  const lastPath = useRef<string | null>(null);
  useEffect(() => {
    if (path === null) return;
    const stop = new AbortController();
    const otherPath = lastPath.current !== path;
    lastPath.current = path;
    setState((old) => ({ data: otherPath ? null : old.data, error: null, loading: true }));
    get<T>(path, query, stop.signal).then(
      (data) => setState({ data, error: null, loading: false }),
      (error: unknown) => {
        if (!stop.signal.aborted) setState({ data: null, error: error as ApiError, loading: false });
      },
    );
    return () => stop.abort();
  }, [key, turn]);
  const reload = useCallback(() => setTurn((n) => n + 1), []);
  return { ...state, reload };
}

/** useLater delays a value that changes often, such as what is being typed. */
export function useLater<T>(value: T, ms = 200): T {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return later;
}
