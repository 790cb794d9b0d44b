"""The pictures of the documentation show what the program draws."""

import pytest

import pictures


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_no_picture_is_stale(name: str) -> None:
    """Each is what the program draws now; `python scripts/pictures.py` draws it anew."""
    kept = (pictures.DOCS / name).read_text(encoding="utf-8")
    assert kept == pictures.drawn(name), f"{name} is stale: python scripts/pictures.py"


def test_every_picture_is_one_of_them() -> None:
    """No picture of the folder is drawn by hand, but for the one screenshot."""
    assert {path.name for path in pictures.DOCS.glob("*.svg")} == set(pictures.PICTURES)
