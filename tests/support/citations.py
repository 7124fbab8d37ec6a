"""Citations that tests of formats share."""

from wildwood.extraction.data import Citation

ARTICLE = Citation(
    raw="D. E. Knuth and A. Smith. Sand & Dust. Journal of Sand 5(1), 75–84, 2008.",
    authors=("D. E. Knuth", "Smith, A."),
    title="Sand & Dust",
    year="2008",
    venue="Journal of Sand",
    volume="5",
    issue="1",
    pages="75–84",
    doi="10.1000/182_1",
    url="https://example.org/a_b?c={d}",
)
