"""The routes of WEB.md."""

from django.urls import path, re_path

from . import probes, replays, views

urlpatterns = [
    path("", views.home, name="home"),
    path("join/", views.join_by_code, name="join_by_code"),
    path("new/<slug:slug>/", views.new, name="new"),
    path("practise/<slug:slug>/", views.practise, name="practise"),
    path("rules/<slug:slug>/", views.rules, name="rules"),
    path("r/<str:code>/", views.table, name="table"),
    path("r/<str:code>/join/", views.join, name="join"),
    path("r/<str:code>/leave/", views.leave, name="leave"),
    path("r/<str:code>/start/", views.start, name="start"),
    path("r/<str:code>/command/", views.command, name="command"),
    path("r/<str:code>/plan/", views.plan, name="plan"),
    path("r/<str:code>/draft/", views.draft, name="draft"),
    re_path(
        rf"^r/(?P<code>[^/]+)/host/(?P<action>{'|'.join([*views.IN_MATCH, *views.IN_ROOM])})/$", views.host, name="host"
    ),
    path("r/<str:code>/view.json", views.view_json, name="view_json"),
    path("r/<str:code>/screen/", views.screen, name="screen"),
    re_path(r"^r/(?P<code>[^/]+)/replay/(?P<number>[0-9]{1,4})/$", replays.replay, name="replay"),
    re_path(r"^r/(?P<code>[^/]+)/replay/(?P<number>[0-9]{1,4})\.json$", replays.record, name="record"),
    path("replay/", replays.bring, name="bring_record"),
    re_path(r"^replay/(?P<key>[0-9a-f]{64})/$", replays.brought, name="brought_record"),
    path("healthz/", probes.healthz, name="healthz"),
    path("metrics", probes.prometheus, name="metrics"),
]
