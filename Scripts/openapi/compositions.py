"""Makes an OpenAPI document whose schemas consist of others in random ways, with JSON values and what jsonschema says of each.

usage: compositions.py SEED COUNT DOCUMENT INSTANCES

DOCUMENT gets COUNT compositions. Each line of INSTANCES is {"schema": name, "instance": value, "valid": bool}. A value that isn't valid has a member of another type than the schema allows.
"""

import copy
import json
import random
import sys

import jsonschema

seed, count, document_path, instances_path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
chance = random.Random(seed)
schemas = {}


def reference(name):
    return {"$ref": f"#/components/schemas/{name}"}


def subset(names):
    return [name for name in names if chance.random() < 0.5]


NAMES = ["text", "number", "list", "inner", "flag", "several", "maybe"]


def described(name, depth):
    """A property, described more or less precisely. All descriptions of one name have values in common."""
    leaf = reference("Leaf")
    forms = {
        "text": [{}, {"type": "string"}, {"type": "string", "enum": ["x", "y"]}, {"enum": ["x", "y", "z"]},
                 {"type": ["string", "null"]}, {"type": "string", "minLength": 1}],
        "number": [{}, {"type": "integer"}, {"type": "number"}, {"type": ["integer", "null"]}, {"type": "integer", "format": "int64"},
                   {"type": "integer", "minimum": 2}],
        "list": [{"type": "array"}, {"type": "array", "items": {"type": "object"}}, {"type": "array", "items": leaf}, {},
                 {"type": "array", "items": {"type": "object", "properties": {"flag": {"type": "boolean"}}}}],
        "inner": [{"type": "object"}, leaf, {}, {"allOf": [leaf, {"type": "object"}]}],
        "flag": [{"type": "boolean"}, {}],
        "several": [{"type": ["string", "integer"]}, {}, {"oneOf": [{"type": "integer"}, {"type": "string"}]}],
        "maybe": [{"type": ["string", "null"]}, {"anyOf": [{"type": "string"}, {"type": "null"}]}],
    }[name]
    if name == "inner" and depth < 2:
        forms = forms + [composition(depth + 1)]
    return copy.deepcopy(chance.choice(forms))


def object_of(names, depth=0):
    return {"type": "object", "required": [name for name in names if chance.random() < 0.3],
            "properties": {name: described(name, depth) for name in names}}


def all_of(parts):
    chance.shuffle(parts)
    return {"allOf": parts}


def composition(depth=0):
    kind = chance.randrange(7)
    earlier = chance.choice(list(schemas))
    if kind == 0:
        return object_of(subset(NAMES), depth)
    if kind == 1:
        return {**reference(earlier), **object_of(subset(NAMES), depth)}
    if kind == 2:
        return all_of([object_of(["text", "number"], depth), {"required": [chance.choice(["text", "number"])]}])
    if kind == 3:
        return {"allOf": [reference(earlier)], **object_of(subset(NAMES), depth)}
    if kind == 4:
        variants = [{"type": "object", "required": [name], "properties": {name: {"type": "integer"}}} for name in ("first", "second")]
        return {"anyOf": variants, **object_of(subset(NAMES), depth)}
    parts = [object_of(subset(NAMES), depth), object_of(subset(NAMES), depth), reference(earlier)]
    return all_of(parts + ([{"type": "object"}] if chance.random() < 0.5 else []))


LEAF = {"number": 7, "text": "x"}
VALUES = {
    "text": ["x", "y", "z", None], "number": [2, 7, 1.5, None], "list": [[], [LEAF], [LEAF, {}]], "inner": [LEAF, {}, {"number": 2}],
    "flag": [True, False], "several": [2, "x"], "maybe": [None, "x"], "first": [1], "second": [1],
}
WRONG = [True, 1.5, "x", [], {}]


def names_of(schema, seen=()):
    """The members that a schema and its parts describe."""
    if not isinstance(schema, dict):
        return []
    names = list(schema.get("properties", {}))
    if "$ref" in schema and schema["$ref"] not in seen:
        names += names_of(schemas[schema["$ref"].split("/")[-1]], (*seen, schema["$ref"]))
    for part in schema.get("allOf", []) + schema.get("anyOf", []) + schema.get("oneOf", []):
        names += names_of(part, seen)
    return list(dict.fromkeys(names))


schemas["Leaf"] = object_of(["text", "number"])
for index in range(count):
    schemas[f"S{index}"] = composition()
document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}, "components": {"schemas": schemas}}
with open(document_path, "w", encoding="utf-8") as file:
    json.dump(document, file, indent=1)

total = {True: 0, False: 0}
with open(instances_path, "w", encoding="utf-8") as file:
    for name, schema in schemas.items():
        validator = jsonschema.Draft202012Validator({**document, **reference(name)})
        names = names_of(schema)

        def write(value, valid):
            total[valid] += 1
            file.write(json.dumps({"schema": name, "instance": value, "valid": valid}) + "\n")

        for _ in range(60):
            value = {member: copy.deepcopy(chance.choice(VALUES[member])) for member in names if chance.random() < 0.8}
            if not validator.is_valid(value):
                continue
            write(value, True)
            # A union decodes what it doesn't know as `.other`.
            for member in sorted(value.keys() - {"several"}):
                wrong = {**value, member: chance.choice(WRONG)}
                # Only faults of the member's own type count: generated types don't check bounds, and enums are open.
                faults = [fault for error in validator.iter_errors(wrong) for fault in [error, *(error.context or [])]]
                if any(fault.validator == "type" and list(fault.absolute_path) == [member] for fault in faults):
                    write(wrong, False)
print(f"{len(schemas)} schemas, {total[True]} values, {total[False]} wrong values", file=sys.stderr)
