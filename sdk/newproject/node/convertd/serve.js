// SPDX-License-Identifier: GPL-3.0-or-later

// Serves a decoder to the convertd that started this process (docs/plugins.md).
//
// A decoder is an object with
//
//   name, version, formats, capabilities   what it is
//   settingsSchema, configure(settings)    what it takes; both may be absent
//   probe({head, tail, name, size})        {format, confidence, ...}, or undefined
//   *decode(data, options)                 yields what ir.js describes

import { once } from "node:events";
import path from "node:path";
import grpc from "@grpc/grpc-js";
import { fromJSON } from "@grpc/proto-loader";
import protobuf from "protobufjs";
import { newCertificate } from "./certificate.js";
import contract from "./decoder.proto";
import { DecodeError, VERSION } from "./ir.js";
import { Batches } from "./wire.js";

const COOKIE = "c0fe1c1b7c6b4b0f9c5a6f8e2d0f3a51";
const PROTOCOLS = [2]; // versions of the contract that this file speaks
const MAX_MESSAGE = 2 << 20;
const FAILURE_INPUT = 0, FAILURE_PANIC = 2;

/** Does the handshake and answers calls until the host ends the process. */
export function serve(decoder) {
  const environment = process.env;
  if (environment.CONVERTD_DECODER !== COOKIE) {
    fail("This is a decoder for convertd, which starts it. Try: convertd plugins test FILE SAMPLE...");
  }
  const protocol = agree(environment.PLUGIN_PROTOCOL_VERSIONS ?? "1");
  const identity = newCertificate();
  const server = new grpc.Server({ "grpc.max_receive_message_length": MAX_MESSAGE });
  const definition = grpc.loadPackageDefinition(fromJSON(protobuf.parse(contract, { keepCase: true }).root.toJSON(), { keepCase: true, longs: Number, enums: Number, oneofs: true, defaults: true }));
  server.addService(definition.convertd.decoder.v1.Decoder.service, handlers(decoder));
  const credentials = grpc.ServerCredentials.createSsl(
    Buffer.from(environment.PLUGIN_CLIENT_CERT), [{ private_key: Buffer.from(identity.key), cert_chain: Buffer.from(identity.certificate) }], true);
  const socket = path.join(environment.PLUGIN_UNIX_SOCKET_DIR, "decoder.sock");
  server.bindAsync(`unix:${socket}`, credentials, (error) => {
    if (error) fail(error.message);
    const encoded = identity.der.toString("base64").replace(/=+$/, ""); // without padding, as go-plugin wants it
    console.log(`1|${protocol}|unix|${socket}|grpc|${encoded}`);
  });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** The newest version of the contract that host and decoder both know. */
function agree(offered) {
  const common = offered.split(",").map(Number).filter((version) => PROTOCOLS.includes(version));
  if (common.length === 0) fail(`convertd speaks versions ${offered} of the contract, this decoder ${PROTOCOLS}`);
  return Math.max(...common);
}

function handlers(decoder) {
  return {
    Info: (call, answer) => answer(null, {
      name: decoder.name, version: decoder.version, ir_version: VERSION, formats: decoder.formats, capabilities: decoder.capabilities,
      settings_schema: decoder.settingsSchema ? JSON.stringify(decoder.settingsSchema) : "",
    }),
    Configure: (call, answer) => {
      try {
        decoder.configure(JSON.parse(call.request.settings));
        answer(null, {});
      } catch (fault) {
        answer(null, { fault: fault.message });
      }
    },
    Probe: (call, answer) => answer(null, decoder.probe(call.request) ?? {}),
    Decode: (call) => {
      let start;
      const chunks = [];
      call.on("data", (request) => {
        if (request.part === "start") start = request.start;
        else chunks.push(request.chunk);
      });
      call.on("error", () => {}); // the host took the call back
      call.on("end", () => send(call, events(decoder, Buffer.concat(chunks), start)));
    },
  };
}

/** Sends messages, at the pace of the host. */
async function send(call, messages) {
  const cancelled = once(call, "cancelled");
  for (const message of messages) {
    if (call.cancelled) return;
    if (!call.write(message)) await Promise.race([once(call, "drain"), cancelled]);
  }
  call.end();
}

/** Turns what a decoder yields into messages. A failure is the last one. */
function* events(decoder, data, start) {
  const batches = new Batches();
  const options = {
    format: start.format, profile: start.profile, headerOnly: start.depth === 1,
    native: start.native, // yield native lines in place of orders and samples
    raw: start.native && start.raw, // with parts that identify people or machines
  };
  try {
    for (const part of decoder.decode(data, options)) yield* batches.put(part);
  } catch (fault) {
    if (!(fault instanceof DecodeError)) { // the decoder's own fault, not the input's
      console.error(fault);
      yield { failure: { kind: FAILURE_PANIC, message: fault.name } };
      return;
    }
    yield* batches.flush();
    yield { failure: { kind: FAILURE_INPUT, code: fault.code, section: fault.section, offset: fault.offset, message: fault.message } };
  }
}
