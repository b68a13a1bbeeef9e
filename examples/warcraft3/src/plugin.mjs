// SPDX-License-Identifier: GPL-3.0-or-later

// What every decoder on Node owes the host: docs/plugins.md, in one file.
//
// go-plugin starts a program, gives it a certificate to trust and a folder for its
// socket, and reads one line from it: where it listens, and the certificate to
// trust in return.

import { X509Certificate } from "node:crypto";
import path from "node:path";
import grpc from "@grpc/grpc-js";
import protobuf from "protobufjs";
import { generate } from "selfsigned";
import contract from "./decoder.proto";
import { OrderBatch, MOST_BYTES, VERSION } from "./representation.mjs";

const COOKIE = ["CONVERTD_DECODER", "c0fe1c1b7c6b4b0f9c5a6f8e2d0f3a51"];
const CORE_VERSION = 1;
const CONTRACT_VERSIONS = [2, 1]; // newest first

const messages = protobuf.parse(contract, { keepCase: true }).root.lookup("convertd.decoder.v1");

/** The input is at fault, from a place on. */
export class Damage extends Error {
  constructor(code, section, offset, message) {
    super(message);
    Object.assign(this, { code, section, offset });
  }
}

/** The host has given the call up. */
class Abandoned extends Error {}

/** Turns what a decoder sends into events, in batches, no faster than the host reads. */
class Sink {
  constructor(call) {
    this.call = call;
    this.orders = new OrderBatch();
    this.lines = [];
    this.lineBytes = 0;
  }

  async send(event) {
    if (this.call.cancelled) throw new Abandoned();
    if (!this.call.write(event)) {
      await new Promise((resolve) => {
        this.call.once("drain", resolve);
        this.call.once("cancelled", resolve);
      });
    }
  }

  async order(order) {
    this.orders.add(order);
    if (this.orders.full()) await this.flush();
  }

  async native(line) {
    const bytes = Buffer.from(line + "\n");
    if (this.lineBytes + bytes.length > MOST_BYTES) await this.flush();
    this.lines.push(bytes);
    this.lineBytes += bytes.length;
  }

  async warn(code, summary, offset) {
    await this.send({ diagnostic: { severity: 1, code, summary, offset } });
  }

  async flush() {
    if (this.orders.count > 0) await this.send({ orders: this.orders.encode() });
    if (this.lines.length > 0) await this.send({ native: Buffer.concat(this.lines) });
    this.orders = new OrderBatch();
    this.lines = [];
    this.lineBytes = 0;
    // Let the host's wish to stop come in.
    await new Promise(setImmediate);
    if (this.call.cancelled) throw new Abandoned();
  }
}

const FAILURE = { input: 0, internal: 1 };

/** The start and the whole source. Iterating over the call would close it for answers too. */
function receive(call) {
  return new Promise((resolve, reject) => {
    let start = null;
    const chunks = [];
    call.on("data", (request) => {
      if (start === null) start = request.start;
      else chunks.push(request.chunk);
    });
    call.on("end", () => resolve({ start, source: Buffer.concat(chunks) }));
    call.on("error", reject);
  });
}

async function decode(decoder, call) {
  const { start, source } = await receive(call);
  if (source.length !== Number(start.size)) throw new Error(`${start.size} bytes were announced, ${source.length} came`);
  const sink = new Sink(call);
  const options = { native: start.native, raw: start.native && start.raw, headerOnly: start.depth === 1 };
  try {
    await decoder.decode(source, options, sink);
  } catch (error) {
    if (error instanceof Abandoned) return;
    const failure =
      error instanceof Damage
        ? { kind: FAILURE.input, code: error.code, section: error.section, offset: Math.min(error.offset, source.length), message: error.message }
        : { kind: FAILURE.internal, message: error.constructor.name }; // only the kind: the text may hold content of the file
    if (!(error instanceof Damage)) process.stderr.write(`[ERROR] ${error.stack}\n`);
    await sink.send({ failure }).catch(() => {});
  }
  call.end();
}

/** The calls, as grpc-js wants to know them. */
function service(decoder, version) {
  const method = (name, request, response, streams) => ({
    path: `/convertd.decoder.v1.Decoder/${name}`,
    requestStream: streams,
    responseStream: streams,
    requestDeserialize: (bytes) => messages[request].toObject(messages[request].decode(bytes), { defaults: true, longs: Number }),
    responseSerialize: (value) => Buffer.from(messages[response].encode(messages[response].fromObject(value)).finish()),
    requestSerialize: undefined,
    responseDeserialize: undefined,
  });
  const definition = {
    Info: method("Info", "InfoRequest", "InfoResponse", false),
    Probe: method("Probe", "ProbeRequest", "ProbeResponse", false),
    Decode: method("Decode", "DecodeRequest", "DecodeEvent", true),
  };
  const implementation = {
    Info: (_, answer) => answer(null, { ...decoder.info(), ir_version: VERSION, ...(version >= 2 ? { capabilities: decoder.capabilities() } : {}) }),
    Probe: (call, answer) => answer(null, decoder.probe(call.request)),
    Decode: (call) => {
      decode(decoder, call).catch((error) => call.destroy(error));
    },
  };
  return [definition, implementation];
}

/** The newest version of the contract that both sides know. */
function agreedVersion() {
  const offered = (process.env.PLUGIN_PROTOCOL_VERSIONS ?? "1").split(",").map(Number);
  const version = CONTRACT_VERSIONS.find((known) => offered.includes(known));
  if (version === undefined) throw new Error(`the host speaks versions ${offered} of the contract, this decoder ${CONTRACT_VERSIONS}`);
  return version;
}

/** A key and a certificate for this process alone. */
async function certificate() {
  return generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    curve: "P-256",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
    ],
  });
}

/** Serves until the host ends the process. */
export async function serve(decoder) {
  if (process.env[COOKIE[0]] !== COOKIE[1]) throw new Error("this is a decoder for convertd, which starts it: see docs/plugins.md");
  const version = agreedVersion();
  const own = await certificate();
  const server = new grpc.Server({ "grpc.max_receive_message_length": 4 << 20, "grpc.max_send_message_length": 4 << 20 });
  server.addService(...service(decoder, version));
  const credentials = grpc.ServerCredentials.createSsl(
    Buffer.from(process.env.PLUGIN_CLIENT_CERT),
    [{ private_key: Buffer.from(own.private), cert_chain: Buffer.from(own.cert) }],
    true, // ask for the host's certificate, and refuse others
  );
  const socket = path.join(process.env.PLUGIN_UNIX_SOCKET_DIR, "decoder");
  await new Promise((resolve, reject) => server.bindAsync(`unix:${socket}`, credentials, (error) => (error ? reject(error) : resolve())));
  const line = new X509Certificate(own.cert).raw.toString("base64").replace(/=+$/, "");
  process.stdout.write(`${CORE_VERSION}|${version}|unix|${socket}|grpc|${line}\n`);
}
