"""The one socket route."""

from django.urls import path

from .consumers import RoomConsumer

websocket_urlpatterns = [path("ws/r/<str:code>/", RoomConsumer.as_asgi())]
