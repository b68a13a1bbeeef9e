// SPDX-License-Identifier: GPL-3.0-or-later

// convertd-decoder-warcraft3: replays of Warcraft III (.w3g).

import { serve } from "./plugin.mjs";
import { Warcraft3 } from "./warcraft3.mjs";

serve(new Warcraft3()).catch((error) => {
  process.stderr.write(`[ERROR] ${error.message}\n`);
  process.exit(1);
});
