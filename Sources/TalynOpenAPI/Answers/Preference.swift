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
    private var ranges: [(type: MediaType, quality: Double)] = []

    init(_ fields: HTTPFields) {
        for field in fields[values: .accept] {
            for part in field.split(separator: ",") {
                let type = MediaType(String(part))
                guard !type.type.isEmpty else { continue }
                ranges.append((type, type.parameters["q"].flatMap { Double($0) } ?? 1))
            }
        }
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
        let matching = ranges.compactMap { range in exactness(range.type).map { ($0, range.quality) } }
        return matching.max { $0.0 < $1.0 }?.1 ?? 0
    }

    /// The content that the client likes best. Without a match, JSON or else the first one: any answer is better than none.
    func best(of contents: [Content]) -> Content? {
        let usual = contents.first(where: \.isJSON) ?? contents.first
        guard !ranges.isEmpty, let usual else { return usual }
        let ordered = [usual] + contents
        var best = usual
        for content in ordered where quality(content) > quality(best) { best = content }
        return best
    }
}
