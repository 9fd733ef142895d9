public import _TalynFoundation

extension JSONNode {
    /// The reason for which a text isn't JSON.
    public struct Failure: Error, Hashable {
        public let problem: String
        /// Whether the text ends in the middle of a value.
        public let isCutOff: Bool

        public init(problem: String, isCutOff: Bool) {
            self.problem = problem
            self.isCutOff = isCutOff
        }
    }

    /// Reads a JSON text.
    public init(json: Data) throws(Failure) {
        do {
            self = try JSONOutline.read(json) { try JSONNode(&$0, depth: 0) }
        } catch let error as JSONOutline.Invalid {
            throw Failure(error, of: json)
        } catch {
            throw Failure(problem: "\(error)", isCutOff: false)
        }
    }

    /// Reads the next value. Foundation decodes texts, numbers and words, each alone: in a tree, each attempt to decode
    /// another type would fail with an error that has the whole path.
    private init(_ outline: inout JSONOutline, depth: Int) throws {
        guard depth <= JSONOutline.maximumDepth else { throw outline.invalid(.tooDeep) }
        switch outline.peek() {
        case UInt8(ascii: "{"):
            var members: [Member] = []
            try outline.members { name, outline in
                members.append(Member(name, try JSONNode(&outline, depth: depth + 1)))
            }
            self = .object(Self.unique(members))
        case UInt8(ascii: "["):
            var elements: [JSONNode] = []
            try outline.elements { elements.append(try JSONNode(&$0, depth: depth + 1)) }
            self = .array(elements)
        case UInt8(ascii: "\""):
            self = .string(try outline.decode(String.self))
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            self = .bool(try outline.decode(Bool.self))
        case UInt8(ascii: "n"):
            _ = try outline.decode(Bool?.self)
            self = .null
        default:
            self = .number(try outline.decode(Digits.self).text)
        }
    }

    /// The members by name. Of equal names, the first counts, as in Foundation's decoder.
    private static func unique(_ members: [Member]) -> [Member] {
        var names: Set<String> = []
        return members.filter { names.insert($0.name).inserted }.sorted { $0.name < $1.name }
    }

    /// The digits of a number.
    private struct Digits: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let decimal = try? container.decode(Decimal.self) {
                text = "\(decimal)"
            } else {
                // A number that is too large for a decimal, or for any type.
                text = (try? container.decode(Double.self)).map { "\($0)" } ?? "1e999"
            }
        }
    }

    /// The JSON text.
    ///
    /// - Parameter isPretty: Whether the text has several lines, for people and for version control.
    public func json(isPretty: Bool = false) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        // A tree of JSON values can always be encoded.
        return (try? encoder.encode(self)) ?? Data("null".utf8)
    }
}

extension JSONNode.Failure {
    fileprivate init(_ fault: JSONOutline.Invalid, of json: Data) {
        let before = json.prefix(fault.offset)
        let line = before.count { $0 == 0x0A } + 1
        let column = before.count - (before.lastIndex(of: 0x0A).map { $0 - before.startIndex + 1 } ?? 0) + 1
        problem =
            switch fault.reason {
            case .endOfText: "the text ends in the middle of a value"
            case .tooDeep: "it is nested too deeply at line \(line), column \(column)"
            case .unexpected: "line \(line), column \(column) is not valid"
            }
        isCutOff = fault.reason == .endOfText && json.beginsJSONContainer
    }
}

extension JSONNode: Encodable {
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: AnyCodingKey.self)
            for member in members { try container.encode(member.value, forKey: AnyCodingKey(member.name)) }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        case .number(let digits):
            var container = encoder.singleValueContainer()
            if let decimal = Decimal(string: digits, locale: Self.posix), decimal.isFinite {
                try container.encode(decimal)
            } else {
                let double = Double(digits) ?? 0
                try container.encode(double.isFinite ? double : Double.greatestFiniteMagnitude)
            }
        case .string(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }

    private static let posix = Locale(identifier: "en_US_POSIX")
}
