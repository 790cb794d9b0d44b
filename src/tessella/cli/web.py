"""The command `tessella web`."""

import argparse

from tessella.cli.options import add
from tessella.cli.play import open_store
from tessella.errors import ParseError, TessellaError
from tessella.i18n import _
from tessella.play.store import Store


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _("Serve the games as a web page, and print its address with an access token.")
    address = parser.add_argument_group(_("address"))
    host = _("address to listen on; 0.0.0.0 lets other devices connect (default: 127.0.0.1)")
    add(address, {"--host ADDRESS=127.0.0.1": host, "--port N=8048": _("port; 0 for any free one (default: 8048)")})
    names = _("host name that leads to this server; may be repeated")
    address.add_argument("--name", metavar="NAME", action="append", default=[], help=names)
    add(address, {"--no-browser": _("do not open a browser")})
    add(
        parser.add_argument_group(_("games")),
        {
            "--players": _("multi-user: separate games for each visitor"),
            "--database URL": _("store games in PostgreSQL: postgresql://..."),
        },
    )
    lang = _("language: en or zh (default: the browser's)")
    add(parser, "--no-save", {"--lang LANG": lang})


def run(args: argparse.Namespace) -> int:
    """Serve until the process is told to end."""
    try:
        from tessella.web import server  # noqa: PLC0415 - an optional extra
    except ImportError as error:
        raise _missing("web", error) from None
    if not (args.port.isascii() and args.port.isdigit() and int(args.port) < 65536):
        raise ParseError(_("expected a port from 0 to 65535, got {text}"), text=args.port)
    return server.serve(
        _open_database(args.database) if args.database else open_store(args),
        host=args.host,
        port=int(args.port),
        players=args.players,
        lang=args.lang,
        names=tuple(map(str.lower, args.name)),
        opens_browser=not args.no_browser,
    )


def _open_database(url: str) -> Store:
    try:
        from tessella.play.postgres import Postgres  # noqa: PLC0415 - an optional extra
    except ImportError as error:
        raise _missing("postgres", error) from None
    return Store(Postgres.open(url))


def _missing(extra: str, error: ImportError) -> TessellaError:
    package = (error.name or extra).partition(".")[0]
    return TessellaError(
        _("this needs {name}, which is not installed").format(name=package),
        hint=_("install it with: {command}").format(command=f"python -m pip install 'tessella[{extra}]'"),
    )
