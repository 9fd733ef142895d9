#if FUZZING
import Foundation
import _TalynSupport

@testable import TalynCore

extension FuzzTarget {
    /// A form is decoded to the values that were encoded. Each line of the input is a name or a value.
    static let forms = FuzzTarget("forms") { input in
        let arrays: CodingOptions.ArrayFormat = input.element(of: [.brackets, .noBrackets, .indexInBrackets])
        let coding = CodingOptions { $0.arrays = arrays }
        let text = input.text
        var form: [String: String] = [:]
        var names: [String] = []
        while !input.isEmpty, names.count < 1_000 {
            let name = input.line()
            names.append(name)
            form[name] = input.line()
        }
        guard let encoded = try? coding.formText(of: form) else { fatalError("Violated property: A form is encoded.") }
        require(URLJoining.isWellFormed(encoded), "A form is well-formed.")
        let decoded = FormParameter.parameters(in: encoded)
        let pairs = form.sorted { $0.key < $1.key }
        requireEqual(decoded.map(\.name), pairs.map(\.key), "Names are encoded without loss.")
        requireEqual(decoded.map { $0.value ?? "" }, pairs.map(\.value), "Values are encoded without loss.")
        let list = (try? coding.formText(of: ["list": names])) ?? ""
        let elements = FormParameter.parameters(in: list).map { $0.value ?? "" }
        requireEqual(elements, names, "Elements are encoded without loss.")
        let others = FormParameter.parameters(in: text)
        require(others.reduce(0) { $0 + $1.text.utf8.count } <= text.utf8.count, "Parameters are parts of the text.")
        for parameter in others {
            require(parameter.name.utf8.count <= parameter.text.utf8.count, "Decoding makes no name longer.")
            require((parameter.value ?? "").utf8.count <= parameter.text.utf8.count, "Decoding makes no value longer.")
        }
    }

    /// A key path leads to the same value in the decoder and in an object of Foundation.
    static let jsonKeyPath = FuzzTarget("json-key-path") { input in
        let path = JSONKeyPath(input.line())
        require(path.components.joined(separator: ".") == path.text, "Components are parts of the path.")
        let data = input.data
        guard path.components.count < 200,
            (try? JSONDecoder().decode(Anything.self, from: data)) != nil,
            let value = try? JSONDecoder().decode(Tree.self, from: data)
        else { return }
        let leadsThere = value.has(path.components[...])
        let decoded = (try? JSONDecoder().decode(Anything.self, at: path, in: data)) != nil
        requireEqual(decoded, leadsThere, "Both ways find a value, or none.")
    }

    /// Any JSON value.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// A JSON value with its members and elements.
    private enum Tree: Decodable {
        case object([String: Tree])
        case array([Tree])
        case scalar

        init(from decoder: any Decoder) {
            if let members = try? decoder.singleValueContainer().decode([String: Tree].self) {
                self = .object(members)
            } else if let elements = try? decoder.singleValueContainer().decode([Tree].self) {
                self = .array(elements)
            } else {
                self = .scalar
            }
        }

        /// Whether a key path leads to a value.
        func has(_ path: ArraySlice<String>) -> Bool {
            guard let first = path.first else { return true }
            switch self {
            case .object(let members): return members[first]?.has(path.dropFirst()) ?? false
            case .array(let elements):
                guard let index = Int(first), elements.indices.contains(index) else { return false }
                return elements[index].has(path.dropFirst())
            case .scalar: return false
            }
        }
    }
}
#endif
