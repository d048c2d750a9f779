"""What the OpenAPI document says of itself must hold."""

from __future__ import annotations

import jsonschema

from tests.support import openapi


def parts(value, place=()):
    """Every object of the document with its place."""
    if isinstance(value, dict):
        yield place, value
        for name, inner in value.items():
            yield from parts(inner, (*place, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from parts(inner, (*place, index))


def test_every_default_may_be_sent():
    """Clients that are generated from the document send the defaults."""
    document = openapi.document()
    components = {"components": document["components"]}
    refused, tried = {}, 0
    for place, schema in parts(document):
        if "default" in schema and {"type", "$ref", "oneOf", "allOf"} & set(schema):
            tried += 1
            kind = {name: value for name, value in schema.items() if name != "default"}
            validator = jsonschema.Draft202012Validator(kind | components)
            faults = [each.message for each in validator.iter_errors(schema["default"])]
            if faults:
                refused[place] = faults
    assert refused == {}
    assert tried > 80
