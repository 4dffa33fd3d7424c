"""A plain broadcast server that answers as much of the site's contract as the load needs: no rules, no database.

`python -m tests.load.plain PORT`. Every command raises the room's version and sends every socket of the room a frame of
the size that the site sends. It is the floor that the site's figures are set against.
"""

import asyncio
import base64
import contextlib
import hashlib
import secrets
import sys
from urllib.parse import parse_qs

FRAME = 12_000
"""Bytes of a frame: about what a move changes on a table of six."""
MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

rooms: dict[str, dict] = {}


def frame(version):
    parts = f'<section id="status" data-stamp="1.1.{version}"></section><section id="prompt" data-command="{{}}">'
    text = parts.encode().ljust(FRAME, b" ")
    return bytes([0x81, 126]) + len(text).to_bytes(2) + text


async def serve(reader, writer):
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        method, path, _protocol = head.split("\r\n")[0].split()
        headers = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        body = await reader.readexactly(int(headers.get("Content-Length", 0)))
        if "Sec-WebSocket-Key" in headers:
            await window(reader, writer, path.split("/")[3], headers["Sec-WebSocket-Key"])
            return
        answer(writer, *act(method, path, parse_qs(body.decode()), headers.get("Cookie", "")))
        await writer.drain()
    except (OSError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()


def act(method, path, fields, cookie):
    """Return (status, header line, body)."""
    parts = path.strip("/").split("/")
    if parts[0] == "new":
        code = secrets.token_hex(3).upper()
        rooms[code] = {"version": 0, "sockets": set()}
        return 302, f"Location: /r/{code}/", b""
    if parts[-1] == "command":
        room = rooms[parts[1]]
        room["version"] += 1
        text = frame(room["version"])
        for socket in room["sockets"]:
            socket.write(text)
    return (302 if method == "POST" else 200), "X: x", b""


def answer(writer, status, header, body):
    writer.write(
        f"HTTP/1.1 {status} OK\r\n{header}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body
    )


async def window(reader, writer, code, key):
    accept = base64.b64encode(hashlib.sha1(key.encode() + MAGIC).digest()).decode()  # the handshake's own digest
    head = (
        f"HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
    )
    writer.write(head.encode() + frame(rooms[code]["version"]))
    rooms[code]["sockets"].add(writer)
    try:
        await reader.read()
    finally:
        rooms[code]["sockets"].discard(writer)


async def main(port):
    server = await asyncio.start_server(serve, "127.0.0.1", port, backlog=1000)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main(int(sys.argv[1])))
