/// Puts the members of an `Encodable` value into the query: what ``HTTPTask/query(_:encoding:encoder:)`` makes.
struct EncodableQueryEncoding: ParameterEncoding {
    let value: any Encodable & Sendable
    let encoding: URLEncoding
    let encoder: JSONEncoder

    func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        let json = try encoder.encode(value)
        guard let members = try JSONDecoder().decode(SendableJSON.self, from: json).object else {
            throw RequestError.parameter(path: "", problem: "is a \(type(of: value)), which has no named members")
        }
        return try encoding.encode(urlRequest, with: members.merging(parameters ?? [:]) { _, given in given })
    }
}

/// Any JSON value, as the loosely typed parameter that stands for it.
private struct SendableJSON: Decodable {
    let value: any Sendable

    var object: Parameters? { value as? Parameters }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            value = NSNull()
        } else if let bool = try? container.decode(Bool.self) {
            value = bool
        } else if let integer = try? container.decode(Int.self) {
            value = integer
        } else if let integer = try? container.decode(UInt64.self) {
            value = integer
        } else if let double = try? container.decode(Double.self) {
            value = double
        } else if let string = try? container.decode(String.self) {
            value = string
        } else if let array = try? container.decode([SendableJSON].self) {
            value = array.map(\.value)
        } else {
            value = try container.decode([String: SendableJSON].self).mapValues(\.value) as Parameters
        }
    }
}
