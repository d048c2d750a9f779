"""Exit code 0 if the address given answers 200; for health checks in containers without curl."""

import sys
import urllib.error
import urllib.request

try:
    with urllib.request.urlopen(sys.argv[1], timeout=4) as answer:
        sys.exit(answer.status != 200)
except urllib.error.URLError as error:
    sys.exit(f"{sys.argv[1]}: {error}")
