"""A real mongod that wants TLS and a password, with certificates made for it."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import trustme
from port_for import get_port
from pymongo import MongoClient

from wildwood.store.private_server import find_mongod

USER, PASSWORD = "anna", "s3cret/p@ss"
QUOTED = "s3cret%2Fp%40ss"
"""The password as a URI has it."""


@dataclass(frozen=True)
class SecuredMongod:
    """Where it listens, who signed its certificate, and who did not."""

    port: int
    authority: Path
    other_authority: Path
    log: Path

    def uri(self, *, user: str = f"{USER}:{QUOTED}@", options: str = "") -> str:
        return f"mongodb://{user}localhost:{self.port}/?authSource=admin{options}"

    def tls(self, authority: Path | None = None) -> str:
        return f"&tls=true&tlsCAFile={authority or self.authority}"


@contextmanager
def secured_mongod(folder: Path) -> Iterator[SecuredMongod]:
    """Start it with one user, and end it."""
    made = SecuredMongod(
        get_port(None) or 0, folder / "ca.pem", folder / "other-ca.pem", folder / "log"
    )
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(made.authority))
    trustme.CA().cert_pem.write_to_path(str(made.other_authority))
    key = folder / "server.pem"
    authority.issue_cert("localhost").private_key_and_cert_chain_pem.write_to_path(str(key))
    (folder / "data").mkdir()
    command: list[str | Path] = [
        *(find_mongod(), "--dbpath", folder / "data", "--logpath", made.log, "--auth"),
        *("--bind_ip", "127.0.0.1", "--port", str(made.port), "--nounixsocket"),
        *("--tlsMode", "requireTLS", "--tlsCertificateKeyFile", key, "--tlsCAFile", made.authority),
        "--tlsAllowConnectionsWithoutCertificates",
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            _make_user(made)
            yield made
        finally:
            server.kill()


def _make_user(made: SecuredMongod) -> None:
    """The first user may be made without one, from the machine itself."""
    uri = made.uri(user="", options=made.tls())
    with MongoClient[dict[str, Any]](uri) as client:
        client.admin.command("createUser", USER, pwd=PASSWORD, roles=["root"])
