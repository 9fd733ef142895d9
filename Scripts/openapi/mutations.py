"""Compares `talyn har check` with a validator that isn't Talyn's, by answers that are changed at random.

usage: mutations.py TALYN DOCUMENT [COUNT]

Needs openapi-schema-validator and PyYAML. Makes the answers of DOCUMENT, changes a value of each COUNT times, writes a HAR file with them,
and compares the bodies that both validators refuse. Formats, nullable beside a union and write-only members are left out, since both
decide them in another way on purpose.
"""

import copy
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from validate import document_and_validator

talyn, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 3
chance = random.Random(0)
document, validator = document_and_validator(path)


def places(value, at=()):
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, at + (key,))


def mutated(value):
    value = copy.deepcopy(value)
    place = chance.choice(list(places(value)))
    holder = {"": value}
    keys = ("",) + place
    node = holder
    for key in keys[:-1]:
        node = node[key]
    key, old = keys[-1], node[keys[-1]]
    others = [None, True, 0, -1, 1.5, 10**12, "", "other", "x" * 300, [], [None], {}, {"other": 1}]
    if isinstance(old, dict):
        others += [{k: v for k, v in old.items() if k != gone} for gone in list(old)[:3]] + [old | {"unknown member": 1}] * 3
    if isinstance(old, list) and old:
        others += [old + old, old[1:]]
    node[key] = chance.choice(others)
    return holder[""]


server = (document.get("servers") or [{"url": "https://api.example"}])[0]["url"].rstrip("/")
if "://" not in server:
    server = "https://api.example" + server
with tempfile.TemporaryDirectory() as folder:
    answers = pathlib.Path(folder, "answers")
    subprocess.run([talyn, "serve", path, "--check", "--answers", answers], stdout=subprocess.DEVNULL, check=True)
    cases, entries = [], []
    for line in answers.read_text(encoding="utf-8").splitlines():
        line = json.loads(line)
        parts = [part.replace("~1", "/").replace("~0", "~") for part in line["schema"].split("/")]
        if parts[1] != "paths" or parts[4] != "responses":
            continue
        template, method, status = parts[2], parts[3].upper(), parts[5]
        media = parts[7]
        status = {"default": 418}.get(status) or int(status.upper().replace("XX", "99"))
        if method == "HEAD" or status in (204, 304):
            continue
        for _ in range(count):
            instance = mutated(line["instance"])
            cases.append((line["schema"], f"{method} {template}", instance))
            entries.append({
                "request": {"method": method, "url": server + re.sub(r"{[^}]*}", "1", template)},
                "response": {
                    "status": status,
                    "headers": [{"name": "Content-Type", "value": media}],
                    "content": {"mimeType": media, "text": json.dumps(instance)},
                },
            })
    har = pathlib.Path(folder, "a.har")
    har.write_text(json.dumps({
        "log": {"version": "1.2", "creator": {"name": "mutations", "version": "1"}, "entries": entries}
    }), encoding="utf-8")
    output = subprocess.run([talyn, "har", "check", har, "--against", path], capture_output=True, text=True).stdout
ours, labels = {}, {}
for line in output.splitlines():
    if match := re.match(r"entry (\d+), (.*?): response \d+: the body (.*)", line):
        ours.setdefault(int(match[1]), match[3])
    if match := re.match(r"entry (\d+), (.*?): ", line):
        labels[int(match[1])] = match[2]
FORMATS = ("must be a date", "must be a UUID", "must be an IPv4", "must be an email", "must be a URI", "must be an integer of")
both = neither = others = left = 0
differences = []
for number, (schema, label, instance) in enumerate(cases):
    if labels.get(number, label) != label:
        others += 1
        continue
    theirs = next(validator(schema).iter_errors(instance), None)
    reason = ours.get(number)
    if (theirs is None) == (reason is None):
        both, neither = both + (theirs is not None), neither + (theirs is None)
    elif reason and any(text in reason for text in FORMATS) or reason and "write-only" in reason:
        left += 1
    else:
        differences.append(f"{schema}: ours: {reason}; theirs: {theirs and f'{theirs.json_path}: {theirs.message[:160]}'}")
print(f"{len(cases)} bodies: both refuse {both}, both allow {neither}, formats {left}, other operations {others}, {len(differences)} differ")
for line in differences[:20]:
    print("  " + line[:500])
