"""A player's browser for thousands at once: HTTP and one socket over asyncio streams, nothing rendered."""

import asyncio
import base64
import bisect
import html
import os
import re
import time
import urllib.parse

STAMP = re.compile(rb'data-stamp="(\d+)\.(\d+)\.(\d+)"')
FRAGMENT = re.compile(rb'<\w+ id="(status|board|hand|prompt|seats|log|host|chat)"')
COMMAND = re.compile(rb'data-command="([^"]*)"')
OVER = re.compile(rb'data-scene="over"')


class Client:
    """One person at a site on the loopback. `shown` maps a match version to the time at which a frame showed it.

    What the person may do is read from the forms of the fragments that came, as a browser's buttons are.
    """

    def __init__(self, port, name, address="127.0.0.1"):
        self.port, self.name, self.cookies, self.code = port, name, {}, ""
        self.address = address
        self.shown, self.version, self.frames, self.bytes = {}, -1, 0, 0
        self.offered, self.over = {}, False
        self.reader_task = None
        self.looks = lambda: None  # called when a frame has shown a version
        self._asking, self._line, self._used = asyncio.Lock(), None, False

    @property
    def commands(self):
        """The commands that the page's forms give now, as JSON."""
        return [command for fragment in ("hand", "prompt") for command in self.offered.get(fragment, ())]

    async def asks(self, method, path, fields=None):
        """Send one request; return (status, headers, body). The connection stays, as a browser's does."""
        body = urllib.parse.urlencode(fields).encode() if fields is not None else b""
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}", f"Cookie: {self._cookie()}"]
        if fields is not None:
            lines += [
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(body)}",
                f"X-CSRFToken: {self.cookies.get('csrftoken', '')}",
            ]
        request = "\r\n".join([*lines, "", ""]).encode() + body
        async with self._asking:
            try:
                return await self._answer(request)
            except OSError:
                if not self._used:
                    raise
            return await self._answer(request)  # the site had closed a connection that was at rest

    async def _answer(self, request):
        self._used = self._line is not None
        try:
            reader, writer = self._line = self._line or await self._calls()
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            first, *others = head.decode("latin-1").strip().split("\r\n")
            headers = {}
            for line in others:
                name, _colon, value = line.partition(": ")
                if name.lower() == "set-cookie":
                    key, _equals, text = value.split(";")[0].partition("=")
                    self.cookies[key] = text
                headers[name.lower()] = value
            body = await self._body(reader, headers)
        except asyncio.IncompleteReadError:
            self._hangs_up()
            raise ConnectionError("the site hung up before it had answered") from None
        except BaseException:
            self._hangs_up()
            raise
        if headers.get("connection") == "close":
            self._hangs_up()
        return int(first.split()[1]), headers, body

    def _calls(self):
        return asyncio.open_connection("127.0.0.1", self.port, limit=2**20, local_addr=(self.address, 0))

    @staticmethod
    async def _body(reader, headers):
        if "content-length" in headers:
            return await reader.readexactly(int(headers["content-length"]))
        parts = []
        while size := int(await reader.readuntil(b"\r\n"), 16):
            parts.append((await reader.readexactly(size + 2))[:-2])
        await reader.readuntil(b"\r\n")
        return b"".join(parts)

    def _hangs_up(self):
        if self._line is not None:
            self._line[1].close()
            self._line = None

    def _cookie(self):
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def opens(self, game, **options):
        """Open a room; return its code."""
        await self.asks("GET", "/")
        status, headers, body = await self.asks("POST", f"/new/{game}/", {"name": self.name, **options})
        if status != 302:
            raise RuntimeError(f"no room: {status} {body[:300]!r}")
        self.code = headers["location"].strip("/").split("/")[-1]
        return self.code

    async def joins(self, code):
        self.code = code
        await self.asks("GET", "/")
        return await self.posts("join", name=self.name)

    async def posts(self, action, **fields):
        """Post to one of the room's routes; return the status."""
        status, _headers, _body = await self.asks("POST", f"/r/{self.code}/{action}/", fields)
        return status

    async def gives(self, command, version):
        return await self.posts("command", command=command, version=version)

    async def connects(self):
        """Open the room's socket and read it from now on."""
        reader, self.writer = await self._calls()
        lines = [
            f"GET /ws/r/{self.code}/ HTTP/1.1", f"Host: 127.0.0.1:{self.port}", "Upgrade: websocket",
            "Connection: Upgrade",
            f"Origin: http://127.0.0.1:{self.port}", "Sec-WebSocket-Version: 13", f"Cookie: {self._cookie()}",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        ]  # fmt: skip
        self.writer.write("\r\n".join([*lines, "", ""]).encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode("latin-1").split("\r\n")[0])
        self.reader_task = asyncio.create_task(self._reads(reader))

    async def _reads(self, reader):
        try:
            while True:
                first, second = await reader.readexactly(2)
                size = second & 127
                if size > 125:
                    size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8))
                payload = await reader.readexactly(size)
                if first & 15 == 8:
                    return
                if first & 15 == 9:  # a ping is answered with its payload, masked with zeros
                    self.writer.write(bytes([0x8A, 0x80 | len(payload)]) + bytes(4) + payload)
                if first & 15 == 1:
                    self._takes(payload)
        except (OSError, asyncio.IncompleteReadError):
            return

    def _takes(self, payload):
        self.frames += 1
        self.bytes += len(payload)
        parts = FRAGMENT.split(payload)
        for name, text in zip(parts[1::2], parts[2::2], strict=True):
            if name == b"status":
                self.over = bool(OVER.search(text))
            elif name in (b"hand", b"prompt"):
                self.offered[name.decode()] = [html.unescape(found.decode()) for found in COMMAND.findall(text)]
        found = STAMP.search(payload)
        if found and int(found[3]) != self.version:
            self.version = int(found[3])
            self.shown[int(found[2]), self.version] = time.perf_counter()
            self.looks()

    def saw(self, match, version):
        """When this version of this match, or a later one, was first shown; None when not yet."""
        at = bisect.bisect_left(list(self.shown), (match, version))
        return list(self.shown.values())[at] if at < len(self.shown) else None

    @property
    def connected(self):
        return self.reader_task is not None and not self.reader_task.done()

    def leaves(self):
        if self.reader_task is not None:
            self.reader_task.cancel()
            self.writer.close()
        self._hangs_up()
