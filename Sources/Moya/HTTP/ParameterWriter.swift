#if !Alamofire
import Foundation
import TalynCore
import _TalynSupport

/// Writes parameters of any type as percent-encoded `name=value` pairs.
struct ParameterWriter {
    let arrayEncoding: URLEncoding.ArrayEncoding
    let boolEncoding: URLEncoding.BoolEncoding
    private var bytes: [UInt8] = []

    init(arrayEncoding: URLEncoding.ArrayEncoding, boolEncoding: URLEncoding.BoolEncoding) {
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
    }

    /// The pairs, joined with `&`.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Writes parameters, sorted by name.
    ///
    /// - Throws: `RequestError` for a value that no request can hold.
    mutating func write(_ parameters: [String: Any]) throws {
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) { try write(value, named: name) }
    }

    private mutating func write(_ value: Any, named name: String) throws {
        switch ParameterValue(value) {
        case .null: break
        case .string(let string): writePair(name, string)
        case .bool(let bool): writePair(name, text(of: bool))
        case .integer(let integer): writePair(name, String(integer))
        case .unsigned(let integer): writePair(name, String(integer))
        // A whole number has no fraction, as in the descriptions of Foundation's numbers.
        case .double(let double): writePair(name, Int64(exactly: double).map { String($0) } ?? double.description)
        case .decimal(let decimal): writePair(name, decimal.description)
        case .dictionary(let members):
            for member in members.sorted(by: { $0.name < $1.name }) {
                try write(member.value, named: "\(name)[\(member.name)]")
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() { try write(element, named: self.name(of: index, in: name)) }
        case .other(let other): writePair(name, "\(other)")
        case .unsupported(let problem): throw RequestError.parameter(path: name, problem: problem)
        }
    }

    private func name(of index: Int, in array: String) -> String {
        switch arrayEncoding {
        case .brackets: "\(array)[]"
        case .noBrackets: array
        case .indexInBrackets: "\(array)[\(index)]"
        case .custom(let make): make(array, index)
        }
    }

    private func text(of bool: Bool) -> String {
        switch boolEncoding {
        case .numeric: bool ? "1" : "0"
        case .literal: bool ? "true" : "false"
        }
    }

    private mutating func writePair(_ name: String, _ value: String) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
        PercentEncoding.append(name.utf8, allowed: .urlQueryParameter, to: &bytes)
        bytes.append(UInt8(ascii: "="))
        PercentEncoding.append(value.utf8, allowed: .urlQueryParameter, to: &bytes)
    }
}
#endif
