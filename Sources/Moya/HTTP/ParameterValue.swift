#if !Alamofire
import Foundation
import TalynCore

/// The kind of an untyped parameter.
///
/// Compares exact types first: this is fast, and it distinguishes `true` and `1`, which bridging on Apple platforms confuses.
/// Only class instances are cast to Foundation's types, since such casts convert whole collections.
enum ParameterValue {
    case null
    case string(String)
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case decimal(Decimal)
    case dictionary([(name: String, value: Any)])
    case array([Any])
    /// A value of another type.
    case other(Any)
    /// A value that no request can hold, and the reason.
    case unsupported(String)

    init(_ value: Any) {
        let type = type(of: value)
        if type == String.self, let string = value as? String {
            self = .string(string)
        } else if type == Int.self, let integer = value as? Int {
            self = .integer(Int64(integer))
        } else if type == Bool.self, let bool = value as? Bool {
            self = .bool(bool)
        } else if type == Double.self, let double = value as? Double {
            self = .double(double)
        } else if type == [String: Any].self, let members = value as? [String: Any] {
            self = .dictionary(members.map { (name: $0.key, value: $0.value) })
        } else if type is AnyClass {
            self.init(object: value)
        } else if let container = value as? any ParameterContainer {
            self = container.parameterValue
        } else {
            self.init(uncommon: value)
        }
    }

    private init(uncommon value: Any) {
        switch value {
        case let substring as Substring: self = .string(String(substring))
        case let float as Float: self = .double(Double("\(float)") ?? .nan)  // 0.1 and not 0.10000000149
        case let float as CGFloat: self = .double(Double(float))
        case let integer as UInt64: self = .unsigned(integer)
        case let integer as UInt: self = .unsigned(UInt64(integer))
        case let decimal as Decimal: self = .decimal(decimal)
        case let integer as any BinaryInteger: self = .wide(integer)
        default: self = .other(value)
        }
    }

    private init(object: Any) {
        switch object {
        case is NSNull: self = .null
        case let number as NSNumber: self = .bridged(number)
        case let string as NSString: self = .string(string.description)
        case let array as [Any]: self = .array(array)
        case let dictionary as [String: Any]: self = .dictionary(dictionary.map { ($0.key, $0.value) })
        default: self = .other(object)
        }
    }

    /// An integer of any width, if its number is exact.
    private static func wide(_ integer: any BinaryInteger) -> ParameterValue {
        if let integer = Int64(exactly: integer) { return .integer(integer) }
        if let integer = UInt64(exactly: integer) { return .unsigned(integer) }
        return number(String(describing: integer))
    }

    static func number(_ digits: String) -> ParameterValue {
        if let decimal = Decimal(string: digits), decimal.description == digits { return .decimal(decimal) }
        return .unsupported("is \(digits), which has more digits than a number can have; send it as a string")
    }

    /// A number from Foundation, where Booleans are numbers, too.
    private static func bridged(_ number: NSNumber) -> ParameterValue {
        let isBoolean = number === NSNumber(value: true) || number === NSNumber(value: false)
        return bridged(number, type: UInt8(bitPattern: number.objCType.pointee), isBoolean: isBoolean)
    }

    /// - Parameters:
    ///   - type: The Objective-C type code. Booleans and `Int8` share one on Apple platforms.
    ///   - isBoolean: Whether the number is one of Foundation's two Boolean objects.
    static func bridged(_ number: NSNumber, type: UInt8, isBoolean: Bool) -> ParameterValue {
        switch type {
        case _ where isBoolean, UInt8(ascii: "B"): .bool(number.boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "f"): .double(number.doubleValue)
        case UInt8(ascii: "Q"): .unsigned(number.uint64Value)
        default: .integer(number.int64Value)
        }
    }
}

/// Unwraps a collection or an optional in an `Any` of unknown type.
private protocol ParameterContainer {
    var parameterValue: ParameterValue { get }
}

extension Optional: ParameterContainer {
    fileprivate var parameterValue: ParameterValue { map { ParameterValue($0) } ?? .null }
}

extension Array: ParameterContainer {
    fileprivate var parameterValue: ParameterValue { .array(map { $0 as Any }) }
}

extension Dictionary: ParameterContainer {
    fileprivate var parameterValue: ParameterValue {
        var members: [(name: String, value: Any)] = []
        members.reserveCapacity(count)
        for (key, value) in self {
            guard let name = key as? String else { return .unsupported("has a key that is not a string") }
            members.append((name, value))
        }
        return .dictionary(members)
    }
}
#endif
