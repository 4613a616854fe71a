"""The dice themselves: chosen, gone off the table, found, checked, lost and replaced."""

from __future__ import annotations

from .position import COMPANION, Dice, Position
from .shooter import BETWEEN_THROWS


def choose(game: Position, seat: int, first: int, second: int) -> bool:
    """The shooter selects two dice and retains them; a die that left the table may be replaced before the throw."""
    if game.book == "evolution":
        return False  # a launcher chooses none
    if (seat not in game.racks and seat != COMPANION) or game.shooter != seat or game.phase not in BETWEEN_THROWS:
        return False
    dice = game.dice
    if game.threw and not dice.free and len(dice.hand) == 2:
        return False
    if first == second or first not in dice.ready or second not in dice.ready:
        return False
    dice.hand = (first, second)
    return True


def off_table(game: Position, die: int) -> bool:
    """One die (or with 0 both) left the table: adelaide 9(d) looks for it while the shooter picks from the rest."""
    dice = game.dice
    if die and die not in dice.hand:
        return False
    if game.book == "adelaide":
        for each in dice.hand:
            if die in (0, each):
                dice.gone.add(each)
        dice.hand = tuple(each for each in dice.hand if each not in dice.gone)
        dice.free = True
        companion_chooses(game)
    return True


def companion_chooses(game: Position) -> None:
    """A companion takes two of the dice that are ready."""
    if game.shooter == COMPANION and len(game.dice.hand) < 2 and len(game.dice.ready) >= 2:
        game.dice.hand = (game.dice.ready[0], game.dice.ready[1])


def recover(game: Position, die: int) -> bool:
    """A missing die is found, even one that was given up for lost."""
    if game.book != "adelaide" or die not in game.dice.gone | game.dice.lost:
        return False
    game.dice.gone.discard(die)
    game.dice.lost.discard(die)
    game.dice.unchecked.add(die)
    return True


def check(game: Position, die: int) -> bool:
    """The boxman checks a die that was found."""
    if game.book != "adelaide" or die not in game.dice.unchecked:
        return False
    game.dice.unchecked.discard(die)
    companion_chooses(game)
    return True


def lose(game: Position, die: int) -> bool:
    """A die that left the table is given up for lost."""
    if game.book != "adelaide" or die not in game.dice.gone:
        return False
    game.dice.gone.discard(die)
    game.dice.lost.add(die)
    return True


def replace(game: Position) -> bool:
    """A new set is put on the table; whoever has the dice takes two of it."""
    if game.phase not in BETWEEN_THROWS:
        return False
    size = int(game.table.get("dice_set", 2 if game.book == "evolution" else 5))
    game.dice = Dice(size, () if game.shooter is None else (1, 2), free=True)
    return True


def find_dice(game: Position) -> None:
    """The automatic crew looks for every die that left the table, checks it and hands it back."""
    for die in sorted(game.dice.gone):
        recover(game, die)
    for die in sorted(game.dice.unchecked):
        check(game, die)
    if game.shooter is not None and len(game.dice.hand) < 2:
        if len(game.dice.ready) >= 2:
            game.dice.hand = (game.dice.ready[0], game.dice.ready[1])
        else:
            replace(game)
