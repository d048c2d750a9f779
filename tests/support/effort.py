"""How long the property tests look.

``EXAMPLES=20`` in the environment multiplies the number of examples of every
property test (default 1: the whole suite's share stays below a minute).  The
examples are always the same ones: seeds are fixed, a longer run only adds
further seeds.
"""

import os

EFFORT = int(os.environ.get("EXAMPLES", "1"))
