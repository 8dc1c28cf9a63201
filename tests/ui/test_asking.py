"""An invite that is pasted: whole, broken over lines, cut, mixed with other lines."""

from __future__ import annotations

import pytest
import trio

from bura_p2p.errors import LocalError
from bura_p2p.net.invite import CutInvite, Invite, candidate_of
from bura_p2p.ui.asking import NOT_WHOLE, Asking, invite_in
from bura_p2p.ui.invites import invite_message

NOW = 1.8e9
INVITE = Invite(bytes(16), bytes(32), bytes(32), int(NOW) + 60, (candidate_of("192.168.1.5", 4242),))
TEXT = INVITE.text()
OLD = Invite(bytes(16), bytes(32), bytes(32), int(NOW) - 60, ()).text()


class Typed:
    """Lines that are there already, each after so many seconds."""

    def __init__(self, *lines: str, pause: float = 0.0) -> None:
        self.left = list(lines)
        self._pause = pause

    async def next(self) -> str | None:
        await trio.sleep(self._pause)
        return self.left.pop(0) if self.left else None


async def asked(*lines: str, pause: float = 0.0) -> tuple[Invite | None, list[str], list[str]]:
    """What a person gets who types these lines: the invite, what was said, what is left of the lines."""
    said: list[str] = []
    typed = Typed(*lines, pause=pause)
    asking = Asking(
        lines=typed, clock=lambda: NOW, ask=lambda: said.append("?"), hint=said.append, complain=said.append
    )
    try:
        return await asking.invite(), said, typed.left
    except LocalError as fault:
        return None, [*said, f"! {fault}"], typed.left


def broken(width: int) -> list[str]:
    return [TEXT[at : at + width] for at in range(0, len(TEXT), width)]


@pytest.mark.parametrize("width", [6, 40, 76, 1000])
async def test_a_broken_invite_is_put_together(width):
    lines = [line.lower() + " \r" for line in broken(width)]
    assert await asked("", *lines, "AS") == (INVITE, ["?"], ["AS"])
    assert await Asking(lines=Typed(*lines), clock=lambda: NOW).invite() == INVITE


@pytest.mark.parametrize("end", ["", "no more 0189", "BURA:" + "A" * 40 + "!"])
async def test_one_complaint_for_what_is_cut(end):
    invite, said, _ = await asked(*broken(40)[:2], end, TEXT)
    assert invite == INVITE
    assert said.count(str(CutInvite())) == 1 + (end[:4] == "BURA")
    assert said.count("?") == len(said) - said.count("?") + 1


async def test_words_before_an_invite_do_not_matter():
    first, *rest = broken(80)
    assert await asked(f"Levan: > bura join {first}", *rest) == (INVITE, ["?"], [])


async def test_a_new_paste_replaces_one_that_was_cut():
    invite, said, _ = await asked(broken(40)[0], *broken(50))
    assert (invite, said) == (INVITE, ["?", str(CutInvite()), "?"])


async def test_the_end_of_the_input():
    assert (await asked(broken(40)[0]))[1] == ["?", f"! {CutInvite()}"]
    assert (await asked())[1] == ["?", "! There was no invite on standard input."]
    for lines in ([TEXT[:60]], [TEXT[:60], "hello there, 1 2 3"]):
        with pytest.raises(CutInvite):
            await Asking(lines=Typed(*lines), clock=lambda: NOW).invite()


async def test_what_is_whole_and_wrong_waits_for_nothing():
    for line, word in ((OLD, "expired"), ("BURA:not, ever", "mistyped")):
        invite, said, _ = await asked(line, TEXT)
        assert invite == INVITE
        assert word in said[1]
        with pytest.raises(LocalError, match=word):
            await Asking(lines=Typed(line, TEXT), clock=lambda: NOW).invite()


async def test_what_is_no_invite_is_told_when_nothing_follows(autojump_clock):
    invite, said, _ = await asked("hello", TEXT, pause=2.0)
    assert (invite, said.count("?"), len(said)) == (INVITE, 2, 3)
    assert "not a bura invite" in said[1]
    for lines in (Typed("hello", TEXT, pause=2.0), Typed("hello")):
        with pytest.raises(LocalError, match="not a bura invite"):
            await Asking(lines=lines, clock=lambda: NOW).invite()


MESSAGE = invite_message(TEXT)
"""What a host's screen has for a friend: eleven lines, the last of them the invite."""

MAILS = {
    "as it is": [*MESSAGE, "", "See you!"],
    "quoted": ["On Monday Nino wrote:", *(f"> {line}".rstrip() for line in MESSAGE), ">", "> Nino", "", "Coming!"],
    "quoted twice, and broken": [f">> {line}" for line in (*MESSAGE[:-1], *broken(66), "", "Levan")],
    "followed by words": [*MESSAGE[:-1], f"The code: {TEXT} and be quick."],
    "broken and followed by words": [*MESSAGE[:-1], *broken(70)[:-1], f"{broken(70)[-1]} see you"],
}


@pytest.mark.parametrize("mail", MAILS)
async def test_a_whole_message_is_pasted(mail):
    """Nothing is said of the lines round the invite."""
    lines = MAILS[mail]
    invite, said, _ = await asked(*lines)
    assert (invite, said) == (INVITE, ["?"])
    assert await Asking(lines=Typed(*lines), clock=lambda: NOW).invite() == INVITE
    assert invite_in("\n".join(lines), NOW) == INVITE


def test_a_text_without_a_good_invite():
    for text, word in (
        ("Hello BURA:ABCD and more", "mistyped"),
        ("", "not a bura invite"),
        ("See you\ntomorrow", "not a bura invite"),
        (" Bus, fifty, fire\n", "three words of a host, .* 'bura join bus fifty fire'"),
        (f"Hello\n{OLD}\nNino", "expired"),
        ("\n".join(broken(60)[:-1]) + "\n\nNino", "cut off"),
    ):
        with pytest.raises(LocalError, match=word):
            invite_in(text, NOW)


@pytest.mark.parametrize("lines", [["quit"], [broken(40)[0], "Exit "], ["what", "q"]])
async def test_who_is_asked_may_leave(lines):
    invite, said, left = await asked(*lines, TEXT)
    assert (invite, left) == (None, [TEXT])
    assert said[-1] == "! You leave; no game has begun."


async def test_no_paste_goes_on_for_ever():
    invite, said, left = await asked("BURA:", *["A" * 70] * 100)
    assert invite is None
    assert "not a bura invite" in said[1]
    assert left == []


async def test_a_hint_for_who_hesitates(autojump_clock):
    invite, said, _ = await asked(*broken(100), pause=2.0)
    assert (invite, said) == (INVITE, ["?", *[NOT_WHOLE] * (len(broken(100)) - 1)])
    assert (await asked(*broken(100), pause=0.1))[1] == ["?"]
