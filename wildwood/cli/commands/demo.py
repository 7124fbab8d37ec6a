"""The command `wildwood demo`."""

import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from wildwood import resources
from wildwood.analysis.ps_report import ps_report
from wildwood.cli.options import Command, SharedOptions, common_options, verbose_option
from wildwood.cli.pairs import print_pairs
from wildwood.cli.reporting import reported
from wildwood.errors import WildwoodError
from wildwood.report.shown import ReportPair
from wildwood.runs.job import Job, job_of
from wildwood.runs.outcome import Run
from wildwood.runs.rebuild.rebuild import RebuildOptions, rebuild
from wildwood.runs.session import writing_store
from wildwood.settings import Config, Paths
from wildwood.store import Store

_RIFS = resources.PACKAGE / "demo"


@click.command(cls=Command)
@click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
@click.option("--keep", is_flag=True, help="Keep the rifs and the database.")
@common_options
@verbose_option
def demo(options: SharedOptions, folder: Path | None, *, keep: bool) -> None:
    """Run the main job on a few small rifs of real papers.

    Writes to FOLDER, which is kept, or to a temporary folder. Example: wildwood demo --keep
    """
    with _demo_folder(folder, keep=keep) as place:
        config = _demo_config(options.config(), place)
        file = _prepare(config.paths, place.absolute())
        job = job_of(config)
        with reported(options, config.limits) as outcome:
            job.ps.prepare()
            with writing_store(config, "wildwood demo") as store:
                rebuild(Run(job, store, outcome), RebuildOptions())
                print_pairs(_pairs(job, store))
        _print_location(config.paths.ps, file, kept=keep or folder is not None)


@contextmanager
def _demo_folder(folder: Path | None, *, keep: bool) -> Iterator[Path]:
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WildwoodError(f"Cannot create {folder}: {error.strerror}.") from error
        if any(folder.iterdir()):
            raise click.UsageError(f"{folder} is not empty; choose a new folder.")
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


def _prepare(paths: Paths, place: Path) -> Path:
    """Write the rifs and a configuration; return the file of the configuration.

    Raises:
        WildwoodError: they cannot be written.
    """
    try:
        paths.us.mkdir()
        for rif in _RIFS.glob("*.xml"):
            shutil.copyfile(rif, paths.us / rif.name)
        return _write_config(paths, place)
    except OSError as error:
        raise WildwoodError(f"Cannot write the demo to {place}: {error.strerror}.") from error


def _write_config(paths: Paths, place: Path) -> Path:
    """Write a configuration with which other commands find what the demo leaves."""
    file = place / "wildwood.toml"
    # A JSON string is also a TOML string.
    names = {"us": paths.us, "ps": paths.ps, "db": paths.db}
    lines = (f"{name} = {json.dumps(str(path.absolute()))}\n" for name, path in names.items())
    file.write_text(f"[paths]\n{''.join(lines)}", encoding="utf-8")
    return file


def _pairs(job: Job, store: Store) -> Sequence[ReportPair]:
    """Return all pairs of the ps rifs, strongest first."""
    return ps_report([job.ps.read(date) for date in job.us.listing().dates()], store).pairs


def _print_location(ps: Path, config: Path, *, kept: bool) -> None:
    if kept:
        click.echo(f"The presorted rifs are in {ps}; look at {max(ps.iterdir())}")
        click.echo(f"Query the handles: wildwood shell --config {config}")
    else:
        click.echo(f"The presorted rifs were in {ps}; use --keep to keep them.")
