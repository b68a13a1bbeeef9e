package conversion

import (
	"runtime"
	"testing"
)

func TestWorkBesideIsDoneWhenWaitedFor(t *testing.T) {
	b := newBeside()
	sum := 0
	for i := range 100 {
		wait := b.run(func() { sum += i })
		wait()
	}
	if sum != 4950 {
		t.Errorf("sum is %d", sum)
	}
	b.run(func() { sum = 0 })
	b.stop() // nobody waits for the last work
}

func TestAConversionGetsAProcessorBesideOnlyIfOneIsSpare(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	var e Engine
	for n, spare := range []bool{true, true, false, false} {
		b := e.spareProcessor()
		if (b != nil) != spare {
			t.Errorf("conversion %d beside %d others on 4 processors: spare is %v", n+1, n, b != nil)
		}
		if b != nil {
			b.stop()
		}
	}
}
