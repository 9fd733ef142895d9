public import _TalynFoundation
import _TalynSupport

/// The formats of dates, keys, arrays and booleans of an API: in queries, forms and JSON, in requests and responses.
///
/// ```swift
/// var coding: CodingOptions {
///     CodingOptions {
///         $0.keys = .snakeCase
///         $0.dates = .secondsSince1970
///         $0.arrays = .brackets
///     }
/// }
/// ```
public struct CodingOptions: Sendable {
    /// A format of dates.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum DateFormat: Sendable {
        /// `2024-02-29T12:00:00Z` (RFC 3339). Dates with fractions of a second, and days, are decoded, too.
        case iso8601
        /// `2024-02-29T12:00:00.250Z` (RFC 3339), in milliseconds. Decodes the same texts as `iso8601`.
        case iso8601WithFractions
        /// `2024-02-29`, a day in UTC (RFC 3339, `full-date`). Decodes the same texts as `iso8601`.
        case day
        /// Seconds since the start of 1970.
        case secondsSince1970
        /// Milliseconds since the start of 1970.
        case millisecondsSince1970
        /// A format of your own, such as the one of a `DateFormatter`. `read` returns nil for a text that isn't a date.
        case custom(write: @Sendable (Date) -> String, read: @Sendable (String) -> Date?)
    }

    /// A format of keys.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum KeyFormat: Sendable, Hashable {
        /// Keys are the names of properties.
        case unchanged
        /// Keys are in snake case: `max_price` for the property `maxPrice`.
        case snakeCase
    }

    /// A format of the names of an array's elements.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum ArrayFormat: Sendable {
        /// `name[]=a&name[]=b`
        case brackets
        /// `name=a&name=b`
        case noBrackets
        /// `name[0]=a&name[1]=b`
        case indexInBrackets
        /// A closure makes the name of an element from the name of the array and the index.
        case custom(@Sendable (_ name: String, _ index: Int) -> String)
    }

    /// A format of booleans.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum BooleanFormat: Sendable, Hashable {
        /// `1` and `0`
        case numeric
        /// `true` and `false`
        case literal
    }

    /// The format of dates. ISO 8601 by default.
    public var dates = DateFormat.iso8601

    /// The format of keys. Keys of ``RequestParameters`` are never changed.
    public var keys = KeyFormat.unchanged

    /// The format of arrays in queries and forms. No brackets by default, as in OpenAPI documents.
    public var arrays = ArrayFormat.noBrackets

    /// The format of booleans in queries and forms. Literal by default, as in OpenAPI documents.
    public var booleans = BooleanFormat.literal

    /// Changes the JSON encoder, after the other options.
    public var configureEncoder: (@Sendable (_ encoder: JSONEncoder) -> Void)?

    /// Changes the JSON decoder, after the other options.
    public var configureDecoder: (@Sendable (_ decoder: JSONDecoder) -> Void)?

    /// Creates options.
    ///
    /// - Parameter configure: Sets the options that differ from the defaults.
    public init(_ configure: (inout CodingOptions) -> Void = { _ in }) {
        configure(&self)
    }

    /// The encoder of JSON bodies. It writes the same bytes for the same value every time, so that requests can be compared, shared and
    /// recorded.
    public var jsonEncoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        switch dates {
        case .iso8601: encoder.dateEncodingStrategy = .iso8601
        case .secondsSince1970: encoder.dateEncodingStrategy = .secondsSince1970
        case .millisecondsSince1970: encoder.dateEncodingStrategy = .millisecondsSince1970
        case .iso8601WithFractions: encoder.encodeDates { $0.rfc3339Milliseconds }
        case .day: encoder.encodeDates { $0.iso8601Day }
        case .custom(let write, _): encoder.encodeDates(by: write)
        }
        if keys == .snakeCase { encoder.keyEncodingStrategy = .convertToSnakeCase }
        configureEncoder?(encoder)
        return encoder
    }

    /// The encoder of a body. By default it is one for all bodies, which nothing may change.
    var sharedEncoder: JSONEncoder {
        hasDefaultFormats && configureEncoder == nil ? Self.standardEncoder : jsonEncoder
    }

    /// The decoder of a response. By default it is one for all responses, which nothing may change.
    var sharedDecoder: JSONDecoder {
        hasDefaultFormats && configureDecoder == nil ? Self.standardDecoder : jsonDecoder
    }

    /// Whether the formats of JSON are the defaults.
    private var hasDefaultFormats: Bool {
        if case .iso8601 = dates { keys == .unchanged } else { false }
    }

    private static let standardEncoder = CodingOptions().jsonEncoder
    private static let standardDecoder = CodingOptions().jsonDecoder

    /// The decoder of results, payloads and failure bodies.
    public var jsonDecoder: JSONDecoder {
        let decoder = JSONDecoder()
        switch dates {
        case .iso8601, .iso8601WithFractions, .day:
            decoder.dateDecodingStrategy = .custom { try Date(iso8601From: $0) }
        case .secondsSince1970: decoder.dateDecodingStrategy = .secondsSince1970
        case .millisecondsSince1970: decoder.dateDecodingStrategy = .millisecondsSince1970
        case .custom(_, let read):
            decoder.dateDecodingStrategy = .custom { decoder in
                let container = try decoder.singleValueContainer()
                guard let date = read(try container.decode(String.self)) else {
                    throw DecodingError.dataCorruptedError(
                        in: container,
                        debugDescription: "Date string does not match format expected by formatter."
                    )
                }
                return date
            }
        }
        if keys == .snakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        configureDecoder?(decoder)
        return decoder
    }
}

extension JSONEncoder {
    /// Encodes dates as texts.
    fileprivate func encodeDates(by write: @escaping @Sendable (Date) -> String) {
        dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(write(date))
        }
    }
}

extension Date {
    /// Decodes a date of RFC 3339, with or without fractions of a second, or a day.
    fileprivate init(iso8601From decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text: String
        do {
            text = try container.decode(String.self)
        } catch DecodingError.typeMismatch {
            // A number of seconds, for example. The error then tells how to mend it.
            throw DecodingError.typeMismatch(
                Date.self,
                .init(codingPath: decoder.codingPath, debugDescription: "It isn't a text with a date.")
            )
        }
        guard let date = Date(rfc3339: text) ?? Date(iso8601Day: text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "It isn't a date of RFC 3339, such as 2024-02-29T12:00:00Z or 2024-02-29."
            )
        }
        self = date
    }
}
