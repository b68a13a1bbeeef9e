// SPDX-License-Identifier: GPL-3.0-or-later

// Where the built decoder begins.

import { serve } from "./convertd/serve.js";
import { decoder } from "./decoder.js";

serve(decoder);
