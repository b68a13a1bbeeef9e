package ir

const sampleBatchFields = 2

// AppendSyncBatch appends a batch of sync samples: rows of varints, frame, tick,
// reporter and player as differences to the row before.
func AppendSyncBatch(dst []byte, samples []SyncSample) []byte {
	rows := make([]byte, 0, 16*len(samples))
	var last SyncSample
	for _, s := range samples {
		rows = appendUvarint(rows, zigzag(int64(s.Frame-last.Frame)))
		rows = appendUvarint(rows, zigzag(int64(s.Tick-last.Tick)))
		rows = appendUvarint(rows, zigzag(int64(s.Reporter)-int64(last.Reporter)))
		rows = appendUvarint(rows, zigzag(int64(s.Player)-int64(last.Player)))
		rows = appendUvarint(rows, s.Value)
		rows = appendUvarint(rows, s.Extra)
		last = s
	}
	return appendSampleBatch(dst, wireSync, len(samples), rows)
}

// DecodeSyncBatch reads what AppendSyncBatch wrote, appending to dst.
func DecodeSyncBatch(dst []SyncSample, data []byte) ([]SyncSample, error) {
	r, count := openSampleBatch("sync", wireSync, 6, data)
	var last SyncSample
	for range count {
		last.Frame += uint64(unzigzag(r.uvarint()))
		last.Tick += uint64(unzigzag(r.uvarint()))
		last.Reporter += int32(unzigzag(r.uvarint()))
		last.Player += int32(unzigzag(r.uvarint()))
		last.Value = r.uvarint()
		last.Extra = r.uvarint()
		if r.err != nil {
			return dst, r.err
		}
		dst = append(dst, last)
	}
	return dst, r.finish()
}

// AppendCameraBatch appends a batch of camera samples: rows of varints, every
// field as difference to the row before.
func AppendCameraBatch(dst []byte, samples []CameraSample) []byte {
	rows := make([]byte, 0, 24*len(samples))
	var last CameraSample
	for _, s := range samples {
		rows = appendUvarint(rows, zigzag(int64(s.Frame-last.Frame)))
		rows = appendUvarint(rows, zigzag(int64(s.Tick-last.Tick)))
		rows = appendUvarint(rows, zigzag(int64(s.Player)-int64(last.Player)))
		for _, pair := range [5][2]int32{{s.X, last.X}, {s.Y, last.Y}, {s.Z, last.Z}, {s.Zoom, last.Zoom}, {s.Angle, last.Angle}} {
			rows = appendUvarint(rows, zigzag(int64(pair[0])-int64(pair[1])))
		}
		last = s
	}
	return appendSampleBatch(dst, wireCamera, len(samples), rows)
}

// DecodeCameraBatch reads what AppendCameraBatch wrote, appending to dst.
func DecodeCameraBatch(dst []CameraSample, data []byte) ([]CameraSample, error) {
	r, count := openSampleBatch("camera", wireCamera, 8, data)
	var last CameraSample
	for range count {
		last.Frame += uint64(unzigzag(r.uvarint()))
		last.Tick += uint64(unzigzag(r.uvarint()))
		last.Player += int32(unzigzag(r.uvarint()))
		for _, field := range [5]*int32{&last.X, &last.Y, &last.Z, &last.Zoom, &last.Angle} {
			*field += int32(unzigzag(r.uvarint()))
		}
		if r.err != nil {
			return dst, r.err
		}
		dst = append(dst, last)
	}
	return dst, r.finish()
}

func appendSampleBatch(dst []byte, kind uint64, count int, rows []byte) []byte {
	w := newWireWriter()
	w.buffer.Grow(len(rows) + 32)
	w.open(kind, sampleBatchFields)
	w.uint(uint64(count))
	w.bytes(rows)
	return append(dst, w.buffer.Bytes()...)
}

// openSampleBatch reads the envelope and returns a reader over its rows, each
// of which takes rowBytes at least.
func openSampleBatch(part string, kind uint64, rowBytes int, data []byte) (*OrderBatchReader, int) {
	w := newWireReader(part, data)
	w.open(kind, sampleBatchFields)
	count := w.uintBelow(MaxBatchRows + 1)
	rows := w.bytes()
	w.close()
	if w.err == nil && count > uint64(len(rows)/rowBytes) {
		w.fail("%d rows in %d bytes", count, len(rows))
	}
	if w.err != nil {
		count = 0
	}
	return &OrderBatchReader{wire: w, rows: rows, err: w.err}, int(count)
}

func (r *OrderBatchReader) finish() error {
	if r.err == nil && r.at != len(r.rows) {
		r.fail("%d bytes after the last row", len(r.rows)-r.at)
	}
	return r.err
}
