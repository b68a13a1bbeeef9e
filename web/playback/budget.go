// SPDX-License-Identifier: GPL-3.0-or-later

package playback

import "time"

// budget is how much a client may still say: it fills up with time.
type budget struct {
	tokens float64
	filled time.Time
}

// wait returns how long to wait before the next message.
func (b *budget) wait(now time.Time) time.Duration {
	if b.filled.IsZero() {
		b.tokens = messageBurst
	} else {
		b.tokens = min(messageBurst, b.tokens+now.Sub(b.filled).Seconds()*messagesPerSecond)
	}
	b.filled = now
	b.tokens--
	if b.tokens >= 0 {
		return 0
	}
	return time.Duration(-b.tokens / messagesPerSecond * float64(time.Second))
}
