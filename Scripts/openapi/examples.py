"""Collects the examples of an OpenAPI document whose schema has a name.

usage: examples.py DOCUMENT OUTPUT

Each line of the output is an object with the name of a schema and an example of it.
"""

import datetime
import json
import sys

import yaml


class Loader(yaml.CSafeLoader):
    """YAML whose dates are text."""


Loader.yaml_implicit_resolvers = {
    key: [(tag, expression) for tag, expression in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for key, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}

path, output = sys.argv[1], sys.argv[2]
with open(path, encoding="utf-8") as file:
    document = json.load(file) if path.endswith(".json") else yaml.load(file, Loader)
schemas = (document.get("components") or {}).get("schemas") or document.get("definitions") or {}
found = []


def target(reference):
    node = document
    for part in reference.removeprefix("#/").split("/"):
        node = node[part.replace("~1", "/").replace("~0", "~")]
    return node


def name_of(schema):
    """The name of a schema that is a reference to a named one."""
    reference = schema.get("$ref", "") if isinstance(schema, dict) else ""
    prefix = "#/components/schemas/" if "components" in document else "#/definitions/"
    return reference.removeprefix(prefix) if reference.startswith(prefix) else None


def add(schema, value):
    if name := name_of(schema):
        found.append({"schema": name, "instance": value})
    elif isinstance(schema, dict) and name_of(schema.get("items")) and isinstance(value, list):
        for element in value:
            found.append({"schema": name_of(schema["items"]), "instance": element})


def values(node):
    if "example" in node:
        yield node["example"]
    examples = node.get("examples")
    for example in examples.values() if isinstance(examples, dict) else examples if isinstance(examples, list) else []:
        if isinstance(example, dict) and "$ref" in example:
            example = target(example["$ref"])
        if isinstance(examples, list):
            yield example
        elif isinstance(example, dict) and "value" in example:
            yield example["value"]


def visit(node):
    if isinstance(node, dict):
        if isinstance(node.get("schema"), dict):
            for value in values(node):
                add(node["schema"], value)
        for key, child in node.items():
            if key not in ("example", "examples"):
                visit(child)
    elif isinstance(node, list):
        for child in node:
            visit(child)


for name, schema in schemas.items():
    if isinstance(schema, dict):
        for value in values(schema):
            found.append({"schema": name, "instance": value})
visit(document)
with open(output, "w", encoding="utf-8") as file:
    for line in found:
        file.write(json.dumps(line, default=lambda value: value.isoformat() if isinstance(value, datetime.date) else str(value)) + "\n")
