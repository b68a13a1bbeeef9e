// SPDX-License-Identifier: GPL-3.0-or-later

package engine

// lineBytes is how long a line of the processor's cache is. Actors and activities take
// an odd number of lines: then their first ones are spread over the whole cache.
const lineBytes = 64
