// SPDX-License-Identifier: GPL-3.0-or-later
// A zip archive that only stores: enough to be unpacked.
import { crc32 } from "node:zlib";

/** zip packs files, given as [name, bytes]. */
export function zip(files) {
  const parts = [];
  const entries = [];
  let offset = 0;
  for (const [name, bytes] of files) {
    const path = Buffer.from(name);
    // Version, flags, method, time, date, checksum, both sizes, length of the name, of extra fields.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(bytes.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    entries.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), facts, place, path);
    parts.push(Buffer.from("PK\x03\x04", "latin1"), facts, path, bytes);
    offset += 4 + facts.length + path.length + bytes.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
