// SPDX-License-Identifier: GPL-3.0-or-later

// A decoder of another job, behind a wall of its own, that somebody may try to harm. It
// fills memory with a pattern and goes over it again and again. When its standard input
// ends it says how often it did, and whether everything was as it left it.

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { WORDS = 1 << 20 };

static unsigned next(unsigned x) {
	x ^= x << 13;
	x ^= x >> 17;
	return x ^ x << 5;
}

int main(void) {
	unsigned *memory = malloc(WORDS * sizeof *memory), whole = 1, rounds = 0;
	if (!memory) return 1;
	for (unsigned i = 0, x = 1; i < WORDS; i++) memory[i] = x = next(x);
	printf("ready\n");
	fflush(stdout);
	for (struct pollfd end = {0, POLLIN, 0}; poll(&end, 1, 10) == 0; rounds++)
		for (unsigned i = 0, x = 1; i < WORDS; i++) whole &= memory[i] == (x = next(x));
	printf("%s after %u rounds\n", whole ? "whole" : "harmed", rounds);
	return 0;
}
