// SPDX-License-Identifier: GPL-3.0-or-later

// Builds build/convertd-decoder-@NAME@: one file with all modules inside, so that
// one digest covers them. The same sources give the same file.

import { chmodSync } from "node:fs";
import { build } from "esbuild";

const outfile = "build/convertd-decoder-@NAME@";
await build({
  entryPoints: ["main.js"], outfile, bundle: true, platform: "node", target: "node18", format: "cjs",
  loader: { ".proto": "text" }, banner: { js: "#!/usr/bin/node" }, logLevel: "warning",
});
chmodSync(outfile, 0o755);
console.log(outfile);
