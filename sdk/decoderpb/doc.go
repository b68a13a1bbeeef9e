// SPDX-License-Identifier: GPL-3.0-or-later

// Package decoderpb is the generated form of decoder.proto, the gRPC contract
// between convertd and a decoder (docs/plugins.md). Everything but this file is
// generated and checked in, so that building needs no protobuf compiler.
//
// May import: google.golang.org/protobuf, google.golang.org/grpc.
package decoderpb

import _ "embed"

// Contract is decoder.proto.
//
//go:embed decoder.proto
var Contract string

//go:generate protoc --go_out=. --go_opt=paths=source_relative --go-grpc_out=. --go-grpc_opt=paths=source_relative decoder.proto
//go:generate protoc --python_out=../newproject/python/convertd_decoder decoder.proto
//go:generate sed -i "1i # SPDX-License-Identifier: GPL-3.0-or-later" ../newproject/python/convertd_decoder/decoder_pb2.py
