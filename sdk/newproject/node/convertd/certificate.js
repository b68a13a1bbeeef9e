// SPDX-License-Identifier: GPL-3.0-or-later

// A key and a self-signed certificate for this process alone. The host learns the
// certificate from the handshake line and trusts no other. Node can sign but has
// no certificates of its own making, so this writes one: X.509 version 3 in DER.

import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** One value of DER: a tag, a length, the content. */
function der(tag, ...parts) {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts) => der(0x30, ...parts);
const oid = (hex) => der(0x06, Buffer.from(hex, "hex"));
const octets = (content) => der(0x04, content);
const yes = der(0x01, Buffer.from([0xff]));
const time = (date) => der(0x17, Buffer.from(date.toISOString().replace(/\d\d(\d\d)-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d).*/, "$1$2$3$4$5$6Z")));

const ecdsaWithSHA256 = sequence(oid("2a8648ce3d040302"));
const localhost = sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from("localhost"))))); // common name

/** Returns the key and the certificate as PEM, and the certificate as DER. */
export function newCertificate() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const [hour, year] = [3600e3, 365 * 24 * 3600e3];
  const serial = randomBytes(16);
  serial[0] = 0x40 | (serial[0] & 0x3f); // positive, and never shorter
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, serial),
    ecdsaWithSHA256,
    localhost,
    sequence(time(new Date(Date.now() - hour)), time(new Date(Date.now() + 10 * year))),
    localhost,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(
      sequence(oid("551d13"), yes, octets(sequence(yes))), // basic constraints: an authority, over itself
      sequence(oid("551d11"), octets(sequence(der(0x82, Buffer.from("localhost"))))), // the name that the host asks for
    )),
  );
  const signature = sign("sha256", body, privateKey);
  const certificate = sequence(body, ecdsaWithSHA256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString("base64").match(/.{1,64}/g).join("\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    der: certificate,
  };
}
