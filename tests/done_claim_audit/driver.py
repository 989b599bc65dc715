"""Runs the package on many command lines in one process: one argument list a line in, one result a line out."""
import io
import json
import sys

from done_claim_audit import __version__
from done_claim_audit.cli import main

if __version__ != "0.1.0":
    sys.exit("done-claim-audit 0.1.0 is needed, this is " + __version__)

# The calls stand at the top of the module: one frame more, and the depth at which Python gives up would be another.
for row in open(sys.argv[1], encoding="ascii"):
    argv = [bytes.fromhex(word).decode("utf-8", "surrogateescape") for word in json.loads(row)]
    buffer, real = io.BytesIO(), sys.stdout
    sys.stdout = stream = io.TextIOWrapper(buffer, encoding="utf-8", errors="surrogateescape", newline="\n")
    error = None
    try:
        code = main(argv)
    except Exception as exc:
        code, error = 1, type(exc).__name__
    stream.flush()
    sys.stdout = real
    print(json.dumps({"code": code, "stdout": buffer.getvalue().hex(), "error": error}))
