"""Directories and configurations for the benchmarks, created once and kept."""

from pathlib import Path

from tests.benchmarks.corpus import write


def corpus(workplace: Path, papers: int) -> Path:
    """Return the configuration of a corpus of that size; create the corpus if it is missing."""
    home = (workplace / str(papers)).absolute()
    if not (home / "us").exists():
        write(papers, home / "us", seed=1)
    config = home / "wildwood.toml"
    paths = "".join(f'{name} = "{home / name}"\n' for name in ("us", "ps", "db"))
    config.write_text(f"[paths]\n{paths}", encoding="utf-8")
    return config
