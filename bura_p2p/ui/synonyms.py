"""What is typed in Russian and Georgian, in the English words that the table reads.

Here: one table of words, which counts in every language that is spoken: whoever reads «пас» types it, and whoever
knows `pass` types that. Never: what a word means (`typed`), a card: its letters are Latin everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_SPELT: Final = {
    "lead": "ход ходить хожу пойти სვლა ჩამოვდივარ ჩამოსვლა",
    "beat": "бить бью побить ვჭრი გაჭრა ჭრა",
    "answer": "ответ отвечаю პასუხი",
    "give": "сброс сбросить сбрасываю скинуть отдать ვატან გატანება",
    "var": "вар ვარ",
    "claim": "объявить объявляю გამოცხადება ვაცხადებ",
    "pass": "пас პასი",
    "cede": "уступить уступаю დათმობა ვუთმობ",
    "raise": "поднять поднимаю повышение повышаю подъём აწევა ვწევ",
    "davi": "дави დავი",
    "se": "се სე",
    "chari": "чари ჩარი",
    "panji": "панджи ფანჯი",
    "shashi": "шаши შაში",
    "accept": "принять принимаю მიღება ვიღებ",
    "decline": "отказ отказываюсь უარი",
    "resign": "сдаюсь сдаться დანებება ვნებდები",
    "announce": "объявления გამოცხადებები",
    "help": "помощь справка დახმარება",
    "rules": "правила წესები",
    "table": "стол მაგიდა",
    "stop": "стоп სტოპ",
    "go": "дальше გაგრძელება",
    "quit": "выход выйти გასვლა",
    "chat": "чат ჩატი",
    "yes": "да კი",
    "no": "нет არა",
}

ENGLISH: Final[Mapping[str, str]] = {word: english for english, words in _SPELT.items() for word in words.split()}
"""A word to the English one."""

_WISHES: Final[Mapping[str, str]] = {
    "больше времени": "more time",
    "предложить конец": "offer end",
    "მეტი დრო": "more time",
    "დასრულების შეთავაზება": "offer end",
}


def in_english(line: str) -> str:
    """`line` with its first word in English, if it is one of these; also the `yes` of `resign yes`. What follows
    `chat` is left alone, and so is everything else.
    """
    if (wish := _WISHES.get(" ".join(line.lower().split()))) is not None:
        return wish
    word, space, rest = line.strip().partition(" ")
    english = ENGLISH.get(word.lower().rstrip(".!"))
    if english is None:
        return line
    if english == "resign":
        rest = ENGLISH.get(rest.strip().lower().rstrip(".!"), rest)
    return f"{english}{space}{rest}"
