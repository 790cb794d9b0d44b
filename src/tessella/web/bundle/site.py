"""Site of plain files: the app in `play/`, and the docs around it.

    OUT/                          the docs
    OUT/play/ index.html          the page, in English until its Python says hello
              sw.js manifest.webmanifest icon-*.png python.js
              VERSION/            its scripts and styles; VERSION is a digest of all of play/
              python/             Pyodide and the modules, gzip-compressed as opaque bytes, a digest in each name

Every address is relative, so that the folder can lie anywhere. What is compressed is unpacked by the page, because a
plain server sends files as they are.
"""

import contextlib
import gzip
import hashlib
import html
import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from tessella import i18n
from tessella.errors import TessellaError, cannot_write
from tessella.i18n import N_, _
from tessella.web.bundle import downloads, icons
from tessella.web.docs import builder
from tessella.web.labels import STATIC, index_page, stylesheet

PACKAGE = Path(__file__).parents[2]
OWN = PACKAGE / "web" / "site" / "static"  # scripts that only this page has
HERE = Path(__file__).parent
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'"
)
LISTING = "const FILES = "  # how the service worker begins, before the names of the files that it keeps
NETWORK = "small.network"  # of game2048/; too much for the first visit, so it is fetched later


def build(out: Path, *, pyodide: Path | None = None, tell: Callable[[str], object] = lambda _text: None) -> None:
    """Write the site into a folder, from Pyodide in another one where that is given; `tell` takes what is being done.

    Raises TessellaError where something is not installed, or cannot be downloaded, packed or written.
    """
    builder.check_packages()  # before the download, which takes a while
    build_app(out / "play", pyodide=pyodide, tell=tell)
    tell(_("Writing the docs ..."))
    try:
        builder.build(out)
    except OSError as error:
        raise TessellaError(cannot_write(out, error)) from None


def build_app(play: Path, *, pyodide: Path | None = None, tell: Callable[[str], object] = lambda _text: None) -> None:
    """Write the app alone into a folder; an earlier one that is in it goes.

    Raises TessellaError where the folder has other files, and where something cannot be downloaded, packed or written.
    """
    tell(_("Collecting Python for the browser ..."))
    source, packages = downloads.pyodide(pyodide), downloads.packages()
    _check_place(play)
    with tempfile.TemporaryDirectory() as room:
        tell(_("Compiling the modules ..."))
        packed = _pack(source, packages, Path(room))
        try:
            _write(play, source, packed)
        except OSError as error:
            raise TessellaError(cannot_write(play, error)) from None


def _check_place(play: Path) -> None:
    """Raise TessellaError where a folder cannot be written, or has a file that no earlier site has written."""
    try:
        play.mkdir(parents=True, exist_ok=True)
        files = (path for path in play.rglob("*") if path.is_symlink() or not path.is_dir())
        is_free = {path.relative_to(play).as_posix() for path in files} <= _listed(play)
    except OSError as error:
        raise TessellaError(cannot_write(play, error)) from None
    if not is_free:
        message = _("expected an empty folder, or one with an earlier site, got {text}: it has other files")
        raise TessellaError(message, text=play)


def _listed(play: Path) -> set[str]:
    """Return the names of the files that an earlier site in a folder lists; none where there is no such site."""
    with contextlib.suppress(OSError, ValueError, TypeError):
        listed = json.JSONDecoder().raw_decode((play / "sw.js").read_text(encoding="utf-8").removeprefix(LISTING))[0]
        if any(str(name).startswith("python/pyodide-") for name in listed):
            return {"index.html", "sw.js", "python.js", *listed}
    return set()


def _pack(pyodide: Path, packages: Path, room: Path) -> Path:
    staged, packed = room / "staged", room / "packed"
    packed.mkdir()
    shutil.copytree(packages, staged, ignore=shutil.ignore_patterns("*.dist-info"))
    unwanted = shutil.ignore_patterns("__pycache__", "static", "bundle", "docs", "*.bin", NETWORK)
    shutil.copytree(PACKAGE, staged / "tessella", ignore=unwanted)
    roots = ["tessella", "tessella.game2048", "tessella.sudoku", "msgspec", "platformdirs.unix"]
    roots += ["tessella.sudoku.sudokupad"]  # which an example of the docs imports
    roots += [f"tessella.web.site.{path.stem}" for path in sorted((PACKAGE / "web" / "site").glob("[!_]*.py"))]
    node, script = downloads.program("node"), HERE / "pack.mjs"
    places = [str(place.resolve()) for place in (pyodide, staged, packed, HERE / "packing.py")]
    command = [node, str(script), *places, *roots]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")  # noqa: S603
    if done.returncode:
        raise TessellaError(
            _("cannot pack Python for the browser: {reason}").format(reason=done.stderr.strip()[-2000:])
        )
    return packed


def _write(play: Path, pyodide: Path, packed: Path) -> None:
    """Write the app; a version that was there before goes."""
    python = _python_files(pyodide, packed)
    page = {
        path.relative_to(folder).as_posix(): path.read_bytes() for folder in (STATIC, OWN) for path in _files(folder)
    }
    icon = page["icon.svg"].decode()
    page["themes.css"] = stylesheet().encode()
    page["python_files.js"] = _python_js(python, pyodide)
    pictures = {f"icon-{side}.png": icons.png(icon, side) for side in (192, 512)}
    pictures["icon-maskable-512.png"] = icons.png(icon, 512, maskable=True)
    service_worker = page.pop("service_worker.js").decode()
    for name in ("index.html", "manifest.webmanifest", "sw.js"):
        page.pop(name, None)
    everything = json.dumps({name: hashlib.sha256(content).hexdigest() for name, content in sorted(page.items())})
    version = hashlib.sha256(everything.encode()).hexdigest()[:12]
    files = {f"{version}/{name}": content for name, content in page.items()} | python | pictures
    files["index.html"] = _index(version).encode()
    files["manifest.webmanifest"] = _manifest().encode()
    precached = json.dumps(["./", *sorted(name for name in files if name != "index.html")], indent=0)
    files["sw.js"] = f"{LISTING}{precached};\n\n{service_worker}".encode()
    files["python.js"] = f'export * from "./{version}/python.js";\n'.encode()
    with tempfile.TemporaryDirectory(prefix=f".{play.name}.", dir=play.parent) as room:
        for name, content in files.items():
            path = Path(room, "new", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        play.rename(Path(room, "old"))  # it goes with the room, once all that is new is there
        Path(room, "new").rename(play)


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*.*")) if path.is_file()]


def _python_files(pyodide: Path, packed: Path) -> dict[str, bytes]:
    """Return the files of `python/` by their names, a digest of the content in each."""
    contents = {
        "pyodide.js": (pyodide / "pyodide.mjs").read_bytes().replace(b"//# sourceMappingURL=pyodide.mjs.map", b""),
        "pyodide.asm.js": (pyodide / "pyodide.asm.mjs").read_bytes(),
        "pyodide.asm.wasm.gz": (pyodide / "pyodide.asm.wasm").read_bytes(),
        "stdlib.zip.gz": (packed / "stdlib.zip").read_bytes(),
        "rest.zip.gz": (packed / "rest.zip").read_bytes(),
        "app.tar.gz": (packed / "app.tar").read_bytes(),
    }
    network = PACKAGE / "game2048" / NETWORK
    if network.is_file():
        contents[NETWORK] = network.read_bytes()
    named = dict[str, bytes]()
    for name, content in contents.items():
        stored = gzip.compress(content, 9, mtime=0) if name.endswith(".gz") else content
        stem, _dot, suffix = name.partition(".")
        named[f"python/{stem}-{hashlib.sha256(content).hexdigest()[:12]}.{suffix}"] = stored
    return named


def _python_js(python: dict[str, bytes], pyodide: Path) -> bytes:
    """Return the module that tells python.js the names and sizes of those files."""
    addresses, sizes = {}, {}
    for name, content in python.items():
        stem, _dash, digested = name.removeprefix("python/").partition("-")
        plain = f"{stem}.{digested.partition('.')[2]}"
        addresses[plain], sizes[plain] = f"../{name}", len(content)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    lock["packages"] = {}
    return (
        "/* Files of Python by name, relative to this one, their bytes, and Pyodide's list of packages: none is ever "
        "fetched. */\n\n"
        f"export const FILES = {json.dumps(addresses, indent=2)};\n"
        f"export const SIZES = {json.dumps(sizes, indent=2)};\nexport const LOCK = {json.dumps(lock)};\n"
    ).encode()


def _index(version: str) -> str:
    text = index_page("en", "auto", static=version)
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    worker = f'data-worker="{version}/worker.js" data-loading="{html.escape(json.dumps(_loading()))}"'
    return text.replace("<head>", f"<head>\n{policy}").replace("<body ", f"<body {worker} ")


def _loading() -> dict[str, dict[str, str]]:
    """Return what is said by language until Python can: while it is fetched, starts, or fails."""
    sentences = {
        "fetching": N_("Loading Tessella ... {n} %"),
        "starting": N_("Starting Tessella ..."),
        "failed": N_("Tessella could not be loaded ({reason}). Trying again ..."),
    }
    said = {}
    for lang in i18n.LANGUAGES:
        with i18n.speaking(lang):
            said[lang] = {name: _(sentence) for name, sentence in sentences.items()} | {"lang": i18n.language_tag()}
    return said


def _manifest() -> str:
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text(encoding="utf-8"))
    sizes = ((192, "any"), (512, "any"), (512, "maskable"))
    icon = "icon-{}{}.png"
    manifest |= {
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "description": "2048 and Sudoku",
        "icons": [
            {
                "src": icon.format("maskable-" if purpose == "maskable" else "", side),
                "sizes": f"{side}x{side}",
                "type": "image/png",
                "purpose": purpose,
            }
            for side, purpose in sizes
        ],
    }
    return json.dumps(manifest, indent=2) + "\n"
