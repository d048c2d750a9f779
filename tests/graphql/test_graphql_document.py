"""The schema as it is committed."""

from graphql import print_schema

from tests.paths import ROOT
from tournaments.api.graphql.execution import SCHEMA


def test_the_committed_schema_is_that_of_the_code():
    committed = (ROOT / "docs" / "schema.graphql").read_text()
    assert committed.strip() == print_schema(SCHEMA).strip(), "run `make schema`"


def test_everything_that_has_an_id_says_its_version():
    """But for the author of a result, who is a person and no resource of this API."""
    with_id = {
        name
        for name, kind in SCHEMA.type_map.items()
        if "id" in getattr(kind, "fields", {}) and not name.endswith("Input")
    }
    without = {name for name in with_id if "version" not in SCHEMA.type_map[name].fields}
    assert without == {"Author"}
    assert len(with_id) == 12
