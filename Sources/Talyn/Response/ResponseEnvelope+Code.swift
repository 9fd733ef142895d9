import Foundation

extension ResponseEnvelope {
    /// What an envelope says of the outcome: a number, a text or a flag.
    ///
    /// Codes are compared as text, since some servers write `"0"` where others write `0`.
    public struct Code: Sendable, Hashable {
        /// The code as text: that of the JSON without quotes.
        public let text: String

        /// The code as a number, if it is one.
        public var number: Int? { Int(text) }

        /// Creates a code from its text.
        public init(_ text: String) {
            self.text = text
        }
    }
}

extension ResponseEnvelope.Code: CustomStringConvertible {
    public var description: String { text }
}

extension ResponseEnvelope.Code: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
    public init(integerLiteral value: Int) {
        self.init("\(value)")
    }

    public init(stringLiteral value: String) {
        self.init(value)
    }

    public init(booleanLiteral value: Bool) {
        self.init("\(value)")
    }
}

extension ResponseEnvelope.Code: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self.init("\(number)")
        } else if let number = try? container.decode(Decimal.self) {
            self.init("\(number)")
        } else if let flag = try? container.decode(Bool.self) {
            self.init("\(flag)")
        } else {
            self.init(try container.decode(String.self))
        }
    }
}
