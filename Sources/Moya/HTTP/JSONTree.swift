#if !Alamofire
import Foundation
import TalynCore

/// Untyped parameters that are checked to be JSON.
///
/// `JSONSerialization` is ten times slower on Linux, and doesn't name the value that it refuses.
enum JSONTree: Encodable {
    case null
    case string(String)
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case decimal(Decimal)
    case object([String: JSONTree])
    case array([JSONTree])

    /// - Throws: ``RequestError/parameter(path:problem:)`` with the path of the value that JSON can't hold.
    init(_ value: Any, path: String) throws {
        switch ParameterValue(value) {
        case .null: self = .null
        case .string(let string): self = .string(string)
        case .bool(let bool): self = .bool(bool)
        case .integer(let integer): self = .integer(integer)
        case .unsigned(let integer): self = .unsigned(integer)
        case .double(let double):
            guard double.isFinite else {
                throw RequestError.parameter(path: path, problem: "is \(double), which JSON doesn't have")
            }
            self = .double(double)
        case .decimal(let decimal): self = .decimal(decimal)
        case .dictionary(let members):
            var object: [String: JSONTree] = [:]
            object.reserveCapacity(members.count)
            for (name, member) in members {
                object[name] = try JSONTree(member, path: path.isEmpty ? name : "\(path).\(name)")
            }
            self = .object(object)
        case .array(let elements):
            var array: [JSONTree] = []
            array.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                array.append(try JSONTree(element, path: "\(path)[\(index)]"))
            }
            self = .array(array)
        case .other(let other):
            throw RequestError.parameter(path: path, problem: "is of type \(type(of: other)), which JSON doesn't have")
        case .unsupported(let problem):
            throw RequestError.parameter(path: path, problem: problem)
        }
    }

    var isContainer: Bool {
        switch self {
        case .object, .array: true
        default: false
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .string(let string): try container.encode(string)
        case .bool(let bool): try container.encode(bool)
        case .integer(let integer): try container.encode(integer)
        case .unsigned(let integer): try container.encode(integer)
        case .double(let double): try container.encode(double)
        case .decimal(let decimal): try container.encode(decimal)
        case .object(let members): try container.encode(members)
        case .array(let elements): try container.encode(elements)
        }
    }
}
#endif
