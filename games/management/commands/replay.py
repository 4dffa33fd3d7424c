"""`manage.py replay CODE`: rebuild each match of a room from its moves, and compare."""

from django.core.management import BaseCommand, CommandError

from games import engine, matches, rooms
from games.refusals import NoRoom


class Command(BaseCommand):
    """Exit status 1 when a match does not come out as it is stored."""

    help = "Rebuild each match of a room from its moves and say whether it equals what is stored."

    def add_arguments(self, parser):
        parser.add_argument("code", help="the room's code")

    def handle(self, *, code, **options):
        try:
            room = rooms.find(code)
        except NoRoom:
            raise CommandError(f"There is no room {code.upper()}.") from None
        found = list(room.matches.order_by("number"))
        if not found:
            self.stdout.write(f"Room {room.code} has played no match yet.")
        differing = [match for match in found if not self._compare(match)]
        if differing:
            raise CommandError(f"{len(differing)} of {len(found)} matches differ from what is stored.")

    def _compare(self, match):
        game = engine.get(match.game)
        moves = list(match.moves.order_by("version"))
        try:
            state, told = matches.replay(match)
        except (ValueError, LookupError) as error:
            self.stdout.write(f"Match {match.number}: its moves cannot be played again: {error}")
            return False
        faults = []
        if [move.version for move in moves] != list(range(1, match.version + 1)):
            faults.append("moves are missing")
        if game.dump(state) != match.state:
            faults.append("the state differs")
        if told != [move.events for move in moves]:
            faults.append("the events differ")
        self.stdout.write(f"Match {match.number}: {len(moves)} moves, " + (" and ".join(faults) if faults else "equal"))
        return not faults
