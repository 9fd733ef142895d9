#if FUZZING
import Foundation
import HTTPTypes
import _TalynSupport

@testable import TalynCore
@testable import TalynCache

extension FuzzTarget {
    /// A file of the disk store that is written again has the same entry. A changed byte makes it no entry.
    static let cacheFile = FuzzTarget("cache-file") { input in
        let position = input.number(below: 65_536)
        // The checksum would stop the fuzzer at the first line.
        let content = input.data
        var checksum = Checksum()
        checksum.add(content)
        let file = CacheFile(Data("talyn-cache/1 \(checksum.value)\n".utf8) + content)
        _ = CacheFile(content)
        guard let file else { return }
        if case .file(let name, _) = file.body {
            require(CacheFolder.bodyNameCharacters.containsAll(name.utf8), "A body is in the folder.")
        }
        let data = CacheFile.data(key: file.key, response: file.response, body: file.body)
        guard let again = CacheFile(data) else { fatalError("Violated property: A written file is an entry.") }
        requireEqual(again.key, file.key, "A key is written and read without loss.")
        requireEqual(
            again.response.headerFields,
            file.response.headerFields,
            "Fields are written and read without loss."
        )
        requireEqual(again.response.tags, file.response.tags, "Tags are written and read without loss.")
        requireEqual(again.response.variant, file.response.variant, "A variant is written and read without loss.")
        requireEqual(again.body, file.body, "A body is written and read without loss.")
        var damaged = data
        damaged[position % damaged.count] ^= 1
        require(CacheFile(damaged) == nil, "A damaged file is no entry.")
    }

    /// Directives have no negative number of seconds, and a lifetime is finite.
    static let cacheControl = FuzzTarget("cache-control") { input in
        var fields = HTTPFields()
        fields[.date] = input.line()
        fields[.expires] = input.line()
        fields[.lastModified] = input.line()
        fields[.age] = input.line()
        fields[.cacheControl] = input.text
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let freshness = Freshness(200, fields, requestedAt: now, receivedAt: now)
        require(freshness.lifetime >= 0 && freshness.lifetime.isFinite, "A lifetime is a number of seconds.")
        require(freshness.initialAge >= 0 && freshness.initialAge.isFinite, "An age is a number of seconds.")
        for name in ["max-age", "stale-while-revalidate", "stale-if-error", "max-stale", "min-fresh"] {
            guard let seconds = freshness.control.seconds(name) else { continue }
            require((0...Double.longestDelta).contains(seconds), "A directive has a number of seconds.")
        }
        var plain = HTTPFields()
        plain[.cacheControl] = "\(input.text), max-age=60"
        require(
            CacheControl(plain).seconds("max-age") != nil || input.text.contains("\""),
            "The last directive is read."
        )
    }

    /// A requested range is within the representation.
    static let byteRanges = FuzzTarget("byte-ranges") { input in
        let length = Int64(input.number(below: 65_536))
        guard let request = ByteRangeRequest(input.text) else { return }
        for completeLength in [length, .max, 0, 1] {
            guard let range = request.range(in: completeLength) else { continue }
            require(!range.isEmpty && range.lowerBound >= 0, "A range has bytes.")
            require(range.upperBound <= completeLength, "A range is within its representation.")
        }
    }

    /// A member that is written again is read as the same one.
    static let cacheStatus = FuzzTarget("cache-status") { input in
        var fields = HTTPFields()
        fields[.cacheStatus] = input.text
        guard let status = fields.cacheStatus, status.detail == nil else { return }
        requireEqual(CacheStatus(lastMemberOf: status.fieldValue), status, "A status is written and read without loss.")
    }

    /// A stored response answers its own request, and never one with other values of the fields in `Vary`.
    static let vary = FuzzTarget("vary") { input in
        let name = input.line()
        guard let url = URL(string: "https://example.com/") else { return }
        var varied = HTTPFields()
        varied[.vary] = name
        varied[.cacheControl] = "max-age=60"
        var fields = HTTPFields()
        fields[.accept] = input.line()
        fields[.acceptLanguage] = input.text
        var other = fields
        other[.accept] = (fields[.accept] ?? "") + "x"
        guard let request = CachedRequest(OutgoingRequest(url: url, headerFields: fields)),
            let otherRequest = CachedRequest(OutgoingRequest(url: url, headerFields: other))
        else { return }
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let times = StoredResponse.Times(requestedAt: now, receivedAt: now)
        let stored = StoredResponse(
            statusCode: 200,
            headerFields: varied,
            answering: request,
            at: times
        )
        guard let stored else { return }
        require(Variant.matches(stored, request), "A response answers its own request.")
        let names = Variant.names(in: varied) ?? []
        requireEqual(Variant.matches(stored, otherRequest), !names.contains("accept"), "Vary decides.")
    }
}
#endif
