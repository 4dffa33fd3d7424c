"""The routes of WEB.md."""

from django.urls import path, re_path

from . import probes, replays, views
from .pages import account, lounge, ranked, standing, talk

urlpatterns = [
    path("", lounge.home, name="home"),
    path("join/", lounge.join_by_code, name="join_by_code"),
    path("tables/", lounge.open_tables, name="open_tables"),
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
    path("r/<str:code>/say/", talk.say, name="say"),
    path("r/<str:code>/mute/", talk.mute, name="mute"),
    path("r/<str:code>/unmute/", talk.unmute, name="unmute"),
    path("r/<str:code>/report/", talk.report, name="report"),
    re_path(
        rf"^r/(?P<code>[^/]+)/host/(?P<action>{'|'.join([*views.IN_MATCH, *views.IN_ROOM])})/$", views.host, name="host"
    ),
    path("r/<str:code>/view.json", views.view_json, name="view_json"),
    path("r/<str:code>/screen/", views.screen, name="screen"),
    re_path(r"^r/(?P<code>[^/]+)/replay/(?P<number>[0-9]{1,4})/$", replays.replay, name="replay"),
    re_path(r"^r/(?P<code>[^/]+)/replay/(?P<number>[0-9]{1,4})\.json$", replays.record, name="record"),
    path("ranked/", ranked.ranked, name="ranked"),
    path("ranked/wait/", ranked.waiting, name="waiting"),
    path("ranked/leave/", ranked.leave_queue, name="leave_queue"),
    path("ranked/<slug:slug>/", ranked.a_ladder, name="ladder"),
    path("ranked/<slug:slug>/queue/", ranked.queue, name="queue"),
    path("account/", account.overview, name="account"),
    path("account/sign-up/", account.sign_up, name="sign_up"),
    path("account/sign-in/", account.sign_in, name="sign_in"),
    path("account/sign-out/", account.sign_out, name="sign_out"),
    path("account/name/", account.name, name="account_name"),
    path("account/email/", account.email, name="account_email"),
    path("account/password/", account.password, name="account_password"),
    path("account/reset/", account.reset, name="account_reset"),
    path("account/reset/sent/", account.reset_sent, name="reset_sent"),
    path("account/reset/<str:uidb64>/<str:token>/", account.new_password, name="new_password"),
    path("account/export.json", account.export, name="account_export"),
    path("account/delete/", account.delete, name="account_delete"),
    path("replay/", replays.bring, name="bring_record"),
    re_path(r"^replay/(?P<key>[0-9a-f]{64})/$", replays.brought, name="brought_record"),
    path("warning-seen/", standing.warning_seen, name="warning_seen"),
    path("healthz/", probes.healthz, name="healthz"),
    path("metrics", probes.prometheus, name="metrics"),
]
