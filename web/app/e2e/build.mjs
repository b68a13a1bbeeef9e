// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the binary once for all test files.
import { build } from "./browser.mjs";

build();
