"""A fault in words for players, and with everything that somebody needs who checks it again."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from bura_p2p.cards import deck
from bura_p2p.conformance.hall import Hall
from bura_p2p.conformance.tape import Tape
from bura_p2p.crypto import evidence as proofs
from bura_p2p.crypto import masking, statements
from bura_p2p.crypto.challenge import Label
from bura_p2p.crypto.group import ORDER, POINT_FORM, SCALAR_FORM
from bura_p2p.crypto.identity import pae, verify_signature
from bura_p2p.crypto.shuffle import shuffle, verify_shuffle
from bura_p2p.errors import Code, Failed, PeerError
from bura_p2p.log.entry import MEDIA_TYPE, SignedEntry, sign_entry
from bura_p2p.log.file import read_game, write_game
from bura_p2p.table import evidence
from bura_p2p.ui.faults import ANY_MESSAGE, EQUATIONS, REFINED, SENTENCES, requirements, sentence
from bura_p2p.ui.verdict import report_json, report_text, unknowns
from bura_p2p.verify import Culprit, Report, Verdict, verify_file
from bura_p2p.wire import messages as m
from bura_p2p.wire.codec import decode_body
from tests.crypto.hands import CTX
from tests.spec import curve
from tests.spec import proofs as reader
from tests.spec import requirements as demands
from tests.support import registries, spec_tables
from tests.support.forging import forge_entry
from tests.tools import games

SPEC = spec_tables.SPEC.read_text("utf-8")
GAMES = registries.path_of("refusals").parents[1] / "games"
MESSAGES = {number: cls.__name__.lower() for number, cls in m.ENTRY_MESSAGES.items()}
PARTS = re.split(r"^#{2,3} (\d+(?:\.\d+)?)\.? ", SPEC, flags=re.MULTILINE)
SECTIONS = dict(zip(PARTS[1::2], PARTS[2::2], strict=True))
DEMANDS = demands.requirements(SPEC)
BY_MESSAGE = [
    (message, code) for message in MESSAGES.values() for code in SENTENCES if requirements(message, code)[0][0]
]


def duty(tag: str) -> str:
    """What spec.md says under a name, and under those that it refers to."""
    text = DEMANDS[tag].sentence
    referred = re.findall(r"\bas ([A-Z])(\d+)(?: to [A-Z](\d+))?", text)
    for letter, first, last in referred:
        meant = {f"{letter}{number}" for number in range(int(first), int(last or first) + 1)}
        text += "".join(duty(name) for name in DEMANDS if name.rstrip("abc") in meant and name != tag)
    return text


# --- the table is whole ----------------------------------------------------------------------------------------


def test_every_code_that_convicts_has_its_sentence():
    registry = json.loads(registries.path_of("refusals").read_text("utf-8"))["refusals"]
    convicting = {row["name"] for row in registry if row["convicts"]}
    assert {code.label for code in SENTENCES} == convicting
    assert len({sentence("", code, "Nino") for code in SENTENCES}) == len(SENTENCES)


def test_every_refinement_is_of_a_message_and_of_a_code_that_convicts():
    assert {message for message, _ in REFINED} <= set(MESSAGES.values())
    assert {code for _, code in REFINED} | set(ANY_MESSAGE) <= set(SENTENCES)
    for message, code in REFINED:
        assert sentence(message, code, "{who}") == REFINED[message, code].replace("{whose}", "{who}'s")


@pytest.mark.parametrize(("message", "code"), BY_MESSAGE, ids=lambda value: getattr(value, "label", value))
def test_every_requirement_stands_in_its_section_and_names_the_code(message, code):
    for tag, section in requirements(message, code):
        assert f"[{tag}]" in SECTIONS[section], (tag, section)
        expected = "two different bodies" if tag == "E2" else f"`{code.label}`"
        assert expected in duty(tag), tag
        if section != "7":
            assert SECTIONS[section].startswith(f"{message} (")


def test_what_has_no_name_has_a_section():
    assert requirements("pass", Code.POINTS_ILLEGAL) == (("", "9.11"),)
    assert requirements("", Code.POINTS_ILLEGAL) == (("", "9"),)
    assert requirements("", Code.TYPE_UNKNOWN) == (("E14", "7"),)


def plain(text: str) -> str:
    """The spec's letters as they stand in reports."""
    parts = unicodedata.normalize("NFD", text.replace("`", "").replace(" … ", " ... ").replace("…", "..."))
    return re.sub("(.)\u0302", r"\1_hat", parts)


def test_every_equation_stands_in_its_section():
    named = {POINT_FORM, SCALAR_FORM, proofs.LINEAR, proofs.SHUFFLE, proofs.POINTS_RANGE, proofs.TWICE}
    assert named | {evidence.COMMITMENT, evidence.RESULT} == set(EQUATIONS)
    for name, (section, _) in EQUATIONS.items():
        assert f"[{name}]" in SECTIONS[section]
    for name in (proofs.LINEAR, proofs.SHUFFLE):
        assert plain(DEMANDS[name].sentence).endswith(f" unless {EQUATIONS[name][1]}.")


# --- every bad game of the protocol ----------------------------------------------------------------------------


@cache
def bad_games() -> dict[str, tuple[Report, str]]:
    """The report on each, and the code that its sidecar tells."""
    found = {}
    for path in sorted(Path(GAMES, "bad").glob("*.json")):
        case = json.loads(path.read_text("utf-8"))
        others = [Path(GAMES, f"{other}.bura").read_bytes() for other in case["in"]["others"]]
        found[path.stem] = verify_file(data_of(path, case["in"]), others), case["expect"].get("code")
    return found


def data_of(path: Path, given: dict) -> bytes:
    if "file" in given:
        return (path.parent / given["file"]).read_bytes()
    base = read_game(Path(GAMES, f"{given['of']}.bura").read_bytes())
    more = [SignedEntry(seat, bytes.fromhex(body), bytes.fromhex(sign)) for seat, body, sign in given["more"]]
    return write_game(base.identities, [*base.entries[: given["entries"]], *more])


def convicted() -> dict[str, Report]:
    return {name: report for name, (report, code) in bad_games().items() if code is not None}


def test_every_fault_of_the_games_is_told_and_can_be_checked_again():
    assert len(convicted()) > 60
    for name, report in convicted().items():
        culprit, found = report.culprit, report_json(report, name)["evidence"]
        text = " ".join(report_text(report, name).split())
        assert f"Round {culprit.round}: " in found["sentence"], name
        assert found["sentence"] in text
        assert "was refused" not in text
        assert f"(code {culprit.code.label}) breaks: " in text
        assert len(found["entries"]) == (2 if report.verdict is Verdict.EQUIVOCATION else 1)
        for entry in found["entries"]:
            key, body, signature = (bytes.fromhex(entry[part]) for part in ("key", "body", "signature"))
            assert key == report.identities[culprit.seat]
            verify_signature(key, pae(MEDIA_TYPE, body), signature)
            assert (decode_body(body).round, decode_body(body).seat) == (culprit.round, culprit.seat)
        assert any(cited["name"] for cited in found["rules"]) or culprit.message == "pass"
        assert json.loads(json.dumps(found)) == found


def equations() -> dict[str, tuple[str, dict[str, str]]]:
    found = {}
    for name, report in convicted().items():
        told = report_json(report, name)["evidence"]["equation"]
        if told is not None:
            found[name] = told["name"], told["values"]
    return found


def test_every_proof_that_fails_shows_its_equation():
    shown = equations()
    for name, report in convicted().items():
        if report.culprit.code in range(Code.POINT, Code.STATEMENT_PROOF + 1):
            assert name in shown, name
    assert {name for name, _ in shown.values()} >= {"G1", "G2", "G6", "G7", "K3", "Z2"}


def series(values: dict[str, str], letter: str) -> list[str]:
    """The values of letter_1, letter_2 …"""
    numbers = sorted(int(name.removeprefix(f"{letter}_")) for name in values if re.fullmatch(rf"{letter}_\d+", name))
    return [values[f"{letter}_{number}"] for number in numbers]


def points(values: dict[str, str], letter: str) -> list[curve.Point]:
    return [None if data == "00" * 33 else curve.decode(bytes.fromhex(data)) for data in series(values, letter)]


def numbers(values: dict[str, str], letter: str) -> list[int]:
    return [int(data, 16) for data in series(values, letter)]


def check_linear(values: dict[str, str]) -> None:
    """G6 from the values alone, with the arithmetic of the second reader: both sides are what is said, and differ."""
    S, e, z = bytes.fromhex(values["S"]), int(values["e"], 16), numbers(values, "z")
    T = points(values, "T")
    for k, (Y, told) in enumerate(zip(points(values, "Y"), T, strict=True), 1):
        bases = {j: values[f"B_{k}_{j}"] for j in range(1, len(z) + 1) if f"B_{k}_{j}" in values}
        for data in (values[f"Y_{k}"], *bases.values()):
            assert bytes.fromhex(data) in S
        terms = [(z[j - 1], curve.decode(bytes.fromhex(data))) for j, data in bases.items() if data != "00" * 33]
        assert curve.combine(*terms, (-e % curve.ORDER, Y)) == told
    right = reader.to_scalar(reader.vec(S, *map(curve.encode, T)), "linear-challenge")
    assert (values["left"], values["right"]) == (values["e"], f"{right:064x}")
    assert right != e


def test_a_linear_equation_can_be_checked_from_its_values():
    found = {name: values for name, (equation, values) in equations().items() if equation == "G6"}
    assert len(found) >= 8
    for values in found.values():
        check_linear(values)


def check_shuffle(values: dict[str, str], label: str) -> None:
    """G7, as above."""
    N, k = int(values["N"]), int(values["k"], 16)
    A, B, A_, B_ = (points(values, letter) for letter in ("A", "B", "A'", "B'"))
    c, c_hat, t_hat = (points(values, letter) for letter in ("c", "c_hat", "t_hat"))
    s, s_hat, s_, u = (numbers(values, letter) for letter in ("s", "s_hat", "s'", "u"))
    P = curve.decode(bytes.fromhex(values["P"]))
    h, *bases = (reader.GENERATOR[name] for name in ("h", *[f"h_{i}" for i in range(1, N + 1)]))
    pairs = [point for card in (*zip(A, B, strict=True), *zip(A_, B_, strict=True)) for point in card]
    listed = [curve.encode(point) for point in (reader.G, h, *bases, P, *pairs, *c)]
    d = reader.sha(reader.vec(label.encode(), bytes.fromhex(values["ctx"]), reader.u16(N), *listed))
    assert d.hex() == values["d"]
    assert u == [reader.to_scalar(d + reader.u16(i), "shuffle-u") for i in range(1, N + 1)]
    product, ku = k, [-k * u_i % ORDER for u_i in u]
    for u_i in u:
        product = product * u_i % ORDER
    one = [(1, point) for point in c] + [(ORDER - 1, point) for point in bases]
    t = {
        "t_1": curve.combine((s[0], reader.G), (-k % ORDER, curve.combine(*one))),
        "t_2": curve.combine((s[1], reader.G), (-k % ORDER, c_hat[-1]), (product, h)),
        "t_3": curve.combine((s[2], reader.G), *zip(s_, bases, strict=True), *zip(ku, c, strict=True)),
        "t_4B": curve.combine(*zip(s_, B_, strict=True), (-s[3] % ORDER, P), *zip(ku, B, strict=True)),
        "t_4A": curve.combine(*zip(s_, A_, strict=True), (-s[3] % ORDER, reader.G), *zip(ku, A, strict=True)),
    }
    assert {name: curve.encode(point).hex() for name, point in t.items()} == {name: values[name] for name in t}
    chain = [h, *c_hat]
    for i in range(N):
        link = [(s_hat[i], reader.G), (s_[i], chain[i]), (-k % ORDER, chain[i + 1])]
        assert curve.combine(*link) == t_hat[i]
    hashed = reader.vec(d, *map(curve.encode, (*c_hat, *t.values(), *t_hat)))
    right = reader.to_scalar(hashed, "shuffle-k")
    assert (values["left"], values["right"]) == (values["k"], f"{right:064x}")
    assert right != k


def test_a_shuffle_equation_can_be_checked_from_its_values():
    found = {name: values for name, (equation, values) in equations().items() if equation == "G7"}
    assert len(found) >= 2
    for values in found.values():
        check_shuffle(values, "deck" if int(values["N"]) > 5 else "hand")


def test_a_commitment_can_be_checked_from_its_values():
    values = next(values for equation, values in equations().values() if equation == "K3")
    parts = [bytes.fromhex(values[name]) for name in ("ctx", "X", "proof", "nonce")]
    assert reader.sha(reader.vec(b"key-commit", *parts)).hex() == values["right"] != values["left"]


def test_a_result_shows_what_was_said_and_what_follows():
    values = equations()["result-chips"][1]
    assert values == {"chips said": "-2 -2", "chips computed": "-3 -1"}
    text = " ".join(report_text(convicted()["result-chips"], "f").split())
    assert "chips said -2 -2, chips computed -3 -1" in text


def test_bytes_that_are_no_point_and_no_scalar_have_a_place():
    assert equations()["deal-point"] == ("G1", {"field": "shares", "byte": "0", "bytes": "00" * 33})
    name, values = equations()["shuffle-scalar"]
    assert (name, values["field"], values["byte"], len(values["bytes"])) == ("G2", "proof", "0", 64)


def test_the_pile_that_was_counted_wrong_is_told():
    report = convicted()["count-sum"]
    assert report_json(report, "f")["evidence"]["equation"]["item"] == 0
    assert "does not hold for item 1 of its list: G6" in " ".join(report_text(report, "f").split())


# --- where in an entry -----------------------------------------------------------------------------------------


def no_scalar(fault: Code, value: bytes) -> PeerError:
    equation = POINT_FORM if fault is Code.POINT else SCALAR_FORM
    return PeerError(fault, "why", failed=Failed(equation, None, (("bytes", value.hex()),)))


@pytest.mark.parametrize(("number", "code", "start"), [(0, Code.SCALAR, 0), (10, Code.SCALAR, 320),
                                                       (0, Code.POINT, 352), (5, Code.POINT, 517)])  # fmt: skip
def test_where_in_a_mix_a_field_is_wrong(number, code, start):
    """Three cards: eleven scalars, then six points."""
    wrong = bytes([255]) * (32 if code is Code.SCALAR else 33)
    proof = bytearray(550)
    proof[start : start + len(wrong)] = wrong
    message = m.Lead(hand=bytes(198), mix_proof=bytes(proof), openings=bytes(33), proof=bytes(64))
    failed = evidence.in_message(no_scalar(code, wrong), message)
    assert failed.values[:2] == (("field", "mix_proof"), ("byte", str(start)))
    assert number == (start // 32 if code is Code.SCALAR else (start - 352) // 33)


def test_where_in_a_count_a_field_is_wrong():
    wrong = bytes([255]) * 32
    message = m.Count((m.PileSum(1, bytes(128)), m.PileSum(2, bytes(96) + wrong)))
    failed = evidence.in_message(no_scalar(Code.SCALAR, wrong), message)
    assert failed.values[:2] == (("field", "piles 1 proof"), ("byte", "96"))
    nowhere = no_scalar(Code.SCALAR, b"\x07" * 32)
    assert evidence.in_message(nowhere, message) == nowhere.failed
    assert evidence.in_message(PeerError(Code.LENGTH), message) is None


def test_what_a_statement_is_refused_for_before_its_proof():
    key = masking.HandKey.generate(Tape("words"))
    cards = masking.start_deck(deck(36)[:2], key.X)
    owner = masking.verify_own_key(CTX, key.X.to_bytes(), masking.prove_own_key(CTX, key, Tape("own")))
    with pytest.raises(PeerError) as twice:
        statements.points(CTX, key.X, [*cards, cards[1]], 3)
    assert (twice.value.failed.equation, twice.value.failed.at) == ("G9", 2)
    with pytest.raises(PeerError) as much:
        masking.verify_points(CTX, owner, cards, 23, bytes(128))
    assert much.value.item(1).failed == Failed("G8", 1, (("p", "23"), ("k", "2")))
    assert PeerError(Code.LENGTH).item(1).failed is None


def test_a_proof_that_holds_under_another_label_shows_both_sides():
    """The refusal is made afresh from the public values: a replayed shuffle has a left and a right side as well."""
    key = masking.HandKey.generate(Tape("words"))
    cards = masking.start_deck(deck(36)[:3], key.X)
    mixed, proof = shuffle(Label.DECK, CTX, key.X, cards, (2, 0, 1), key.x, Tape("mix"))
    data = b"".join(card.to_bytes() for card in mixed)
    with pytest.raises(PeerError) as fault:
        verify_shuffle(Label.HAND, CTX, key.X, cards, data, proof, Code.MIX_PROOF)
    check_shuffle(dict(fault.value.failed.values), "hand")
    forms = (key.to_bytes().hex(), str(key.x))
    assert not any(secret in repr(fault.value.failed) for secret in forms)


def test_a_refusal_shows_its_values_only_to_who_asks():
    fault = PeerError(Code.OPEN_PROOF, "why", failed=Failed("G6", None, (("e", "00"),))).at(1, 5)
    assert fault.failed is not None
    assert str(fault) == "open_proof (seat 1, round 5): why"


# --- two entries -----------------------------------------------------------------------------------------------


def test_an_equivocation_shows_both_entries_and_where_they_differ():
    report = verify_file(games.twice())
    assert report.culprit.messages == ("raise", "resign")
    found = report_json(report, "f")["evidence"]
    assert [entry["message"] for entry in found["entries"]] == ["raise", "resign"]
    assert found["differ"] == ["type", "payload"]
    seat, round_ = report.culprit.seat, report.culprit.round
    text = " ".join(report_text(report, "f").split())
    assert f"Round {round_}: player {seat} signed two different entries for one place. signed by: player" in text
    assert "entries 'raise' and 'resign', which differ in type and payload (code equivocation)" in text
    assert "breaks: E2 in section 7 of spec.md" in text


def test_two_files_name_an_equivocator_with_both_entries():
    """Each side's file is open by itself; together they convict the seat that told each side another thing."""
    hall = Hall("tools two files").run(lambda hall: hall.table.stage.value == "lead")
    (seat,) = hall.table.owing()
    session = hall.sessions[seat]
    mine, theirs = (hall.file(extra=[forge_entry(session, m.Raise(to))]) for to in (2, 3))
    assert verify_file(mine).verdict is Verdict.OPEN
    report = verify_file(mine, [theirs])
    assert (report.verdict, report.culprit.seat) == (Verdict.EQUIVOCATION, seat)
    assert report.culprit.differ == ("to",)
    assert [decode_body(one.body).payload for one in report.culprit.entries] == [(2,), (3,)]


def test_where_two_bodies_differ():
    hall = Hall("tools differ").run(lambda hall: hall.table.stage.value == "lead")
    (seat,) = hall.table.owing()
    session = hall.sessions[seat]
    one = decode_body(forge_entry(session, m.Raise(2)).body)
    assert evidence.differing(one, decode_body(forge_entry(session, m.Raise(2), prev=bytes(32)).body)) == ("prev",)
    assert evidence.differing(one, decode_body(forge_entry(session, m.Raise(3), prev=bytes(32)).body)) == (
        "prev", "to",
    )  # fmt: skip
    unreadable = replace(one, payload=("x",))
    assert evidence.differing(one, unreadable) == ("payload",)
    assert evidence.word(replace(one, type=200)) == "200"


def test_a_second_entry_that_says_nothing_readable_is_shown_as_well():
    hall = Hall("tools unreadable").run(lambda hall: hall.table.stage.value == "lead")
    (seat,) = hall.table.owing()
    session = hall.sessions[seat]
    body = forge_entry(session, m.Raise(2)).body
    odd = sign_entry(session._identity, body.replace(bytes([11, 0x91, 2]), bytes([11, 0x91, 0xC2])), seat)
    report = verify_file(hall.file(extra=[forge_entry(session, m.Raise(2)), odd]))
    assert report.culprit.differ == ("payload",)
    alone = verify_file(hall.file(extra=[odd]))
    assert (alone.culprit.code, alone.culprit.failed) == (Code.SHAPE, None)
    assert alone.culprit.entries == (odd,)


# --- what cannot be known, and what is harmless ----------------------------------------------------------------


def test_every_verdict_says_what_it_cannot_know():
    culprit = Culprit(0, 3, Code.OPEN_PROOF, failed=Failed("G6"))
    said = {
        verdict: " ".join(unknowns(Report(verdict, "why", culprit=culprit if "FAULT" in verdict.name else None)))
        for verdict in Verdict
    }
    always = ("whether two keys are two people", "what any card was that never opened")
    for verdict, words in said.items():
        if verdict not in (Verdict.MALFORMED, Verdict.UNSUPPORTED):
            assert all(phrase in words for phrase in always), verdict
    for verdict in (Verdict.OPEN, Verdict.UNSIGNED_RESULT):
        assert "why the next entry is missing" in said[verdict]
        assert "whether more was played after the last entry here" in said[verdict]
        assert "whether the others heard the last words here" in said[verdict]
    assert "without the other side's file" in said[Verdict.FORKED]
    assert "who broke the hand" in said[Verdict.VOID]
    assert "who made the file so" in said[Verdict.MALFORMED]
    assert "whether the game is fair" in said[Verdict.UNSUPPORTED]
    for verdict in (Verdict.FAULT, Verdict.EQUIVOCATION):
        assert "whether it was meant, or a program failed" in said[verdict]
    assert "which part of the proof is false: one hash stands for all of its equations" in said[Verdict.FAULT]
    twice = unknowns(verify_file(games.twice()))
    assert "which of the two entries the other side saw first, or at all" in twice


def test_a_void_hand_says_why():
    path = Path(GAMES, "open", "keys-equal.json")
    report = verify_file(data_of(path, json.loads(path.read_text("utf-8"))["in"]))
    assert report.verdict is Verdict.VOID
    text = " ".join(report_text(report, "f").split())
    assert "The last hand is void: two seats showed one key, or all keys cancel out (keys_equal); nobody is" in text


def test_text_from_a_peer_stays_harmless():
    nasty = "\x1b[31mEve\u202e\n  Round 1: the host lost {who}"
    for report in (verify_file(games.faulty()), verify_file(games.twice())):
        hostile = replace(report, names=(nasty, nasty))
        culprit = replace(report.culprit, detail="\x1b[2Jwhy")
        text = report_text(replace(hostile, culprit=culprit), "f")
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert not any(line.lstrip().startswith("Round 1:") for line in text.splitlines())
        assert json.dumps(report_json(hostile, "f")).isascii()


def test_a_player_without_a_name_is_called_by_the_seat():
    report = replace(verify_file(games.faulty()), names=())
    who = ("the host", "the guest")[report.culprit.seat]
    assert f"  Round {report.culprit.round}: {who} raised as the rules" in report_text(report, "f")


def test_of_a_picture_nothing_is_unknown():
    assert unknowns(verify_file(b"\x89PNG\r\n\x1a\n" + bytes(40))) == ()
