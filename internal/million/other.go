// SPDX-License-Identifier: GPL-3.0-or-later

package million

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"convertd/config"
	"convertd/core/icrep"
	"convertd/core/maps"
	"convertd/core/pipeline"
	"convertd/core/rules/pack"
	"convertd/daemon"
	"convertd/failure"
	"convertd/internal/corpus"
	"convertd/internal/foxes"
	"convertd/internal/mutate"
)

// settings is a configuration file with a value of each shape.
const settings = `log: {level: info, format: json}
limits: {source_bytes: 256MiB, decode_deadline: 2m, orders: 100000, result_bytes: 1GiB, archive: {depth: 3, ratio: 200}}
jobs: {workers: 2, deadline: 10m, max_attempts: 4}
maps: {folders: [maps, more], embed: true}
divergence: {window: 30s, drift_permille: 50}
nats: {url: "nats://127.0.0.1:4222"}
`

// others are the texts and archives that come beside replays: a configuration, a job,
// the proof of a tick, a description of a world, a map.
func others(folder string) []*Kind {
	text := func(name string, whole []byte, read func(data []byte) error) *Kind {
		return &Kind{Name: name, Try: func(number uint64) error {
			data := whole
			if number > 0 {
				data = mutate.Bytes(random(number), whole, nil)
			}
			return read(data)
		}}
	}
	skirmishes := families()[0]
	skirmishes.seeds = named(skirmishes.seeds, "ra-skirmish.orarep")
	archive := ground("ra", "TEMPERAT", 255).Archive()
	return []*Kind{
		text("config", []byte(settings), func(data []byte) error {
			path := filepath.Join(folder, "config.yaml")
			if err := os.WriteFile(path, data, 0o600); err != nil {
				return err
			}
			loaded, err := config.Load(config.Sources{File: path, Environ: []string{"HOME=" + folder}})
			if err == nil && loaded == nil {
				return errors.New("neither configuration nor error")
			}
			return nil
		}),
		text("job", []byte(`{"id":"a1","source":{"inline":"AAEC"},"filename":"a.rep","format":"auto","priority":"normal","options":{"embed_map":true},"requested_at":"2026-01-02T03:04:05Z"}`), func(data []byte) error {
			if _, err := daemon.ParseJob(data); err != nil && failure.Classify(err).Code == "internal" {
				return err
			}
			return nil
		}),
		text("proof", proofText(), func(data []byte) error {
			for _, proof := range []interface {
				json.Unmarshaler
				Verify(ed25519.PublicKey) error
			}{&icrep.TickProof{}, &icrep.LeafProof{}} {
				if json.Unmarshal(data, proof) == nil {
					_ = proof.Verify(make(ed25519.PublicKey, ed25519.PublicKeySize))
				}
			}
			return nil
		}),
		text("map", archive, func(data []byte) error {
			_, err := maps.Read(data)
			if err == nil && len(data) == 0 {
				return errors.New("a map out of nothing")
			}
			return nil
		}),
		{Name: "rule pack", Try: playSpoilt},
		text("convert orarep on a spoilt map", archive, func(data []byte) error {
			return convertFile(&skirmishes, skirmishes.seeds[0].name, skirmishes.seeds[0].data, &pipeline.Materials{Maps: anyMap{data}})
		}),
	}
}

// playSpoilt reads a spoilt rule pack, and plays a game by it if it is one still. Of every
// other one only digits change, so that most are.
func playSpoilt(number uint64) error {
	whole, err := os.ReadFile(filepath.Join(corpus.Repository, "docs", "examples", "rule-pack.json"))
	if err != nil {
		return err
	}
	data := bytes.Clone(whole)
	switch {
	case number == 0:
	case number%2 == 0:
		data = mutate.Bytes(random(number), whole, nil)
	default:
		r := random(number)
		for range 1 + r.Below(8) {
			if at := r.Below(len(data)); data[at] >= '0' && data[at] <= '9' {
				data[at] = '0' + byte(r.Below(10))
			}
		}
	}
	p, err := pack.Read(data)
	var located *pack.Error
	if err != nil {
		if !errors.As(err, &located) || located.Offset > int64(len(data)) {
			return fmt.Errorf("an error without a place: %w", err)
		}
		return nil
	}
	set, err := pack.NewSet(p)
	if err != nil {
		return err
	}
	games := &family{format: foxes.FormatID, decoder: foxes.Decoder{}}
	game := foxes.Write(foxes.Options{Version: "1.0.3", Faction: "Foxes", Ticks: 900})
	return convertFile(games, "a.foxes", []byte(game), &pipeline.Materials{Packs: set})
}

// proofText is the proof of a tick of a golden file, as `verify --tick` prints it.
func proofText() []byte {
	for _, one := range seeds("golden") {
		file, err := icrep.Open(bytes.NewReader(one.data), int64(len(one.data)))
		if err != nil {
			continue
		}
		if proof, err := file.ProveTick(1); err == nil {
			text, err := json.Marshal(proof)
			if err != nil {
				panic(err)
			}
			return text
		}
	}
	panic("million: no golden file has a signature")
}
