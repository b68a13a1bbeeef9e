// SPDX-License-Identifier: GPL-3.0-or-later

package ea

// holdsAddress reports whether data of unknown layout holds something that
// reads as an IPv4 address: four decimal numbers with dots between, in single
// bytes or in UTF-16LE.
func holdsAddress(data []byte) bool {
	return scanAddress(data, 1) || len(data) > 1 && (scanAddress(data, 2) || scanAddress(data[1:], 2))
}

// scanAddress looks at every stride-th byte.
func scanAddress(data []byte, stride int) bool {
	digits, dots := 0, 0
	for at := 0; at < len(data); at += stride {
		switch b := data[at]; {
		case b >= '0' && b <= '9':
			digits++
			if dots == 3 {
				return true
			}
		case b == '.' && digits > 0 && digits <= 3:
			digits = 0
			dots++
		default:
			digits, dots = 0, 0
		}
		if digits > 3 {
			dots = 0
		}
	}
	return false
}
