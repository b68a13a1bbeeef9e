// Package benchmark measures what it costs that decoders run in processes of
// their own: real replays through a real decoder, in process and out of it, in
// one run. docs/plugins.md holds figures.
//
// It holds nothing but benchmarks and may import everything.
package benchmark
