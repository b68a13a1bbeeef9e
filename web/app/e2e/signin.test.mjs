// SPDX-License-Identifier: GPL-3.0-or-later
// A server with tokens: who signs in how, what each may do, and signing out.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import seriousFaults from "./axe.mjs";
import { build, launch, phone, serve, tooWide, watched } from "./browser.mjs";

const [reader, submitter] = ["only-looks-0123456789", "may-submit-0123456789"];
let server;
let browser;

before(async () => {
  const binary = build();
  [server, browser] = await Promise.all([serve(binary, "serve", "--set", `web.read_tokens=${reader}`, "--set", `web.submit_tokens=${submitter}`), launch()]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

async function signIn(page, token) {
  await page.getByLabel("Token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("without a token nothing is shown but the question for one, which a wrong one does not answer", async () => {
  const context = await browser.newContext({ viewport: phone, isMobile: true, hasTouch: true });
  const { page } = await watched(context, server);
  await page.goto(`${server.url}library`);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.equal(await tooWide(page), "");
  assert.deepEqual(await seriousFaults(page), []);
  assert.equal((await page.request.get(`${server.url}api/v1/games`)).status(), 401);
  await signIn(page, "not-a-token-0123456789");
  await page.getByRole("alert").filter({ hasText: "not known here" }).waitFor();
  await context.close();
});

test("who may only look sees the library and cannot submit", async () => {
  const context = await browser.newContext();
  const { page } = await watched(context, server);
  await page.goto(`${server.url}jobs`);
  await signIn(page, reader);
  await page.getByRole("heading", { level: 1, name: "Jobs" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Choose files" }).count() + (await page.getByText("Choose files").count()), 0);
  assert.equal((await context.request.post(`${server.url}api/v1/uploads?filename=a.rep`, { data: "x", headers: { "Content-Type": "application/octet-stream" } })).status(), 403);
  await context.close();
});

test("who may submit does, and is asked again after signing out", async () => {
  const context = await browser.newContext();
  const { page } = await watched(context, server);
  await page.goto(`${server.url}jobs`);
  await signIn(page, submitter);
  await page.getByText("Choose files").waitFor();
  const [cookie] = await context.cookies();
  assert.deepEqual([cookie.httpOnly, cookie.sameSite], [true, "Strict"]);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.equal((await page.request.get(`${server.url}api/v1/games`)).status(), 401);
  await context.close();
});
