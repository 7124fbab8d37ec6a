"""The command `wildwood serve`; what it serves is tested in tests/extraction/http."""

import re
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from wildwood.cli.program import group
from wildwood.extraction.http import web
from wildwood.kernel.settings import Config


@pytest.mark.parametrize(("host", "shown"), [("127.0.0.1", r"127\.0\.0\.1"), ("::1", r"\[::1\]")])
def test_it_prints_an_address_to_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, shown: str
) -> None:
    def serve_nothing(
        _config: Config,
        _listener: socket.socket,
        announce: Callable[[], None],
    ) -> None:
        announce()

    monkeypatch.setattr(web, "serve", serve_nothing)
    config = tmp_path / "wildwood.toml"
    config.write_text(f'[extraction]\nhost = "{host}"\nport = 0\n', encoding="utf-8")
    result = CliRunner().invoke(group, ["serve", "--config", str(config)])
    assert result.exit_code == 0
    address = rf"http://{shown}:[1-9]\d+"
    assert re.fullmatch(
        rf"Serving at {address}/ with documentation at {address}/docs\n", result.stderr
    )


def test_it_prints_no_address_if_it_cannot_serve(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    config = tmp_path / "wildwood.toml"
    config.write_text(
        f'[extraction]\nport = 0\nfiles = "{tmp_path}/file/documents"\n', encoding="utf-8"
    )
    result = CliRunner().invoke(group, ["serve", "--config", str(config)])
    assert result.exit_code == 1
    assert result.stderr == f"Error: Cannot create {tmp_path}/file/documents: Not a directory.\n"
