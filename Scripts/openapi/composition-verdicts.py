"""Compares what generated types made of values with what jsonschema says of them.

usage: composition-verdicts.py SEED INSTANCES RESULTS
"""

import json
import sys

seed, instances, results = sys.argv[1:]
faults = []
counts = {True: 0, False: 0}


with open(instances, encoding="utf-8") as lines, open(results, encoding="utf-8") as answers:
    for line, answer in zip(lines, answers, strict=True):
        line, answer = json.loads(line), json.loads(answer)
        counts[line["valid"]] += 1
        if line["valid"] != answer["ok"]:
            faults.append(f'{line["schema"]} {"refuses" if line["valid"] else "decodes"} {json.dumps(line["instance"])}')
        # A null that may also be missing is left out.
        elif line["valid"] and {key for key in line["instance"] if line["instance"][key] is not None} - set(answer["value"]):
            faults.append(f'{line["schema"]} loses members of {json.dumps(line["instance"])}')
print(f"seed {seed}: {counts[True]} values, {counts[False]} wrong values, {len(faults)} disagreements")
for fault in faults[:20]:
    print("  " + fault)
sys.exit(1 if faults else 0)
