import HTTPTypes
import TalynCore
import _TalynSupport

/// The wish of a client for one of several answers, by the field `Prefer` (RFC 7240): `code=404`, `example=NAME` and `dynamic=true`.
struct Preference {
    private(set) var status: Int?
    private(set) var example: String?
    /// Whether values are made up, also where there are examples.
    private(set) var isDynamic = false

    init(_ fields: HTTPFields) {
        for field in fields[values: Self.name] {
            for part in field.split(whereSeparator: { $0 == "," || $0 == ";" }) {
                let pair = part.split(separator: "=", maxSplits: 1).map { String($0).withoutOuterSpaces }
                guard pair.count == 2 else { continue }
                let value = pair[1].trimming { $0 == "\"" }
                switch pair[0].lowercased() {
                case "code": status = Int(value)
                case "example": example = value
                case "dynamic": isDynamic = value.lowercased() == "true"
                default: break
                }
            }
        }
    }

    private static let name = HTTPField.Name("Prefer")!
}

/// The media types that a client accepts (RFC 9110, section 12.5.1).
struct AcceptedTypes {
    private let ranges: [MediaType]

    init(_ fields: HTTPFields) {
        let parts = fields[values: .accept].flatMap { $0.split(separator: ",") }
        ranges = parts.map { MediaType(String($0)) }.filter { !$0.type.isEmpty }
    }

    /// The quality of a media type: that of the most exact range.
    private func quality(_ content: Content) -> Double {
        let type = MediaType(content.mediaType)
        func exactness(_ range: MediaType) -> Int? {
            if range.type == "*" { return 0 }
            guard range.type == type.type || type.type == "*" else { return nil }
            if range.subtype == "*" { return 1 }
            return range.subtype == type.subtype || type.subtype == "*" ? 2 : nil
        }
        let matching = ranges.compactMap { range in exactness(range).map { ($0, range) } }
        guard let best = matching.max(by: { $0.0 < $1.0 })?.1 else { return 0 }
        return best.parameters["q"].flatMap { Double($0) } ?? 1
    }

    /// The content that the client likes best. Without a match, JSON or else the first one: any answer is better than none.
    func best(of contents: [Content]) -> Content? {
        let usual = contents.first(where: \.isJSON) ?? contents.first
        guard !ranges.isEmpty, let usual else { return usual }
        return ([usual] + contents).max { quality($0) < quality($1) }
    }
}
