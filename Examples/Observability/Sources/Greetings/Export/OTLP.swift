#if Tools
import Tracing

/// The messages of the OpenTelemetry protocol in its JSON encoding.
///
/// The names are those of the protocol. 64-bit integers are strings, enums are numbers, and the identifiers of traces and spans
/// are hexadecimal.
enum OTLP {
    /// The source of the data: this service.
    struct Resource: Encodable, Sendable {
        let attributes: [KeyValue]

        init(service: String) {
            attributes = [KeyValue(key: "service.name", value: .string(service))]
        }
    }

    /// The library that made the data.
    struct Scope: Encodable, Sendable {
        let name: String
    }

    struct KeyValue: Encodable, Sendable {
        let key: String
        let value: AnyValue
    }

    /// A value with one of several types.
    enum AnyValue: Encodable, Sendable {
        case string(String)
        case int(Int64)
        case double(Double)
        case bool(Bool)
        case array([AnyValue])

        private enum Key: CodingKey {
            case stringValue, intValue, doubleValue, boolValue, arrayValue, values
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            switch self {
            case .string(let value): try container.encode(value, forKey: .stringValue)
            case .int(let value): try container.encode("\(value)", forKey: .intValue)
            case .double(let value): try container.encode(value, forKey: .doubleValue)
            case .bool(let value): try container.encode(value, forKey: .boolValue)
            case .array(let values):
                var array = container.nestedContainer(keyedBy: Key.self, forKey: .arrayValue)
                try array.encode(values, forKey: .values)
            }
        }
    }
}

extension OTLP.AnyValue {
    /// The value of an attribute of a span.
    init(_ attribute: SpanAttribute) {
        switch attribute {
        case .string(let value): self = .string(value)
        case .int32(let value): self = .int(Int64(value))
        case .int64(let value): self = .int(value)
        case .double(let value): self = .double(value)
        case .bool(let value): self = .bool(value)
        case .stringConvertible(let value): self = .string("\(value)")
        case .stringArray(let values): self = .array(values.map { .string($0) })
        case .int32Array(let values): self = .array(values.map { .int(Int64($0)) })
        case .int64Array(let values): self = .array(values.map { .int($0) })
        case .doubleArray(let values): self = .array(values.map { .double($0) })
        case .boolArray(let values): self = .array(values.map { .bool($0) })
        case .stringConvertibleArray(let values): self = .array(values.map { .string("\($0)") })
        default: self = .string("\(attribute)")
        }
    }
}

extension [OTLP.KeyValue] {
    init(_ attributes: SpanAttributes) {
        self = []
        attributes.forEach { append(OTLP.KeyValue(key: $0, value: OTLP.AnyValue($1))) }
    }
}
#endif
