"""The nightly job: rifs, the store in MongoDB, runs, the rebuild and its cluster, the status."""

import sys
from importlib.util import find_spec

if find_spec("OpenSSL") is None:
    # The driver would import cryptography, which takes long, before it finds that it lacks OpenSSL.
    sys.modules["pymongo.pyopenssl_context"] = None  # type: ignore[assignment]
