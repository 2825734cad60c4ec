"""Sentences stored by former versions, so that they can still be translated.

The remarks and notes of a match keep each sentence in English as it was worded then
(`matches.domain.text_json`), but the Polish catalogue has only sentences that are in the code. When
you reword a stored sentence, move the former wording here.
"""

from __future__ import annotations

from typing import Final

from rules.text import t, tn

FORMER: Final = (
    t(
        "I had to pause this match: I can't read its moves with the rules I know. Nothing is lost, "
        "and no clock runs. Whoever runs me can see why. The match goes on when that is repaired; "
        "if you don't want to wait, its host or a server admin can end it with /match end."
    ),
    t("Whoever is late is only reminded."),
    t("A caretaker decides for whoever is late, once."),
    t("The seat of whoever is late opens for somebody else."),
    tn(
        "Give {count} more hour to everybody who is waited for?",
        "Give {count} more hours to everybody who is waited for?",
        0,
    ),
    t("Play on with another time? {pace}"),
    t("Free the seat of {who} for somebody else? Until it is taken a caretaker plays it."),
    t(
        "{who} cannot be reached by direct message. Nothing is lost: /hand, or My hand below the "
        "board, shows the hand here, for nobody else to see."
    ),
    t("The place where this match was played is gone."),
    tn(
        "I was away for {count} hour. All clocks stood still: nobody has lost any time.",
        "I was away for {count} hours. All clocks stood still: nobody has lost any time.",
        0,
    ),
    t("{who} let the time pass, so a caretaker decided this once."),
    t("{who} let the time pass, and nobody else is left to play."),
    t("{who} let the time pass: the seat is open, a caretaker plays."),
    t(
        "I had to pause this match: I can't read its moves with the rules I know. Nothing is "
        "lost, and the clocks are stopped. The person who runs me can see why. The match will go "
        "on once this is fixed; if you don't want to wait, its host or a server admin can end it "
        "with /match end."
    ),
    t("I can read this match again: it goes on where it was paused."),
    t("If you're late, a caretaker decides for you, once."),
    t("If you're late, your seat opens for somebody else."),
    t("Deadlines fall at {hour} {zone}."),
    t("Each seat has {time} of extra time, once."),
    t("Go back to before {who}’s last move?"),
    t("Pause the match until most vote to go on?"),
    t("Go on with the match?"),
    tn(
        "Give {count} more hour to everybody the match is waiting for?",
        "Give {count} more hours to everybody the match is waiting for?",
        0,
    ),
    t("Play on at a different pace? {pace}"),
    t("Free {who}’s seat for somebody else? A caretaker will play until it's taken."),
    t("Vote: {question} All agreed."),
    t("Vote: {question} Most agreed."),
    t("Vote: {question} Not agreed."),
    t("Vote: {question} Not decided: the match went on."),
    t("Vote: {question} Not decided in time."),
    t("{who} is using extra time now."),
    t("{who} ran out of time: the seat is open, and a caretaker plays it."),
    tn(
        "I was offline for {count} hour. All clocks were stopped: nobody lost any time.",
        "I was offline for {count} hours. All clocks were stopped: nobody lost any time.",
        0,
    ),
    t("{who} leaves the seat."),
    t("The host frees the seat of {who}."),
    t("{who} takes the seat back."),
    t("{who} takes over the seat of {other}."),
    t("The channel of this match was deleted."),
    t("The match goes on here."),
    t(
        "I can't send {who} direct messages. Nothing is lost: /hand, or My hand below the board, "
        "shows the hand here, and nobody else sees it."
    ),
    t(
        "I had to pause this match because I can't read its moves with the rules I know. Nothing "
        "is lost, and all clocks are stopped. Whoever runs this bot can see why. The match will "
        "continue once this is fixed. If you don't want to wait, the host or a server admin can "
        "end it with /match end."
    ),
    t(
        "I had to pause this match because its moves don't work with my current rules. Nothing is "
        "lost, and all clocks are stopped. Whoever runs this bot can see why. The match will "
        "continue once this is fixed. If you don't want to wait, the host or a server admin can "
        "end it with /match end."
    ),
    t(
        "I can't send direct messages to {who}. Nothing is lost. They can see their hand here "
        "with /hand or My hand below the board, and nobody else will see it."
    ),
    t("The host frees {who}'s seat."),
    t("Vote: {question} The vote was dropped because the match moved on."),
    t("{who} wants to keep it, so I won't close this match."),
    t("The host wants to keep it, so I won't close this match."),
    t("{who} ran out of time, so a caretaker made this one decision."),
    t("{who} ran out of time. The seat is free, and a caretaker is playing it."),
    t(
        "Free {who}'s seat for somebody else? A caretaker will play it until somebody takes it "
        "over."
    ),
    t("If you're late, a caretaker makes that one decision for you."),
    t("{who} ran out of time, and nobody else is left to play."),
    t("Your time ran out, so your seat is free now."),
)
