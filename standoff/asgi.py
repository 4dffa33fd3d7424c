"""The application: pages by HTTP, windows by WebSocket."""

import os
from urllib.parse import urlsplit

import django
from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.urls import set_script_prefix

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standoff.settings")


class Pages(ASGIHandler):
    """Middleware and views are all plain functions: a request goes through them at once, on one thread, in its turn.

    By itself Django would go to a thread and back for each middleware and signal, and open a thread a request.
    """

    def load_middleware(self, is_async=False):
        super().load_middleware(is_async=False)

    async def __call__(self, scope, receive, send):
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        await self.send_response(await turns.run(self.answer, scope, body), send)

    def answer(self, scope, body):
        """Return the response, whole and closed; none of this site's is streamed."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response = refusal or self.get_response(request)
        response.close()  # tells that the request is finished, by which its database connection is given back
        body.close()
        return response


django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402  (models can be imported only now)
from channels.security.websocket import OriginValidator, WebsocketDenier  # noqa: E402
from channels.sessions import SessionMiddlewareStack  # noqa: E402

from games import turns  # noqa: E402
from games.routing import websocket_urlpatterns  # noqa: E402


class OwnPages(OriginValidator):
    """Sockets are for pages of this site alone; an origin that cannot be read is another's."""

    async def __call__(self, scope, receive, send):
        origin = dict(scope["headers"]).get(b"origin", b"").decode("latin-1")
        try:
            urlsplit(origin)
        except ValueError:
            return await WebsocketDenier()(scope, receive, send)
        return await super().__call__(scope, receive, send)


application = ProtocolTypeRouter(
    {
        "http": Pages(),
        "websocket": OwnPages(SessionMiddlewareStack(URLRouter(websocket_urlpatterns)), settings.ALLOWED_HOSTS),
    }
)
