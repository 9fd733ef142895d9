package import Foundation

extension JSONNode {
    /// The reason for which a text isn't JSON.
    package struct Failure: Error, Hashable {
        package let problem: String
        /// Whether the text ends in the middle of a value.
        package let isCutOff: Bool
    }

    /// Reads a JSON text.
    package init(json: Data) throws(Failure) {
        do {
            self = try JSONDecoder().decode(JSONNode.self, from: json)
        } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
            throw Failure(describing: json) ?? Failure(problem: context.debugDescription, isCutOff: false)
        } catch {
            throw Failure(problem: Self.problem(error), isCutOff: false)
        }
    }

    /// The JSON text.
    ///
    /// - Parameter isPretty: Whether the text has several lines, for people and for version control.
    func json(isPretty: Bool = false) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        // A tree of JSON values can always be encoded.
        return (try? encoder.encode(self)) ?? Data("null".utf8)
    }

    fileprivate static func problem(_ error: any Error) -> String {
        if case DecodingError.dataCorrupted(let context) = error { context.debugDescription } else { "\(error)" }
    }

    /// The maximum nesting of arrays and objects. Call stacks that browsers save have up to 200 levels.
    static let maximumDepth = 400
}

extension JSONNode.Failure {
    /// The failure of a text.
    ///
    /// - Parameter error: The error of a part of the text.
    init(_ error: any Error, of json: Data) {
        if let failure = JSONNode.Failure(describing: json) ?? (error as? JSONNode.Failure) {
            self = failure
        } else {
            let problem = error is JSONOutline.Invalid ? "it is nested too deeply" : JSONNode.problem(error)
            self.init(problem: problem, isCutOff: false)
        }
    }

    /// The failure in the words of `JSONSerialization`, which on Linux says more than the decoder.
    fileprivate init?(describing json: Data) {
        do {
            _ = try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed)
            return nil
        } catch {
            let text = (error as NSError).userInfo["NSDebugDescription"] as? String ?? error.localizedDescription
            problem = text.hasSuffix(".") ? String(text.dropLast()) : text
            isCutOff = json.isBeginningOfJSON && (text.contains("end of file") || !json.endsAsJSON)
        }
    }
}

extension JSONNode: Codable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    // In the order of frequency in HAR files, since each failed attempt is slow.
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let object = try? decoder.container(keyedBy: Name.self) {
            try Self.checkDepth(decoder)
            let members = try object.allKeys.map {
                Member($0.stringValue, try object.decode(JSONNode.self, forKey: $0))
            }
            self = .object(members.sorted { $0.name < $1.name })
        } else if var array = try? decoder.unkeyedContainer() {
            try Self.checkDepth(decoder)
            var elements: [JSONNode] = []
            while !array.isAtEnd { elements.append(try array.decode(JSONNode.self)) }
            self = .array(elements)
        } else if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let decimal = try? value.decode(Decimal.self) {
            self = .number("\(decimal)")
        } else {
            // Only a number is left, which is too large for a decimal or for any type.
            self = .number((try? value.decode(Double.self)).map { "\($0)" } ?? "1e999")
        }
    }

    private static func checkDepth(_ decoder: any Decoder) throws {
        guard decoder.codingPath.count > maximumDepth else { return }
        let problem = "it is nested too deeply"
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: problem))
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: Name.self)
            for member in members { try container.encode(member.value, forKey: Name(stringValue: member.name)) }
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

extension Data {
    fileprivate var isBeginningOfJSON: Bool { first { !$0.isJSONSpace }.map { "{[".utf8.contains($0) } ?? false }

    fileprivate var endsAsJSON: Bool { last { !$0.isJSONSpace }.map { "}]".utf8.contains($0) } ?? false }
}

extension UInt8 {
    /// Whether it is white space (RFC 8259, section 2).
    fileprivate var isJSONSpace: Bool { [0x20, 0x0A, 0x0D, 0x09].contains(self) }
}
