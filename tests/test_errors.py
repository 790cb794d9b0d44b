"""The errors and the words that their messages share."""

import errno

import pytest

from tessella import errors, i18n


def test_every_error_is_a_value_error_that_may_carry_a_hint() -> None:
    """All errors are caught as TessellaError and as ValueError, and keep their hint."""
    kinds = [found for name, found in vars(errors).items() if name.endswith("Error")]
    assert len(kinds) == 10
    for kind in kinds:
        error = kind("expected this, got that", hint="try this")
        assert isinstance(error, errors.TessellaError)
        assert isinstance(error, ValueError)
        assert (str(error), error.hint) == ("expected this, got that", "try this")


def test_the_tree_in_the_docstring_names_every_error() -> None:
    """The drawing shows each class, and shows no other."""
    assert errors.__doc__
    drawn = {word for word in errors.__doc__.split() if word.endswith("Error")} - {"ValueError"}
    assert drawn == {name for name in vars(errors) if name.endswith("Error")}


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.ENOENT, "no such file"),
        (errno.EACCES, "permission denied"),
        (errno.EISDIR, "is a directory"),
        (errno.ELOOP, "Too many levels of symbolic links"),
    ],
)
def test_what_the_system_refuses_is_told_as_python_programs_tell_it(number: int, why: str) -> None:
    """Known reasons are short and in lower case; of others the system's own words are kept."""
    refused = OSError(number, "Too many levels of symbolic links")
    assert errors.cannot_read("a/b", refused) == f"cannot read 'a/b': {why}"
    assert errors.cannot_write("a/b", refused) == f"cannot write 'a/b': {why}"


def test_what_the_system_refuses_is_told_in_chinese() -> None:
    """The sentence and its reason are translated; the name is not."""
    with i18n.speaking("zh"):
        assert errors.cannot_read("x", FileNotFoundError(errno.ENOENT, "")) == "无法读取 'x'：没有这个文件"


def test_a_mistyped_name_finds_the_one_that_was_meant() -> None:
    """Case and a letter more or less do not matter; what is like no name gives nothing."""
    assert errors.nearest("Hart", ["easy", "hard"]) == "hard"
    assert errors.nearest("beginer", ["beginner", "easy"]) == "beginner"
    assert errors.nearest("xyz", ["easy", "hard"]) == ""


def test_what_is_quoted_stays_short() -> None:
    """A text of any length and content becomes one line of bounded length."""
    assert errors.quote("a\nb") == "'a\\nb'"
    assert len(errors.quote("9" * 10**6)) < 70


def test_a_name_that_is_none() -> None:
    """What is none of the names is refused, with the one that was meant."""
    with pytest.raises(errors.ParseError, match="expected one of ansi, rgb_array, got 'rgb_aray'") as caught:
        errors.one_of(("ansi", "rgb_array"), "rgb_aray")
    assert caught.value.hint == "did you mean rgb_array?"


def test_the_input_in_a_message_is_quoted() -> None:
    """Values are put into the message, the input in quotes; a message without values may hold braces."""
    error = errors.ParseError("expected {n} cells, got {text}", n=81, text="x" * 100)
    assert str(error) == "expected 81 cells, got '" + "x" * 60 + "...'"
    assert str(errors.ParseError("expected {")) == "expected {"
