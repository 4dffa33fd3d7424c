"""What stands before the pages in a process that serves: bounds on what a client may send, and static files."""

from __future__ import annotations

from typing import Any

from daphne.http_protocol import WebRequest
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.exceptions import SuspiciousFileOperation
from django.http import Http404, HttpRequest, HttpResponse

BODY = 2 * 1024 * 1024
"""Bytes of a request's body: daphne keeps it whole in memory. Pages refuse far less, with a sentence."""

TOO_LARGE = b"That is more than this site takes. Send less.\n"


class Request(WebRequest):
    """A request that ends where its body gets too large: with 413 when it says so itself, else without a word."""

    received = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Django reads the form; Twisted would read it as well, by way of a parser for mail headers.
        self._parsePOSTFormSubmission = False

    def gotLength(self, length: int | None) -> None:  # noqa: N802  (Twisted's name)
        super().gotLength(length and min(length, BODY))
        if length is not None and length > BODY:
            self.received = length
            head = f"HTTP/1.1 413 Content Too Large\r\nContent-Length: {len(TOO_LARGE)}\r\nConnection: close\r\n\r\n"
            self.transport.write(head.encode() + TOO_LARGE)
            self.transport.loseConnection()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802  (Twisted's name)
        self.received += len(data)
        if self.received <= BODY:
            super().handleContentChunk(data)
        else:
            self.transport.loseConnection()


def bound(factory: Any) -> None:
    """Let every connection that daphne's factory makes speak with `Request`."""
    build = factory.buildProtocol

    def build_bounded(address: Any) -> Any:
        connection = build(address)
        connection.requestFactory = Request
        return connection

    factory.buildProtocol = build_bounded


class Files(ASGIStaticFilesHandler):
    """Static files, taken by browsers for what they are called; a path that leads elsewhere leads nowhere."""

    def serve(self, request: HttpRequest) -> HttpResponse:
        try:
            answer = super().serve(request)
        except SuspiciousFileOperation:
            raise Http404 from None
        answer["X-Content-Type-Options"] = "nosniff"
        return answer
