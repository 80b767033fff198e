"""Builds the package's wheel without any other package (PEP 517 and PEP 660).

The package is pure Python with one data file, so that a wheel is a zip of what
stands in src/. A backend of its own lets `pip install ./tools/serqir` work on a
machine without a network, where no build tool can be fetched.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"


def project() -> dict[str, str]:
    """The strings of the table [project].

    tomllib came with Python 3.11; all that is needed here are `key = "value"` lines.
    """
    text = (ROOT / "pyproject.toml").read_text("utf-8").split("[project]", 1)[1]
    return dict(re.findall(r'^([\w-]+) = "(.*)"$', text, re.MULTILINE))


def metadata() -> str:
    """The file METADATA of the wheel and PKG-INFO of the source archive."""
    p = project()
    readme = (ROOT / p["readme"]).read_text("utf-8")
    return (
        f"Metadata-Version: 2.1\nName: {p['name']}\nVersion: {p['version']}\nSummary: {p['description']}\n"
        f"Requires-Python: {p['requires-python']}\nDescription-Content-Type: text/markdown\n\n{readme}"
    )


def stem() -> str:
    """The beginning of the names of what is built."""
    p = project()
    return f"{p['name']}-{p['version']}"


def sources() -> dict[str, bytes]:
    """The files of the package, by their path below site-packages."""
    found = sorted(f for f in SOURCE.rglob("*") if f.is_file() and f.suffix != ".pyc")
    return {f.relative_to(SOURCE).as_posix(): f.read_bytes() for f in found}


def write_wheel(directory: str, files: dict[str, bytes]) -> str:
    """Writes a wheel of these files and returns its name."""
    info = f"{stem()}.dist-info"
    files = files | {
        f"{info}/METADATA": metadata().encode(),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: serqir_backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = [f"{name},sha256={digest(data)},{len(data)}" for name, data in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()
    name = f"{stem()}-py3-none-any.whl"
    with zipfile.ZipFile(Path(directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return name


def digest(data: bytes) -> str:
    """A file's hash as RECORD writes it."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


# The hooks that pip calls. The settings are pip's --config-settings, of which
# there are none here.


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    return write_wheel(wheel_directory, sources())


def build_editable(wheel_directory: str, config_settings: object = None, metadata_directory: object = None) -> str:
    return write_wheel(wheel_directory, {"serqir.pth": f"{SOURCE}\n".encode()})


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    name = f"{stem()}.tar.gz"
    files = {f"src/{path}": data for path, data in sources().items()}
    for path in ("pyproject.toml", "README.md", "backend/serqir_backend.py"):
        files[path] = (ROOT / path).read_bytes()
    files["PKG-INFO"] = metadata().encode()
    with tarfile.open(Path(sdist_directory) / name, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for path, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"{stem()}/{path}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return name
