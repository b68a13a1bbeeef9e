// SPDX-License-Identifier: GPL-3.0-or-later
// Where we are. All pages lie one segment below the base path, so that
// relative addresses always mean the same.
import { useEffect, useState } from "preact/hooks";

export interface Place {
  page: string;
  query: URLSearchParams;
}

function here(): Place {
  const page = location.pathname.slice(location.pathname.lastIndexOf("/") + 1);
  return { page: page || "library", query: new URLSearchParams(location.search) };
}

const watchers = new Set<() => void>();
const tell = () => watchers.forEach((watcher) => watcher());
addEventListener("popstate", tell);

/** go opens another page of the app; replace keeps the history as long as it is. */
export function go(href: string, replace = false): void {
  const url = new URL(href, document.baseURI);
  if (url.href !== location.href) history[replace ? "replaceState" : "pushState"](null, "", url);
  tell();
}

/** setQuery changes parameters of this page's address. */
export function setQuery(changes: Record<string, string | string[] | null>, replace = true): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    query.delete(name);
    if (Array.isArray(value)) value.forEach((one) => query.append(name, one));
    else if (value) query.set(name, value);
  }
  const page = location.pathname.slice(location.pathname.lastIndexOf("/") + 1);
  const tail = query.toString().replaceAll("%3A", ":");
  go(`${page || "library"}${tail ? `?${tail}` : ""}`, replace);
}

export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const watcher = () => setPlace(here());
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  }, []);
  return place;
}

/** followLinks makes links between pages change the page without loading it again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.target || link.hasAttribute("download") || link.hasAttribute("data-plain")) return;
  const url = new URL(link.href, document.baseURI);
  const base = new URL(".", document.baseURI);
  if (url.origin !== location.origin || new URL(".", url).href !== base.href) return;
  if (url.hash && url.pathname === location.pathname && url.search === location.search) return;
  event.preventDefault();
  go(url.href);
}
