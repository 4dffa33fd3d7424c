"""The application: pages by HTTP, windows by WebSocket."""

import os
from urllib.parse import urlsplit

from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standoff.settings")
pages = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402  (models can be imported only now)
from channels.security.websocket import OriginValidator, WebsocketDenier  # noqa: E402
from channels.sessions import SessionMiddlewareStack  # noqa: E402

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
        "http": pages,
        "websocket": OwnPages(SessionMiddlewareStack(URLRouter(websocket_urlpatterns)), settings.ALLOWED_HOSTS),
    }
)
