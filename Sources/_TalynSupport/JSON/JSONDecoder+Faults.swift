public import _TalynFoundation

extension JSONDecoder {
    /// Decodes a value. The error for a number that doesn't fit its type has the place of the number.
    ///
    /// Foundation calls such a text "not valid JSON", and names no place.
    public func decodeNamingPlace<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
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
    /// Zero fits every type of numbers. So the search decodes the text with its first numbers only. A string in place of the
    /// number then fails with the place.
    private func misfit<Value: Decodable>(_ type: Value.Type, in data: Data) -> (text: String, path: [any CodingKey])? {
        let data = Data(data)
        let numbers = Self.numbers(in: data)
        func failure(keeping count: Int, then replacement: String = "0") -> DecodingError? {
            let text = Self.data(data, numbers.dropFirst(count), replacingFirstBy: replacement)
            do {
                _ = try decode(type, from: text)
                return nil
            } catch {
                return error as? DecodingError
            }
        }
        func fits(keeping count: Int) -> Bool { failure(keeping: count).map { !Self.blamesText($0) } ?? true }
        guard !numbers.isEmpty, fits(keeping: 0) else { return nil }
        var (low, high) = (0, numbers.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if fits(keeping: middle) { low = middle } else { high = middle }
        }
        let text = String(decoding: data[numbers[high - 1]].prefix(40), as: UTF8.self)
        guard case .typeMismatch(_, let context)? = failure(keeping: high - 1, then: #""""#) else { return (text, []) }
        return (text, context.codingPath)
    }

    /// The text with other values in place of numbers: one for the first of them, and zeros for the others.
    private static func data(_ data: Data, _ numbers: ArraySlice<Range<Int>>, replacingFirstBy first: String) -> Data {
        var result = Data()
        var start = 0
        for (index, number) in numbers.enumerated() {
            result.append(data[start..<number.lowerBound])
            result.append(contentsOf: index == 0 ? Array(first.utf8) : [UInt8(ascii: "0")])
            start = number.upperBound
        }
        result.append(data[start...])
        return result
    }

    /// The places of the numbers in JSON. The text may be invalid.
    private static func numbers(in data: Data) -> [Range<Int>] {
        var numbers: [Range<Int>] = []
        var index = 0
        while index < data.count {
            let start = index
            index += 1
            switch data[start] {
            case UInt8(ascii: "\""):
                index = data.endOfJSONString(from: start)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                index = data[start...].firstIndex { !"0123456789+-.eE".utf8.contains($0) } ?? data.count
                numbers.append(start..<index)
            default:
                break
            }
        }
        return numbers
    }
}

extension JSONDecoder {
    /// Whether the bytes are JSON by the rules of this decoder. It reads the whole text before it asks the type.
    public func isJSON(_ data: Data) -> Bool {
        (try? decode(Anything.self, from: data)) != nil
    }

    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }
}
