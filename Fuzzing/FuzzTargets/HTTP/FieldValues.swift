#if FUZZING
import Foundation
import HTTPTypes
import _TalynSupport

@testable import TalynCore
@testable import TalynStreams
@testable import TalynTransfers

extension FuzzTarget {
    /// Links that are written again are parsed to the same links.
    static let links = FuzzTarget("links") { input in
        let text = input.text
        let links = WebLink.links(in: text)
        require(links.reduce(0) { $0 + $1.target.utf8.count } <= 3 * text.utf8.count, "Targets are parts of the field.")
        for link in links {
            require(link.relations.allSatisfy { !$0.isEmpty }, "A relation type isn't empty.")
            var written = "<\(link.target)>; rel=\(quoted(link.relations.sorted().joined(separator: " ")))"
            if let anchor = link.anchor { written += "; anchor=\(quoted(anchor))" }
            requireEqual(WebLink.links(in: written), [link], "A link is written and parsed without loss.")
        }
    }

    /// Challenges that are written again are parsed to the same challenges.
    static let challenges = FuzzTarget("challenges") { input in
        let text = input.text
        let challenges = Challenge.challenges(in: text)
        require(challenges.count <= text.utf8.count, "A challenge has at least one byte.")
        let written = challenges.map { challenge in
            let parameters = challenge.parameters.sorted { $0.key < $1.key }
                .map { "\($0.key)=\(quoted($0.value))" }.joined(separator: ", ")
            return parameters.isEmpty ? challenge.scheme : "\(challenge.scheme) \(parameters)"
        }
        let again = Challenge.challenges(in: written.joined(separator: ", "))
        requireEqual(again, challenges, "Challenges are written and parsed without loss.")
    }

    /// Media types that are written again are parsed to the same ones.
    static let mediaType = FuzzTarget("media-type") { input in
        let text = input.text
        let mediaType = MediaType(text)
        let parameters = mediaType.parameters.sorted { $0.key < $1.key }
            .map { ";\($0.key)=\(quoted($0.value))" }.joined()
        let again = MediaType(mediaType.type + (mediaType.subtype.isEmpty ? "" : "/\(mediaType.subtype)") + parameters)
        requireEqual(again.type, mediaType.type, "A type is written and parsed without loss.")
        requireEqual(again.subtype, mediaType.subtype, "A subtype is written and parsed without loss.")
        requireEqual(again.parameters, mediaType.parameters, "Parameters are written and parsed without loss.")
        require(!MediaType.forFile(named: text).isEmpty, "Each file has a media type.")
        _ = try? MultipartBoundary(contentType: text)
    }

    /// Waits are limited, dates are parsed in all formats, and seconds count exactly.
    static let retryAfter = FuzzTarget("retry-after") { input in
        let seconds = input.number(below: 65_536) << 8 | Int(input.byte())
        let now = Date(timeIntervalSince1970: TimeInterval(seconds) * 256)
        var fields = HTTPFields()
        fields[.date] = input.line()
        fields[.retryAfter] = input.text
        if let delay = RetryAfter.delay(in: fields, at: { now }) {
            require(delay >= .zero - .longest && delay <= .longest, "A wait is limited.")
        }
        fields[.date] = nil
        fields[.retryAfter] = "\(seconds)"
        requireEqual(RetryAfter.delay(in: fields, at: { now }), .seconds(seconds), "Seconds count exactly.")
        fields[.retryAfter] = imfDate(now.addingTimeInterval(60))
        requireEqual(RetryAfter.delay(in: fields, at: { now }), .seconds(60), "A date is the time until then.")
    }

    /// Ranges that are written again are parsed to the same ones.
    static let contentRange = FuzzTarget("content-range") { input in
        guard let range = ContentRange(input.text) else { return }
        let length = range.completeLength.map { "\($0)" } ?? "*"
        var written = "bytes */\(length)"
        if let bytes = range.range {
            require(!bytes.isEmpty && bytes.lowerBound >= 0, "A range has bytes.")
            require(range.completeLength.map { bytes.upperBound <= $0 } ?? true, "A range is within its length.")
            written = "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(length)"
        }
        requireEqual(ContentRange(written), range, "A range is written and parsed without loss.")
    }

    /// Digests have the length of their algorithm, and are written and parsed without loss.
    static let digests = FuzzTarget("digests") { input in
        let algorithm = input.element(of: ContentDigest.Algorithm.allCases)
        if let digest = try? ContentDigest(algorithm, hex: input.text) {
            require(digest.bytes.count == algorithm.length, "A digest has the length of its algorithm.")
        }
        let bytes = Data((input.data + Data(count: algorithm.length)).prefix(algorithm.length))
        guard let digest = try? ContentDigest(algorithm, bytes: bytes) else {
            fatalError("Violated property: Bytes of the right length are a digest.")
        }
        let hex = digest.description.dropFirst(algorithm.rawValue.count + 1)
        requireEqual(try? ContentDigest(algorithm, hex: String(hex)), digest, "A digest is its hexadecimal digits.")
    }

    /// File names are safe, and extended ones are decoded exactly.
    static let contentDisposition = FuzzTarget("content-disposition") { input in
        let text = input.text
        let encoded = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let value = "attachment; filename*=UTF-8''\(encoded)"
        requireEqual(ContentDisposition.fileName(in: value), text, "An extended name is decoded exactly.")
        for name in [ContentDisposition.fileName(in: text), text] {
            guard let name, let safe = FileName.safe(name) else { continue }
            require(!safe.utf8.contains { $0 == 0x2F || $0 == 0x5C || $0 < 0x20 }, "A file name has no separators.")
            require(safe.unicodeScalars.first != ".", "A file name has no dot at its start.")
            require((1...255).contains(safe.utf8.count), "A file name has at most 255 bytes.")
            requireEqual(FileName.safe(safe), safe, "A safe name stays as it is.")
        }
    }

    /// A quoted string (RFC 9110, section 5.6.4).
    private static func quoted(_ text: String) -> String {
        let escaped = text.utf8.flatMap { [0x22, 0x5C].contains($0) ? [0x5C, $0] : [$0] }
        return "\"\(String(decoding: escaped, as: UTF8.self))\""
    }

    /// A date in the format of RFC 9110 (section 5.6.7).
    private static func imfDate(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.weekday, .year, .month, .day, .hour, .minute, .second], from: date)
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][(parts.weekday ?? 1) - 1]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let month = months[(parts.month ?? 1) - 1]
        let time = [parts.hour, parts.minute, parts.second].map { twoDigits($0 ?? 0) }.joined(separator: ":")
        return "\(day), \(twoDigits(parts.day ?? 1)) \(month) \(parts.year ?? 0) \(time) GMT"
    }

    private static func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
}
#endif
