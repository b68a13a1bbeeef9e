# SPDX-License-Identifier: GPL-3.0-or-later
"""What every decoder in Python owes the host: docs/plugins.md, in one file.

go-plugin starts a program, gives it a certificate to trust and a folder for its
socket, and reads one line from it: where it listens, and the certificate to
trust in return.
"""

import base64
import concurrent.futures
import datetime
import os
import sys
import threading
from dataclasses import dataclass

import grpc
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

import decoder_pb2 as pb
import representation as ir

COOKIE = ("CONVERTD_DECODER", "c0fe1c1b7c6b4b0f9c5a6f8e2d0f3a51")
CORE_VERSION = 1
CONTRACT_VERSIONS = (2, 1)  # newest first
SERVICE = "convertd.decoder.v1.Decoder"


class Damage(Exception):
    """The input is at fault, from a place on."""

    def __init__(self, code, section, offset, message):
        super().__init__(message)
        self.code, self.section, self.offset, self.message = code, section, offset, message


@dataclass
class Options:
    native: bool
    raw: bool
    header_only: bool


class Sink:
    """Turns what a decoder sends into events, in batches."""

    def __init__(self):
        self.orders, self.samples, self.lines = ir.OrderBatch(), ir.SyncBatch(), bytearray()

    def order(self, order):
        self.orders.add(order)
        if self.orders.full():
            yield from self.flush()

    def sync(self, *sample):
        self.samples.add(*sample)
        if self.samples.full():
            yield pb.DecodeEvent(sync=self.samples.encode())
            self.samples = ir.SyncBatch()

    def native(self, line):
        if len(self.lines) + len(line) + 1 > ir.MOST_BYTES:
            yield from self.flush()
        self.lines += line + b"\n"

    def flush(self):
        """Samples first: those before the last order of a batch must come before it."""
        if self.samples.count:
            yield pb.DecodeEvent(sync=self.samples.encode())
            self.samples = ir.SyncBatch()
        if self.orders.count:
            yield pb.DecodeEvent(orders=self.orders.encode())
            self.orders = ir.OrderBatch()
        if self.lines:
            yield pb.DecodeEvent(native=bytes(self.lines))
            self.lines = bytearray()

    @staticmethod
    def warn(code, summary, offset):
        yield pb.DecodeEvent(diagnostic=pb.Diagnostic(severity=pb.SEVERITY_WARNING, code=code, summary=summary, offset=offset))


class Service:
    """The three calls, around a decoder."""

    def __init__(self, decoder, version):
        self.decoder, self.version = decoder, version

    def info(self, _request, _context):
        response = pb.InfoResponse(name=self.decoder.name, version=self.decoder.version, ir_version=ir.VERSION, formats=self.decoder.formats())
        if self.version >= 2:
            response.capabilities.CopyFrom(self.decoder.capabilities())
        return response

    def probe(self, request, _context):
        return self.decoder.probe(request)

    def decode(self, requests, context):
        start = next(requests).start
        source = bytearray()
        for request in requests:
            source += request.chunk
        if len(source) != start.size:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, f"{start.size} bytes were announced, {len(source)} came")
        options = Options(native=start.native, raw=start.native and start.raw, header_only=start.depth == pb.DEPTH_HEADER)
        try:
            yield from self.decoder.decode(bytes(source), options, Sink())
        except Damage as damage:
            yield pb.DecodeEvent(
                failure=pb.Failure(
                    kind=pb.FAILURE_INPUT, code=damage.code, section=damage.section, offset=min(damage.offset, len(source)), message=damage.message
                )
            )
        except GeneratorExit:
            raise  # the host has given the call up
        except Exception as fault:  # noqa: BLE001: whatever it is, the host is to know that the decoder is to blame
            # Only the kind: the text may hold content of the file.
            yield pb.DecodeEvent(failure=pb.Failure(kind=pb.FAILURE_INTERNAL, message=type(fault).__name__))

    def handlers(self):
        return grpc.method_handlers_generic_handler(
            SERVICE,
            {
                "Info": grpc.unary_unary_rpc_method_handler(
                    self.info, request_deserializer=pb.InfoRequest.FromString, response_serializer=pb.InfoResponse.SerializeToString
                ),
                "Probe": grpc.unary_unary_rpc_method_handler(
                    self.probe, request_deserializer=pb.ProbeRequest.FromString, response_serializer=pb.ProbeResponse.SerializeToString
                ),
                "Decode": grpc.stream_stream_rpc_method_handler(
                    self.decode, request_deserializer=pb.DecodeRequest.FromString, response_serializer=pb.DecodeEvent.SerializeToString
                ),
            },
        )


def certificate():
    """A key and a certificate for this process alone: private key, certificate, and what the handshake line says of it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(days=365))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    der = made.public_bytes(serialization.Encoding.DER)
    return private, made.public_bytes(serialization.Encoding.PEM), base64.b64encode(der).decode().rstrip("=")


def agreed_version():
    """The newest version of the contract that both sides know."""
    offered = {int(text) for text in os.environ.get("PLUGIN_PROTOCOL_VERSIONS", "1").split(",") if text.strip().isdigit()}
    for version in CONTRACT_VERSIONS:
        if version in offered:
            return version
    sys.exit(f"the host speaks versions {sorted(offered)} of the contract, this decoder {sorted(CONTRACT_VERSIONS)}")


def serve(decoder):
    """Serves until the host ends the process."""
    if os.environ.get(COOKIE[0]) != COOKIE[1]:
        sys.exit("This is a decoder for convertd, which starts it: see docs/plugins.md.")
    version = agreed_version()
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(max_workers=4), options=[("grpc.max_receive_message_length", 4 << 20)])
    server.add_generic_rpc_handlers((Service(decoder, version).handlers(),))
    key, public, line = certificate()
    credentials = grpc.ssl_server_credentials(
        [(key, public)], root_certificates=os.environ["PLUGIN_CLIENT_CERT"].encode(), require_client_auth=True
    )
    path = os.path.join(os.environ["PLUGIN_UNIX_SOCKET_DIR"], "decoder")
    server.add_secure_port("unix:" + path, credentials)
    server.start()
    print("|".join([str(CORE_VERSION), str(version), "unix", path, "grpc", line]), flush=True)
    threading.Event().wait()
