// SPDX-License-Identifier: GPL-3.0-or-later

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

// sampleRows collects the rows of one batch. It keeps its memory from batch to
// batch.
type sampleRows struct {
	rows  []byte
	count int
	out   *wireWriter
}

// Len is the number of samples collected. A batch holds MaxBatchRows at most.
func (w *sampleRows) Len() int { return w.count }

// room returns memory for one more row and where it begins.
func (w *sampleRows) room() (b []byte, at int) {
	at = len(w.rows)
	w.rows = slices.Grow(w.rows, maxSampleBytes)
	return w.rows[:cap(w.rows)], at
}

// added keeps the row that ends at end.
func (w *sampleRows) added(b []byte, end int) {
	w.rows = b[:end]
	w.count++
}

// flush appends the batch to dst.
func (w *sampleRows) flush(dst []byte, kind uint64) []byte {
	if w.out == nil {
		w.out = newWireWriter()
	}
	out := w.out
	out.buffer.Reset()
	out.open(kind, sampleBatchFields)
	out.uint(uint64(w.count))
	out.bytesLength(len(w.rows))
	return append(append(dst, out.buffer.Bytes()...), w.rows...)
}

// discard empties the writer.
func (w *sampleRows) discard() { w.rows, w.count = w.rows[:0], 0 }

// SyncBatchWriter collects sync samples into one batch: rows of varints, frame,
// tick, reporter and player as differences to the row before. The zero value is
// ready.
type SyncBatchWriter struct {
	sampleRows
	last SyncSample
}

// Add copies a sample into the batch.
func (w *SyncBatchWriter) Add(s *SyncSample) {
	last := &w.last
	b, at := w.room()
	at = putUvarint(b, at, zigzag(int64(s.Frame-last.Frame)))
	at = putUvarint(b, at, zigzag(int64(s.Tick-last.Tick)))
	at = putUvarint(b, at, zigzag(int64(s.Reporter)-int64(last.Reporter)))
	at = putUvarint(b, at, zigzag(int64(s.Player)-int64(last.Player)))
	at = putUvarint(b, at, s.Value)
	w.added(b, putUvarint(b, at, s.Extra))
	last.Frame, last.Tick, last.Reporter, last.Player = s.Frame, s.Tick, s.Reporter, s.Player
}

// Flush appends the batch to dst and empties the writer.
func (w *SyncBatchWriter) Flush(dst []byte) []byte {
	dst = w.flush(dst, wireSync)
	w.Discard()
	return dst
}

// Discard empties the writer without a batch.
func (w *SyncBatchWriter) Discard() {
	w.discard()
	w.last = SyncSample{}
}

// CameraBatchWriter collects camera samples into one batch: rows of varints,
// every field as difference to the row before. The zero value is ready.
type CameraBatchWriter struct {
	sampleRows
	last CameraSample
}

// Add copies a sample into the batch.
func (w *CameraBatchWriter) Add(s *CameraSample) {
	last := &w.last
	b, at := w.room()
	at = putUvarint(b, at, zigzag(int64(s.Frame-last.Frame)))
	at = putUvarint(b, at, zigzag(int64(s.Tick-last.Tick)))
	at = putUvarint(b, at, zigzag(int64(s.Player)-int64(last.Player)))
	at = putUvarint(b, at, zigzag(int64(s.X)-int64(last.X)))
	at = putUvarint(b, at, zigzag(int64(s.Y)-int64(last.Y)))
	at = putUvarint(b, at, zigzag(int64(s.Z)-int64(last.Z)))
	at = putUvarint(b, at, zigzag(int64(s.Zoom)-int64(last.Zoom)))
	w.added(b, putUvarint(b, at, zigzag(int64(s.Angle)-int64(last.Angle))))
	last.Frame, last.Tick, last.Player = s.Frame, s.Tick, s.Player
	last.X, last.Y, last.Z, last.Zoom, last.Angle = s.X, s.Y, s.Z, s.Zoom, s.Angle
}

// Flush appends the batch to dst and empties the writer.
func (w *CameraBatchWriter) Flush(dst []byte) []byte {
	dst = w.flush(dst, wireCamera)
	w.Discard()
	return dst
}

// Discard empties the writer without a batch.
func (w *CameraBatchWriter) Discard() {
	w.discard()
	w.last = CameraSample{}
}

// AppendSyncBatch appends a batch of all the samples.
func AppendSyncBatch(dst []byte, samples []SyncSample) []byte {
	var w SyncBatchWriter
	for i := range samples {
		w.Add(&samples[i])
	}
	return w.Flush(dst)
}

// AppendCameraBatch appends a batch of all the samples.
func AppendCameraBatch(dst []byte, samples []CameraSample) []byte {
	var w CameraBatchWriter
	for i := range samples {
		w.Add(&samples[i])
	}
	return w.Flush(dst)
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

// ReadSync reads what a SyncBatchWriter wrote, appending to dst. A WireError
// says why the batch is not valid.
func (r *SampleBatchReader) ReadSync(dst []SyncSample, data []byte) ([]SyncSample, error) {
	rows, count := r.open("sync", wireSync, minSyncBytes, data)
	dst, at := slices.Grow(dst, count), 0
	last := &SyncSample{}
	for range count {
		frame, tick, reporter, next := threeAt(rows, at)
		player, next := signedAt(rows, next)
		value, next := uvarintAt(rows, next)
		extra, next := uvarintAt(rows, next)
		if at = next; at == rowBroken {
			break
		}
		dst = dst[:len(dst)+1]
		s := &dst[len(dst)-1]
		s.Frame, s.Tick = last.Frame+uint64(frame), last.Tick+uint64(tick)
		s.Reporter, s.Player = last.Reporter+int32(reporter), last.Player+int32(player)
		s.Value, s.Extra = value, extra
		last = s
	}
	return dst, r.close(rows, at)
}

// ReadCamera reads what a CameraBatchWriter wrote, appending to dst. A WireError
// says why the batch is not valid.
func (r *SampleBatchReader) ReadCamera(dst []CameraSample, data []byte) ([]CameraSample, error) {
	rows, count := r.open("camera", wireCamera, minCameraBytes, data)
	dst, at := slices.Grow(dst, count), 0
	last := &CameraSample{}
	for range count {
		frame, tick, player, next := threeAt(rows, at)
		x, next := signedAt(rows, next)
		y, next := signedAt(rows, next)
		z, zoom, angle, next := threeAt(rows, next)
		if at = next; at == rowBroken {
			break
		}
		dst = dst[:len(dst)+1]
		s := &dst[len(dst)-1]
		s.Frame, s.Tick, s.Player = last.Frame+uint64(frame), last.Tick+uint64(tick), last.Player+int32(player)
		s.X, s.Y, s.Z = last.X+int32(x), last.Y+int32(y), last.Z+int32(z)
		s.Zoom, s.Angle = last.Zoom+int32(zoom), last.Angle+int32(angle)
		last = s
	}
	return dst, r.close(rows, at)
}

// threeAt reads three signed numbers, which in samples mostly take one byte each.
func threeAt(rows []byte, at int) (a, b, c int64, next int) {
	if at+3 <= len(rows) {
		if short := rows[at : at+3]; (short[0]|short[1]|short[2])&0x80 == 0 {
			return unzigzag(uint64(short[0])), unzigzag(uint64(short[1])), unzigzag(uint64(short[2])), at + 3
		}
	}
	a, at = signedAt(rows, at)
	b, at = signedAt(rows, at)
	c, at = signedAt(rows, at)
	return a, b, c, at
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
