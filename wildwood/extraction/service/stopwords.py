"""English words that do not tell what a text is about."""

STOP_WORDS = frozenset(
    """a about above after again against all also am an and any are as at be because been before
    being below between both but by can cannot could did do does doing down during each few for
    from further had has have having he her here hers herself him himself his how however i if in
    into is it its itself let may me might more most must my myself no nor not of off on once only
    or other our ours ourselves out over own same shall she should so some such than that the their
    theirs them themselves then there these they this those through thus to too under until up upon
    us very was we were what when where which while who whom why will with within without would you
    your yours yourself yourselves""".split()  # noqa: SIM905 - easier to read than a list
)
