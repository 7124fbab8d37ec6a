"""The command demo: the main job on a handful of real records, from nothing."""

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from wildwood.cli.inspection import print_pairs
from wildwood.cli.options import Command, common, settings
from wildwood.cli.say import telling
from wildwood.errors import WildwoodError
from wildwood.job import Job
from wildwood.presorted import NamedPair, named_pairs
from wildwood.rebuild import Manner, rebuild
from wildwood.session import job_of, writing_store
from wildwood.settings import Config, Paths
from wildwood.store import Store

_RIFS = Path(__file__).parent.parent / "demo"


@click.command(cls=Command)
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
@click.option("--keep", is_flag=True, help="Leave the rifs and the database for a look.")
@common
@click.pass_context
def demo(ctx: click.Context, folder: Path | None, *, keep: bool) -> None:
    """Run the main job on a few small rifs of real papers, in FOLDER or a temporary one.

    A FOLDER that is given is always kept. Example: wildwood demo --keep
    """
    with _workplace(folder, keep=keep) as place:
        config = _demo_config(settings(ctx).config(), place)
        file = _write_config(config.paths, place.absolute())
        shutil.copytree(_RIFS, config.paths.us, ignore=shutil.ignore_patterns("*.md"))
        job = job_of(config)
        with telling(settings(ctx), config.limits) as outcome:
            job.ps.prepare()
            with writing_store(config, "wildwood demo") as store:
                rebuild(job, store, outcome, Manner())
                print_pairs(_pairs(job, store))
        _say_where(config.paths.ps, file, kept=keep or folder is not None)


@contextmanager
def _workplace(folder: Path | None, *, keep: bool) -> Iterator[Path]:
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WildwoodError(f"Cannot make {folder}: {error.strerror}.") from error
        if any(folder.iterdir()):
            raise click.UsageError(f"{folder} is not empty; name a new folder.")
        yield folder
    elif keep:
        yield Path(tempfile.mkdtemp(prefix="wildwood-demo-"))
    else:
        with tempfile.TemporaryDirectory(prefix="wildwood-demo-") as temporary:
            yield Path(temporary)


def _demo_config(config: Config, place: Path) -> Config:
    paths = Paths(us=place / "us", ps=place / "ps", db=place / "db")
    mongodb = replace(config.mongodb, uri="", database="wildwood")
    return replace(config, paths=paths, mongodb=mongodb)


def _write_config(paths: Paths, place: Path) -> Path:
    """A configuration with which other commands find what the demo leaves."""
    file = place / "wildwood.toml"
    # A string of JSON is one of TOML, too.
    names = {"us": paths.us, "ps": paths.ps, "db": paths.db}
    lines = (f"{name} = {json.dumps(str(path.absolute()))}\n" for name, path in names.items())
    file.write_text(f"[paths]\n{''.join(lines)}", encoding="utf-8")
    return file


def _pairs(job: Job, store: Store) -> list[NamedPair]:
    """Each pair that the ps rifs name, strongest first."""
    sources = [job.ps.read(date) for date in job.us.listing().dates()]
    pairs = [pair for source in sources for pair in named_pairs(source, store)]
    return sorted(pairs, key=lambda pair: -pair.similar.strength)


def _say_where(ps: Path, config: Path, *, kept: bool) -> None:
    if kept:
        click.echo(f"The presorted rifs are in {ps}; look at {max(ps.iterdir())}")
        click.echo(f"and query the handles: wildwood shell --config {config}")
    else:
        click.echo(f"The presorted rifs were in {ps}; --keep leaves them for a look.")
