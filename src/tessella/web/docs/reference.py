"""Reference of the public names, from signatures and docstrings.

Docstrings of this project are Markdown with doctests, so they become MyST around the directives of Sphinx's domain for
Python; that makes each name a target of links and of the search.
"""

import inspect
import re
import textwrap
from collections.abc import Iterator
from importlib import import_module
from typing import Any

MODULES = ("tessella", "tessella.game2048", "tessella.sudoku", "tessella.errors")

_TABLE = re.compile(r"^=+(?: +=+)+$")


def pages() -> Iterator[tuple[str, str]]:
    """Yield the name of each page of the reference, and its MyST."""
    from tessella.i18n import _  # noqa: PLC0415

    listed = [name.rpartition(".")[2] for name in MODULES]
    intro = _("Every public name, as its docstring describes it. [The library](../api.md) has an example of each.")
    yield "index", "\n".join(["# " + _("Reference"), "", intro, "", "```{toctree}", *listed, "```", ""])
    for module in MODULES:
        yield module.rpartition(".")[2], _module_page(module)


def _module_page(name: str) -> str:
    module = import_module(name)
    parts = [f"# `{name}`", "", f"```{{py:module}} {name}", "```", "", markdown(module.__doc__ or "")]
    for public in public_names(name):
        parts += ["", _entry(public, getattr(module, public))]
    return "\n".join([*parts, ""])


def public_names(module: str) -> list[str]:
    """Return the public names of a module that are told of on its page, in the order of the alphabet."""
    found = import_module(module)
    listed = getattr(found, "__all__", None)
    if listed is None:
        listed = [name for name, value in vars(found).items() if getattr(value, "__module__", "") == module]
    # Packages have pages of their own; `tessella.play` is one that is called.
    own = [name for name in listed if f"{module}.{name}" not in MODULES and name[:2] not in ("__", "_")]
    return sorted((name for name in own if name[0] != "_"), key=str.casefold)


def _entry(name: str, value: Any) -> str:
    if isinstance(value, type):
        body = [markdown(value.__doc__ or ""), *(_member(name, member, of) for member, of in _members(value))]
        return _directive("class", name, _signature(value), body)
    if inspect.ismodule(value) and not callable(value):
        return _directive("data", name, "", [markdown(value.__doc__ or "")])
    if callable(value):
        made = value.__call__ if inspect.ismodule(value) else value
        return _directive("function", name, _signature(made), [markdown(inspect.getdoc(made) or "")])
    return _directive("data", name, "", ["```python", _shown(value), "```"])


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "\n".join(f"{key!r}: {of!s}" for key, of in value.items())
    return repr(value)


def _members(of: type) -> list[tuple[str, Any]]:
    """Return the public methods and properties of a class that have a docstring of their own."""
    found = []
    for name, value in vars(of).items():
        plain = getattr(value, "__func__", value)
        told = isinstance(value, property) or inspect.isfunction(plain)
        if not name.startswith("_") and told and (plain.__doc__ or "").strip():
            found.append((name, value))
    return found


def _member(owner: str, name: str, value: Any) -> str:
    plain = getattr(value, "__func__", value)
    kind = {property: "property", classmethod: "classmethod", staticmethod: "staticmethod"}.get(type(value), "method")
    signature = "" if kind == "property" else _signature(plain, skip=kind != "staticmethod")
    return _directive(kind, f"{owner}.{name}", signature, [markdown(inspect.cleandoc(plain.__doc__))])


def _directive(kind: str, name: str, signature: str, body: list[str]) -> str:
    text = "\n\n".join(part for part in body if part)
    ticks = "`" * (max((len(run) for run in re.findall(r"^`+", text, re.MULTILINE)), default=2) + 1)
    return f"{ticks}{{py:{kind}}} {name}{signature}\n\n{text}\n{ticks}"


def _signature(value: Any, *, skip: bool = False) -> str:
    """Return a signature with short names of types; nothing where there is none to be had."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    returned = inspect.Signature.empty if isinstance(value, type) else _type(found.return_annotation)
    parameters = [one.replace(annotation=_type(one.annotation)) for one in found.parameters.values()][skip:]
    return str(found.replace(parameters=parameters, return_annotation=returned))


class _Words(str):
    """An annotation that is written as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _type(annotation: Any) -> Any:
    if annotation is inspect.Parameter.empty:
        return annotation
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return _Words(re.sub(r"\b(?:[A-Za-z_]\w*\.)+([A-Za-z_]\w*)", r"\1", text))


def markdown(docstring: str) -> str:
    r"""Return a docstring as MyST: doctests as sessions of Python, tables and drawings as they stand.

    >>> markdown("Return 2.\n\n>>> 1 + 1\n2").split("\n")
    ['Return 2.', '', '```pycon', '>>> 1 + 1', '2', '```']
    """
    done: list[str] = []
    paragraphs = re.split(r"\n[ \t]*\n", textwrap.dedent(inspect.cleandoc(docstring)))
    for paragraph in paragraphs:
        lines = paragraph.split("\n")
        if lines[0].startswith(">>> "):
            done.append(f"```pycon\n{paragraph}\n```")
        elif _TABLE.match(lines[0]):
            done.append(f"```text\n{paragraph}\n```")
        elif lines[0].startswith("    "):
            done.append(f"```text\n{textwrap.dedent(paragraph)}\n```")
        else:
            done.append(paragraph)
    return "\n\n".join(done)
