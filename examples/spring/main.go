// SPDX-License-Identifier: GPL-3.0-or-later

// Command convertd-decoder-spring reads demos of the Spring and Recoil engines:
// Beyond All Reason and its relatives. It is a module of its own, as a
// stranger's would be; README.md says how it came to be.
package main

import "convertd/sdk"

func main() { sdk.Serve(decoder{}) }
