// SPDX-License-Identifier: GPL-3.0-or-later
// What axe finds serious on a page. Its script is put in by the debugger, which
// the page's policy does not concern.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export default async function seriousFaults(page) {
  await page.evaluate(source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.filter((one) => one.impact === "serious" || one.impact === "critical").map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => `${node.target} ${node.html.slice(0, 120)}`).join(" | ")}`);
}
