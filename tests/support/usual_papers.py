"""The papers and dates of most tests: a paper, its copy, one like it, and others."""

from wildwood.biblio.entry import Record

FIRST, SECOND, THIRD, FOURTH = "2015-03-05", "2015-03-12", "2015-03-19", "2015-03-26"
AUTHORS = ("Paul Krugman", "Maurice Obstfeld")
TRADE = Record("RePEc:nbr:nberwo:1", AUTHORS, ("Trade and Growth in Open Economies",))
TRADE_AGAIN = Record("RePEc:cpr:ceprdp:1", AUTHORS, ("Trade and Growth in Open Economies",))
LIKE_TRADE = Record("RePEc:iza:izadps:1", AUTHORS, ("Trade and Growth in Closed Economies",))
MONEY = Record("RePEc:nbr:nberwo:2", ("Anna Schwartz",), ("A Monetary History of the World",))
TAX = Record("RePEc:nbr:nberwo:3", ("Martin Feldstein",), ("Tax Policy in the 1980s",))
