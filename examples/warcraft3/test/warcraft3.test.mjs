// SPDX-License-Identifier: GPL-3.0-or-later

// What this format has that others have not. Everything that holds for all
// decoders is tried by `convertd plugins test` (see check).

import assert from "node:assert/strict";
import test from "node:test";
import { build } from "esbuild";
import { files } from "../fixture/game.mjs";

// The bundler, since the contract is imported as a text.
const bundled = await build({
  stdin: {
    contents: `export { Warcraft3 } from "./src/warcraft3.mjs"; export { Damage } from "./src/plugin.mjs"; export { KIND } from "./src/representation.mjs";`,
    resolveDir: new URL("..", import.meta.url).pathname,
  },
  bundle: true, write: false, platform: "node", format: "cjs", loader: { ".proto": "text" }, logLevel: "error",
});
const module = { exports: {} };
new Function("module", "exports", "require", bundled.outputFiles[0].text)(module, module.exports, (await import("node:module")).createRequire(import.meta.url));
const { Warcraft3, Damage, KIND } = module.exports;

const replays = files();

/** A sink that keeps what it is sent. */
class Recording {
  orders = [];
  lines = [];
  events = [];
  async send(event) {
    this.events.push(event);
  }
  async order(order) {
    this.orders.push(order);
  }
  async native(line) {
    this.lines.push(line);
  }
  async flush() {}
}

async function read(bytes, native = false) {
  const sink = new Recording();
  let damage = null;
  try {
    await new Warcraft3().decode(bytes, { native, raw: false, headerOnly: false }, sink);
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    damage = error;
  }
  return { ...sink, damage };
}

test("a whole game is read", async () => {
  const { orders, damage } = await read(replays["duel.w3g"]);
  assert.equal(damage, null);
  const trained = orders.find((one) => one.kind === KIND.produce);
  assert.deepEqual([trained.item, trained.player, trained.tick], ["hpea", 0, 130]);
  const built = orders.find((one) => one.kind === KIND.place_building && one.player === 1);
  assert.equal(built.item, "oalt");
  assert.deepEqual([built.target.x, built.target.y], [(4096 + 832) * 8, (2048 - 768) * 8]);
});

test("an action goes to what its player has selected", async () => {
  const { orders } = await read(replays["duel.w3g"]);
  const chosen = orders.find((one) => one.kind === KIND.select && one.player === 0);
  const sent = orders.find((one) => one.kind === KIND.harvest && one.player === 0);
  assert.equal(chosen.subjects.length, 5);
  assert.deepEqual(sent.subjects, chosen.subjects);
});

test("what is not known keeps its bytes, and what follows is read", async () => {
  const { orders, damage } = await read(replays["odd.w3g"]);
  assert.equal(damage, null);
  const odd = orders.filter((one) => one.kind === KIND.unknown);
  assert.deepEqual(odd.map((one) => one.raw.toString("hex")), ["f3010203"]);
  assert.equal(orders.find((one) => one.kind === KIND.cancel_production).item, "ogru");
  assert.equal(orders.filter((one) => one.kind === KIND.beacon).length, 1);
});

test("a cut file keeps its beginning", async () => {
  const whole = await read(replays["duel.w3g"]);
  const cut = await read(replays["cut.w3g"]);
  assert.equal(cut.damage.code, "truncated");
  assert.deepEqual(cut.orders, whole.orders.slice(0, cut.orders.length));
  assert.ok(cut.orders.length > 100);
});

test("damage is named", async () => {
  const whole = replays["odd.w3g"];
  const broken = Buffer.from(whole);
  broken.fill(0xff, 100, 140);
  for (const [bytes, code] of [
    [Buffer.alloc(0), "not_recognised"], [whole.subarray(0, 40), "truncated"], [whole.subarray(0, 70), "truncated"], [broken, "malformed"],
  ]) {
    assert.equal((await read(bytes)).damage.code, code);
  }
});

test("accounts stay in the file", async () => {
  const { events, orders, lines } = { ...(await read(replays["duel.w3g"])), lines: (await read(replays["duel.w3g"], true)).lines };
  const told = JSON.stringify([events.map((event) => Object.values(event).map((part) => part.toString("latin1"))), orders, lines]);
  assert.ok(told.includes("Grace"));
  assert.ok(!told.includes("#2345"));
});
