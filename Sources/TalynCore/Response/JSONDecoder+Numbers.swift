#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension JSONDecoder {
    /// Decodes a value. The error for a number that doesn't fit its type has the place of the number.
    ///
    /// Foundation calls such a text "not valid JSON", and names no place.
    func decodeNamingPlace<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        do {
            return try decode(type, from: data)
        } catch let error as DecodingError {
            guard Self.blamesText(error), let number = misfit(type, in: data) else { throw error }
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: number.path,
                    debugDescription: "The number \(number.text) doesn't fit the type there.",
                    underlyingError: error
                )
            )
        }
    }

    /// Whether the error calls the whole text invalid.
    private static func blamesText(_ error: DecodingError) -> Bool {
        guard case .dataCorrupted(let context) = error, context.codingPath.isEmpty else { return false }
        return context.debugDescription.contains("not valid JSON")
    }

    /// The first number that doesn't fit; nil if the text fails without its numbers, too.
    ///
    /// Zero fits every type of numbers. So the search decodes the text with its first numbers only.
    private func misfit<Value: Decodable>(_ type: Value.Type, in data: Data) -> JSONNumber? {
        let data = Data(data)
        let numbers = JSONNumber.all(in: data)
        func fits(keeping count: Int) -> Bool {
            do {
                _ = try decode(type, from: JSONNumber.data(data, numbers, keeping: count))
                return true
            } catch {
                return (error as? DecodingError).map { !Self.blamesText($0) } ?? true
            }
        }
        guard !numbers.isEmpty, fits(keeping: 0) else { return nil }
        var (low, high) = (0, numbers.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if fits(keeping: middle) { low = middle } else { high = middle }
        }
        return numbers[high - 1]
    }
}

/// A number in JSON, and its place.
private struct JSONNumber {
    struct Key: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(stringValue: String) {
            self.stringValue = stringValue
            intValue = nil
        }

        init(intValue: Int) {
            stringValue = "Index \(intValue)"
            self.intValue = intValue
        }
    }

    private struct Container {
        var isObject: Bool
        var key: Key
        var expectsName: Bool
    }

    let range: Range<Int>
    let path: [Key]
    let text: String

    /// The text with zeros in place of all numbers after the first ones.
    static func data(_ data: Data, _ numbers: [JSONNumber], keeping count: Int) -> Data {
        var result = Data()
        var start = 0
        for number in numbers.dropFirst(count) {
            result.append(data[start..<number.range.lowerBound])
            result.append(UInt8(ascii: "0"))
            start = number.range.upperBound
        }
        result.append(data[start...])
        return result
    }

    /// The numbers of a text. The text may be invalid.
    static func all(in data: Data) -> [JSONNumber] {
        let bytes = [UInt8](data)
        var numbers: [JSONNumber] = []
        var containers: [Container] = []
        var index = 0
        func end(from start: Int, while isIncluded: (UInt8) -> Bool) -> Int {
            bytes[start...].firstIndex { !isIncluded($0) } ?? bytes.count
        }
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let isObject = bytes[index] == UInt8(ascii: "{")
                containers.append(
                    Container(
                        isObject: isObject,
                        key: isObject ? Key(stringValue: "") : Key(intValue: 0),
                        expectsName: isObject
                    )
                )
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                containers.removeLast(min(1, containers.count))
                index += 1
            case UInt8(ascii: ","):
                if let last = containers.indices.last {
                    containers[last].expectsName = containers[last].isObject
                    if let place = containers[last].key.intValue { containers[last].key = Key(intValue: place + 1) }
                }
                index += 1
            case UInt8(ascii: "\""):
                var end = index + 1
                while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
                    end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
                }
                end = min(end + 1, bytes.count)
                if let last = containers.indices.last, containers[last].expectsName {
                    containers[last].expectsName = false
                    let literal = Data(bytes[index..<end])
                    containers[last].key = Key(stringValue: JSONReader.string(literal) ?? "")
                }
                index = end
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let last = end(from: index) { "0123456789+-.eE".utf8.contains($0) }
                let text = String(decoding: bytes[index..<min(last, index + 40)], as: UTF8.self)
                numbers.append(JSONNumber(range: index..<last, path: containers.map(\.key), text: text))
                index = last
            default:
                index += 1
            }
        }
        return numbers
    }
}
