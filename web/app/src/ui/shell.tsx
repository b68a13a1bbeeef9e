// SPDX-License-Identifier: GPL-3.0-or-later
// The frame around every page: name, navigation, theme, sign-in.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Server } from "../api/types";
import { signOut } from "../api/client";
import { followLinks } from "./router";

const pages: [string, string][] = [
  ["library", "Library"],
  ["statistics", "Statistics"],
  ["jobs", "Jobs"],
  ["decoders", "Decoders"],
  ["help", "Help"],
];

function systemTheme(): "light" | "dark" {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** useTheme holds the theme: the system's, unless somebody chose another here. */
export function useTheme(): ["light" | "dark", () => void] {
  const [theme, setTheme] = useState<"light" | "dark">(() => {
    const chosen = localStorage.getItem("convertd.theme");
    return chosen === "light" || chosen === "dark" ? chosen : systemTheme();
  });
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    dispatchEvent(new Event("convertd-theme"));
  }, [theme]);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const changed = () => localStorage.getItem("convertd.theme") === null && setTheme(systemTheme());
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  const toggle = () => {
    const next = theme === "dark" ? "light" : "dark";
    if (next === systemTheme()) localStorage.removeItem("convertd.theme");
    else localStorage.setItem("convertd.theme", next);
    setTheme(next);
  };
  return [theme, toggle];
}

interface Props {
  page: string;
  server: Server | null;
  wide?: boolean;
  children: ComponentChildren;
}

export function Shell({ page, server, wide, children }: Props) {
  const [theme, toggleTheme] = useTheme();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  useEffect(() => {
    // After a change of page the focus starts at the top of its content.
    if (first.current) first.current = false;
    else {
      main.current?.focus();
      scrollTo(0, 0);
    }
  }, [page]);
  const current = page === "game" || page === "compare" || page === "watch" ? "library" : page === "player" ? "statistics" : page === "job" ? "jobs" : page;
  const shown = server?.mode === "view" ? pages.filter(([id]) => id !== "jobs" && id !== "decoders") : pages;
  return (
    <div onClick={followLinks}>
      <a class="skip" href="#content" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        To the content
      </a>
      <header class="masthead">
        <a class="brand" href="library">
          <img src="favicon.svg" alt="" />
          <span>convertd</span>
        </a>
        <nav aria-label="Pages" class={shown.length > 3 ? "many" : undefined}>
          <ul>
            {shown.map(([id, name]) => (
              <li key={id}>
                <a href={id} aria-current={id === current ? "page" : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="end">
          {server?.sign_in && server.role !== "none" && (
            <button
              class="plain"
              onClick={() => {
                void signOut().finally(() => location.reload());
              }}
            >
              Sign out
            </button>
          )}
          <button class="plain" onClick={toggleTheme} aria-label={theme === "dark" ? "Use the light theme" : "Use the dark theme"}>
            <svg width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" aria-hidden="true">
              {theme === "dark" ? (
                <path d="M9 1.5v1.6M9 14.9v1.6M1.5 9h1.6M14.9 9h1.6M3.7 3.7l1.1 1.1M13.2 13.2l1.1 1.1M14.3 3.7l-1.1 1.1M4.8 13.2l-1.1 1.1M9 5.6a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8z" />
              ) : (
                <path d="M15.4 11A6.9 6.9 0 0 1 7 2.6a6.9 6.9 0 1 0 8.4 8.4z" stroke-linejoin="round" />
              )}
            </svg>
          </button>
        </div>
      </header>
      <main id="content" ref={main} tabIndex={-1} class={wide ? "wide" : undefined}>
        {children}
      </main>
      {!wide && (
        <footer class="foot">
          convertd {server?.version ?? ""}
          {server?.mode === "view" ? " · looking at files on this machine" : ""}
        </footer>
      )}
    </div>
  );
}
