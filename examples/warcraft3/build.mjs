// SPDX-License-Identifier: GPL-3.0-or-later

// Puts the decoder and all that it needs into one executable file, so that one pin
// covers all of it:
//
//     node build.mjs convertd-decoder-warcraft3

import { chmodSync } from "node:fs";
import { build } from "esbuild";

const outfile = process.argv[2] ?? "convertd-decoder-warcraft3";
await build({
  entryPoints: [new URL("src/main.mjs", import.meta.url).pathname],
  outfile,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs", // a file without an extension is read as CommonJS
  banner: { js: "#!/usr/bin/node" },
  loader: { ".proto": "text" },
  legalComments: "eof",
  logLevel: "warning",
});
chmodSync(outfile, 0o755);
