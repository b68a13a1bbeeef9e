// SPDX-License-Identifier: GPL-3.0-or-later

// node --test

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { X509Certificate } from "node:crypto";
import { newCertificate } from "./convertd/certificate.js";
import { DecodeError, Kind } from "./convertd/ir.js";
import { Batches } from "./convertd/wire.js";
import { decoder } from "./decoder.js";

const full = { format: "", profile: "", headerOnly: false, native: false, raw: false };

/** All parts of a sample, and the error at its end. */
function decode(name) {
  const parts = [];
  try {
    for (const part of decoder.decode(readFileSync(new URL(`samples/${name}`, import.meta.url)), full)) parts.push(part);
  } catch (error) {
    return { parts, error };
  }
  return { parts };
}

const those = (parts, kind) => parts.filter((one) => one.part === kind);

test("a skirmish is read to its end", () => {
  const { parts, error } = decode("skirmish.@NAME@");
  assert.equal(error, undefined);
  assert.equal(parts[0].part, "header");
  assert.equal(parts.at(-1).complete, true);
  assert.deepEqual([those(parts, "order").length, those(parts, "sync").length], [5, 2]);
  const [move] = those(parts, "order");
  assert.deepEqual([move.kind, move.subjects, move.target.x], [Kind.MOVE, [2, 3], 12 * 1024]);
});

test("a cut file keeps what came before", () => {
  const { parts, error } = decode("cut.@NAME@");
  assert.equal(error.code, "truncated");
  assert.equal(those(parts, "order").length, 1);
  assert.equal(parts.at(-1).complete, false);
});

test("garbage is not recognised", () => {
  const garbage = Buffer.from("garbage");
  assert.throws(() => [...decoder.decode(garbage, full)], (error) => error instanceof DecodeError && error.code === "not_recognised");
  assert.equal(decoder.probe({ head: garbage }), undefined);
});

test("samples are sent before the orders that follow them", () => {
  const batches = new Batches();
  const messages = decode("skirmish.@NAME@").parts.flatMap((part) => [...batches.put(part)]);
  assert.deepEqual(messages.map((message) => Object.keys(message)[0]), ["header", "sync", "orders", "trailer"]);
});

test("the certificate is one, for localhost", () => {
  const { certificate, der } = newCertificate();
  const read = new X509Certificate(certificate);
  assert.equal(read.checkHost("localhost"), "localhost");
  assert.ok(read.verify(read.publicKey) && read.raw.equals(der));
});
