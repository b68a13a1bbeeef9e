// SPDX-License-Identifier: GPL-3.0-or-later

package sharedsource

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"golang.org/x/sys/unix"
)

func newRegion(t *testing.T) *Region {
	t.Helper()
	region, err := NewRegion()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = region.Close() })
	return region
}

func TestDecoderReadsWhatTheHostFilled(t *testing.T) {
	region := newRegion(t)
	fd, err := unix.Dup(int(region.Reader().Fd()))
	if err != nil {
		t.Fatal(err)
	}
	memory, err := Map(uintptr(fd))
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(memory) //nolint:errcheck // the test is over
	for _, content := range []string{"first source", "second"} {
		if _, err := region.Fill(bytes.NewReader([]byte(content)), int64(len(content))); err != nil {
			t.Fatal(err)
		}
		if got := string(memory[:len(content)]); got != content {
			t.Errorf("decoder sees %q, host wrote %q", got, content)
		}
	}
}

func TestDecoderCanNeitherWriteNorResize(t *testing.T) {
	fd := int(newRegion(t).Reader().Fd())
	if _, err := unix.Mmap(fd, 0, Size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED); err == nil {
		t.Error("the region could be mapped for writing")
	}
	if _, err := unix.Write(fd, []byte("x")); err == nil {
		t.Error("the region could be written to")
	}
	if err := unix.Ftruncate(fd, 0); err == nil {
		t.Error("the region could be cut")
	}
	if again, err := unix.Open(fmt.Sprintf("/proc/self/fd/%d", fd), unix.O_RDWR|unix.O_CLOEXEC, 0); err == nil {
		defer unix.Close(again) //nolint:errcheck // the test is over
		if _, err := unix.Write(again, []byte("x")); err == nil {
			t.Error("the region could be opened again and written to")
		}
	}
}

func TestSourceShorterThanItsSizeIsAnError(t *testing.T) {
	n, err := newRegion(t).Fill(bytes.NewReader([]byte("abc")), 4)
	if n != 3 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %d bytes and %v", n, err)
	}
}

func TestSourceAtTheSizePassesAndBeyondItIsRefused(t *testing.T) {
	region := newRegion(t)
	if _, err := region.Fill(zeros{}, Size); err != nil {
		t.Errorf("at the size: %v", err)
	}
	if _, err := region.Fill(zeros{}, Size+1); !errors.Is(err, ErrUnsupported) {
		t.Errorf("beyond the size: %v", err)
	}
}

func TestFillAfterCloseIsRefused(t *testing.T) {
	region := newRegion(t)
	if err := errors.Join(region.Close(), region.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := region.Fill(zeros{}, 1); !errors.Is(err, ErrUnsupported) {
		t.Errorf("after Close: %v", err)
	}
}

type zeros struct{}

func (zeros) ReadAt(p []byte, _ int64) (int, error) {
	clear(p)
	return len(p), nil
}
