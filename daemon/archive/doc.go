// SPDX-License-Identifier: GPL-3.0-or-later

// Package archive finds replays in folders and archives (zip, 7z, rar, tar and
// its compressed forms, single compressed files), nested ones included.
//
// In: paths that a person named. Out: entries, one after the other, whole in
// memory. Archives come from strangers, and their readers are not ours: each
// archive is opened in a process of its own ([Unpacker] here, [Serve] there),
// with bounded memory and bounded silence. Depth, number of entries, bytes and
// ratio are counted while reading, since declared sizes can lie; names inside
// are shown and never become paths.
//
// May import: the standard library and mholt/archives.
package archive
