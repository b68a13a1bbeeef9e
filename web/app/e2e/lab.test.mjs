// SPDX-License-Identifier: GPL-3.0-or-later
// Going on by hand: what a laboratory changes, a saved one opened as a file of
// its own, and a practice game of two people.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build, desktop, engineGame, games, launch, serve, until, watched } from "./browser.mjs";

let binary;
let server;
let browser;
let game;
const folder = mkdtempSync(join(tmpdir(), "convertd-e2e-lab-"));
const saved = join(folder, "moment.icsave");

before(async () => {
  binary = build();
  [server, browser] = await Promise.all([serve(binary, "view", engineGame("ra-release-20230225.orarep")), launch()]);
  [game] = await games(server, 1);
});

after(async () => {
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function watch(context, at, address = server) {
  const { page, faults } = await watched(context, address);
  await page.goto(`${address.url}watch?id=${(await games(address, 1))[0].id}&${at}`);
  await page.getByRole("tabpanel").getByRole("button", { name: /Construction Yard/ }).first().waitFor();
  return { page, faults };
}

const said = (page, text) => page.locator(".said").filter({ hasText: text }).waitFor();

/** trucks counts what the army of a player says it has. */
async function trucks(page, player) {
  const group = page.locator(".panel-group").filter({ has: page.getByRole("heading", { name: player }) });
  const button = group.getByRole("button", { name: /Ore Truck/ });
  return (await button.count()) === 0 ? 0 : Number(/\d+/.exec(await button.innerText())?.[0] ?? 0);
}

test("in a laboratory units are placed, moved, given away and deleted", async () => {
  const context = await browser.newContext({ viewport: desktop, acceptDownloads: true });
  const { page, faults } = await watch(context, "t=1:20");
  await page.getByText("Practise or examine from here").click();
  await page.getByRole("button", { name: "Branch here as a laboratory" }).click();
  const lab = page.getByRole("region", { name: "Laboratory" });
  await lab.waitFor();
  // Nothing drives away while it is looked for.
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  const stage = page.locator("canvas.stage");
  const box = await stage.boundingBox();
  const middle = { x: Math.round(box.width / 2), y: Math.round(box.height / 2) };
  const before = await trucks(page, "Normal AI");
  assert.ok(before > 0, "the game has an Ore Truck");

  await lab.getByRole("button", { name: "Place" }).click();
  await lab.getByLabel("What").selectOption({ label: "Ore Truck" });
  await lab.getByLabel("Whose").selectOption({ label: "Normal AI" });
  await stage.click({ position: middle });
  await said(page, "placed");
  await until("one more truck", async () => (await trucks(page, "Normal AI")) === before + 1);

  // The placed one stands under the pointer: it is selected, moved and given away.
  await lab.getByRole("button", { name: "Select" }).click();
  await stage.click({ position: middle });
  await page.locator(".selected").getByText("Ore Truck").waitFor();
  await lab.getByLabel("Owner of Ore Truck").selectOption({ label: "Rush AI" });
  await said(page, "changed hands");
  await until("one less truck", async () => (await trucks(page, "Normal AI")) === before);
  await lab.getByRole("button", { name: "Move", exact: true }).click();
  const beside = { x: middle.x, y: middle.y - 120 };
  await stage.click({ position: beside });
  await said(page, "moved");

  const others = await trucks(page, "Rush AI");
  await lab.getByRole("button", { name: "Delete" }).click();
  await until("the moved truck is drawn where it was put", async () => {
    await stage.click({ position: beside });
    await page.waitForTimeout(300);
    return (await page.locator(".said").innerText()).includes("deleted");
  });
  await until("it is gone", async () => (await trucks(page, "Rush AI")) === others - 1);

  const [download] = await Promise.all([page.waitForEvent("download"), lab.getByRole("button", { name: "Save as .icsave" }).click()]);
  await download.saveAs(saved);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a saved laboratory is opened as a file and goes on", async () => {
  const again = await serve(binary, "view", saved);
  const context = await browser.newContext({ viewport: desktop });
  const { page, faults } = await watch(context, "", again);
  await page.getByRole("region", { name: "Laboratory" }).waitFor();
  await page.getByRole("tabpanel").getByRole("button", { name: /Ore Truck/ }).first().click();
  const lab = page.getByRole("region", { name: "Laboratory" });
  await lab.getByLabel("Credits").fill("777");
  await lab.getByRole("button", { name: "Set" }).click();
  await said(page, "credits set");
  assert.deepEqual(faults, []);
  await context.close();
  await again.stop();
});

test("two people take seats and practise from a moment of the game", async () => {
  const context = await browser.newContext({ viewport: desktop });
  const first = await watch(context, "t=1:00&room=together");
  const second = await watch(context, "room=together");
  await first.page.getByText("Practise or examine from here").click();
  await first.page.getByRole("button", { name: "Practise from here" }).click();
  const seats = first.page.getByRole("region", { name: "Practice game" });
  assert.equal(await seats.getByRole("button", { name: "Start" }).isDisabled(), true, "nobody has a seat");
  await seats.getByRole("listitem").filter({ hasText: "Normal AI" }).getByRole("button", { name: "Take" }).click();
  await seats.getByText("taken by you").waitFor();
  await second.page.getByRole("button", { name: "Join the practice game" }).click();
  const others = second.page.getByRole("region", { name: "Practice game" });
  await others.getByRole("listitem").filter({ hasText: "Rush AI" }).getByRole("button", { name: "Take" }).click();
  await until("both seats", async () => (await seats.getByText("taken").count()) === 2);
  await seats.getByRole("button", { name: "Start" }).click();
  await first.page.getByText("Played by hand").waitFor();
  await first.page.getByRole("tabpanel").getByRole("button", { name: /Ore Truck/ }).first().click();
  await first.page.locator("canvas.stage").click({ button: "right", position: { x: 380, y: 300 } });
  await said(first.page, "ordered");
  await second.page.getByText("Played by hand").waitFor();
  await first.page.getByRole("button", { name: "Give up" }).click();
  await said(second.page, "you won");
  await said(first.page, "Rush AI won");
  await second.page.getByRole("button", { name: "Back to the replay" }).click();
  await second.page.getByText("Practise or examine from here").waitFor();
  assert.deepEqual([...first.faults, ...second.faults], []);
  await context.close();
});
