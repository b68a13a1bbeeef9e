// SPDX-License-Identifier: GPL-3.0-or-later

// Command release builds convertd for every system it is released for, and writes
// the checksums and a list of what is in it (an SBOM) beside the programs. `make
// release` calls it; docs/how-to/release.md says what to do around it.
//
// In: the source tree, its git tag. Out: a folder with one static program for each
// system, SHA256SUMS, and convertd.cdx.json (CycloneDX 1.6). The same commit and the
// same Go give the same bytes.
//
// May import: the standard library.
package main
