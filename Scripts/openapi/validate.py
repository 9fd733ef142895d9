"""Checks the answers of `talyn serve DOCUMENT --check --answers FILE` by a validator that isn't Talyn's.

usage: validate.py DOCUMENT FILE

Needs openapi-schema-validator and PyYAML. Each line of FILE is an object with the pointer of a schema and an instance.
"""

import json
import sys

import referencing
import referencing.jsonschema
import yaml
from openapi_schema_validator import OAS30ReadValidator, OAS31Validator


class Loader(yaml.CSafeLoader):
    """YAML whose dates are text."""


Loader.yaml_implicit_resolvers = {
    key: [(tag, expression) for tag, expression in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for key, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}

def document_and_validator(path):
    """A document, and a function that makes the validator of the schema at a pointer."""
    with open(path, encoding="utf-8") as file:
        document = json.load(file) if path.endswith(".json") else yaml.load(file, Loader)
    is_30 = document.get("openapi", "").startswith("3.0")
    resource = referencing.Resource.from_contents(document, default_specification=referencing.jsonschema.DRAFT202012)
    registry = referencing.Registry().with_resource("urn:document", resource)
    kind = OAS30ReadValidator if is_30 else OAS31Validator
    return document, lambda pointer: kind({"$ref": "urn:document" + pointer}, registry=registry)


def main():
    path, answers = sys.argv[1], sys.argv[2]
    _, validator = document_and_validator(path)
    total, failed = 0, []
    with open(answers, encoding="utf-8") as file:
        for line in file:
            line = json.loads(line)
            total += 1
            try:
                error = next(validator(line["schema"]).iter_errors(line["instance"]), None)
            except Exception as failure:
                error = f"{type(failure).__name__}: {str(failure)[:200]}"
            if error is not None:
                text = error if isinstance(error, str) else f"{error.json_path}: {error.message[:200]}"
                failed.append(f"{line['schema']}: {text}")
    print(f"{total} answers, {len(failed)} not valid")
    for line in failed[:40]:
        print("  " + line)


if __name__ == "__main__":
    main()
