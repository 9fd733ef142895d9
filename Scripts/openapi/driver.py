"""Writes a Swift program that decodes JSON instances by the generated types, and encodes them again.

usage: driver.py MODULE TYPES > main.swift

TYPES has the name of a schema and its type in each line, separated by a tab. The program reads lines such as
{"schema": "pet", "instance": {}}, and prints for each line {"ok": true, "value": {}} or {"ok": false, "error": "..."}.
"""

import json
import sys

module, types = sys.argv[1], sys.argv[2]
print(f"""import Foundation
import {module}
import TalynOpenAPIRuntime

struct Line: Decodable {{
    let schema: String
    let instance: JSONValue
}}

struct Schema: Decodable {{
    let schema: String
}}

let encoder = JSONEncoder()

struct Wrapper<Value: Decodable>: Decodable {{
    let instance: Value
}}

/// The instance in a line, as the type encodes it.
func encoded<Value: Codable>(_ line: Data, as type: Value.Type) throws -> Data {{
    try encoder.encode(try JSONDecoder().decode(Wrapper<Value>.self, from: line).instance)
}}

func encoded(_ line: Data, schema: String) throws -> Data {{
    switch schema {{""")
with open(types, encoding="utf-8") as file:
    for line in file.read().splitlines():
        name, swift = line.split("\t")
        print(f"    case {json.dumps(name)}: try encoded(line, as: {swift}.self)")
print("""    default: throw CocoaError(.featureUnsupported)
    }
}

while let line = readLine() {
    let data = Data(line.utf8)
    do {
        let schema = try JSONDecoder().decode(Schema.self, from: data).schema
        print("{\\"ok\\": true, \\"value\\": \\(String(decoding: try encoded(data, schema: schema), as: UTF8.self))}")
    } catch {
        let text = try JSONEncoder().encode("\\(error)".prefix(400).description)
        print("{\\"ok\\": false, \\"error\\": \\(String(decoding: text, as: UTF8.self))}")
    }
}""")
