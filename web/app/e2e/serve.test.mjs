// SPDX-License-Identifier: GPL-3.0-or-later
// `convertd serve`: drop a file, watch its progress, open it, play it, choose a
// sight, branch, give an order, save.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import seriousFaults from "./axe.mjs";
import { api, build, engineGame, games, launch, phone, serve, tooWide, until, watched } from "./browser.mjs";
import { zip } from "./zip.mjs";

let server;
let browser;
let context;
let page;
let faults;

before(async () => {
  const binary = build();
  [server, browser] = await Promise.all([serve(binary, "serve"), launch()]);
  context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
  ({ page, faults } = await watched(context, server));
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** drop lets files fall onto the page as a person would. */
async function drop(name, bytes) {
  const transfer = await page.evaluateHandle(
    ([name, base64]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], name));
      return data;
    },
    [name, bytes.toString("base64")],
  );
  const target = page.getByRole("main").locator("> div").first();
  for (const type of ["dragenter", "dragover", "drop"]) await target.dispatchEvent(type, { dataTransfer: transfer });
}

test("a dropped file is converted, and its progress and result are shown", async () => {
  await page.goto(server.url);
  await page.getByText("No games yet").waitFor();
  await drop("evening.orarep", readFileSync(engineGame("ra-release-20230225.orarep")));
  const row = page.getByRole("region", { name: "Submit replays" }).getByRole("listitem").filter({ hasText: "evening.orarep" });
  await row.getByText("proven").waitFor();
  await page.getByRole("status").filter({ hasText: "1 of 1 file done" }).waitFor();
  await page.getByRole("list", { name: "Games", exact: true }).getByRole("link", { name: "Normal AI v Rush AI", exact: true }).waitFor();
});

test("a dropped archive is unpacked, and each replay in it converted", async () => {
  await drop("games.zip", zip([["monday/first.orarep", readFileSync(engineGame("cnc-release-20210321.orarep"))], ["second.orarep", readFileSync(engineGame("ra-release-20210321.orarep"))]]));
  const sent = page.getByRole("region", { name: "Submit replays" });
  for (const name of ["first.orarep", "second.orarep"]) await sent.getByRole("listitem").filter({ hasText: name }).getByRole("link", { name: "Watch" }).waitFor();
  await games(server, 3);
});

test("two conversions of one file are compared", async () => {
  const form = new FormData();
  form.append("embed_map", "true");
  form.append("file", new Blob([readFileSync(engineGame("ra-release-20230225.orarep"))]), "evening.orarep");
  assert.equal((await fetch(`${server.url}api/v1/uploads`, { method: "POST", body: form })).status, 202);
  // A file can be listed a moment before its job has said what it was called.
  const evenings = async () => (await games(server, 4)).filter((game) => game.filename === "evening.orarep");
  await until("two games called evening.orarep", async () => (await evenings()).length === 2);
  const [one, other] = await evenings();
  await page.goto(`${server.url}game?id=${one.id}`);
  await page.getByRole("heading", { name: "Other conversions of this file" }).waitFor();
  await page.getByRole("link", { name: "Compare" }).click();
  await page.getByText(/^Of the same file: evening.orarep/).waitFor();
  await page.getByText(/Nothing: [0-9,]+ ticks are the same/).waitFor();
  await page.getByRole("row").filter({ hasText: "Size of the file" }).waitFor();
  assert.match(page.url(), new RegExp(`a=${one.id}&b=${other.id}`));
});

test("what cannot be converted fails with its reason and can be tried again", async () => {
  await page.getByRole("link", { name: "Jobs" }).click();
  await drop("holiday.jpg", Buffer.from("not a replay at all, but something else that was dropped here"));
  const row = page.getByRole("region", { name: "Jobs" }).getByRole("row").filter({ hasText: "holiday.jpg" });
  await row.getByRole("cell", { name: "failed" }).waitFor();
  assert.match(await row.innerText(), /no decoder recogni[sz]es it/);
  await row.getByRole("button", { name: "Retry" }).click();
  await page.waitForFunction(async () => (await (await fetch("api/v1/jobs")).json()).jobs.some((job) => job.filename === "holiday.jpg" && job.retries === 1));
  for (const path of ["jobs", "decoders"]) {
    await page.goto(server.url + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.waitForTimeout(500);
    assert.deepEqual(await seriousFaults(page), [], path);
  }
});

test("on a phone nothing is wider than the screen", async () => {
  const narrow = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
  const { page } = await watched(narrow, server);
  const [{ id }, { id: other }] = await games(server, 4);
  const { jobs } = await api(server, "jobs");
  for (const path of ["library", "jobs", `job?id=${jobs[0].id}`, "decoders", "statistics", `compare?a=${id}&b=${other}`, `game?id=${id}`]) {
    await page.goto(server.url + path);
    await page.locator("h1").first().waitFor({ state: "attached" });
    await page.waitForTimeout(300);
    assert.equal(await tooWide(page), "", path);
  }
  await narrow.close();
});

test("the result is opened and played, and says whose sight can be chosen", async () => {
  const { games: list } = await api(server, "games");
  const game = list.find((one) => one.filename === "evening.orarep");
  await page.goto(`${server.url}watch?id=${game.id}&t=1:20`);
  await page.getByRole("tabpanel").getByRole("button", { name: /Construction Yard/ }).first().waitFor();
  const time = page.getByRole("slider", { name: "Time" });
  const first = Number(await time.getAttribute("aria-valuenow"));
  assert.ok(first >= 79, `opened at ${first} s`);
  await page.waitForFunction((from) => Number(document.querySelector(".seek").getAttribute("aria-valuenow")) > from, first);
  const sight = page.getByLabel("Sight");
  if (await sight.isDisabled()) await page.getByText(/does not know what a player sees|no sight/).waitFor();
  else {
    await sight.selectOption({ index: 1 });
    await page.waitForFunction(() => document.querySelectorAll(".panel-group")[1].textContent.includes("nothing is seen"));
    await sight.selectOption({ index: 0 });
    await page.waitForFunction(() => !document.querySelectorAll(".panel-group")[1].textContent.includes("nothing is seen"));
  }
});

test("a branch takes an order, is judged, changes hands and is saved", async () => {
  await page.getByText("Practise or examine from here").click();
  await page.getByRole("button", { name: "Branch here as a laboratory" }).click();
  const lab = page.getByRole("region", { name: "Laboratory" });
  await lab.waitFor();
  const said = page.locator(".said");
  await page.getByRole("tabpanel").getByRole("button", { name: /Ore Truck/ }).first().click();
  await page.locator(".selected").getByText("Ore Truck").waitFor();
  await lab.getByRole("button", { name: "Order" }).click();
  await page.locator("canvas.stage").click({ position: { x: 420, y: 300 } });
  await said.filter({ hasText: "Move ordered" }).waitFor();
  await lab.getByLabel("Credits").fill("12345");
  await lab.getByRole("button", { name: "Set" }).click();
  await said.filter({ hasText: "credits set" }).waitFor();
  await page.getByRole("tab", { name: "Economy" }).click();
  await page.getByRole("tabpanel").getByText(/^12,[0-9]{3}$/).first().waitFor();
  await lab.getByRole("button", { name: "Does the rest fit?" }).click();
  await lab.getByText(/recorded orders from/).waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), lab.getByRole("button", { name: "Save as .icsave" }).click()]);
  const saved = readFileSync(await download.path());
  assert.match(download.suggestedFilename(), /\.icsave$/);
  assert.equal(saved.subarray(0, 4).toString(), "ICSV");
  await lab.getByRole("button", { name: "Back to the replay" }).click();
  await page.getByText("Practise or examine from here").waitFor();
  assert.deepEqual(faults, []);
});
