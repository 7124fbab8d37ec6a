"""The two papers of `tests.lists.test_formats` as library catalogues export them."""

import json

ALEPH = """000000001 LDR   L ^^^^^nam^a2200289^^^4500
000000001 001   L RePEc:abc:wpaper:1
000000001 008   L 880715r^^^^^^^^nyuab^^^^^^^^|00000^ger^^
000000001 1001  L $$aKeen, Michael,$$d1957-
000000001 24510 L $$aAußenhandel
 und Löhne /$$cMichael Keen
000000001 260   L $$aBerlin :$$c2010-05.
000000001 7001  L $$aSlemrod, Joël,$$d1957-
000000002 FMT   L BK
000000002 001   L two
000000002 1102  L $$aWorld Bank.
000000002 24510 L $$aTrade & Wages: A “Long” View /
"""
PICA = """002@ $0Aau
003@ $0RePEc:abc:wpaper:1
010@ $ager
011@ $a2010-05
021A $a@Außenhandel und Löhne$hMichael Keen
028A $dMichael$aKeen$9766345386
028B/01 $dJoël$aSlemrod
201B/01 $021-08-09$t14:56:10.000

002@ $0Aau
003@ $0two
021A $aTrade & Wages: A “Long” View
029A $aWorld Bank
"""


PICA_XML = """<?xml version="1.0" encoding="ENCODING"?>
<zs:searchRetrieveResponse xmlns:zs="http://www.loc.gov/zing/srw/"><zs:records>
<zs:record><zs:recordSchema>picaxml</zs:recordSchema><zs:recordData>
<record xmlns="info:srw/schema/5/picaXML-v1.0">
  <datafield tag="002@"><subfield code="0">Aau</subfield></datafield>
  <datafield tag="003@"><subfield code="0">RePEc:abc:wpaper:1</subfield></datafield>
  <datafield tag="010@"><subfield code="a">ger</subfield></datafield>
  <datafield tag="011@"><subfield code="a">2010-05</subfield></datafield>
  <datafield tag="021A"><subfield code="a">@Außenhandel und Löhne</subfield></datafield>
  <datafield tag="028A">
    <subfield code="D">Michael</subfield><subfield code="A">Keen</subfield>
  </datafield>
  <datafield tag="028B" occurrence="01">
    <subfield code="d">Joël</subfield><subfield code="a">Slemrod</subfield>
  </datafield>
</record></zs:recordData></zs:record>
<zs:record><zs:recordSchema>picaxml</zs:recordSchema><zs:recordData>
<record xmlns="info:srw/schema/5/picaXML-v1.0">
  <datafield tag="003@"><subfield code="0">two</subfield></datafield>
  <datafield tag="021A"><subfield code="a">Trade &amp; Wages: A “Long” View</subfield></datafield>
  <datafield tag="029A"><subfield code="a">World Bank</subfield></datafield>
</record></zs:recordData></zs:record>
</zs:records></zs:searchRetrieveResponse>
"""


def _field(tag: str, **subfields: str) -> dict[str, object]:
    inner = [{code: text} for code, text in subfields.items()]
    return {tag: {"ind1": " ", "ind2": " ", "subfields": inner}}


MARC_JSON = json.dumps(
    [
        {
            "leader": "01471cjm a2200349 a 4500",
            "fields": [
                {"001": "RePEc:abc:wpaper:1"},
                _field("100", a="Keen, Michael,", d="1957-"),
                _field("245", a="Außenhandel und Löhne /"),
                _field("260", c="2010-05"),
                _field("700", a="Slemrod, Joël,"),
            ],
        },
        {
            "leader": "01471cjm a2200349 a 4500",
            "fields": [
                {"001": "two"},
                _field("110", a="World Bank."),
                _field("245", a="Trade & Wages: A “Long” View /"),
            ],
        },
    ],
    ensure_ascii=False,
    indent=1,
)
