# SPDX-License-Identifier: GPL-3.0-or-later
"""Serves a decoder to the convertd that started this process (docs/plugins.md).

A decoder is a module or an object with

    NAME, VERSION, FORMATS, CAPABILITIES   what it is
    SETTINGS_SCHEMA, configure(settings)   what it takes; both may be absent
    probe(head, tail, name, size)          a Match, or None if the file is not its own
    decode(data, options)                  yields what ir.py describes
"""

import base64
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from . import ir, wire

SERVICE = "convertd.decoder.v1.Decoder"
COOKIE = ("CONVERTD_DECODER", "c0fe1c1b7c6b4b0f9c5a6f8e2d0f3a51")
PROTOCOLS = (2,)  # versions of the contract that this file speaks
MAX_MESSAGE = 2 << 20


@dataclass
class Match:
    format: str
    confidence: int  # 0 to 100; 100: no other decoder is asked
    profile: str = ""
    reason: str = ""


@dataclass
class Options:
    format: str  # to assume, "" to detect
    profile: str
    header_only: bool
    native: bool  # yield NativeLines in place of orders and samples
    raw: bool  # with parts that identify people or machines


def serve(decoder):
    """Does the handshake and answers calls until the host ends the process."""
    if os.environ.get(COOKIE[0]) != COOKIE[1]:
        sys.exit("This is a decoder for convertd, which starts it. Try: convertd plugins test FILE SAMPLE...")
    protocol = _agree(os.environ.get("PLUGIN_PROTOCOL_VERSIONS", "1"))
    import grpc  # late: whoever imports this module for a test needs no gRPC

    key, certificate, encoded = _new_certificate()
    server = grpc.server(ThreadPoolExecutor(4), options=[("grpc.max_receive_message_length", MAX_MESSAGE)])
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, _handlers(grpc, decoder)),))
    path = os.path.join(os.environ["PLUGIN_UNIX_SOCKET_DIR"], "decoder.sock")
    server.add_secure_port("unix:" + path, grpc.ssl_server_credentials(
        [(key, certificate)], root_certificates=os.environ["PLUGIN_CLIENT_CERT"].encode(), require_client_auth=True))
    server.start()
    print(f"1|{protocol}|unix|{path}|grpc|{encoded}", flush=True)
    server.wait_for_termination()


def _agree(offered):
    """The newest version of the contract that host and decoder both know."""
    common = {int(version) for version in offered.split(",")} & set(PROTOCOLS)
    if not common:
        sys.exit(f"convertd speaks versions {offered} of the contract, this decoder {PROTOCOLS}")
    return max(common)


def _new_certificate():
    """A key and a certificate for this process alone. The host learns the
    certificate from the handshake line and trusts no other."""
    from datetime import datetime, timedelta, timezone

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(timezone.utc)
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1)).not_valid_after(now + timedelta(days=3650))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256()))
    der = certificate.public_bytes(serialization.Encoding.DER)
    return (
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
        certificate.public_bytes(serialization.Encoding.PEM),
        base64.b64encode(der).decode().rstrip("="))  # without padding, as go-plugin wants it


def _handlers(grpc, decoder):
    from . import decoder_pb2 as pb

    def info(request, context):
        response = pb.InfoResponse(
            name=decoder.NAME, version=decoder.VERSION, ir_version=ir.VERSION,
            formats=[pb.Format(**one) for one in decoder.FORMATS], capabilities=pb.Capabilities(**decoder.CAPABILITIES))
        if hasattr(decoder, "SETTINGS_SCHEMA"):
            response.settings_schema = json.dumps(decoder.SETTINGS_SCHEMA)
        return response

    def configure(request, context):
        try:
            decoder.configure(json.loads(request.settings))
        except ValueError as fault:
            return pb.ConfigureResponse(fault=str(fault))
        return pb.ConfigureResponse()

    def probe(request, context):
        match = decoder.probe(request.head, request.tail, request.name, request.size)
        if match is None:
            return pb.ProbeResponse()
        return pb.ProbeResponse(format=match.format, confidence=match.confidence, profile=match.profile, reason=match.reason)

    def decode(requests, context):
        start = next(requests).start
        data = b"".join(request.chunk for request in requests)
        options = Options(start.format, start.profile, start.depth == pb.DEPTH_HEADER, start.native, start.native and start.raw)
        return _events(pb, decoder.decode(data, options))

    unary, stream = grpc.unary_unary_rpc_method_handler, grpc.stream_stream_rpc_method_handler
    return {
        "Info": unary(info, pb.InfoRequest.FromString, pb.InfoResponse.SerializeToString),
        "Configure": unary(configure, pb.ConfigureRequest.FromString, pb.ConfigureResponse.SerializeToString),
        "Probe": unary(probe, pb.ProbeRequest.FromString, pb.ProbeResponse.SerializeToString),
        "Decode": stream(decode, pb.DecodeRequest.FromString, pb.DecodeEvent.SerializeToString),
    }


def _events(pb, parts):
    """Turns what a decoder yields into messages. Samples go before the orders
    that they precede; a failure is the last message."""
    batches = Batches()
    try:
        for part in parts:
            for kind, payload in batches.put(part):
                if kind == "diagnostic":
                    payload = _diagnostic(pb, payload)
                yield pb.DecodeEvent(**{kind: payload})
    except ir.DecodeError as damage:
        for kind, payload in batches.flush():
            yield pb.DecodeEvent(**{kind: payload})
        yield pb.DecodeEvent(failure=pb.Failure(
            kind=pb.FAILURE_INPUT, code=damage.code, section=damage.section, offset=damage.offset, message=damage.message))
    except Exception as fault:  # the decoder's own fault, not the input's
        import traceback
        traceback.print_exc()
        yield pb.DecodeEvent(failure=pb.Failure(kind=pb.FAILURE_PANIC, message=type(fault).__name__))


def _diagnostic(pb, d):
    message = pb.Diagnostic(code=d.code, summary=d.summary, severity=pb.SEVERITY_WARNING if d.warning else pb.SEVERITY_INFO)
    if d.offset is not None:
        message.offset = d.offset
    return message


class Batches:
    """Collects rows and lines until they are worth a message."""

    def __init__(self):
        self.sync, self.camera = wire.SampleBatch(wire.SYNC), wire.SampleBatch(wire.CAMERA)
        self.orders, self.lines = wire.OrderBatch(), bytearray()

    def put(self, part):
        """Takes one part and gives what is due: names of fields of DecodeEvent and what they hold."""
        if isinstance(part, ir.Header):
            yield "header", wire.header(part)
        elif isinstance(part, ir.Trailer):
            yield from self.flush()
            yield "trailer", wire.trailer(part)
        elif isinstance(part, ir.Diagnostic):
            yield "diagnostic", part
        else:
            self._collect(part)
            if any(one.full() for one in (self.sync, self.camera, self.orders)) or len(self.lines) >= wire.BATCH_BYTES:
                yield from self.flush()

    def _collect(self, part):
        if isinstance(part, ir.Order):
            self.orders.add(part)
        elif isinstance(part, ir.SyncSample):
            self.sync.add(part)
        elif isinstance(part, ir.CameraSample):
            self.camera.add(part)
        else:
            self.lines += part.text + b"\n"

    def flush(self):
        for kind, batch in (("sync", self.sync), ("camera", self.camera)):
            if batch.count:
                yield kind, batch.take()
        if self.lines:
            yield "native", bytes(self.lines)
            self.lines.clear()
        if self.orders.count:
            yield "orders", self.orders.take()
