"""Compares instances with what the generated types made of them.

usage: compare.py instances|examples NAME INSTANCES RESULTS

Fails if an instance isn't decoded, or if less than 99.8 percent are equal but for the documented kinds; and if an example isn't decoded
that the file known-examples doesn't explain. Its lines are NAME, a schema and a reason, separated by tabs.

Differences of these kinds are documented, and counted apart:
- null: a property that may be missing or null, and that no request sends, is left out
- time: another text for the same time
"""

import collections
import datetime
import json
import pathlib
import re
import sys


def time(text):
    """The time in a text; nil for another text. A leap second is the next second."""
    try:
        match = re.fullmatch(r"(.{10}).(\d\d:\d\d):(\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)", text.upper())
        if not match:
            return None
        day, clock, seconds, fraction, offset = match.groups()
        start = datetime.datetime.fromisoformat(f"{day}T{clock}{offset.replace('Z', '+00:00')}")
        return start + datetime.timedelta(seconds=int(seconds) + float(fraction or 0))
    except (ValueError, AttributeError, OverflowError):
        return None


def difference(one, other, path=""):
    """The kinds of differences, with the place of the first undocumented one."""
    if isinstance(one, dict) and isinstance(other, dict):
        found = set()
        for key in one.keys() | other.keys():
            if key not in other and one[key] is None:
                found.add("null")
            elif key not in one or key not in other:
                found.add(f"member {path}/{key}")
            else:
                found |= difference(one[key], other[key], f"{path}/{key}")
        return found
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return set().union(*(difference(a, b, f"{path}/{i}") for i, (a, b) in enumerate(zip(one, other))))
    if isinstance(one, bool) == isinstance(other, bool) and one == other:
        return set()
    # Two texts of one Double.
    if type(one) in (int, float) and type(other) in (int, float) and float(one) == float(other):
        return set()
    if isinstance(one, str) and isinstance(other, str) and time(one) and time(other):
        if abs((time(one) - time(other)).total_seconds()) < 1e-4:
            return {"time"}
    return {f"value {path}: {json.dumps(one)[:60]} {json.dumps(other)[:60]}"}


kind, name, instances_path, results_path = sys.argv[1:]
known = {}
for line in (pathlib.Path(__file__).parent / "known-examples").read_text(encoding="utf-8").splitlines():
    if line and not line.startswith("#"):
        document, schema, reason = line.split("\t")
        known[document, schema] = reason
total, failed, explained, equal = 0, [], collections.Counter(), 0
kinds = collections.Counter()
examples = []
with open(instances_path, encoding="utf-8") as instances, open(results_path, encoding="utf-8") as results:
    for line, result in zip(instances, results, strict=True):
        line, result = json.loads(line), json.loads(result)
        total += 1
        if not result["ok"]:
            if kind == "examples" and (name, line["schema"]) in known:
                explained[line["schema"]] += 1
            else:
                failed.append(f'{line["schema"]}: {result["error"]} {json.dumps(line["instance"])[:300]}')
            continue
        found = difference(line["instance"], result["value"])
        if not found:
            equal += 1
        undocumented = [kind for kind in found if kind not in ("null", "time")]
        for difference_kind in found:
            kinds[difference_kind if difference_kind in ("null", "time") else "undocumented"] += 1
        if undocumented:
            examples.append(f'{line["schema"]}: {undocumented[0]}')
decoded = total - len(failed) - explained.total()
documented = decoded - len(examples)
print(f"  {total} {kind}, {decoded} decoded, {equal} equal, {documented} equal but for documented kinds, {dict(kinds)}")
for schema, count in explained.items():
    print(f"  explained: {schema} ({count}): {known[name, schema]}")
for line in failed[:15]:
    print("  not decoded: " + line)
for line in examples[:25]:
    print("  different: " + line)
if failed or kind == "instances" and documented < 0.998 * total:
    sys.exit(1)
