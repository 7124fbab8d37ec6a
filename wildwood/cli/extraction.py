"""The commands `wildwood extract` and `wildwood serve`, which need the extra `extraction`."""

import logging
import re
import sys
from functools import partial
from importlib import util
from pathlib import Path

import click

from wildwood.cli import parameters
from wildwood.cli.output import progress_bar, report_errors
from wildwood.kernel import interruption
from wildwood.kernel.errors import UnansweredError, WildwoodError
from wildwood.kernel.extras import requires_extra
from wildwood.kernel.files import check_apart
from wildwood.kernel.settings import KEY_NAME
from wildwood.kernel.text import counted


@click.command(cls=parameters.Command)
@click.argument(
    "paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(path_type=Path)
)
@click.option(
    "--into", type=parameters.FOLDER, metavar="FOLDER",
    help="Write to FOLDER, which is made if it is missing, instead of beside each document.",
)  # fmt: skip
@click.option(
    "--fresh", is_flag=True,
    help="Extract again, even if the files are there or the data of a near duplicate is known.",
)  # fmt: skip
@click.option(
    "--min-confidence", type=click.FloatRange(0, 1), default=0.0, metavar="NUMBER",
    help="Leave fields of the header and of citations empty if their confidence is below NUMBER,"
    " such as 0.9. Files that are there stay; add --fresh to write them again.",
)  # fmt: skip
@click.option("--no-filter", is_flag=True, help="Accept documents that do not look scholarly.")
def extract(
    shared: parameters.SharedOptions,
    paths: tuple[Path, ...],
    into: Path | None,
    *,
    fresh: bool,
    min_confidence: float,
    no_filter: bool,
) -> None:
    """Extract header, citations, body and text of each PATH.

    A PATH is a document, or a folder whose documents are taken with those of its subfolders.
    Writes the data, and the stored papers that resemble it, beside each document. A document is
    left out if its files are there and newer, so that a run that was broken off can be repeated.
    Example: wildwood extract papers --into extracted
    """
    config = shared.config()
    _import_late()
    with requires_extra("extraction"):
        from wildwood.extraction.batch import extract_file, tasks
        from wildwood.extraction.service.reuse import ExtractionOptions
        from wildwood.extraction.service.service import open_service
    documents = list(tasks(paths, into))
    outs = [file for task in documents for file in task.files.values()]
    check_apart(outs, [task.document for task in documents])
    waiting = documents if fresh else [task for task in documents if not task.is_done()]
    options = ExtractionOptions(fresh=fresh)
    failed = 0
    if waiting:
        with open_service(config) as service:
            for task in interruption.check_each(progress_bar(waiting, len(waiting), "Extracting")):
                try:
                    extract_file(
                        service, task, options,
                        filtered=not no_filter, min_confidence=min_confidence,
                    )  # fmt: skip
                except UnansweredError:
                    raise  # each further document would wait for it, too
                except WildwoodError as error:
                    report_errors([str(error)])
                    failed += 1
    shared.say(_closing_line(len(documents), len(waiting), failed))
    if failed:
        raise click.exceptions.Exit(1)


def _import_late() -> None:
    """Import what extracts, with its many patterns, only when it is used: the jobs use it."""
    for name in (
        "authors", "citations", "crf", "figures_and_tables", "floats", "full_text", "header",
        "names", "reference_lists", "tei",
    ):  # fmt: skip
        full = f"wildwood.extraction.{name}"
        if full not in sys.modules and (spec := util.find_spec(full)) and spec.loader:
            spec.loader = util.LazyLoader(spec.loader)
            sys.modules[full] = module = util.module_from_spec(spec)
            spec.loader.exec_module(module)
            setattr(sys.modules["wildwood.extraction"], name, module)


def _closing_line(documents: int, waiting: int, failed: int) -> str:
    before = documents - waiting
    done = f"{'was' if before == 1 else 'were'} done before"
    if before and not waiting:
        return f"{counted(before, 'document')} {done}"
    there = f"; {before:,} {done}" if before else ""
    return f"{waiting - failed:,} of {counted(waiting, 'document')} extracted{there}"


@click.command(cls=parameters.Command)
@click.option(
    "--new-key", metavar="NAME",
    help="Print a new API key and its line for the configuration, and do not serve.",
)  # fmt: skip
@parameters.access_log_option
def serve(options: parameters.SharedOptions, *, new_key: str | None) -> None:
    """Serve the extraction over HTTP until stopped.

    Its documentation is at /docs. Example: wildwood serve
    """
    if new_key is not None:
        _print_key(new_key)
        return
    config = options.config()
    with requires_extra("extraction"):
        from wildwood.extraction.http import web as serving
    if options.verbose:
        logging.basicConfig(format="%(asctime)s %(message)s")
        logging.getLogger("wildwood").setLevel(logging.INFO)
    with serving.listening_socket(config) as listener:
        host, port = config.extraction.host, listener.getsockname()[1]
        address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
        line = f"Serving at {address}/ with documentation at {address}/docs"
        serving.serve(config, listener, partial(options.say, line))


def _print_key(name: str) -> None:
    if not re.fullmatch(KEY_NAME, name):
        raise click.BadParameter(
            f"{name!r} cannot name a key; use 1 to 64 letters, digits and . _ @ -, such as reader.",
            param_hint="--new-key",
        )
    with requires_extra("extraction"):
        from wildwood.extraction.http import keys as api_keys
    key = api_keys.new_key()
    click.echo(f"Key of {name}, to be sent as X-API-Key: {key}")
    line = f"{name} 1000 {api_keys.digest(key)}"
    click.echo(f'For [extraction] keys, with 1000 documents a day: "{line}"')
