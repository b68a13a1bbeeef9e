// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of each page in docs/pictures: `make pictures`. They show games of
// the engine's bots on maps of ours, so that nobody's name is in them.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { api, build, engineGame, launch, root, serve } from "./browser.mjs";

const folder = join(root, "docs/pictures");
const games = ["ra-release-20230225", "ra-release-20210321", "ra-release-20200503", "cnc-release-20230225", "cnc-release-20210321", "cnc-release-20200202"];

const server = await serve(build(), "serve");
const browser = await launch();
try {
  const form = new FormData();
  for (const name of games) form.append("file", new Blob([readFileSync(engineGame(`${name}.orarep`))]), `${name}.orarep`);
  await fetch(`${server.url}api/v1/uploads`, { method: "POST", body: form });
  const until = Date.now() + 60_000;
  let all = [];
  while (all.length < games.length && Date.now() < until) {
    await new Promise((done) => setTimeout(done, 300));
    ({ games: all } = await api(server, "games"));
  }
  const game = all.find((one) => one.filename === "ra-release-20230225.orarep");
  const wide = { width: 1200, height: 750 };
  const phone = { width: 390, height: 780 };
  await picture("library", "library", wide);
  await picture("game", `game?id=${game.id}`, wide);
  await picture("watch", `watch?id=${game.id}&t=1:35`, wide, {}, watching);
  await picture("watch-phone", `watch?id=${game.id}&t=1:35`, phone, { colorScheme: "dark" }, watching);
  await picture("lab", `watch?id=${game.id}&t=1:20`, wide, { colorScheme: "dark" }, async (page) => {
    await watching(page);
    await page.getByText("Practise or examine from here").click();
    await page.getByRole("button", { name: "Branch here as a laboratory" }).click();
    await page.getByRole("region", { name: "Laboratory" }).waitFor();
    await page.waitForTimeout(800);
  });
  await picture("statistics", "statistics", wide);
  await picture("jobs", "jobs", wide);
  await picture("decoders", "decoders", wide);
} finally {
  await browser.close();
  await server.stop();
}

async function watching(page) {
  await page.getByRole("tabpanel").getByRole("button", { name: /Construction Yard/ }).first().waitFor();
  await page.keyboard.press("k");
  await page.waitForTimeout(800);
}

async function picture(name, path, viewport, options = {}, prepare = async (page) => page.waitForTimeout(1500)) {
  mkdirSync(folder, { recursive: true });
  const context = await browser.newContext({ viewport, locale: "en-GB", timezoneId: "UTC", ...options });
  const page = await context.newPage();
  await page.goto(server.url + path);
  await page.locator("h1").first().waitFor({ state: "attached" });
  await prepare(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await context.close();
}
