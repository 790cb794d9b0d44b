"""The command `tessella web`."""

import argparse

from tessella import games
from tessella.cli.options import add
from tessella.cli.play import add_database, server_store
from tessella.errors import ParseError
from tessella.i18n import _
from tessella.io.extras import load


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = _("Serve the games as a web page, and print its address with an access token.")
    address = parser.add_argument_group(_("address"))
    host = _("address to listen on; 0.0.0.0 lets other devices connect (default: 127.0.0.1)")
    add(address, {"--host ADDRESS=127.0.0.1": host, "--port N=8048": _("port; 0 for any free one (default: 8048)")})
    names = _("host name that leads to this server; may be repeated")
    address.add_argument("--name", metavar="NAME", action="append", default=[], help=names)
    add(address, {"--no-browser": _("do not open a browser")})
    own = parser.add_argument_group(_("games"))
    add(own, {"--players": _("multi-user: separate games for each visitor")})
    assign = _("with --players: id of a game for everybody, first in the menu; may be repeated")
    own.add_argument("--assign", metavar="ID", action="append", default=[], help=assign)
    add_database(own)
    lang = _("language: en or zh (default: the browser's)")
    add(parser, "--no-save", {"--lang LANG": lang})


def run(args: argparse.Namespace) -> int:
    """Serve until the process is told to end."""
    server = load("tessella.web.server", "web", "tessella web")
    if not (args.port.isascii() and args.port.isdigit() and int(args.port) < 65536):
        raise ParseError(_("expected a port from 0 to 65535, got {text}"), text=args.port)
    if args.assign and not args.players:
        raise ParseError(_("expected {option} with {other}"), option="--players", other="--assign")
    assigned = [games.open_id(games.find_id(text)) for text in args.assign]
    store = server_store(args)
    if assigned:  # for `tessella scores --class`
        store.choose("assigned", "\n".join(dict.fromkeys(opening.id for opening in assigned)))
    code: int = server.serve(
        store,
        host=args.host,
        port=int(args.port),
        players=args.players,
        assigned=assigned,
        lang=args.lang,
        names=tuple(map(str.lower, args.name)),
        opens_browser=not args.no_browser,
    )
    return code
