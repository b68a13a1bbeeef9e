// SPDX-License-Identifier: GPL-3.0-or-later
// Bookmarks of a game: kept by this browser, and exchanged as the side file
// NAME.icrep.bookmarks that Iron Curtain has. The game's file stays untouched.

export interface Bookmark {
  tick: number;
  time_ms: number;
  text: string;
}

const limit = 500;

function storageKey(id: string): string {
  return `convertd.bookmarks.${id}`;
}

export function load(id: string): Bookmark[] {
  try {
    return parse(localStorage.getItem(storageKey(id)) ?? "[]");
  } catch {
    return [];
  }
}

export function store(id: string, bookmarks: Bookmark[]): void {
  if (bookmarks.length === 0) localStorage.removeItem(storageKey(id));
  else localStorage.setItem(storageKey(id), JSON.stringify(bookmarks));
}

/** parse reads a side file, or what was stored: a list, or an object with a list. */
export function parse(text: string): Bookmark[] {
  const value: unknown = JSON.parse(text);
  const list = Array.isArray(value) ? value : (value as { bookmarks?: unknown })?.bookmarks;
  if (!Array.isArray(list)) throw new Error("this is no file of bookmarks");
  return list
    .slice(0, limit)
    .filter((one): one is Bookmark => typeof one === "object" && one !== null && Number.isInteger((one as Bookmark).tick) && (one as Bookmark).tick >= 0)
    .map((one) => ({ tick: one.tick, time_ms: Number.isFinite(one.time_ms) ? one.time_ms : 0, text: String(one.text ?? "").slice(0, 200) }))
    .sort((a, b) => a.tick - b.tick);
}

/** merge joins two lists; the same moment with the same text is kept once. */
export function merge(a: Bookmark[], b: Bookmark[]): Bookmark[] {
  const all = new Map([...a, ...b].map((one) => [`${one.tick} ${one.text}`, one]));
  return [...all.values()].sort((x, y) => x.tick - y.tick).slice(0, limit);
}

/** sideFile is the text of NAME.icrep.bookmarks. */
export function sideFile(id: string, bookmarks: Bookmark[]): string {
  return `${JSON.stringify({ version: 1, replay: id, bookmarks }, null, 2)}\n`;
}

/** save hands bytes to the browser as a file. */
export function save(name: string, content: BlobPart, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
