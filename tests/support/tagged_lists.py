"""The two papers of tests/lists/test_formats.py in the tagged text of databases."""

MEDLINE = """OWN - ERIC
OID - RePEc:abc:wpaper:1
TI  - Außenhandel und
      Löhne
FAU - Keen, Michael
AU  - Keen M
FAU - Slemrod, Joël
AU  - Slemrod J
DP  - 2010 May

OWN - ERIC
OID - two
TI  - Trade & Wages: A “Long” View
CN  - World Bank
"""
WEB_OF_SCIENCE = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Keen, M
   Slemrod, J
AF Keen, Michael
   Slemrod, Joël
TI Außenhandel und
   Löhne
PD MAY
PY 2010
UT RePEc:abc:wpaper:1
ER

PT J
CA World Bank
TI Trade & Wages: A “Long” View
UT two
ER

EF
"""
OVID = """<1. >
VN  - Ovid Technologies
AN  - RePEc:abc:wpaper:1
AU  - Keen, Michael [Reprint Author]
AU  - Slemrod, Joël MD, PhD
TI  - Außenhandel und Löhne. [Article]
DP  - May 2010

<2. >
VN  - Ovid Technologies
AN  - two
AU  - World Bank
TI  - Trade & Wages: A “Long” View
"""
OVID_LABELS = """<1>
Accession Number
  RePEc:abc:wpaper:1
Author
  Keen, Michael MD *;  Slemrod, Joël PhD +
Title
  Außenhandel und Löhne.[Article]
Source
  Trade Quarterly.  28(2):103-106, May 2010.

<2>
Accession Number
  two
Author
  World Bank
Title
  Trade & Wages: A “Long” View
"""
PROQUEST = """____________________________________________________________

Document 1 of 2

Title: Außenhandel und Löhne
Author: Keen, Michael; Slemrod, Joël
Publication title: Trade Quarterly
Publication date: May 2010
Publication year: 2010
ProQuest document ID: RePEc:abc:wpaper:1

____________________________________________________________

Document 2 of 2

Title: Trade & Wages: A “Long” View
Author: World Bank
ProQuest document ID: two
"""
REFWORKS = """RT Journal Article
ID RePEc:abc:wpaper:1
A1 Keen,Michael
A1 Slemrod,Joël
T1 Außenhandel und Löhne
YR 2010
FD May

RT Report
ID two
A1 World Bank
T1 Trade & Wages: A “Long” View
"""
ENDNOTE = """%0 Journal Article
%F RePEc:abc:wpaper:1
%A Keen, Michael
%A Slemrod, Joël
%T Außenhandel und Löhne
%D 2010
%8 May

%0 Report
%F two
%A World Bank
%T Trade & Wages: A “Long” View
"""
NOTEEXPRESS = """{Reference Type}: Journal Article
{Title}: Außenhandel und Löhne
{Accession Number}: RePEc:abc:wpaper:1
{Author}: Keen, Michael;Slemrod, Joël;
{Date}: 2010-05

{Reference Type}: Journal Article
{Title}: Trade & Wages:
A “Long” View
{Author}: World Bank
{Accession Number}: two
"""
