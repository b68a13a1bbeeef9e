// SPDX-License-Identifier: GPL-3.0-or-later
// `convertd view`: from files at a command line to watching them, with a
// pointer, with the keyboard alone, on a phone, and for a screen reader.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import seriousFaults from "./axe.mjs";
import { build, desktop, engineGame, games, launch, phone, seconds, serve, tooWide, until, watched } from "./browser.mjs";

let server;
let browser;
let game;
let other;

before(async () => {
  const binary = build();
  [server, browser] = await Promise.all([serve(binary, "view", engineGame("ra-release-20230225.orarep"), engineGame("cnc-release-20210321.orarep")), launch()]);
  const found = await games(server, 2);
  game = found.find((one) => one.filename.startsWith("ra-"));
  other = found.find((one) => one !== game);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

async function opened(page) {
  await page.getByRole("status").filter({ hasText: "Proven" }).waitFor();
  await page.getByRole("tabpanel").getByRole("button", { name: /Construction Yard/ }).first().waitFor();
}

describe("with a pointer", () => {
  test("a newcomer finds the game, reads why it is proven, and watches it", async () => {
    const context = await browser.newContext({ viewport: desktop });
    const { page, faults } = await watched(context, server);
    await page.goto(server.url);
    await page.getByRole("status").filter({ hasText: "2 games" }).waitFor();
    await page.getByRole("searchbox").fill("rush");
    await page.getByRole("status").filter({ hasText: "1 game found" }).waitFor();
    await page.getByRole("link", { name: "Normal AI v Rush AI", exact: true }).click();
    await page.getByRole("heading", { name: "How far it can be trusted" }).waitFor();
    await page.getByText("898").first().waitFor();
    await page.getByRole("list", { name: "Build order of Normal AI" }).getByText("Power Plant").first().waitFor();
    assert.equal(await page.locator(".chart canvas").count() >= 4, true, "four charts at least");
    await page.getByRole("button", { name: /^To 0:5/ }).first().click();
    assert.match(page.url(), /[?&]t=0:5\d/);
    await page.getByRole("link", { name: /^Watch from 0:5/ }).click();
    await opened(page);
    await until("the moment of the address", async () => (await seconds(page)) >= 50);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test("seeks by click, forward and back, and comes to the same state again", async () => {
    const context = await browser.newContext({ viewport: desktop });
    const { page, faults } = await watched(context, server);
    await page.goto(`${server.url}watch?id=${game.id}`);
    await opened(page);
    await page.getByRole("button", { name: "Pause" }).click();
    const slider = page.getByRole("slider", { name: "Time" });
    const box = await slider.boundingBox();
    const army = () => page.getByRole("tabpanel").innerText();
    const clickAt = async (share) => {
      await page.mouse.click(box.x + box.width * share, box.y + box.height / 2);
      const wanted = Math.round((game.length_ms / 1000) * share);
      await until(`a seek to ${wanted} s`, async () => Math.abs((await seconds(page)) - wanted) <= 1);
      await page.waitForTimeout(400);
    };
    await clickAt(0.9);
    const late = await army();
    await clickAt(0.02);
    const early = await army();
    assert.notEqual(early, late);
    await clickAt(0.9);
    assert.equal(await army(), late);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test("the picture shows the bases of both players in their colours", async () => {
    const context = await browser.newContext({ viewport: desktop });
    const { page } = await watched(context, server);
    await page.goto(`${server.url}watch?id=${game.id}&t=1:30`);
    await opened(page);
    await page.waitForTimeout(700);
    const colours = await page.locator("canvas.stage").evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      const near = (r, g, b) => {
        let found = 0;
        for (let at = 0; at < data.length; at += 4) if (Math.abs(data[at] - r) < 30 && Math.abs(data[at + 1] - g) < 30 && Math.abs(data[at + 2] - b) < 30) found++;
        return found;
      };
      return [near(0x00, 0x72, 0xb2), near(0xd5, 0x5e, 0x00)];
    });
    assert.ok(colours[0] > 50 && colours[1] > 50, `pixels of each player: ${colours}`);
    await context.close();
  });
});

describe("with the keyboard alone", () => {
  test("from the library to a playing game, to a bookmark and back to it", async () => {
    const context = await browser.newContext({ viewport: desktop });
    const { page, faults } = await watched(context, server);
    await page.goto(server.url);
    await page.getByRole("link", { name: "Normal AI v Rush AI", exact: true }).waitFor();
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press("Tab");
      if ((await page.evaluate(() => document.activeElement?.textContent)) === "Watch Normal AI v Rush AI") break;
    }
    await page.keyboard.press("Enter");
    await opened(page);
    await page.keyboard.press("k");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await page.keyboard.press("Home");
    await until("the beginning", async () => (await seconds(page)) === 0);
    await page.keyboard.press("ArrowRight");
    await until("15 seconds", async () => (await seconds(page)) === 15);
    await page.keyboard.press("b");
    await page.keyboard.press("Shift+ArrowRight");
    await until("75 seconds", async () => (await seconds(page)) === 75);
    await page.keyboard.press("p");
    await until("the bookmark", async () => (await seconds(page)) === 15);
    await page.keyboard.press("]");
    await page.getByText("Speed 2×").waitFor();
    await page.keyboard.press("k");
    await until("playing", async () => (await seconds(page)) > 15);
    assert.deepEqual(faults, []);
    await context.close();
  });
});

describe("on a phone", () => {
  test("nothing is wider than the screen, on any page", async () => {
    const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
    const { page, faults } = await watched(context, server);
    for (const path of ["library", "library?q=absent", `game?id=${game.id}`, `watch?id=${game.id}`, `compare?a=${game.id}&b=${other.id}`, "statistics", "player?name=Rush%20AI", "help", `game?id=${"0".repeat(64)}`]) {
      await page.goto(server.url + path);
      await page.locator("h1, [role=alert]").first().waitFor({ state: "attached" });
      await page.waitForTimeout(400);
      assert.equal(await tooWide(page), "", path);
    }
    await page.goto(`${server.url}watch?id=${game.id}`);
    await opened(page);
    await page.getByRole("button", { name: "15 seconds forward" }).tap();
    await until("15 seconds", async () => (await seconds(page)) >= 15);
    // A page that is not there says so in the console, too.
    assert.deepEqual(faults.filter((fault) => !fault.includes("404")), []);
    await context.close();
  });
});

describe("while watching", () => {
  test("bookmarks are kept in a side file and read back from it", async () => {
    const context = await browser.newContext({ viewport: desktop, acceptDownloads: true });
    const { page, faults } = await watched(context, server);
    await page.goto(`${server.url}watch?id=${game.id}&t=0:40`);
    await opened(page);
    await page.getByRole("tab", { name: "Marks" }).click();
    const marks = page.getByRole("tabpanel");
    await marks.getByRole("textbox").fill("first tank");
    await marks.getByRole("button", { name: "Bookmark", exact: true }).click();
    await marks.getByText("first tank").waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), marks.getByRole("button", { name: "Save as a file" }).click()]);
    assert.match(download.suggestedFilename(), /^[0-9a-f]{12}\.icrep\.bookmarks$/);
    const path = await download.path();
    await marks.getByRole("button", { name: /^Delete the bookmark/ }).click();
    await marks.getByText("No bookmarks yet").waitFor();
    await marks.locator("input[type=file]").setInputFiles(path);
    await marks.getByText("first tank").waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  });

  test("a heat map sums up where units harvested", async () => {
    const context = await browser.newContext({ viewport: desktop });
    const { page, faults } = await watched(context, server);
    await page.goto(`${server.url}watch?id=${game.id}&t=1:00`);
    await opened(page);
    const heat = page.getByLabel("Heat map");
    await heat.selectOption({ label: "Harvest" });
    const from = await seconds(page);
    await until("three seconds", async () => (await seconds(page)) >= from + 3);
    await page.keyboard.press("k");
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    const picture = () => page.locator("canvas.stage").evaluate((canvas) => canvas.toDataURL());
    await until("a picture that stands still", async () => (await picture()) === (await page.waitForTimeout(300), await picture()));
    const hot = await picture();
    await heat.selectOption({ index: 0 });
    await until("the picture without it", async () => (await picture()) !== hot);
    await heat.selectOption({ label: "Harvest" });
    await until("the heat map again", async () => (await picture()) === hot);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test("a lost network is said, and the game goes on where it was when it is back", async () => {
    const context = await browser.newContext({ viewport: desktop });
    const { page } = await watched(context, server);
    let reachable = true;
    const open = new Set();
    await page.routeWebSocket(/\/ws$/, (socket) => {
      if (!reachable) return socket.close();
      open.add(socket);
      socket.connectToServer();
    });
    await page.goto(`${server.url}watch?id=${game.id}&t=1:10`);
    await opened(page);
    await page.getByRole("button", { name: "Pause" }).click();
    const at = await seconds(page);
    assert.ok(at >= 69, `it is ${at} s`);
    reachable = false;
    for (const socket of open) await socket.close();
    await page.getByRole("status").filter({ hasText: "The connection was lost. Trying again" }).waitFor();
    reachable = true;
    await page.getByRole("status").filter({ hasText: "The connection was lost" }).waitFor({ state: "detached" });
    await opened(page);
    await until("the moment where it was", async () => Math.abs((await seconds(page)) - at) <= 3);
    await context.close();
  });
});

describe("for everybody", () => {
  for (const [name, viewport, colorScheme, pages] of [
    ["desktop, light", desktop, "light", ["library", "game", "watch", "statistics", "help"]],
    ["phone, dark", phone, "dark", ["library", "game", "watch"]],
  ]) {
    test(`axe finds nothing serious: ${name}`, async () => {
      const context = await browser.newContext({ viewport, colorScheme });
      const { page } = await watched(context, server);
      for (const path of pages) {
        await page.goto(`${server.url}${path}?id=${game.id}&t=1:00`);
        await page.locator("h1").first().waitFor({ state: "attached" });
        await page.waitForTimeout(600);
        const found = await seriousFaults(page);
        assert.deepEqual(found, [], path);
      }
      await context.close();
    });
  }
});
