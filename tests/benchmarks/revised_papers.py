"""Count the revised papers that get a header of their own: `revised_papers.py FOLDER...`.

The text of each PDF file is sent to a service, and its header and citations are extracted. Then it
is sent again with the first word of its title changed wherever the title stands, and with one more
author. The header of the revised version has to be the one that a fresh extraction gives.
"""

import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import httpx2

from wildwood.extraction import lines, pdf

from tests.benchmarks.experiment.running import Setting, serving
from tests.benchmarks.experiment.server import Matching

_MOST = 50
_AUTHOR = "Zachary Q. Newcomer"


def _header(client: httpx2.Client, text: str) -> tuple[str, dict[str, Any]]:
    sent = client.post("/extractor?filter=0", content=text.encode())
    address = sent.headers["location"]
    for kind in ("citations", "header"):
        found = client.get(f"{address}/{kind}?output=json")
    return address, found.json() if found.status_code == httpx2.codes.OK else {}


def _places(title: str) -> re.Pattern[str]:
    """Return what matches the first word of a title, which can be on several lines."""
    first, *others = map(re.escape, title.split())
    after = "".join(rf"\s+{word}" for word in others)
    return re.compile(rf"(?<!\w){first}(?={after})")


def _revised(text: str, title: str, author: str) -> str:
    return _places(title).sub("Revisited", text).replace(author, f"{author}, {_AUTHOR}", 1)


def main(folders: list[Path]) -> None:
    revised = right = changed = near = 0
    with tempfile.TemporaryDirectory() as home:
        setting = Setting(Path(home), Matching.ON, 1, 100)
        with serving(setting) as service, httpx2.Client(timeout=300) as client:
            client.base_url = service.url
            for path in (one for folder in folders for one in sorted(folder.glob("*.pdf"))):
                text = lines.paragraphs(pdf.read(path)[0])
                _, first = _header(client, text)
                title = first.get("title", "")
                if (
                    revised == _MOST
                    or not title
                    or not _places(title).search(text)
                    or not first["authors"]
                ):
                    continue
                again = _revised(text, title, first["authors"][0]["name"])
                address, own = _header(client, again)
                near += own.pop("near_duplicate", None) is not None
                fresh = client.get(f"{address}/header?output=json&fresh=1").json()
                fresh.pop("near_duplicate", None)
                revised += 1
                right += own == fresh
                changed += own.get("title") != title
    print(
        f"{right} of {revised} revised papers have their own header, {changed} with another title;"
        f" {near} are near duplicates"
    )


if __name__ == "__main__":
    main([Path(one) for one in sys.argv[1:]])
