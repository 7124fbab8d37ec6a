"""Affiliations that stand together at the end of a paper, far from the names."""

from pathlib import Path

import pytest

from tests.extraction.test_affiliations import ABSTRACT, of_each
from tests.extraction.test_header import TITLE, read
from tests.support.made_pdfs import Text, centred, paragraph, text


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "paper.pdf"


class TestAListOfAffiliationsAtTheEnd:
    def test_follows_its_heading(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^1^, Jan Berg^2^"), *ABSTRACT),
            text(72, 100, 8, "^1^University of Oslo, Norway"),
            text(
                72, 90, 8, "Full list of author information is available at the end of the article"
            ),
        ]
        last = [
            *(paragraph(72, 700, 10), text(72, 400, 8, "Author details", bold=True)),
            text(72, 390, 8, "^1^University of Oslo, Norway. ^2^Bank of Norway,"),
            *(text(72, 380, 8, "Bergen, Norway."), text(72, 360, 8, "Received: 13 July 2021")),
        ]
        assert of_each(read(path, first, last)) == [
            ("University of Oslo, Norway",),
            ("Bank of Norway, Bergen, Norway",),
        ]

    def test_goes_on_in_the_next_column(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^1^, Jan Berg^2^"), *ABSTRACT),
        ]
        last = [
            *(paragraph(72, 700, 10), text(72, 90, 8, "Author details", bold=True)),
            text(72, 80, 8, "^1^University of Oslo, Norway."),
            *(text(320, 700, 8, "^2^Bank of Norway,"), text(320, 690, 8, "Bergen, Norway.")),
        ]
        assert of_each(read(path, first, last)) == [
            ("University of Oslo, Norway",),
            ("Bank of Norway, Bergen, Norway",),
        ]

    def test_can_have_the_names_and_gaps_above_its_entries(self, path: Path) -> None:
        first = [
            centred(720, 16, TITLE), centred(690, 11, "Anna Smith^1^ & Jan Berg^2^"), *ABSTRACT,
        ]  # fmt: skip
        last = [
            *(paragraph(72, 700, 10), text(72, 400, 10, "Affiliations")),
            text(72, 376, 10, "Anna Smith^1^ & Jan Berg^2^"),
            *(text(86, 354, 8.5, "Jan Berg"), text(86, 344, 8.5, "jan.berg@bank.example")),
            *(text(72, 312, 8, "1 University of Oslo,"), text(86, 302, 8, "Oslo, Norway")),
            text(72, 288, 8, "2 Bank of Norway, Bergen, Norway"),
        ]
        assert of_each(read(path, first, last)) == [
            ("University of Oslo, Oslo, Norway",),
            ("Bank of Norway, Bergen, Norway",),
        ]

    def test_can_lack_behind_its_heading(self, path: Path) -> None:
        first = [centred(720, 16, TITLE), centred(690, 11, "Anna Smith"), *ABSTRACT]
        last = [paragraph(72, 700, 10), text(72, 400, 8, "Author details", bold=True)]
        assert of_each(read(path, first, last)) == [()]

    def test_can_be_behind_its_label(self, path: Path) -> None:
        first = [
            *(centred(720, 16, TITLE), centred(690, 11, "Anna Smith^a^, Jan Berg^b,1^"), *ABSTRACT),
            text(72, 100, 8, "Edited by Olav Moe, University of Bergen, Bergen, Norway"),
        ]
        last = [
            *(
                paragraph(72, 700, 10),
                text(72, 400, 6, "Author affiliations: aUniversity of Oslo,"),
            ),
            *(
                text(72, 393, 6, "1R6 Oslo; and bBank of Norway,"),
                text(72, 386, 6, "Bergen, Norway"),
            ),
            text(72, 370, 6, "Author contributions: A.S. designed research at the Bank of Oslo."),
        ]
        assert of_each(read(path, first, last)) == [
            ("University of Oslo, 1R6 Oslo",),
            ("Bank of Norway, Bergen, Norway",),
        ]

    def test_can_be_below_each_name(self, path: Path) -> None:
        first = [centred(720, 16, TITLE), centred(690, 11, "ANNA SMITH, JAN BERG"), *ABSTRACT]
        last = [
            *(paragraph(72, 700, 10), text(72, 400, 12, "AUTHOR AFFILIATIONS", bold=True)),
            text(72, 388, 8, "Anna Smith  orcid.org/0000-0000-0000-0001", bold=True),
            *(text(72, 378, 8, "University of Oslo"), text(72, 366, 8, "Jan Berg", bold=True)),
            *(text(72, 356, 8, "Bank of Norway"), text(72, 330, 12, "REFERENCES", bold=True)),
        ]
        assert of_each(read(path, first, last)) == [("University of Oslo",), ("Bank of Norway",)]

    def test_can_have_the_names_in_brackets(self, path: Path) -> None:
        first = [centred(720, 16, TITLE), centred(690, 11, "ANNA SMITH AND JAN BERG"), *ABSTRACT]
        last = [
            *(paragraph(72, 700, 10), text(86, 388, 10, "(Smith)")),
            text(86, 376, 10, "Institute of Rivers, University of Oslo, Norway"),
            text(86, 364, 10, "Email address: anna@oslo.example"),
            text(86, 344, 10, "(Berg) SINTEF, Strand 5, Bergen, Norway"),
            text(86, 332, 10, "Email address: jan@sintef.example"),
        ]
        assert of_each(read(path, first, last)) == [
            ("Institute of Rivers, University of Oslo, Norway",),
            ("SINTEF, Strand 5, Bergen, Norway",),
        ]

    def test_can_have_a_dash_behind_each_name(self, path: Path) -> None:
        first = [centred(720, 16, TITLE), centred(690, 11, "Anna Smith,* Jan Berg"), *ABSTRACT]
        last = [
            paragraph(72, 700, 10),
            text(72, 400, 9, "Corresponding Author", bold=True),
            text(72, 388, 10, "Anna Smith – Institute of Rivers, University of Oslo,"),
            text(80, 377, 10, "0313 Oslo, Norway; Bank of Norway, 0107 Oslo, Norway;"),
            text(80, 366, 10, "orcid.org/0000-0001-2345-6789; Email: anna@oslo.example"),
            text(72, 350, 9, "Authors", bold=True),
            text(72, 338, 10, "Jan Berg – University of Bergen, 5020 Bergen, Norway"),
            text(72, 322, 10, "Complete contact information is available at:"),
        ]
        assert of_each(read(path, first, last)) == [
            (
                "Institute of Rivers, University of Oslo, 0313 Oslo, Norway",
                "Bank of Norway, 0107 Oslo, Norway",
            ),
            ("University of Bergen, 5020 Bergen, Norway",),
        ]


class TestASentenceOnEachAuthor:
    NAMES = (centred(720, 16, TITLE), centred(690, 11, "Anna Smith and Jan Berg"))

    @pytest.mark.parametrize(
        "sentences",
        [
            ("Anna Smith is a professor at the University of Oslo.",
             "Jan Berg is Senior Manager and Economist at the Bank of Norway."),
            ("Anna Smith is in the School of Roads, University of Oslo.",
             "Jan Berg is with the Bank of Norway."),
            ("Anna Smith is a Ph.D. candidate, now at the University of Oslo.",
             "Jan Berg is at the Bank of Norway."),
            ("Smith: University of Oslo.", "Berg: Bank of Norway."),
            ("Anna Smith est professeure de droit à l’University of Oslo.",
             "Jan Berg ist Volkswirt bei der Bank of Norway."),
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("page", [0, 3])
    def test_can_be_as_large_as_the_text(
        self, path: Path, page: int, sentences: tuple[str, str]
    ) -> None:
        pages: list[list[list[Text]]] = [[*self.NAMES, *ABSTRACT]]
        pages += [[paragraph(72, 700, 20)] for _ in range(3)]
        pages[page] += [text(72, 200 - 12 * n, 10, row) for n, row in enumerate(sentences)]
        anna, jan = of_each(read(path, *pages))
        assert anna[0].endswith("University of Oslo")
        assert jan == ("Bank of Norway",)

    def test_ends_an_abstract(self, path: Path) -> None:
        first = [
            *(*self.NAMES, text(72, 600, 11, "Abstract", bold=True), paragraph(72, 580, 6)),
            text(72, 440, 11, "Anna Smith is a professor at the University of Oslo. We thank"),
            text(72, 426, 11, "the Bank of Norway for the data on roads, rivers and the rest."),
        ]
        assert "professor" not in read(path, first).abstract


def test_addresses_at_the_end_are_in_the_order_of_the_names(path: Path) -> None:
    first = [centred(720, 16, TITLE), centred(690, 11, "Anna Smith, Jan Berg"), *ABSTRACT]
    last = [
        paragraph(72, 700, 10),
        *(text(72, 400, 9, "University of Oslo"), text(72, 389, 9, "anna.smith@oslo.example")),
        *(text(72, 370, 9, "Bank of Norway"), text(72, 359, 9, "xq17@bank.example")),
    ]
    assert of_each(read(path, first, last)) == [("University of Oslo",), ("Bank of Norway",)]


@pytest.mark.parametrize("country", ["", ", UNITED STATES"])
def test_institutions_in_capitals_above_references_are_in_the_order_of_the_names(
    path: Path, country: str
) -> None:
    """As in the Quarterly Journal of Economics; one with its country can go on."""
    own = ["UNIVERSITY OF OSLO", "BANK OF NORWAY"]
    rows = [f"{own[0]}{country}", *([own[1]] if not country else ["BANK OF", f"NORWAY{country}"])]
    first = [centred(720, 16, TITLE), centred(690, 11, "Anna Smith and Jan Berg"), *ABSTRACT]
    last = [
        paragraph(72, 700, 10),
        *(text(72, 500 - 12 * n, 10, row) for n, row in enumerate(rows)),
        *(centred(420, 10, "SUPPLEMENTARY MATERIAL"), centred(390, 10, "REFERENCES")),
        paragraph(72, 370, 10),
    ]
    pages = [first, last, *[[paragraph(72, 700, 20)]] * 3]
    assert of_each(read(path, *pages)) == [(f"{name}{country}",) for name in own]


def test_addresses_can_be_above_references(path: Path) -> None:
    """As in the American Journal of Mathematics."""
    first = [centred(720, 16, TITLE), centred(690, 11, "Anna Smith, Jan Berg"), *ABSTRACT]
    last = [
        paragraph(72, 700, 10),
        *(text(72, 500, 9, "UNIVERSITY OF OSLO"), text(72, 489, 9, "E-mail: asm@oslo.example")),
        *(text(72, 470, 9, "BANK OF NORWAY"), text(72, 459, 9, "E-mail: xq17@bank.example")),
        *(centred(390, 10, "REFERENCES"), paragraph(72, 370, 10)),
    ]
    pages = [first, last, *[[paragraph(72, 700, 20)]] * 3]
    assert of_each(read(path, *pages)) == [("UNIVERSITY OF OSLO",), ("BANK OF NORWAY",)]


def test_an_author_can_have_two_addresses_at_the_end(path: Path) -> None:
    first = [centred(720, 16, TITLE), centred(690, 11, "Anna Smith and Jan Berg"), *ABSTRACT]
    rows = {
        400: ("University of Oslo", "Email address: anna.smith@oslo.example"),
        360: ("Bank of Norway", "Email address: j.berg@bank.example"),
        320: ("Bergen University", "Email address: jan.berg@bergen.example"),
    }
    addresses = [
        text(72, top - 11 * n, 9, row) for top, own in rows.items() for n, row in enumerate(own)
    ]
    assert of_each(read(path, first, [paragraph(72, 700, 10), *addresses])) == [
        ("University of Oslo",),
        ("Bank of Norway", "Bergen University"),
    ]
