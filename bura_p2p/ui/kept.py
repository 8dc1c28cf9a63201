"""What all faces keep for themselves in the store, the language among it.

Here: the choices as one setting, and speaking the language that was chosen there. Never: what the store keeps for
itself, such as whether deals are noted.
"""

from __future__ import annotations

import json
from typing import Final

from ..store import Store
from . import tongue

_SETTINGS: Final = "table settings"
LANGUAGE: Final = "language"
"""The choice of a language, one of `tongue.LANGUAGES`."""


def kept_choices(store: Store) -> dict[str, str]:
    """The choices by name, as they were kept; nothing where what is there cannot be read."""
    try:
        kept = json.loads(store.setting(_SETTINGS) or "{}")
    except (ValueError, RecursionError):
        kept = {}
    return {str(key): str(value) for key, value in kept.items()} if isinstance(kept, dict) else {}


def keep_choices(store: Store, choices: dict[str, str]) -> None:
    """Keep them all."""
    store.put_setting(_SETTINGS, json.dumps(choices))


def speak_as_kept(store: Store) -> None:
    """Speak the language that was chosen in the settings, unless this command names one itself."""
    chosen = tongue.spoken(kept_choices(store).get(LANGUAGE))
    if chosen is not None and not tongue.is_named():
        tongue.use(chosen)
