"""decide(layout, state, command) returns the events that the book allows, or a refusal. It changes nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from comeout.rules.layout import Layout
from comeout.table import betting, calls, disputes, floor, irregular, messages, removal, rolling, shooter
from comeout.table.asking import Decided, came_back
from comeout.table.messages import Command, Reason, Rejected
from comeout.table.state import TableState

Handler = Callable[[Layout, TableState, Any], Decided]

_HANDLERS: dict[type, Handler] = {
    messages.Sit: floor.sit,
    messages.BuyIn: floor.buy_in,
    messages.Leave: floor.leave,
    messages.ComeBack: floor.come_back,
    messages.PlaceBet: betting.place_bet,
    messages.ReduceBet: removal.reduce_bet,
    messages.RemoveBet: removal.remove_bet,
    messages.CallBet: calls.call_bet,
    messages.KeepBet: betting.keep_bet,
    messages.Rebet: betting.rebet,
    messages.LateBet: betting.late_bet,
    messages.SpeakBet: betting.speak_bet,
    messages.TakeDice: shooter.take_dice,
    messages.DeclineDice: shooter.decline_dice,
    messages.PassDice: shooter.pass_dice,
    messages.ChooseDice: shooter.choose_dice,
    messages.ThrowDice: shooter.throw_dice,
    messages.DisputeFace: rolling.dispute_face,
    messages.RaiseDispute: disputes.raise_dispute,
    messages.RequestReview: disputes.request_review,
    messages.OpenBetting: rolling.open_betting,
    messages.CloseBetting: rolling.close_betting,
    messages.OfferDice: shooter.offer_dice,
    messages.LetCompanionShoot: shooter.let_companion_shoot,
    messages.MoveDiceOn: shooter.move_dice_on,
    messages.RollForDecision: shooter.roll_for_decision,
    messages.OrderDicePassed: shooter.order_dice_passed,
    messages.ConfirmCall: calls.confirm_call,
    messages.ConfirmBet: betting.confirm_bet,
    messages.PlaceBetFor: betting.place_bet_for,
    messages.RecordBet: betting.record_bet,
    messages.NoticeBet: removal.notice_bet,
    messages.CallRoll: rolling.call_roll,
    messages.CallNoRoll: rolling.call_no_roll,
    messages.RuleOnRoll: rolling.rule_on_roll,
    messages.SettleRoll: rolling.settle_roll,
    messages.RegisterDice: irregular.register_dice,
    messages.RecoverDie: irregular.recover_die,
    messages.CheckDie: irregular.check_die,
    messages.LoseDie: irregular.lose_die,
    messages.ReplaceDice: irregular.replace_dice,
    messages.Interrupt: irregular.interrupt,
    messages.InvalidateOutcome: irregular.invalidate_outcome,
    messages.DeclareMalfunction: irregular.declare_malfunction,
    messages.CorrectRoll: irregular.correct_roll,
    messages.NoteError: irregular.note_error,
    messages.MarkAway: irregular.mark_away,
    messages.WarnSeat: floor.warn_seat,
    messages.BarSeat: floor.bar_seat,
    messages.LiftBar: floor.lift_bar,
    messages.FlagPartners: floor.flag_partners,
    messages.DecideDispute: disputes.decide_dispute,
    messages.DecideMatter: disputes.decide_matter,
    messages.DecideReview: disputes.decide_review,
    messages.NoteNoRoll: rolling.note_no_roll,
    messages.PostNotice: floor.post_notice,
    messages.AppointCrew: floor.appoint_crew,
    messages.NotifyInspector: floor.notify_inspector,
    messages.CloseTable: floor.close_table,
}


_SELF_CHECKED = {
    messages.PlaceBet,
    messages.OpenBetting,
    messages.CloseBetting,
    messages.ThrowDice,
    messages.CallRoll,
    messages.SettleRoll,
}
"""Commands of every roll. For speed their handlers validate each field themselves, and say that a seat is back."""

_PLAIN: dict[str, type] = {"Seat": int, "Die": int, "int": int, "Amount": int, "bool": bool}
Shape = tuple[tuple[str, type], ...]


def _shape(command: type[Command]) -> Shape:
    fields = [field for field in dataclasses.fields(command) if not str(field.type).startswith("Roll")]
    return tuple((field.name, _PLAIN.get(str(field.type), str)) for field in fields)


_ACTS_AT_THE_TABLE = {messages.PlaceBetFor} | {
    command
    for command in messages.COMMANDS
    if next(iter(dataclasses.fields(command))).name == "seat"
    and command not in (messages.Sit, messages.Leave, messages.ComeBack, messages.Rebet)
}
"""Acts of a player who is present: with one of these, a seat that was marked away is back."""


def _checked(handler: Handler, shape: Shape, acts: bool) -> Handler:
    """Return a handler that first refuses a field of the wrong type; if a seat acts, it says who is back, too."""

    def answer(layout: Layout, state: TableState, command: Any) -> Decided:
        for name, kind in shape:
            if type(getattr(command, name)) is not kind:
                wanted = {int: "a whole number", bool: "yes or no", str: "a word"}[kind]
                return Rejected(Reason.NONSENSE, f"{name.replace('_', ' ')} must be {wanted}")
        decided = handler(layout, state, command)
        return came_back(state, command.seat, decided) if acts else decided

    return answer


_DECIDERS: dict[type, Handler] = {
    command: handler if command in _SELF_CHECKED else _checked(handler, _shape(command), command in _ACTS_AT_THE_TABLE)
    for command, handler in _HANDLERS.items()
}


def decide(layout: Layout, state: TableState, command: Command) -> Decided:
    """Decide one command."""
    try:
        decider = _DECIDERS[type(command)]
    except KeyError:
        return Rejected(Reason.NONSENSE, f"a table knows no command {type(command).__name__}")
    return decider(layout, state, command)
