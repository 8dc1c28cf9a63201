"""The sentences of the package, and the catalogues of their translations.

Here: what the sources say (`extracted`), what a catalogue holds, and both brought together:

    python -m tests.i18n.catalogues

takes new sentences into `bura_p2p/ui/locale/*/LC_MESSAGES/bura.po`, drops those that nobody says any more, and writes
the `.mo` beside each, which the program reads. Never: a translation.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from cyclopts import App
from cyclopts.argument import Argument
from docstring_parser import DocstringStyle, parse

from bura_p2p.cli import make_app
from bura_p2p.ui.help_page import paragraphs

PACKAGE = Path(__file__).resolve().parents[2] / "bura_p2p"
LOCALE = PACKAGE / "ui" / "locale"
OTHERS = ("ru", "ka")

SINGLE = {"t": (0,), "N_": (0,), "Sentence": (0,), "tells": (1, 2), "clause": (1, 2), "_clause": (1, 2),
          "NotDone": (0,), "MalformedFile": (0,), "OtherFile": (0,)}  # fmt: skip
"""Calls whose arguments at these places are templates, where they stand there as text."""

UNMARKED = ("bots", "session", "stats", "store")
"""Layers whose faults people see, and whose sentences without values stand in `LocalError` as they are."""

COUNTED = {"tn": (0, 1), "NN_": (0, 1)}
"""Those that have one template for one, and one for many."""

Key = str | tuple[str, str]


def extracted() -> dict[Key, list[str]]:
    """Every template of the package, with the files that say it."""
    found: dict[Key, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] == "conformance":
            continue
        place = path.relative_to(PACKAGE.parent).as_posix()
        single = SINGLE | ({"LocalError": (0,)} if path.relative_to(PACKAGE).parts[0] in UNMARKED else {})
        for key in _templates(ast.parse(path.read_text(encoding="utf-8")), single):
            places = found.setdefault(key, [])
            if place not in places:
                places.append(place)
    for text in dict.fromkeys(helped()):
        found.setdefault(text, ["bura_p2p/cli.py"])
    return found


def helped() -> Iterator[str]:
    """What the help of each command says of it, a paragraph at a time, and of each of its parameters."""
    for name, app in commands():
        if not name:
            continue  # said as a whole, and marked where it stands
        yield from paragraphs(parse(app.help, style=DocstringStyle.NUMPYDOC).description or "")
        for argument in parameters(app):
            yield from paragraphs(argument.parameter.help or "")


def commands(app: App | None = None, name: str = "") -> Iterator[tuple[str, App]]:
    """Every command with those above it, by the words that are typed."""
    app = make_app("") if app is None else app
    yield name, app
    for word in app:
        if not word.startswith("-"):
            yield from commands(app[word], f"{name} {word}".strip())


def parameters(app: App) -> Iterator[Argument]:
    """The parameters of a command that its help shows."""
    if app.default_command:
        yield from app.assemble_argument_collection(parse_docstring=True).filter_by(show=True)


def _templates(tree: ast.AST, single: dict[str, tuple[int, ...]]) -> Iterator[Key]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        for at in single.get(name, ()):
            text = _text(node, at)
            if text:
                yield text
        if name in COUNTED:
            one, many = (_text(node, at) for at in COUNTED[name])
            if one and many:
                yield one, many


def _text(call: ast.Call, at: int) -> str | None:
    if at >= len(call.args):
        return None
    argument = call.args[at]
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


def po_file(language: str) -> Path:
    """The catalogue of a language, as people write it."""
    return LOCALE / language / "LC_MESSAGES" / "bura.po"


def catalogue(language: str) -> Catalog:
    """What the `.po` of a language holds; an empty one where there is none."""
    path = po_file(language)
    if not path.exists():
        return Catalog(locale=language, domain="bura")
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="bura")


def compiled(found: Catalog) -> bytes:
    """A catalogue as the program reads it."""
    out = BytesIO()
    write_mo(out, found)
    return out.getvalue()


_DAY = datetime(2026, 11, 30, tzinfo=UTC)  # always the same: a catalogue changes with its sentences only


def renewed(before: Catalog, language: str) -> Catalog:
    """The sentences of today, with the translations that `before` has of them."""
    after = Catalog(
        locale=language, domain="bura", project="bura-p2p", version="1", fuzzy=False, creation_date=_DAY,
        revision_date=_DAY, header_comment=f"# Bura in {language}: see tests/i18n/catalogues.py.",
    )  # fmt: skip
    for key, places in sorted(extracted().items(), key=lambda item: (item[1], str(item[0]))):
        known: Message | None = before.get(key if isinstance(key, str) else key[0])
        keeps = known is not None and known.id == key
        text = known.string if known is not None and keeps else None
        after.add(key, text, locations=[(place, None) for place in places])
    return after


def main() -> None:
    """Renew all catalogues."""
    for language in OTHERS:
        after = renewed(catalogue(language), language)
        path = po_file(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, after, width=118, omit_header=False, include_lineno=False)
        path.with_suffix(".mo").write_bytes(compiled(after))
        lacking = [message.id for message in after if message.id and not _whole(message)]
        print(f"{language}: {len(after)} sentences, {len(lacking)} not translated")


def _whole(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


if __name__ == "__main__":
    main()
