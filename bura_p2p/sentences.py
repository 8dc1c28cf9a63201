"""Sentences that remember how they were made, so that a face can say them in another language.

Here: `Sentence`, English text with its template and values; `N_` and `NN_`, which mark templates that are used
elsewhere.
Never: a language, a catalogue, an import of the package.
"""

from __future__ import annotations


def N_(template: str) -> str:  # the name that every tool for catalogues knows
    """The same text, marked as one that faces translate where they show it."""
    return template


def NN_(one: str, many: str) -> tuple[str, str]:
    """The same for a count: the English forms for one, and for every other number."""
    return one, many


class Values(dict[str, object]):
    """Values by name. One that begins with `bura` needs none: `{bura_resume}` is the command of that name, which a
    face that knows how the program was started tells with its path.
    """

    def __missing__(self, name: str) -> object:
        head, *words = name.split("_")
        if head != "bura":
            raise KeyError(name)
        return self.command(" ".join(words))

    def command(self, words: str) -> str:
        """What is typed for the program with these words."""
        return f"bura {words}".rstrip()


class Sentence(str):
    """English text made of a `template` and `values` by name: a sentence of a layer below the faces.

    It is a plain text to everybody but to those who translate, which take the template instead. A value may be a
    `Sentence` itself. `str()` of it, and of an exception that holds nothing else, is the sentence itself, not a copy
    that has forgotten.
    """

    template: str
    values: dict[str, object]

    def __new__(cls, template: str, /, **values: object) -> Sentence:
        """`template` with `values` filled in, as `str.format` does, and with commands (see `Values`)."""
        made = super().__new__(cls, template.format_map(Values(values)))
        made.template, made.values = template, values
        return made

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _made, (self.template, self.values)


def _made(template: str, values: dict[str, object]) -> Sentence:
    return Sentence(template, **values)
