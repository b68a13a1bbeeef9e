// SPDX-License-Identifier: GPL-3.0-or-later
import { describe, expect, test } from "vitest";
import { bytes, clock, parseClock, percent, isolated } from "../src/ui/words";

describe("times of a game", () => {
  test.each([
    [0, "0:00"],
    [754_000, "12:34"],
    [3_723_999, "1:02:03"],
    [-5, "0:00"],
  ])("%d ms is written %s", (ms, text) => expect(clock(ms)).toBe(text));
  test.each([
    ["12:34", 754_000],
    ["1:02:03", 3_723_000],
    ["90", 90_000],
    ["0:01.5", 1_500],
  ])("%s is read as %d ms", (text, ms) => expect(parseClock(text)).toBe(ms));
  test.each(["", "abc", "1:2:3:4", "-5", "12:345", "1e9", null])("%s is no time", (text) => expect(parseClock(text)).toBeNull());
});

test("shares are given to a tenth of a percent where there is one", () => {
  expect([percent(1000), percent(987), percent(null)]).toEqual(["100 %", "98.7 %", "–"]);
});

test("sizes are given in the unit that fits", () => {
  expect([bytes(900), bytes(2048), bytes(107_993), bytes(3_400_000)]).toEqual(["900 B", "2.0 KiB", "105 KiB", "3.2 MiB"]);
});

test("names from right to left are kept to themselves, others are left as they are", () => {
  expect(isolated("\u05d3\u05d5\u05d3")).toBe("\u2068\u05d3\u05d5\u05d3\u2069");
  expect(isolated("\u0639\u0644\u064a 3")).toBe("\u2068\u0639\u0644\u064a 3\u2069");
  expect(["Cabal", "Юрий", "김", ""].map(isolated)).toEqual(["Cabal", "Юрий", "김", ""]);
});
