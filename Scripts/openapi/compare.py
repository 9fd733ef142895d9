"""Compares instances with what the generated types made of them.

usage: compare.py INSTANCES RESULTS

Differences of these kinds are documented, and counted apart:
- null: a property that may be missing or null, and that no request sends, is left out
- time: another text for the same time
"""

import collections
import datetime
import json
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


total, failed, equal = 0, [], 0
kinds = collections.Counter()
examples = []
with open(sys.argv[1], encoding="utf-8") as instances, open(sys.argv[2], encoding="utf-8") as results:
    for line, result in zip(instances, results):
        line, result = json.loads(line), json.loads(result)
        total += 1
        if not result["ok"]:
            failed.append(f'{line["schema"]}: {result["error"]} {json.dumps(line["instance"])[:300]}')
            continue
        found = difference(line["instance"], result["value"])
        if not found:
            equal += 1
        undocumented = [kind for kind in found if kind not in ("null", "time")]
        for kind in found:
            kinds[kind if kind in ("null", "time") else "undocumented"] += 1
        if undocumented:
            examples.append(f'{line["schema"]}: {undocumented[0]}')
documented = total - len(failed) - len(examples)
print(f"{total} instances, {total - len(failed)} decoded, {equal} equal, {documented} equal apart from documented kinds, {dict(kinds)}")
for line in failed[:15]:
    print("  not decoded: " + line)
for line in examples[:25]:
    print("  different: " + line)
