"""A formula is a value in `kernel/strength.py`: all commands know it from there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import wildwood
from wildwood.kernel.files import folder

PACKAGE = Path(wildwood.__file__).parent
MEMBER = """
    FOURTH = (
        "fourth",
        Definition(
            summary="the mean, with equal weights.",
            denominators=_mean_totals,
            divided_by="the mean",
        ),
    )
"""
NEW, OLD = (PACKAGE / "demo" / f"{date}.amf.xml" for date in ("2015-03-26", "2015-03-05"))
FILES = {
    "left.csv": "id,title,authors\na1,Trade and Growth in Open Economies,Paul Krugman\n",
    "right.csv": "id,title,authors\nb1,Trade and Growth in Open Economies,Paul Krugman\n",
    "pairs.csv": "left,right\na1,b1\n",
}
EVALUATE = ("evaluate", "pairs.csv", "--left", "left.csv", "--right", "right.csv")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Link to the package, with a copy of `kernel/` that has a fourth formula."""
    root = tmp_path_factory.mktemp("checkout")
    package = root / "wildwood"
    package.mkdir()
    for entry in PACKAGE.iterdir():
        if entry.name not in {"kernel", "__pycache__"}:
            (package / entry.name).symlink_to(entry)
    for name in ("config", "migrations"):
        (root / name).symlink_to(folder(name))
    shutil.copytree(PACKAGE / "kernel", package / "kernel")
    file = package / "kernel" / "strength.py"
    text = file.read_text(encoding="utf-8")
    end = text.index("\n\n\n", text.index("class Formula("))
    file.write_text(f"{text[:end]}\n{MEMBER}{text[end:]}", encoding="utf-8")
    for name, text in FILES.items():
        (root / name).write_text(text, encoding="utf-8")
    return root


def output(checkout: Path, *arguments: str | Path) -> str:
    command = [sys.executable, "-m", "wildwood", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(checkout), "PYTHONSAFEPATH": "1"}
    done = subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_can_be_configured(checkout: Path) -> None:
    (checkout / "wildwood.toml").write_text('[strength]\nformula = "fourth"\n', encoding="utf-8")
    printed = output(checkout, *EVALUATE, "--all", "--config", "wildwood.toml")
    _, _, rows = printed.partition("\nformula ")
    assert rows.splitlines()[1].startswith("fourth ")


def test_lists_are_compared_with_it(checkout: Path) -> None:
    assert '"formula": "fourth"' in output(
        checkout, "compare", NEW, OLD, "--formula", "fourth", "--json"
    )


def test_it_is_evaluated_beside_the_others(checkout: Path) -> None:
    assert "fourth" in output(checkout, *EVALUATE, "--all")
