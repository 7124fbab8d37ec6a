"""A stub of a GROBID server, which answers with TEI as GROBID 0.8 writes it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HEADER = b"""<?xml version="1.0" encoding="UTF-8"?>
<TEI xml:space="preserve" xmlns="http://www.tei-c.org/ns/1.0">
  <teiHeader xml:lang="en">
    <fileDesc>
      <titleStmt><title level="a" type="main">Cities and  the Matching
        of Workers</title></titleStmt>
      <publicationStmt><publisher/><date type="published" when="2014-03"/></publicationStmt>
      <sourceDesc>
        <biblStruct>
          <analytic>
            <author role="corresp">
              <persName><forename type="first">Anna</forename><forename type="middle">B</forename>
                <surname>Smith</surname></persName>
              <email>anna@example.org</email>
              <affiliation key="aff0">
                <note type="raw_affiliation">1 University of Oslo, Norway</note>
                <orgName type="institution">University of Oslo</orgName>
                <address><country key="NO">Norway</country></address>
              </affiliation>
            </author>
            <author>
              <persName><forename type="first">Robert</forename><surname>Jones</surname></persName>
              <affiliation key="aff1">
                <orgName type="institution">University of Bergen</orgName>
                <address><country key="NO">Norway</country></address>
              </affiliation>
            </author>
            <title level="a" type="main">Cities and the Matching of Workers</title>
          </analytic>
          <monogr>
            <title level="j">Journal of Cities</title>
            <imprint><date type="published" when="2014-03"/></imprint>
          </monogr>
          <idno type="DOI">10.1234/cities.5</idno>
        </biblStruct>
      </sourceDesc>
    </fileDesc>
    <profileDesc>
      <textClass><keywords><term>cities</term><term>matching</term></keywords></textClass>
      <abstract><div><p>Cities match workers better.</p></div></abstract>
    </profileDesc>
  </teiHeader>
</TEI>
"""

REFERENCES = b"""<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader/><text><front/><body/><back>
  <div type="references"><listBibl>
    <biblStruct xml:id="b0">
      <analytic>
        <title level="a" type="main">Sand and Dust Storms</title>
        <author><persName><forename type="first">D</forename><forename type="middle">E</forename>
          <surname>Knuth</surname></persName></author>
        <idno type="DOI">10.1000/182</idno>
        <ptr target="https://example.org/storms"/>
      </analytic>
      <monogr>
        <title level="j">Journal of Sand</title>
        <imprint>
          <biblScope unit="volume">5</biblScope><biblScope unit="issue">1</biblScope>
          <biblScope unit="page" from="75" to="84"/>
          <publisher>Sand Press</publisher><date type="published" when="2008-05"/>
        </imprint>
      </monogr>
      <note type="raw_reference">Knuth, D. E. (2008). Sand and Dust Storms.</note>
    </biblStruct>
    <biblStruct xml:id="b1">
      <monogr>
        <author><orgName>Barcelona Supercomputing Center</orgName></author>
        <title level="m">inDust</title>
        <imprint><date type="published">2022</date><biblScope unit="page">7</biblScope></imprint>
      </monogr>
    </biblStruct>
  </listBibl></div>
</back></text></TEI>
"""


@dataclass
class GrobidServer:
    """The answers of the stub, and the requests that it received."""

    url: str
    status: int = 200
    answers: dict[str, bytes] = field(default_factory=dict)
    """The body of a 200 by the path of the request."""
    requests: list[tuple[str, str, bytes]] = field(default_factory=list)
    """Path, Accept and body of each request."""

    def reset(self) -> None:
        """Answer like GROBID again, and forget the requests."""
        self.status = 200
        self.answers = {
            "/api/processHeaderDocument": HEADER,
            "/api/processReferences": REFERENCES,
        }
        self.requests.clear()


@contextmanager
def grobid_server() -> Iterator[GrobidServer]:
    """Run a stub; yield it."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            stub.requests.append((self.path, self.headers["Accept"], body))
            answer = stub.answers[self.path] if stub.status == 200 else b""
            self.send_response(stub.status)
            self.send_header("Content-Type", "application/xml")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        stub = GrobidServer(f"http://127.0.0.1:{server.server_address[1]}")
        stub.reset()
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield stub
        finally:
            server.shutdown()
            thread.join()
