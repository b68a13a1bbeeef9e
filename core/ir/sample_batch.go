package ir

import "slices"

const (
	sampleBatchFields = 2
	// maxSampleBytes is more than a sample of either sort takes: eight numbers
	// of ten bytes at most, and what putUvarint touches behind the last.
	maxSampleBytes = 8*10 + wordBytes
	// minSyncBytes and minCameraBytes are the least a sample takes.
	minSyncBytes   = 6
	minCameraBytes = 8
)

// SampleBatchWriter writes batches of samples. The zero value is ready. It keeps
// its memory from batch to batch.
type SampleBatchWriter struct {
	rows []byte
	out  *wireWriter
}

// room returns the memory for so many samples.
func (w *SampleBatchWriter) room(samples int) []byte {
	w.rows = slices.Grow(w.rows[:0], samples*maxSampleBytes)
	return w.rows[:cap(w.rows)]
}

// AppendSync appends a batch of sync samples: rows of varints, frame, tick,
// reporter and player as differences to the row before.
func (w *SampleBatchWriter) AppendSync(dst []byte, samples []SyncSample) []byte {
	b, at := w.room(len(samples)), 0
	var last SyncSample
	for i := range samples {
		s := &samples[i]
		at = putUvarint(b, at, zigzag(int64(s.Frame-last.Frame)))
		at = putUvarint(b, at, zigzag(int64(s.Tick-last.Tick)))
		at = putUvarint(b, at, zigzag(int64(s.Reporter)-int64(last.Reporter)))
		at = putUvarint(b, at, zigzag(int64(s.Player)-int64(last.Player)))
		at = putUvarint(b, at, s.Value)
		at = putUvarint(b, at, s.Extra)
		last = *s
	}
	return w.envelope(dst, wireSync, len(samples), b[:at])
}

// AppendCamera appends a batch of camera samples: rows of varints, every field as
// difference to the row before.
func (w *SampleBatchWriter) AppendCamera(dst []byte, samples []CameraSample) []byte {
	b, at := w.room(len(samples)), 0
	var last CameraSample
	for i := range samples {
		s := &samples[i]
		at = putUvarint(b, at, zigzag(int64(s.Frame-last.Frame)))
		at = putUvarint(b, at, zigzag(int64(s.Tick-last.Tick)))
		at = putUvarint(b, at, zigzag(int64(s.Player)-int64(last.Player)))
		at = putUvarint(b, at, zigzag(int64(s.X)-int64(last.X)))
		at = putUvarint(b, at, zigzag(int64(s.Y)-int64(last.Y)))
		at = putUvarint(b, at, zigzag(int64(s.Z)-int64(last.Z)))
		at = putUvarint(b, at, zigzag(int64(s.Zoom)-int64(last.Zoom)))
		at = putUvarint(b, at, zigzag(int64(s.Angle)-int64(last.Angle)))
		last = *s
	}
	return w.envelope(dst, wireCamera, len(samples), b[:at])
}

func (w *SampleBatchWriter) envelope(dst []byte, kind uint64, count int, rows []byte) []byte {
	if w.out == nil {
		w.out = newWireWriter()
	}
	out := w.out
	out.buffer.Reset()
	out.open(kind, sampleBatchFields)
	out.uint(uint64(count))
	out.bytesLength(len(rows))
	return append(append(dst, out.buffer.Bytes()...), rows...)
}

// AppendSyncBatch is SampleBatchWriter.AppendSync for a single batch.
func AppendSyncBatch(dst []byte, samples []SyncSample) []byte {
	var w SampleBatchWriter
	return w.AppendSync(dst, samples)
}

// AppendCameraBatch is SampleBatchWriter.AppendCamera for a single batch.
func AppendCameraBatch(dst []byte, samples []CameraSample) []byte {
	var w SampleBatchWriter
	return w.AppendCamera(dst, samples)
}

// DecodeSyncBatch is SampleBatchReader.ReadSync for a single batch.
func DecodeSyncBatch(dst []SyncSample, data []byte) ([]SyncSample, error) {
	var r SampleBatchReader
	return r.ReadSync(dst, data)
}

// DecodeCameraBatch is SampleBatchReader.ReadCamera for a single batch.
func DecodeCameraBatch(dst []CameraSample, data []byte) ([]CameraSample, error) {
	var r SampleBatchReader
	return r.ReadCamera(dst, data)
}

// SampleBatchReader reads batches of samples. The zero value is ready. It keeps
// its memory from batch to batch.
type SampleBatchReader struct{ wire *wireReader }

// ReadSync reads what AppendSync wrote, appending to dst. A WireError says why
// the batch is not valid.
func (r *SampleBatchReader) ReadSync(dst []SyncSample, data []byte) ([]SyncSample, error) {
	rows, count := r.open("sync", wireSync, minSyncBytes, data)
	dst = slices.Grow(dst, count)
	at := 0
	var frame, tick, reporter, player int64
	var s SyncSample
	for range count {
		frame, at = signedAt(rows, at)
		tick, at = signedAt(rows, at)
		reporter, at = signedAt(rows, at)
		player, at = signedAt(rows, at)
		s.Value, at = uvarintAt(rows, at)
		s.Extra, at = uvarintAt(rows, at)
		if at == rowBroken {
			break
		}
		s.Frame += uint64(frame)
		s.Tick += uint64(tick)
		s.Reporter += int32(reporter)
		s.Player += int32(player)
		dst = append(dst, s)
	}
	return dst, r.close(rows, at)
}

// ReadCamera reads what AppendCamera wrote, appending to dst. A WireError says
// why the batch is not valid.
func (r *SampleBatchReader) ReadCamera(dst []CameraSample, data []byte) ([]CameraSample, error) {
	rows, count := r.open("camera", wireCamera, minCameraBytes, data)
	dst = slices.Grow(dst, count)
	at := 0
	var frame, tick, player, x, y, z, zoom, angle int64
	var s CameraSample
	for range count {
		frame, at = signedAt(rows, at)
		tick, at = signedAt(rows, at)
		player, at = signedAt(rows, at)
		x, at = signedAt(rows, at)
		y, at = signedAt(rows, at)
		z, at = signedAt(rows, at)
		zoom, at = signedAt(rows, at)
		angle, at = signedAt(rows, at)
		if at == rowBroken {
			break
		}
		s.Frame += uint64(frame)
		s.Tick += uint64(tick)
		s.Player += int32(player)
		s.X += int32(x)
		s.Y += int32(y)
		s.Z += int32(z)
		s.Zoom += int32(zoom)
		s.Angle += int32(angle)
		dst = append(dst, s)
	}
	return dst, r.close(rows, at)
}

// open reads the envelope and returns the rows and how many there are, each of
// which takes rowBytes at least.
func (r *SampleBatchReader) open(part string, kind uint64, rowBytes int, data []byte) (rows []byte, count int) {
	if r.wire == nil {
		r.wire = newWireReader(part, data)
	} else {
		r.wire.part = part
		r.wire.reset(data)
	}
	w := r.wire
	w.open(kind, sampleBatchFields)
	announced := w.uintBelow(MaxBatchRows + 1)
	rows = w.bytes()
	w.close()
	if w.err == nil && announced > uint64(len(rows)/rowBytes) {
		w.fail("%d rows in %d bytes", announced, len(rows))
	}
	if w.err != nil {
		return nil, 0
	}
	return rows, int(announced)
}

// close says what is wrong with the batch, now that its rows were read up to at.
func (r *SampleBatchReader) close(rows []byte, at int) error {
	switch {
	case r.wire.err != nil:
	case at == rowBroken:
		r.wire.fail("a row is cut or holds a value that is out of range")
	case at != len(rows):
		r.wire.fail("%d bytes after the last row", len(rows)-at)
	}
	return r.wire.err
}
