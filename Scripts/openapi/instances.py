"""Makes JSON instances of the named schemas of an OpenAPI document, with hypothesis-jsonschema.

usage: instances.py DOCUMENT COUNT OUTPUT

Each line of the output is an object with the name of a schema and an instance of it.
"""

import copy
import json
import os
import random
import signal
import sys
import warnings

import yaml
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis_jsonschema import from_schema

warnings.filterwarnings("ignore")
FORMATS = {"date-time", "date"}
DROPPED = {
    "description", "title", "example", "examples", "default", "deprecated", "externalDocs", "xml", "discriminator",
    "readOnly", "writeOnly", "nullable", "contentMediaType", "contentEncoding", "$comment", "pattern", "uniqueItems",
}


class Impossible(Exception):
    """A schema that contains itself without an end."""


def target(document, reference):
    node = document
    for part in reference.removeprefix("#/").split("/"):
        part = part.replace("~1", "/").replace("~0", "~").replace("%20", " ")
        node = node[int(part)] if isinstance(node, list) else node[part]
    return node


def inlined(document, schema, stack=(), depth=0, chance=random.Random(0)):
    """The schema without references.

    What is nested too deeply is left out where it is optional, and so are some of many optional properties.
    """
    if isinstance(schema, bool):
        return schema
    if "$ref" in schema:
        reference = schema["$ref"]
        if reference in stack or depth > 7:
            raise Impossible
        result = inlined(document, target(document, reference), stack + (reference,), depth, chance)
        rest = {key: value for key, value in schema.items() if key != "$ref" and key not in DROPPED}
        if schema.get("nullable") and isinstance(result, dict):
            result = {"anyOf": [result, {"type": "null"}]}
        return {"allOf": [result, inlined(document, rest, stack, depth, chance)]} if set(rest) & {"properties", "allOf"} else result
    result = {}
    for key, value in schema.items():
        if key in DROPPED or key.startswith("x-"):
            continue
        if key == "format":
            if value in FORMATS:
                result[key] = value
        elif key == "properties":
            result[key] = {}
            for name, inner in value.items():
                try:
                    share = min(1, 8 / len(value)) if depth < 3 else 0
                    if name not in (schema.get("required") or []) and chance.random() > share:
                        continue
                    result[key][name] = inlined(document, inner, stack, depth + 1, chance)
                except Impossible:
                    if name in schema.get("required", []):
                        raise
        elif key in ("anyOf", "oneOf", "allOf"):
            variants = []
            for inner in value:
                try:
                    variants.append(inlined(document, inner, stack, depth + 1, chance))
                except Impossible:
                    if key == "allOf":
                        raise
            if not variants:
                raise Impossible
            # Variants that are not exclusive make no instance for oneOf.
            result["anyOf" if key == "oneOf" else key] = variants
        elif key == "items":
            try:
                result[key] = inlined(document, value, stack, depth + 1, chance)
            except Impossible:
                result["maxItems"] = 0
        elif key == "additionalProperties" and isinstance(value, dict):
            try:
                result[key] = inlined(document, value, stack, depth + 1, chance)
            except Impossible:
                result[key] = False
        else:
            result[key] = value
    # A schema with `items` or `properties` and without a type means an array or an object.
    if "type" not in result and ("items" in result or "properties" in result):
        result["type"] = "array" if "items" in result else "object"
    kinds = result.get("type")
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if "array" in kinds and "maxItems" not in result:
        result["maxItems"] = max(2, result.get("minItems", 0))
    elif "array" in kinds:
        result["maxItems"] = max(min(result["maxItems"], 3), result.get("minItems", 0))
    if "integer" in kinds or "number" in kinds:
        limit = 2**31 - 1 if "integer" in kinds and schema.get("format") != "int64" else 2**53
        if schema.get("format") == "unix-time":
            limit = 2**32
        result.setdefault("minimum", -limit if schema.get("format") != "unix-time" else 0)
        result.setdefault("maximum", limit)
    # Names that the schema doesn't have are ignored, so that they make no difference.
    if "properties" in result and "additionalProperties" not in result:
        result["additionalProperties"] = False
    if schema.get("nullable"):
        if "enum" in result:
            result["enum"] = result["enum"] + ([] if None in result["enum"] else [None])
        if isinstance(result.get("type"), str):
            result["type"] = [result["type"], "null"]
        elif "type" not in result:
            result = {"anyOf": [result, {"type": "null"}]}
    return result


def merged(schema):
    """The schema with each `allOf` of objects as one object, since their closed parts would exclude each other."""
    if not isinstance(schema, dict):
        return schema
    schema = {
        key: {name: merged(inner) for name, inner in value.items()} if key == "properties"
        else [merged(inner) for inner in value] if key in ("anyOf", "allOf")
        else merged(value) if key in ("items", "additionalProperties") else value
        for key, value in schema.items()
    }
    if "allOf" not in schema:
        if "anyOf" in schema and "properties" in schema:
            variants = []
            for variant in schema["anyOf"]:
                variant = copy.deepcopy(variant) if isinstance(variant, dict) else {}
                joined = {**{key: value for key, value in schema.items() if key != "anyOf"}}
                joined["properties"] = {**schema["properties"], **variant.get("properties", {})}
                joined["required"] = sorted(set(schema.get("required", [])) | set(variant.get("required", [])))
                variants.append(joined)
            return {"anyOf": variants}
        return schema
    parts = [part for part in schema["allOf"] if part != {}] + [{key: value for key, value in schema.items() if key != "allOf"}]
    alternatives = [[part] if not (isinstance(part, dict) and "anyOf" in part) else
                    [{**{k: v for k, v in part.items() if k != "anyOf"}, **variant} for variant in part["anyOf"] if isinstance(variant, dict)]
                    for part in parts]
    joined = [{}]
    for choices in alternatives:
        joined = [both(one, other) for one in joined[:4] for other in choices[:4]]
    return joined[0] if len(joined) == 1 else {"anyOf": joined}


def both(one, other):
    result = copy.deepcopy(one)
    for key, value in (other or {}).items():
        if key == "properties":
            result.setdefault(key, {}).update(copy.deepcopy(value))
        elif key == "required":
            result[key] = sorted(set(result.get(key, [])) | set(value))
        elif key == "additionalProperties":
            if value is not False or key not in result:
                result[key] = value
        else:
            result[key] = value
    return result


def main():
    path, count, output = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    with open(path, encoding="utf-8") as file:
        document = json.load(file) if path.endswith(".json") else yaml.load(file, yaml.CSafeLoader)
    schemas = (document.get("components") or {}).get("schemas") or document.get("definitions") or {}
    missing = []
    with open(output, "w", encoding="utf-8") as file:
        for name, schema in schemas.items():
            instances = []

            def stop(*_):
                raise TimeoutError

            # Processor time, so that a busy machine makes as many instances.
            signal.signal(signal.SIGVTALRM, stop)
            parts = int(os.environ.get("PARTS", 4))
            for part in range(parts):
                signal.setitimer(signal.ITIMER_VIRTUAL, 12)
                try:
                    chance = random.Random(part)
                    root = (f"#/components/schemas/{name}",)
                    strategy = from_schema(merged(inlined(document, schema, root, 0, chance)))

                    @seed(part)
                    @settings(max_examples=max(1, count // parts), database=None, deadline=None, phases=[Phase.generate],
                              suppress_health_check=list(HealthCheck))
                    @given(strategy)
                    def collect(instance):
                        instances.append(copy.deepcopy(instance))

                    collect()
                except (Exception, TimeoutError) as error:  # noqa: BLE001
                    if not instances and part == parts - 1:
                        missing.append(f"{name}: {type(error).__name__} {str(error)[:100]}")
                finally:
                    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            for instance in instances:
                file.write(json.dumps({"schema": name, "instance": instance}) + "\n")
    print(f"  {len(schemas)} schemas, {len(missing)} without instances")
    for line in missing[:20]:
        print("  no instance: " + line)
    if len(missing) > len(schemas) / 10:
        sys.exit(1)


main()
