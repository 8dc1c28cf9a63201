"""The feed speaks the language of its page, or the one that was chosen, and keeps only the latter."""

from __future__ import annotations

from bura_p2p.store import Store
from bura_p2p.ui import tongue
from bura_p2p.ui.kept import keep_choices, kept_choices, speak_as_kept
from tests.ui.feeds import clicker_at


def georgian_card(clicker) -> str:
    return next(" ".join(one["card"]) for one in clicker.state["rulesets"] if one["id"] == "georgian")


async def test_a_page_tells_its_language_where_nobody_has_chosen_one(tmp_path):
    async with clicker_at(tmp_path, "Nino") as nino:
        assert "Rules: Georgian, three cards." in georgian_card(nino)
        nino.do("speak", language="ru-RU")
        told = "Правила: Грузинская, три карты."
        await nino.until(lambda message: told in " ".join(message.state["rulesets"][0]["card"]))
        assert "language" not in nino.state["settings"]
        nino.do("rematch")
        assert (await nino.event("not_done"))["text"] == "Сейчас другой игры просить нельзя."
        nino.do("speak", language="xx")
        assert tongue.language() == "ru"
    with Store.open(tmp_path) as store:
        assert kept_choices(store) == {}


async def test_a_chosen_language_is_kept_and_no_page_changes_it(tmp_path):
    async with clicker_at(tmp_path, "Nino") as nino:
        nino.do("setting", key="language", value="ka")
        await nino.until(lambda message: message.state["settings"].get("language") == "ka")
        assert "წესები: ქართული, სამკარტიანი." in georgian_card(nino)
        nino.do("speak", language="ru")
        assert tongue.language() == "ka"
    tongue.use("en")
    with Store.open(tmp_path) as store:
        speak_as_kept(store)
        assert tongue.language() == "ka"
        tongue.speak("ru", {})
        speak_as_kept(store)
        assert tongue.language() == "ru"


async def test_the_language_of_the_command_is_not_kept_with_another_setting(tmp_path):
    with Store.open(tmp_path) as store:
        keep_choices(store, {"language": "ka"})
    tongue.speak("ru", {})
    async with clicker_at(tmp_path, "Nino") as nino:
        nino.do("setting", key="theme", value="dark")
        await nino.until(lambda message: message.state["settings"].get("theme") == "dark")
        assert nino.state["settings"]["language"] == "ru"
    with Store.open(tmp_path) as store:
        assert kept_choices(store) == {"language": "ka", "theme": "dark"}


async def test_the_language_of_the_command_is_that_of_the_page(tmp_path):
    tongue.speak("ru", {})
    async with clicker_at(tmp_path, "Nino") as nino:
        assert nino.state["settings"]["language"] == "ru"
        nino.do("setting", key="language", value="en")
        await nino.until(lambda message: message.state["settings"].get("language") == "en")
        assert "Rules: Georgian, three cards." in georgian_card(nino)
