#if !Alamofire
import Foundation
import TalynCore
import _TalynSupport

/// An untyped parameter, which is checked while it is encoded.
///
/// `JSONSerialization` is ten times slower on Linux, and doesn't name the value that it refuses.
struct JSONParameter: Encodable {
    private let value: ParameterValue

    init(_ value: Any) {
        self.value = ParameterValue(value)
    }

    var isContainer: Bool {
        switch value {
        case .dictionary, .array: true
        default: false
        }
    }

    /// - Throws: ``RequestError/parameter(path:problem:)`` with the path of the value that JSON can't hold.
    func encode(to encoder: any Encoder) throws {
        switch value {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .string(let string): try encode(string, to: encoder)
        case .bool(let bool): try encode(bool, to: encoder)
        case .integer(let integer): try encode(integer, to: encoder)
        case .unsigned(let integer): try encode(integer, to: encoder)
        case .double(let double):
            guard double.isFinite else { throw refusal("is \(double), which JSON doesn't have", encoder) }
            try encode(double, to: encoder)
        case .decimal(let decimal): try encode(decimal, to: encoder)
        case .dictionary(let members):
            var container = encoder.container(keyedBy: AnyCodingKey.self)
            for (name, member) in members { try container.encode(JSONParameter(member), forKey: AnyCodingKey(name)) }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(JSONParameter(element)) }
        case .other(let other): throw refusal("is of type \(type(of: other)), which JSON doesn't have", encoder)
        case .unsupported(let problem): throw refusal(problem, encoder)
        }
    }

    private func encode(_ value: some Encodable, to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }

    private func refusal(_ problem: String, _ encoder: any Encoder) -> RequestError {
        let path = encoder.codingPath.reduce("") { path, key in
            if let index = key.intValue { return "\(path)[\(index)]" }
            return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
        }
        return .parameter(path: path, problem: problem)
    }
}
#endif
