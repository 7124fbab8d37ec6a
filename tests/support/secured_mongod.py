"""A real mongod that requires TLS and a password, with certificates made for it."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import trustme
from pymongo import MongoClient

from tests.support.mongod import free_port, mongod_command

USER, PASSWORD = "anna", "s3cret/p@ss"
QUOTED = "s3cret%2Fp%40ss"
"""The password as in a URI."""


@dataclass(frozen=True)
class SecuredMongod:
    """The server's port and log, the authority of its certificate, and another authority."""

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
    """Start the server with one user; kill it afterwards."""
    made = SecuredMongod(free_port(), folder / "ca.pem", folder / "other-ca.pem", folder / "log")
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(made.authority))
    trustme.CA().cert_pem.write_to_path(str(made.other_authority))
    key = folder / "server.pem"
    authority.issue_cert("localhost").private_key_and_cert_chain_pem.write_to_path(str(key))
    (folder / "data").mkdir()
    tls = ("--tlsMode", "requireTLS", "--tlsCertificateKeyFile", key, "--tlsCAFile", made.authority)
    command = mongod_command(
        folder / "data",
        made.port,
        *("--logpath", made.log, "--auth", *tls, "--tlsAllowConnectionsWithoutCertificates"),
    )
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        try:
            _make_user(made)
            yield made
        finally:
            server.kill()


def _make_user(made: SecuredMongod) -> None:
    """Create the first user; mongod allows that without a user, from the same machine."""
    uri = made.uri(user="", options=made.tls())
    with MongoClient[dict[str, Any]](uri) as client:
        client.admin.command("createUser", USER, pwd=PASSWORD, roles=["root"])
