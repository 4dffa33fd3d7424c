"""Records: a match as a file that plays again anywhere, and in which nothing can be changed unnoticed."""

import copy
import hashlib
import json
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games import deals, engine, matches, records
from games.models import Match, Record
from games.refusals import Refused
from tests.drive import Player, table
from tests.engine import cases
from tests.factories import finished_match, make_match, play_on

pytestmark = pytest.mark.django_db

SLUGS = [game.slug for game in engine.all()]


def exported(match, client=None):
    return (client or Client()).get(f"/r/{match.room.code}/replay/{match.number}.json")


def brings(story, client=None):
    data = story if isinstance(story, bytes) else json.dumps(story).encode()
    return (client or Client()).post("/replay/", {"record": SimpleUploadedFile("match.json", data)})


@pytest.fixture
def story():
    return records.write(records.of(finished_match("standoff", options={"set": "random"})))


# The file -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_a_record_is_a_golden_case_that_holds(slug):
    match = finished_match(slug)
    story = exported(match).json()
    assert not list(cases.misspelt(story))
    cases.run(story)
    view = json.loads(json.dumps(engine.get(slug).view(engine.get(slug).load(match.state), None)))
    assert {"see": view} in story["steps"]
    assert view["over"] is True
    assert len([step for step in story["steps"] if "do" in step]) == match.version
    wrong = copy.deepcopy(story)
    next(step for step in wrong["steps"] if "see" in step)["see"]["winners"] = [99]
    with pytest.raises(AssertionError):
        cases.run(wrong)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_record_verifies_bit_for_bit(slug, tmp_path, capsys):
    match = finished_match(slug, seed=2)
    path = tmp_path / "match.json"
    path.write_bytes(exported(match).content)
    played = records.check(records.parse(path.read_bytes()))
    assert engine.get(slug).dump(played.states[-1]) == match.state
    assert played.events == [move.events for move in match.moves.all()]
    call_command("verify", path)
    assert f"{match.version} moves" in capsys.readouterr().out


def test_the_script_holds_every_random_outcome(monkeypatch):
    """Embers asks for all three kinds of outcome, some of them often; with the script alone it comes out the same."""
    match = finished_match("embers")
    story = records.write(records.of(match))
    assert len(story["chance"]["deck"]) == 1
    assert len(story["chance"]["first"]) > 1
    monkeypatch.setattr(deals, "chance", lambda *_seed: pytest.fail("a case must not ask the seed"))
    cases.run(story)


def test_a_match_that_was_ended_early_has_a_record_too():
    match = play_on(make_match("embers", 3), seed=3, commands=5)
    matches.end(match.pk, cause="host", now=match.started_at)
    match.refresh_from_db()
    story = exported(match).json()
    cases.run(story)
    assert records.check(story).last == 5


def test_the_room_is_not_in_the_record():
    match = finished_match()
    assert match.room.code not in exported(match).content.decode()


def test_a_match_by_other_rules_is_not_shown_as_if_it_were_true():
    match = finished_match()
    Match.objects.update(state=match.state | {"round": 99})
    answer = exported(match)
    assert answer.status_code == 422
    assert "other rules" in answer.content.decode()


# The fair deal --------------------------------------------------------------------------------------------------------


def test_the_table_shows_the_commitment_from_the_start_and_the_same_to_all():
    players = table(2)
    match = Match.objects.get()
    stranger = Player("Zed")
    stranger.code = players[0].code
    wanted = deals.commitment(match.game, match.options, match.names, match.seed)
    for who in (*players, stranger):
        seen = who.page().content.decode() + json.dumps(who.sees())
        assert wanted in seen
        assert match.seed not in seen


def test_the_commitment_is_the_sha_256_of_the_line_that_the_end_opens():
    match = finished_match()
    page = Client().get(f"/r/{match.room.code}/").content.decode()
    line = f'{{"game":"standoff","names":["Ann","Bob","Cy"],"options":{{"lives":1,"set":1}},"seed":"{match.seed}"}}'
    assert line.replace('"', "&quot;") in page
    assert hashlib.sha256(line.encode()).hexdigest() in page
    assert exported(match).json()["record"]["commitment"] == hashlib.sha256(line.encode()).hexdigest()


@pytest.mark.parametrize(
    "change", [{"seed": "0"}, {"game": "embers"}, {"options": {"set": 2}}, {"names": ["Bob", "Ann"]}]
)
def test_the_commitment_binds_seed_game_options_and_names(change):
    facts = {"game": "standoff", "options": {"set": 1}, "names": ["Ann", "Bob"], "seed": "1"}
    assert deals.commitment(**facts) != deals.commitment(**(facts | change))


# Tampering ------------------------------------------------------------------------------------------------------------


def _swap_moves(story):
    first = story["steps"][0]
    seat = first["as"]
    other = next(card for card in range(6, 0, -1) if first["do"] != {"type": "choose", "card": f"{seat}:{card}"})
    first["do"] = {"type": "choose", "card": f"{seat}:{other}"}


def _later(story):
    story["steps"][2]["at"] += 1


TAMPERING = {
    "a move": _swap_moves,
    "a move's time": _later,
    "a move's cause": lambda story: story["record"]["causes"].__setitem__(1, "clock"),
    "a move left out": lambda story: (story["steps"].pop(0), story["record"]["causes"].pop(0)),
    "a move by somebody else": lambda story: story["steps"][0].update({"as": 99}),
    "the seed": lambda story: story["record"].update(seed="0" * 32),
    "the commitment": lambda story: story["record"].update(commitment="0" * 64),
    "a digest": lambda story: story["record"]["digests"].__setitem__(3, "0" * 64),
    "a digest left out": lambda story: story["record"]["digests"].pop(),
    "an outcome": lambda story: story["chance"].update(set=[1 + story["chance"]["set"][0] % 6]),
    "an option": lambda story: story["options"].update(lives=5),
    "an option left out": lambda story: story["options"].pop("lives"),
    "a name": lambda story: story["seats"].__setitem__(0, "Zed"),
    "the winner": lambda story: next(one for one in story["steps"] if "see" in one)["see"].update(winners=[0, 1, 2]),
    "the end left out": lambda story: story["steps"].pop(),
    "a step more": lambda story: story["steps"].append({"legal": 0, "count": 0}),
    "a key more": lambda story: story.update(note="all fair"),
    "the title": lambda story: story.update(title="Ann wins"),
    "true for 1": lambda story: story["options"].update(lives=True),
}  # fmt: skip


@pytest.mark.parametrize("what", TAMPERING)
def test_tampering_is_found(what, story, tmp_path):
    cases.run(story)
    path = tmp_path / "match.json"
    before = json.dumps(story)
    TAMPERING[what](story)
    assert json.dumps(story) != before
    path.write_text(json.dumps(story))
    with pytest.raises(CommandError):
        call_command("verify", path)
    answer = brings(story)
    assert answer.status_code == 422
    assert not Record.objects.exists()


def test_numbers_may_be_written_otherwise(story):
    """Other tools write 5.0 as 5; that is no tampering."""
    for step in story["steps"]:
        if "at" in step:
            step["at"] = step["at"] if step["at"] % 1 else int(step["at"])
    records.check(story)


def test_a_match_that_is_forged_as_a_whole_has_another_commitment(story, tmp_path):
    """Whoever makes up a seed, and all that follows, has a record that holds; but the table had shown another seal."""
    account = records.read(story)
    forged = records.write(
        records.play(records.Account(account.game, account.options, account.names, "f" * 32, account.moves[:1]))
    )
    path = tmp_path / "match.json"
    path.write_text(json.dumps(forged))
    call_command("verify", path)
    with pytest.raises(CommandError, match="not the match that was sealed"):
        call_command("verify", path, commitment=story["record"]["commitment"])


def test_verify_says_what_it_cannot_read(tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("verify", tmp_path / "nothing.json")


# Brought from elsewhere -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_a_record_that_is_brought_is_shown_as_the_same_match_without_its_room(slug):
    match = finished_match(slug)
    data = exported(match).content
    match.room.delete()
    answer = brings(data)
    assert answer.status_code == 302
    assert brings(data)["Location"] == answer["Location"]
    assert Record.objects.count() == 1
    page = Client().get(answer["Location"], {"step": match.version}).content.decode()
    assert match.seed in page
    assert all(name in page for name in match.names)
    assert Client().get(answer["Location"], {"as": "all"}).status_code == 200


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"\xff\xfe", b"null", b"[]", b"5", b'"do"', b"{}", b"[" * 100_000, b'{"a": NaN}', b"1" * 5000,
        b'{"game": "chess", "record": {}, "steps": [], "options": {}, "seats": [], "chance": {}}',
        b'{"game": ["standoff"], "record": [], "steps": {}, "options": 1, "seats": 1, "chance": 1}',
    ],
)  # fmt: skip
def test_nonsense_is_refused_with_a_sentence(data):
    answer = brings(data)
    assert answer.status_code == 422
    assert 'id="record_error"' in answer.content.decode()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seats", ["Ann", "Bob\u202e", "Cy"]), ("seats", ["Ann", "Bob", "x" * 21]), ("seats", ["Ann", 5, "Cy"]),
        ("seats", ["Ann"]), ("seats", "Ann"), ("seats", ["\ud800", "Bob", "Cy"]), ("options", []),
        ("options", {"lives": "3"}),
        ("steps", [5]), ("steps", ["do"]), ("steps", None), ("game", "embers"), ("record", None), ("record", "seed"),
    ],
)  # fmt: skip
def test_a_record_of_odd_parts_is_refused(story, key, value):
    assert brings(story | {key: value}).status_code == 422


@pytest.mark.parametrize(
    ("key", "value"),
    [("as", True), ("as", "0"), ("as", 1.0), ("at", -1), ("at", "0"), ("at", 1e12), ("do", None), ("do", {"type": []})],
)
def test_a_record_of_odd_moves_is_refused(story, key, value):
    story["steps"][0][key] = value
    assert brings(story).status_code == 422


@pytest.mark.parametrize("seed", ["", "é", 5, None, "f" * 65])
def test_a_record_of_an_odd_seed_is_refused(story, seed):
    story["record"]["seed"] = seed
    assert brings(story).status_code == 422


def test_a_record_that_is_too_large_or_too_long_is_refused(story, monkeypatch):
    assert "too large" in brings(b" " * (512 * 1024 + 1)).content.decode()
    monkeypatch.setattr(records, "MOST_MOVES", 1)
    assert "too long" in brings(story).content.decode()


def test_no_file_is_asked_for_again():
    answer = Client().post("/replay/", {})
    assert answer.status_code == 422
    assert "Choose a file first." in answer.content.decode()


def test_only_the_newest_records_are_kept(story, monkeypatch):
    monkeypatch.setattr(records, "KEPT", 2)
    account = records.read(story)
    keys = [
        records.keep(records.play(records.Account(account.game, account.options, account.names, seed, [])))
        for seed in "abc"
    ]
    assert set(Record.objects.values_list("key", flat=True)) == set(keys[1:])


def test_records_that_were_brought_long_ago_are_forgotten(story):
    brings(story)
    call_command("prune", days=3)
    assert Record.objects.exists()
    Record.objects.update(made_at=timezone.now() - timedelta(days=4))
    call_command("prune", days=3)
    assert not Record.objects.exists()


def test_too_many_records_are_refused_for_a_while():
    answers = [brings(b"{}").status_code for _ in range(21)]
    assert answers[0] == 422
    assert answers[-1] == 429


def test_a_key_that_is_not_there_is_not_found():
    assert Client().get(f"/replay/{'0' * 64}/").status_code == 404


def test_a_refusal_of_the_rules_says_which_move(story):
    story["steps"][0]["do"] = {"type": "choose", "card": "0:9"}
    with pytest.raises(Refused, match="move 1 cannot be played"):
        records.check(story)


def test_a_player_brings_the_record_that_they_saved():
    match = finished_match()
    ann = Player("Ann")
    saved = exported(match, ann.client)
    assert saved["Content-Disposition"] == 'attachment; filename="standoff-1.json"'
    assert ann.client.get(brings(saved.content, ann.client)["Location"]).status_code == 200
