#if FUZZING
import Foundation
import HTTPTypes
import _TalynSupport

@testable import TalynCore
@testable import TalynStreams
@testable import TalynTransfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension WorstCase {
    static let headerFields: [WorstCase] = links + challenges + cookies + values

    private static let links: [WorstCase] =
        repeating("links", ["<>,", "<", ",", "<>;a=b,", "<a>;rel=\"\\\"", "<>; rel=next; anchor=a,"]) { input in
            use(WebLink.links(in: input.text))
        }
        + repeating("links", after: "<>", [";", ";a", ";a=", "; ", ";=\"\""]) { use(WebLink.links(in: $0.text)) }
        + repeating("links", after: "<>;rel=\"", ["a", "a ", "\\", "\\\""]) { use(WebLink.links(in: $0.text)) }
        + [
            WorstCase("links", "distinct parameters", { "<>" + distinct($0) { ";a\($0)=b" } }) {
                use(WebLink.links(in: $0.text))
            }
        ]

    private static let challenges: [WorstCase] =
        repeating("challenges", ["a ", "a,", "a", ",", "a b=c,", "a b=\"c\",", "a =", "a/", "a= "]) { input in
            use(Challenge.challenges(in: input.text))
        }
        + repeating("challenges", after: "a b=\"", ["\\", "\\\"", "a", "\""]) { use(Challenge.challenges(in: $0.text)) }
        + [
            WorstCase("challenges", "distinct parameters", { "a " + distinct($0) { "b\($0)=c," } }) {
                use(Challenge.challenges(in: $0.text))
            }
        ]

    private static let cookies: [WorstCase] =
        repeating("cookies", [",", ", ", ",a", ",a=", "a=b,", ";", "=", "; a=b", "a=b;,", " "]) { input in
            use(SetCookieField.values(inJoined: input.text).compactMap { SetCookieField($0) })
        }
        + repeating("cookies", after: "a=b", ["; Domain=a", "; Path=/", "; Expires=1", "; Max-Age=1"]) { input in
            use(SetCookieField.values(inJoined: input.text).compactMap { SetCookieField($0) })
        }
        + repeating("cookies", ["1 ", "1:1:1 ", "jan", ":", " "]) { use(CookieDate.date($0.text)) }
        + [
            WorstCase("cookie-jar", "distinct cookies", { distinct($0) { "a\($0)=b," } }) { input in
                guard let url = URL(string: "https://example.com") else { return }
                CookieJar(store: MemoryCookieStore()).keep([.setCookie: input.text], from: url)
            }
        ]

    private static let values: [WorstCase] =
        repeating("media-type", [";", "/", ";a=b", ";a=\"", "; ", "a", ";a=\"\\"]) { use(MediaType($0.text)) }
        + [WorstCase("media-type", "distinct parameters", { distinct($0) { ";a\($0)=b" } }) { use(MediaType($0.text)) }]
        + repeating("retry-after", ["1", "a", " ", "Sun, ", "-", "Sun, 06 Nov 1994 08:49:37 GMT", "1 "]) { input in
            use(RetryAfter.delay(in: [.retryAfter: input.text, .date: input.text], at: { Date() }))
        }
        + repeating("content-range", after: "bytes ", ["1", " ", "0-"]) { use(ContentRange($0.text)) }
        + repeating("digests", ["0", " ", "g"]) { use(try? ContentDigest(.sha256, hex: $0.text)) }
        + repeating("content-disposition", [";", "filename=a;", "filename=\"", "filename*=utf-8''%41", "=", "\\"]) {
            use(ContentDisposition.fileName(in: $0.text))
        }
        + repeating("content-disposition", after: "filename*=utf-8''", ["%", "%41", "'", "%zz"]) { input in
            use(ContentDisposition.fileName(in: input.text))
        }
        + repeating("content-disposition", [".", " ", "/", "a", "\u{202E}", ".a", "\u{301}"]) {
            use(FileName.safe($0.text))
        }
        + repeating("redirects", ["../", "/", "a", "%", "@", ":", "?"]) { input in
            guard let url = URL(string: "https://example.com/a/b") else { return }
            use(URL(string: input.text, relativeTo: url)?.absoluteURL)
        }

    /// Texts with a number each, up to a length.
    static func distinct(_ length: Int, _ make: (Int) -> String) -> String {
        var text = ""
        var number = 0
        while text.utf8.count < length {
            text += make(number)
            number += 1
        }
        return text
    }
}
#endif
