// SPDX-License-Identifier: GPL-3.0-or-later
// A browser without a screen and servers to point it at.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

export const root = resolve(import.meta.dirname, "../../..");
export const maps = join(root, "testdata/engine/maps");
export const engineGame = (name) => join(root, "testdata/engine", name);

const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", headless: true, args: quiet });
}

/** build makes the binary once; CONVERTD names one that is there already. */
export function build() {
  if (process.env.CONVERTD) return resolve(process.env.CONVERTD);
  const binary = join(root, "bin/convertd-e2e");
  execFileSync("go", ["build", "-o", binary, "./cmd/convertd"], { cwd: root, stdio: "inherit" });
  return binary;
}

function freePort() {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.on("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });
}

/** serve starts `convertd serve` or `convertd view` and resolves when its pages answer. */
export async function serve(binary, verb, ...args) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "convertd-e2e-"));
  const listen = verb === "view" ? ["--listen", `127.0.0.1:${port}`, "--maps", maps] : ["--set", `web.listen=127.0.0.1:${port}`, "--set", "nats.embedded.listen=127.0.0.1:0", "--set", `maps.folders=${maps}`];
  const child = spawn(binary, [verb, ...listen, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder } });
  let log = "";
  child.stdout.on("data", (text) => (log += text));
  child.stderr.on("data", (text) => (log += text));
  let ended = false;
  const exit = new Promise((done) => child.once("exit", () => ((ended = true), done())));
  const url = `http://127.0.0.1:${port}/`;
  const until = Date.now() + 60_000;
  for (;;) {
    try {
      if ((await fetch(`${url}api/v1/server`)).ok) break;
    } catch {
      // not listening yet
    }
    if (ended || Date.now() > until) {
      child.kill("SIGKILL");
      throw new Error(`convertd ${verb} did not start:\n${log}`);
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  return {
    url,
    log: () => log,
    stop: async () => {
      child.kill("SIGTERM");
      const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await exit;
      clearTimeout(late);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function api(server, path) {
  const response = await fetch(`${server.url}api/v1/${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** watched opens a page and notes whatever goes wrong in it, requests to elsewhere included. */
export async function watched(context, server) {
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(server.url).origin) faults.push(`asked another host: ${request.url()}`);
  });
  return { page, faults };
}

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/** games waits until a server has that many games and lists them. */
export async function games(server, wanted) {
  const end = Date.now() + 30_000;
  for (;;) {
    const { games } = await api(server, "games");
    if (games.length >= wanted) return games;
    if (Date.now() > end) throw new Error(`${games.length} of ${wanted} games: ${server.log()}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

/** until waits for something that a page does not say in words. */
export async function until(what, condition, ms = 10_000) {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`${what}: not within ${ms} ms`);
}

/** seconds reads the time that the transport bar shows to a screen reader. */
export const seconds = async (page) => Number(await page.getByRole("slider", { name: "Time" }).getAttribute("aria-valuenow"));

/** tooWide names what is wider than the screen, "" if nothing is. */
export function tooWide(page) {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return "";
    const scrolled = (element) => element !== null && (["auto", "scroll", "hidden"].includes(getComputedStyle(element).overflowX) || scrolled(element.parentElement));
    const wide = [...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > clientWidth && !scrolled(one.parentElement));
    return `${scrollWidth - clientWidth} px: ${wide.slice(-3).map((one) => `${one.tagName} ${one.className} ${one.textContent.slice(0, 40)}`).join(" | ")}`;
  });
}
