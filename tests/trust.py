"""What must hold, sentence by sentence in a few words of ours, and which tests decide it.

The headings are those of the list of promises; `tests/web/test_trust.py` checks that every test named here is there,
under this very name. What no test here can decide stands in CHECKED, with how it was looked at.
"""

PROVED = {
    "Coming back": {
        "one address a room: in any state it gives each person their whole picture, with nothing remembered there": (
            "web/test_promises.py::test_in_any_state_a_page_loaded_anew_shows_what_a_window_shows",
            "web/test_http.py::test_the_page_has_every_fragment_once",
            "browser/test_healing.py::test_a_server_restart_in_mid_round_loses_nothing",
        ),
        "when a socket opens, a hidden tab is looked at or the network returns, what is old is replaced": (
            "web/test_sockets.py::test_the_first_message_is_the_whole_screen",
            "browser/test_healing.py::test_a_page_that_was_hidden_shows_what_it_missed",
            "browser/test_healing.py::test_a_page_that_was_offline_shows_what_it_missed",
            "web/test_screen.py::test_a_screen_that_shows_the_present_picture_is_told_nothing",
        ),
        "a socket that died, with whatever code or in silence, is replaced, later and later and at uneven times": (
            "browser/test_healing.py::test_a_socket_that_closes_with_whatever_code_is_replaced",
            "browser/test_healing.py::test_a_socket_that_falls_silent_is_replaced",
            "browser/test_healing.py::test_tries_to_reconnect_come_later_and_later_and_at_uneven_times",
            "browser/test_healing.py::test_with_the_socket_blocked_the_page_polls",
        ),
        "a banner says so after three seconds": (
            "browser/test_healing.py::test_a_banner_says_after_three_seconds_that_the_line_is_dead",
        ),
        "a page has one socket at most": ("browser/test_healing.py::test_one_page_has_one_socket",),
        "commands go up by POST with their version; a socket sends none, and none again": (
            "web/test_attackers.py::test_messages_are_not_heard_and_whoever_keeps_sending_is_closed",
            "web/test_http.py::test_a_bad_version_gets_a_sentence_and_changes_nothing",
        ),
        "an old command is refused with the present picture in the same answer": (
            "web/test_http.py::test_an_old_command_is_refused_with_the_present_picture",
        ),
        "a command given twice counts once": (
            "web/test_door.py::test_a_command_given_twice_on_one_version_counts_once",
            "web/test_door.py::test_twice_counts_once_even_when_it_would_be_legal_again",
            "web/test_http.py::test_a_double_click_counts_once_and_is_no_error",
        ),
        "two tabs of one person may both act": (
            "web/test_door.py::test_two_tabs_of_one_person_may_both_act",
            "web/test_accounts.py::test_signed_in_elsewhere_one_has_the_same_seat_and_both_browsers_may_act",
        ),
        "whoever leaves is free: nobody is ever unable to open or join another room": (
            "web/test_promises.py::test_nobody_is_ever_unable_to_open_or_join_another_room",
            "web/test_rooms.py::test_leaving_frees_the_person_for_other_rooms",
        ),
    },
    "Time": {
        "a deadline is of one wait of one match; an alarm for another does nothing": (
            "web/test_clock.py::test_a_new_wait_has_its_whole_time_and_an_old_alarm_does_nothing",
            "web/test_clock.py::test_a_stand_in_for_another_wait_is_refused",
            "web/test_clock.py::test_an_alarm_twice_plays_once",
        ),
        "with every browser closed a match goes on within a second of its deadline": (
            "system/test_processes.py::test_a_deadline_is_kept_once_by_three_clocks",
        ),
        "after a crash it goes on within a second of the restart": (
            "system/test_crash.py::test_crashes_at_random_moments_lose_nothing",
            "web/test_clock.py::test_after_a_long_sleep_one_wait_is_settled_and_the_next_has_its_whole_time",
        ),
        "a countdown is not at zero before the server is, also on a clock that is hours off": (
            "browser/test_voice.py::test_a_countdown_is_at_zero_when_the_server_is_and_never_before",
            "browser/test_healing.py::test_a_countdown_is_right_for_a_client_whose_clock_is_hours_off",
        ),
        "half a second after zero still counts, for everyone alike": (
            "web/test_clock.py::test_a_command_within_half_a_second_after_zero_counts",
            "web/test_clock.py::test_at_zero_missing_choices_are_made_by_default_after_the_grace",
        ),
        "one player's connection changes nobody's time": (
            "web/test_promises.py::test_one_players_connection_changes_nobodys_time",
        ),
        "a stand-in is legal": (
            "engine/test_contract.py::test_every_game_keeps_the_contract",
        ),
        "a stand-in is named before it happens and marked in the log": (
            "web/test_promises.py::test_what_was_played_for_somebody_is_named_before_and_marked_in_the_log",
            "web/test_http.py::test_the_host_skips_with_a_preview_of_who_and_what",
        ),
        "added time and a pause show on all screens within a second": (
            "web/test_promises.py::test_added_time_and_a_pause_show_on_every_screen_within_a_second",
        ),
        "added time and a pause survive a restart": (
            "system/test_play.py::test_added_time_and_a_pause_survive_a_crash",
        ),
    },
    "Secrets": {
        "a hidden choice changes no byte that anybody else receives, in all games on every build": (
            "web/test_leaks.py::test_a_hidden_choice_changes_nothing_that_others_receive",
            "web/test_screen.py::test_every_browser_shows_the_screen_of_a_stranger",
        ),
        "templates get the view of their viewer and never the state": (
            "web/test_promises.py::test_templates_are_given_views_and_never_the_state",
        ),
        "pages with secrets are stored nowhere, not in htmx's history either": (
            "web/test_http.py::test_pages_with_secrets_are_not_stored",
            "web/test_trust.py::test_htmx_keeps_no_history_of_pages",
            "web/test_showdown_screen.py::test_a_draft_changes_nothing_and_is_kept_out_of_caches",
        ),
        "who has a seat sees the room through it alone, from every page": (
            "web/test_promises.py::test_what_a_seat_may_not_see_is_on_no_page_of_the_site",
            "web/test_http.py::test_view_json_tells_each_their_own",
        ),
        "of a running match there is neither replay nor export": (
            "web/test_replay.py::test_a_running_match_has_no_replay_and_no_record_for_anybody",
            "web/test_history.py::test_the_export_tells_nothing_hidden_and_nothing_that_others_said",
        ),
        "staff see public facts in the admin": ("web/test_admin.py::test_staff_see_public_facts_only",),
        "to open secrets needs its own permission and is logged": (
            "web/test_admin.py::test_secrets_need_their_own_permission",
            "web/test_admin.py::test_opening_secrets_is_asked_and_logged",
        ),
        "no card, talk, code or token is in a log, whatever breaks": (
            "web/test_logs.py::test_a_fault_in_the_rules_is_logged_by_kind_and_place_without_the_card",
            "web/test_logs.py::test_a_fault_in_a_bot_is_logged_without_what_it_saw",
            "web/test_logs.py::test_a_fault_in_a_page_is_logged_without_what_the_page_would_show",
            "web/test_logs.py::test_a_fault_in_a_window_is_logged_without_what_it_would_show",
            "web/test_operators.py::test_no_code_name_or_card_is_logged_while_people_play",
            "web/test_talk.py::test_no_log_tells_what_was_said",
            "web/test_accounts.py::test_no_link_stands_in_a_log",
        ),
    },
    "Nobody holds a table hostage": {
        "whoever falls silent for ever, the match ends by its deadlines and by the host's skips": (
            "web/test_promises.py::test_whoever_falls_silent_for_ever_the_match_ends",
            "engine/test_contract.py::test_every_game_keeps_the_contract",
            "web/test_clock.py::test_when_all_have_fallen_silent_for_ever_the_match_ends_by_its_deadlines",
            "web/test_clock.py::test_when_all_have_fallen_silent_for_ever_the_match_ends_by_the_hosts_skips",
        ),
        "nobody waits for a seat that was left, kicked or became a bot": (
            "web/test_clock.py::test_a_left_seat_is_played_for_without_waiting_for_anyone",
            "web/test_rooms.py::test_kicked_from_a_match_a_bot_plays_on_for_good",
        ),
        "a returning player can take the seat back from the bot": (
            "web/test_rooms.py::test_whoever_leaves_a_match_is_played_for_and_can_take_the_seat_back",
            "web/test_bots.py::test_a_seat_is_taken_over_by_a_bot_and_back_in_mid_match",
        ),
        "a room with anyone in it has one host": (
            "web/test_promises.py::test_a_room_with_anyone_in_it_has_one_host_whatever_people_do",
        ),
        "when the host goes another is named within five seconds and told": (
            "web/test_promises.py::test_when_the_host_vanishes_another_is_named_within_five_seconds_and_told",
            "web/test_rooms.py::test_when_the_host_leaves_another_is_host_at_once",
        ),
        "a skip shows first who and what": ("web/test_http.py::test_the_host_skips_with_a_preview_of_who_and_what",),
        "no action of a host stops a room for good": (
            "web/test_promises.py::test_no_action_of_a_host_who_then_goes_stops_the_room",
            "web/test_http.py::test_pause_resume_end_and_rematch",
        ),
        "an exception in the rules changes nothing and is logged with match and version": (
            "web/test_door.py::test_an_exception_in_the_rules_leaves_the_match_as_it_was",
        ),
        "the host is shown it, with a way on": (
            "web/test_promises.py::test_a_fault_of_the_rules_is_shown_to_the_host_with_a_way_on",
        ),
    },
    "Bots": {
        "a bot sees what a person in its seat would see": (
            "web/test_bots.py::test_a_bot_sees_what_a_person_in_its_seat_would_see",
        ),
        "it acts with every browser closed": ("web/test_bots.py::test_bots_move_with_every_browser_closed",),
        "it blocks no request and no other room": (
            "web/test_bots.py::test_a_policy_that_never_returns_has_its_default_played_and_holds_up_no_other_table",
        ),
        "it decides within two seconds of computing or plays the default": (
            "web/test_bots.py::test_a_policy_that_never_returns_has_its_default_played_and_holds_up_no_other_table",
            "web/test_bots.py::test_a_policy_that_waits_for_something_is_left_behind",
            "web/test_clock.py::test_a_bot_that_fails_is_logged_and_its_default_played",
        ),
    },
    "Data": {
        "what was acknowledged survives a kill at any moment": (
            "system/test_crash.py::test_a_crash_at_a_named_point_loses_nothing",
            "system/test_crash.py::test_crashes_at_random_moments_lose_nothing",
        ),
        "nothing is applied twice, and every match comes out of its moves": (
            "system/test_crash.py::test_crashes_at_random_moments_lose_nothing",
            "web/test_replay_command.py::test_a_match_of_every_game_comes_out_of_its_moves",
        ),
        "twelve writers on SQLite never find it locked": (
            "web/test_door.py::test_twelve_writers_never_see_a_locked_database",
            "system/test_play.py::test_the_database_is_in_wal_mode",
            "web/test_trust.py::test_sqlite_begins_every_transaction_as_a_writer",
        ),
        "the channel layer carries nudges only": ("web/test_promises.py::test_nudges_carry_a_room_and_nothing_else",),
        "to lose all nudges for a minute costs at most a refresh": (
            "system/test_silence.py::test_while_redis_is_silent_the_match_goes_on_and_costs_at_most_a_refresh",
            "web/test_sockets.py::test_a_lost_nudge_costs_a_refresh_at_most",
        ),
        "windows are told after the commit": (
            "web/test_trust.py::test_windows_hear_of_a_change_when_it_is_safe_and_not_when_it_is_undone",
        ),
        "presence is a lease that runs out by itself": (
            "web/test_sockets.py::test_an_open_socket_keeps_its_person_here_and_a_dead_one_does_not",
        ),
        "one process on SQLite or several on PostgreSQL and Redis: the same": (
            "system/test_processes.py::test_everyone_sees_every_move_whichever_process_they_are_on",
            "system/test_processes.py::test_a_rolling_restart_under_play_loses_nothing",
            "system/test_processes.py::test_after_the_database_was_restarted_the_match_goes_on",
        ),
        "several processes without Redis are refused at start, with words": (
            "system/test_play.py::test_a_second_process_on_the_same_folder_is_refused",
            "system/test_play.py::test_production_refuses_what_is_not_safe",
        ),
    },
    "Bad input and bad people": {
        "whatever is typed, sent or forged gets a sentence and its status, raises nothing and changes nothing": (
            "web/test_fuzz.py::test_a_command_that_is_not_legal_gets_a_sentence_and_changes_nothing",
            "web/test_fuzz.py::test_any_field_of_any_form_gets_a_sentence_or_does_what_it_says",
            "web/test_fuzz.py::test_every_form_is_tried",
            "web/test_fuzz.py::test_any_address_is_answered",
            "web/test_fuzz.py::test_a_record_that_was_tampered_with_is_refused",
            "web/test_permissions.py::test_everybody_may_do_what_is_theirs_and_nothing_else",
            "web/test_http.py::test_a_bad_command_gets_a_sentence_and_changes_nothing",
            "web/test_attackers.py::test_the_server_ends_what_no_page_sends_and_nobody_else_notices",
        ),
        "sockets are for pages of this site": (
            "web/test_attackers.py::test_a_socket_is_for_pages_of_this_site_only",
        ),
        "sockets close within five seconds of a sign-out or a ban": (
            "web/test_sockets.py::test_signing_out_closes_within_five_seconds",
            "web/test_accounts.py::test_the_windows_of_the_guest_close_at_sign_in_and_those_of_the_account_at_sign_out",
            "web/test_sanctions.py::test_a_ban_closes_the_windows_of_its_person_within_five_seconds_and_no_others",
        ),
        "sockets close within a second of a kick": (
            "web/test_sockets.py::test_the_kicked_are_shut_out_within_a_second",
        ),
        "the session key changes at sign-in": (
            "web/test_attackers.py::test_the_session_key_changes_at_sign_in_and_goes_at_sign_out",
            "web/test_accounts.py::test_a_guest_who_signs_up_stays_who_they_are",
        ),
        "looking changes nothing": (
            "web/test_permissions.py::test_the_other_method_is_refused_with_a_sentence_and_changes_nothing",
            "web/test_permissions.py::test_everybody_may_do_what_is_theirs_and_nothing_else",
        ),
        "every form needs its token": (
            "web/test_attackers.py::test_no_form_is_taken_without_its_token_or_from_another_site",
            "web/test_attackers.py::test_every_view_that_takes_forms_checks_tokens",
        ),
        "codes cannot be guessed: tries are limited, from one address and in all": (
            "web/test_attackers.py::test_wrong_codes_count_on_every_route_and_then_right_ones_look_alike",
            "web/test_attackers.py::test_wrong_codes_count_at_the_socket_together_with_those_of_pages",
            "web/test_attackers.py::test_wrong_codes_are_limited_for_the_whole_site",
            "web/test_attackers.py::test_guessing_at_the_sites_limit_takes_more_than_a_day",
        ),
        "a wrong code answers like a closed door": (
            "web/test_attackers.py::test_a_locked_room_answers_a_strangers_socket_like_a_wrong_code",
            "web/test_http.py::test_a_locked_room_answers_a_stranger_like_a_wrong_code",
        ),
        "nothing inline runs, nobody frames the site, addresses of rooms are not told to other sites": (
            "web/test_attackers.py::test_every_answer_carries_the_whole_policy",
            "web/test_attackers.py::test_pages_need_no_script_or_style_of_their_own",
        ),
        "cookies are secure in production": (
            "web/test_attackers.py::"
            "test_in_production_cookies_are_secure_and_a_proxy_is_believed_only_where_there_is_one",
            "web/test_attackers.py::test_cookies_are_out_of_reach_of_scripts_and_other_sites",
            "system/test_play.py::test_the_deployment_check_is_clean_in_production",
        ),
        "names are cleaned, short and unique in a room": (
            "web/test_names.py::test_a_cleaned_name_is_short_visible_and_stays_as_it_is",
            "web/test_attackers.py::test_a_deceiving_name_is_shown_without_what_deceives",
            "web/test_attackers.py::test_nobody_can_look_like_another",
            "web/test_attackers.py::test_markup_in_a_name_is_shown_and_never_obeyed",
        ),
    },
    "For everyone": {
        "a whole match of each game by keyboard alone, the focus never lost": (
            "browser/test_hands.py::test_a_whole_match_by_keyboard_alone_and_the_focus_is_never_lost",
        ),
        "a whole match of each game by the accessibility tree alone": (
            "browser/test_hands.py::test_a_whole_match_by_the_accessibility_tree_alone",
            "browser/test_axe.py::test_axe_finds_nothing_at_a_table_from_its_lobby_to_its_replay",
        ),
        "after a swap the focus is where it was": (
            "browser/test_healing.py::test_a_swap_keeps_focus_picked_card_and_scroll",
            "browser/test_healing.py::test_a_swap_keeps_a_half_typed_name_and_the_caret",
        ),
        "each event is said once, in one polite region": (
            "browser/test_voice.py::test_a_table_has_one_polite_region_and_no_other",
            "browser/test_voice.py::test_each_line_of_the_log_is_said_once_whatever_is_swapped_or_comes_anew",
        ),
        "a countdown speaks at 60, 30 and 10 seconds only": (
            "browser/test_voice.py::test_the_countdown_speaks_at_60_30_and_10_seconds_only",
        ),
        "Enter that confirms an input-method candidate sends nothing": (
            "browser/test_input_methods.py::test_enter_that_picks_a_candidate_never_submits",
        ),
        "on 320 pixels and at a zoom of 200 % nothing sticks out, in both languages, with the longest names": (
            "browser/test_zoom.py::test_everything_at_a_table_is_in_sight_in_reach_of_a_thumb_and_still",
            "browser/test_zoom.py::test_everything_on_the_pages_around_is_in_sight_in_reach_of_a_thumb_and_still",
        ),
        "all of it in both languages": (
            "test_catalogue.py::test_every_message_is_translated_and_none_is_a_guess",
            "test_catalogue.py::test_every_word_of_the_source_is_in_the_catalogue",
        ),
    },
}  # fmt: skip

CHECKED = {
    "a site has no known hole in what it stands on": (
        "`python -m tests.holes` asks pip-audit and runs in CI; where its advisory service tells nothing, CI says so "
        "and goes on. What was known in November 2026 is checked without asking, by tests/test_holes.py."
    ),
    "a phone that slept for hours": (
        "Chromium is told that the tab was hidden and that the line is dead; a real phone was not slept."
    ),
    "a power cut": (
        "`kill -9` ends the process, not the machine: what SQLite and PostgreSQL keep through a power cut is theirs."
    ),
    "a screen reader's own voice": (
        "The accessibility tree and the live region are read by tests; nobody listened with a screen reader."
    ),
    "an input method's own window": (
        "Composition events are sent to the page as a browser sends them; no input method was installed."
    ),
}
"""What no test decides, and how it was checked: the README says it too."""
