"""Two issues: the second has a copy of a paper of the first, and a similar one."""

from wildwood.model import Record

FIRST, SECOND = "2015-03-05", "2015-03-12"
AUTHORS = ("Paul Krugman", "Maurice Obstfeld")
TRADE = Record("RePEc:nbr:nberwo:1", AUTHORS, ("Trade and Growth in Open Economies",))
TRADE_AGAIN = Record("RePEc:cpr:ceprdp:1", AUTHORS, ("Trade and Growth in Open Economies",))
LIKE_TRADE = Record("RePEc:iza:izadps:1", AUTHORS, ("Trade and Growth in Closed Economies",))
MONEY = Record("RePEc:nbr:nberwo:2", ("Anna Schwartz",), ("A Monetary History of the World",))
