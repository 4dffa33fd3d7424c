"""The application: pages by HTTP, windows by WebSocket."""

import os
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import django
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standoff.settings")


class Pages(ASGIHandler):
    """Middleware and views are all plain functions: a request goes through them at once, on one thread.

    By itself Django would go to a thread and back for each middleware.
    """

    def load_middleware(self, is_async=False):
        super().load_middleware(is_async=False)

    async def get_response_async(self, request):
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)


django.setup(set_prefix=False)
pages = Pages()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402  (models can be imported only now)
from channels.security.websocket import OriginValidator, WebsocketDenier  # noqa: E402
from channels.sessions import SessionMiddlewareStack  # noqa: E402

from games.routing import websocket_urlpatterns  # noqa: E402


class Workers:
    """Pages are made by a few threads that stay, each with its connection to the database.

    By itself Django gives every request a thread of its own, which then has to open the database anew.
    """

    def __init__(self, pages, threads):
        self.pages = pages
        self.asked = {ThreadPoolExecutor(1, thread_name_prefix="pages"): 0 for _ in range(threads)}

    async def __call__(self, scope, receive, send):
        thread = min(self.asked, key=self.asked.__getitem__)
        self.asked[thread] += 1
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.pages(scope, receive, send)
        finally:
            self.asked[thread] -= 1


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
        "http": Workers(pages, threads=4),
        "websocket": OwnPages(SessionMiddlewareStack(URLRouter(websocket_urlpatterns)), settings.ALLOWED_HOSTS),
    }
)
