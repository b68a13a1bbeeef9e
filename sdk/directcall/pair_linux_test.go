// SPDX-License-Identifier: GPL-3.0-or-later

package directcall

import (
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// inherited stands for the descriptor that a started process finds.
func inherited(t *testing.T, end *os.File) uintptr {
	t.Helper()
	fd, err := unix.Dup(int(end.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	if err := end.Close(); err != nil {
		t.Fatal(err)
	}
	return uintptr(fd)
}

func TestBothSidesHearEachOther(t *testing.T) {
	host, end, err := NewPair()
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close() //nolint:errcheck // the test is over
	decoder, err := Open(inherited(t, end))
	if err != nil {
		t.Fatal(err)
	}
	for _, way := range []struct{ from, to *os.File }{{host, decoder}, {decoder, host}} {
		if _, err := way.from.WriteString("hello"); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, 5)
		if _, err := io.ReadFull(way.to, got); err != nil || string(got) != "hello" {
			t.Errorf("heard %q and %v", got, err)
		}
	}
	if err := decoder.Close(); err != nil {
		t.Fatal(err)
	}
	if n, err := host.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("after the decoder's end: %d bytes and %v", n, err)
	}
}

func TestCuttingEndsWhoeverWaits(t *testing.T) {
	host, end, err := NewPair()
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close() //nolint:errcheck // the test is over
	defer end.Close()  //nolint:errcheck // the test is over
	read := make(chan error)
	for _, side := range []*os.File{host, end} {
		go func() {
			_, err := side.Read(make([]byte, 1))
			read <- err
		}()
	}
	time.Sleep(10 * time.Millisecond) // long enough that both usually wait
	Cut(host)
	for range 2 {
		if err := <-read; !errors.Is(err, io.EOF) {
			t.Errorf("reading gave %v", err)
		}
	}
	if _, err := host.Write([]byte("x")); !errors.Is(err, unix.EPIPE) {
		t.Errorf("writing gave %v", err)
	}
}

func TestOnlyASocketIsOpened(t *testing.T) {
	file, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if opened, err := Open(inherited(t, file)); err == nil {
		t.Errorf("opened %v", opened.Name())
	}
}
