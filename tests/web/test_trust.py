"""What must hold, and what proves it: each promise of trust in a few words of ours, with its tests.

A promise whose test is gone fails here. What no test decides says how it was checked instead.
"""

import ast
import threading
from functools import cache
from pathlib import Path

import pytest
from django.db import connections, transaction

from games import broadcast, matches
from games.models import Match
from tests.factories import choose, make_match

TESTS = Path(__file__).parents[1]

PROVED = {
    # Coming back
    "one address a room shows the right picture in any state, with nothing remembered by the browser": (
        "web/test_http.py::test_the_page_has_every_fragment_once",
        "web/test_permissions.py::test_everybody_may_do_what_is_theirs_and_nothing_else",
        "browser/test_healing.py::test_a_server_restart_in_mid_round_loses_nothing",
    ),
    "a page that was asleep, hidden or offline asks whether it is old, and is replaced": (
        "browser/test_healing.py::test_a_page_that_was_hidden_or_offline_shows_what_it_missed",
        "web/test_screen.py::test_a_screen_that_shows_the_present_picture_is_told_nothing",
    ),
    "a socket that died, with whatever code or in silence, is replaced; a banner says so": (
        "browser/test_healing.py::test_a_socket_that_closes_with_whatever_code_is_replaced",
        "browser/test_healing.py::test_with_the_socket_blocked_the_page_polls",
    ),
    "a page has one socket at most": ("browser/test_healing.py::test_one_page_has_one_socket",),
    "commands go up by POST; sockets take none": (
        "web/test_attackers.py::test_messages_are_not_heard_and_whoever_keeps_sending_is_closed",
    ),
    "an old command is refused with the present picture": (
        "web/test_http.py::test_an_old_command_is_refused_with_the_present_picture",
    ),
    "a command given twice counts once": (
        "web/test_door.py::test_a_command_given_twice_on_one_version_counts_once",
        "web/test_http.py::test_a_double_click_counts_once_and_is_no_error",
    ),
    "two tabs of one person may both act": ("web/test_door.py::test_two_tabs_of_one_person_may_both_act",),
    "whoever leaves is free for any other room": (
        "web/test_rooms.py::test_leaving_frees_the_person_for_other_rooms",
    ),
    # Time
    "a deadline belongs to one wait; an alarm for another does nothing": (
        "web/test_clock.py::test_a_new_wait_has_its_whole_time_and_an_old_alarm_does_nothing",
        "web/test_clock.py::test_a_stand_in_for_another_wait_is_refused",
    ),
    "with every browser closed the match goes on, and after a crash too": (
        "system/test_processes.py::test_a_deadline_is_kept_once_by_three_clocks",
        "system/test_crash.py::test_crashes_at_random_moments_lose_nothing",
        "web/test_clock.py::test_after_a_long_sleep_one_wait_is_settled_and_the_next_has_its_whole_time",
    ),
    "a countdown is right on a clock that is hours off": (
        "browser/test_healing.py::test_a_countdown_is_right_for_a_client_whose_clock_is_hours_off",
    ),
    "half a second after zero still counts, for everyone": (
        "web/test_clock.py::test_a_command_within_half_a_second_after_zero_counts",
        "web/test_clock.py::test_at_zero_missing_choices_are_made_by_default_after_the_grace",
    ),
    "a stand-in is legal, named before, and marked afterwards": (
        "engine/test_contract.py::test_every_game_keeps_the_contract",
        "web/test_http.py::test_the_host_skips_with_a_preview_of_who_and_what",
        "web/test_clock.py::test_at_zero_the_host_may_skip_and_nothing_happens_by_itself",
    ),
    "added time and pauses show within a second and are kept": (
        "web/test_sockets.py::test_a_pause_shows_within_a_second",
        "web/test_clock.py::test_added_time_counts_from_the_deadline_or_from_now",
        "web/test_clock.py::test_a_pause_keeps_what_was_left",
    ),
    # Secrets
    "a hidden choice changes no byte that anybody else receives": (
        "web/test_leaks.py::test_a_hidden_choice_changes_nothing_that_others_receive",
        "web/test_screen.py::test_every_browser_shows_the_screen_of_a_stranger",
    ),
    "pages with secrets are stored nowhere": (
        "web/test_http.py::test_pages_with_secrets_are_not_stored",
        "web/test_showdown_screen.py::test_a_draft_changes_nothing_and_is_kept_out_of_caches",
    ),
    "who has a seat sees the room through it; running matches have no replay and no record": (
        "web/test_http.py::test_view_json_tells_each_their_own",
        "web/test_replay.py::test_a_running_match_has_no_replay_and_no_record_for_anybody",
        "web/test_permissions.py::test_everybody_may_do_what_is_theirs_and_nothing_else",
    ),
    "staff see public facts; secrets need a permission, and opening them is logged": (
        "web/test_admin.py::test_staff_see_public_facts_only",
        "web/test_admin.py::test_secrets_need_their_own_permission",
        "web/test_admin.py::test_opening_secrets_is_asked_and_logged",
    ),
    "no card, name, token or code is in a log": (
        "web/test_operators.py::test_no_code_name_or_card_is_logged_while_people_play",
        "web/test_operators.py::test_logs_are_json_with_match_and_version_and_no_code",
        "web/test_attackers.py::test_what_is_refused_for_safety_is_one_line_in_the_log",
    ),
    # Nobody holds a table hostage
    "with any seats silent for ever a match ends by its deadlines, or by the host's skips": (
        "engine/test_contract.py::test_every_game_keeps_the_contract",
        "web/test_clock.py::test_when_all_have_fallen_silent_for_ever_the_match_ends_by_its_deadlines",
        "web/test_clock.py::test_when_all_have_fallen_silent_for_ever_the_match_ends_by_the_hosts_skips",
    ),
    "nobody waits for a seat that was left or kicked; its person can take it back from the bot": (
        "web/test_clock.py::test_a_left_seat_is_played_for_without_waiting_for_anyone",
        "web/test_rooms.py::test_kicked_from_a_match_a_bot_plays_on_for_good",
        "web/test_rooms.py::test_whoever_leaves_a_match_is_played_for_and_can_take_the_seat_back",
    ),
    "a room with somebody in it has one host, and soon another when that one goes": (
        "web/test_rooms.py::test_when_the_host_leaves_another_is_host_at_once",
        "web/test_rooms.py::test_when_the_host_is_gone_the_longest_present_player_is_host",
        "web/test_rooms.py::test_a_spectator_becomes_host_when_no_player_is_here",
    ),
    "a skip shows first whom and what; no action of a host stops a room for good": (
        "web/test_http.py::test_the_host_skips_with_a_preview_of_who_and_what",
        "web/test_http.py::test_pause_resume_end_and_rematch",
        "web/test_rooms.py::test_when_the_host_leaves_another_is_host_at_once",
    ),
    "an exception in the rules changes nothing, is logged, and is told with a way on": (
        "web/test_door.py::test_an_exception_in_the_rules_leaves_the_match_as_it_was",
    ),
    # Bots
    "a bot knows what its seat knows, and never blocks; what fails plays the default": (
        "web/test_bots.py::test_a_bot_sees_what_a_person_in_its_seat_would_see",
        "web/test_bots.py::test_bots_move_with_every_browser_closed",
        "web/test_clock.py::test_the_bots_delay_depends_on_nothing_but_chance",
        "web/test_clock.py::test_a_bot_that_fails_is_logged_and_its_default_played",
        "web/test_clock.py::test_a_bot_that_answers_nonsense_has_its_default_played",
    ),
    # Data
    "what was acknowledged survives a kill at any moment, once, and replays to the same": (
        "system/test_crash.py::test_a_crash_at_a_named_point_loses_nothing",
        "system/test_crash.py::test_crashes_at_random_moments_lose_nothing",
        "web/test_replay_command.py::test_a_match_of_every_game_comes_out_of_its_moves",
    ),
    "twelve writers on SQLite never find it locked": (
        "web/test_door.py::test_twelve_writers_never_see_a_locked_database",
        "system/test_play.py::test_the_database_is_in_wal_mode",
    ),
    "a nudge that is lost costs a refresh": (
        "web/test_sockets.py::test_a_lost_nudge_costs_a_refresh_at_most",
        "system/test_processes.py::test_while_redis_is_silent_the_match_goes_on_and_costs_at_most_a_refresh",
    ),
    "windows are told of a change after its commit, and of none that was undone": (
        "web/test_trust.py::test_windows_hear_of_a_change_when_it_is_safe_and_not_when_it_is_undone",
    ),
    "presence is a lease that runs out by itself": (
        "web/test_sockets.py::test_an_open_socket_keeps_its_person_here_and_a_dead_one_does_not",
    ),
    "one process or several: the same; several without Redis are refused with words": (
        "system/test_processes.py::test_everyone_sees_every_move_whichever_process_they_are_on",
        "system/test_play.py::test_a_second_process_on_the_same_folder_is_refused",
        "system/test_play.py::test_production_refuses_what_is_not_safe",
    ),
    # Bad input and bad people
    "whatever is typed, sent or forged gets a sentence and its status, raises nothing, changes nothing": (
        "web/test_fuzz.py::test_a_command_that_is_not_legal_gets_a_sentence_and_changes_nothing",
        "web/test_fuzz.py::test_any_field_of_any_form_gets_a_sentence_or_does_what_it_says",
        "web/test_fuzz.py::test_any_address_is_answered",
        "web/test_fuzz.py::test_a_record_that_was_tampered_with_is_refused",
        "web/test_permissions.py::test_everybody_may_do_what_is_theirs_and_nothing_else",
        "web/test_attackers.py::test_the_server_ends_what_no_page_sends_and_nobody_else_notices",
    ),
    "sockets are for pages of this site": (
        "web/test_attackers.py::test_a_socket_is_for_pages_of_this_site_only",
    ),
    "sockets close soon after signing out, sooner after a kick, and when the door shuts": (
        "web/test_sockets.py::test_signing_out_closes_within_five_seconds",
        "web/test_sockets.py::test_the_kicked_are_shut_out_within_a_second",
        "web/test_permissions.py::test_a_door_that_shuts_ends_the_windows_of_those_outside_and_of_nobody_else",
    ),
    "the session key changes at sign-in": (
        "web/test_attackers.py::test_the_session_key_changes_at_sign_in_and_goes_at_sign_out",
    ),
    "looking changes nothing": (
        "web/test_permissions.py::test_the_other_method_is_refused_with_a_sentence_and_changes_nothing",
        "web/test_permissions.py::test_everybody_may_do_what_is_theirs_and_nothing_else",
    ),
    "every form needs its token": (
        "web/test_attackers.py::test_no_form_is_taken_without_its_token_or_from_another_site",
        "web/test_attackers.py::test_every_view_that_takes_forms_checks_tokens",
    ),
    "codes cannot be guessed: tries are limited, from one place and in all; a closed door looks like a wrong code": (
        "web/test_attackers.py::test_wrong_codes_count_on_every_route_and_then_right_ones_look_alike",
        "web/test_attackers.py::test_wrong_codes_count_at_the_socket_together_with_those_of_pages",
        "web/test_attackers.py::test_wrong_codes_are_limited_for_the_whole_site",
        "web/test_attackers.py::test_a_locked_room_answers_a_strangers_socket_like_a_wrong_code",
        "web/test_http.py::test_a_locked_room_answers_a_stranger_like_a_wrong_code",
    ),
    "nothing inline runs, nobody frames the site, addresses of rooms are not told to other sites": (
        "web/test_attackers.py::test_every_answer_carries_the_whole_policy",
        "web/test_attackers.py::test_pages_need_no_script_or_style_of_their_own",
    ),
    "cookies are secure in production": (
        "web/test_attackers.py::test_in_production_cookies_are_secure_and_a_proxy_is_believed_only_where_there_is_one",
        "web/test_attackers.py::test_cookies_are_out_of_reach_of_scripts_and_other_sites",
        "system/test_play.py::test_the_deployment_check_is_clean_in_production",
    ),
    "names deceive nobody: cleaned, short, unique in a room": (
        "web/test_names.py::test_a_cleaned_name_is_short_visible_and_stays_as_it_is",
        "web/test_attackers.py::test_a_deceiving_name_is_shown_without_what_deceives",
        "web/test_attackers.py::test_nobody_can_look_like_another",
        "web/test_attackers.py::test_markup_in_a_name_is_shown_and_never_obeyed",
    ),
    # For everyone
    "a swap keeps focus, typed text and place": (
        "browser/test_healing.py::test_a_swap_keeps_focus_picked_card_and_scroll",
        "browser/test_healing.py::test_a_swap_keeps_a_half_typed_name_and_the_caret",
    ),
    "on 320 pixels nothing sticks out, with the longest names": (
        "browser/test_showdown.py::test_nothing_sticks_out_on_a_phone",
        "browser/test_twenty_seven.py::test_two_players_and_a_spectator_play_a_match_by_taps",
    ),
    "all of it in both languages": (
        "test_catalogue.py::test_every_message_is_translated_and_none_is_a_guess",
        "test_catalogue.py::test_every_word_of_the_source_is_in_the_catalogue",
    ),
    "a match of each game by keyboard alone": (
        "browser/test_standoff.py::test_a_match_of_set_5_by_keyboard_alone",
        "browser/test_embers.py::test_a_small_bomb_ends_a_match_by_keyboard_alone",
        "browser/test_twenty_seven.py::test_a_match_by_keyboard_alone",
        "browser/test_showdown.py::test_a_turn_by_taps_and_by_keyboard_with_a_spectator",
    ),
}  # fmt: skip

CHECKED = {
    "a site has no known hole in what it stands on": (
        "No test: the lists of known holes cannot be asked everywhere. The least versions in pyproject.toml are above "
        "those with known holes; `pip-audit --strict` tells of new ones wherever the index can be asked."
    ),
}
"""What no test decides, and how it was checked."""


@cache
def defined_in(file):
    """The tests that a file defines."""
    return {
        node.name
        for node in ast.walk(ast.parse((TESTS / file).read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.parametrize("promise", PROVED)
def test_what_proves_a_promise_is_there(promise):
    for proof in PROVED[promise]:
        file, name = proof.split("::")
        assert (TESTS / file).is_file(), proof
        assert name in defined_in(file), proof


def test_nothing_is_proved_by_nothing():
    assert all(PROVED.values())
    assert all(len(how) > 40 for how in CHECKED.values())
    assert not set(PROVED) & set(CHECKED)


@pytest.mark.django_db(transaction=True)
def test_windows_hear_of_a_change_when_it_is_safe_and_not_when_it_is_undone(monkeypatch):
    match = make_match()
    heard = []
    # Another connection sees only what is committed.
    monkeypatch.setattr(broadcast, "changed", lambda room: heard.append((room, _seen_from_outside(match))))
    choose(match, 0, 5)
    assert heard == [(match.room_id, 1)]
    with transaction.atomic():
        matches.touch(match.room)
        transaction.set_rollback(True)
    assert len(heard) == 1


def _seen_from_outside(match):
    found = []

    def look():
        found.append(Match.objects.get(pk=match.pk).version)
        connections.close_all()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    return found[0]
