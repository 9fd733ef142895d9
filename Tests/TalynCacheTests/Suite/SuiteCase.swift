import Foundation

/// A test of the public suite "cache-tests", as its files describe it.
struct SuiteCase: Decodable, Sendable {
    enum Kind: String, Decodable, Sendable {
        case required
        case optimal
        case check
    }

    let id: String
    let name: String
    let kind: Kind?
    let requests: [SuiteRequest]
    let dependencies: [String]?
    let isForBrowsersOnly: Bool?
    let isSkippedByBrowsers: Bool?
    let isForSharedCachesOnly: Bool?

    enum CodingKeys: String, CodingKey {
        case id, name, kind, requests
        case dependencies = "depends_on"
        case isForBrowsersOnly = "browser_only"
        case isSkippedByBrowsers = "browser_skip"
        case isForSharedCachesOnly = "cdn_only"
    }

    /// Whether the test is one of a private cache.
    var isPrivate: Bool { isForSharedCachesOnly != true && isSkippedByBrowsers != true }

    /// Whether the test is one of a shared cache. Those of `CDN-Cache-Control` (RFC 9213) are for caches of content delivery networks.
    var isShared: Bool { isForBrowsersOnly != true && !id.hasPrefix("cdn-") }
}

/// One request of a test, with the answer of the origin and the expected response.
struct SuiteRequest: Decodable, Sendable {
    var id: String?
    var requestMethod: String?
    var requestHeaders: [SuiteHeader]?
    var requestBody: String?
    var queryArg: String?
    var filename: String?
    var cache: String?
    var pauseAfter: Bool?
    var disconnect: Bool?
    var magicLocations: Bool?
    var magicIms: Bool?
    var rfc850date: [String]?
    var responseHeaders: [SuiteHeader]?
    var responseStatus: SuiteStatus?
    var responseBody: String?
    var hasNullBody: Bool?
    var responsePause: Double?
    var checkBody: Bool?
    var expectedType: String?
    var expectedStatus: Int?
    var anyStatus: Bool?
    var expectedResponseHeaders: [SuiteHeader]?
    var expectedResponseHeadersMissing: [SuiteHeader]?
    var expectedResponseText: String?
    var expectedRequestHeaders: [SuiteHeader]?
    var expectedRequestHeadersMissing: [SuiteHeader]?
    var expectedMethod: String?
    var setup: Bool?
    var setupTests: [String]?

    enum CodingKeys: String, CodingKey {
        case id
        case requestMethod = "request_method"
        case requestHeaders = "request_headers"
        case requestBody = "request_body"
        case queryArg = "query_arg"
        case filename
        case cache
        case pauseAfter = "pause_after"
        case disconnect
        case magicLocations = "magic_locations"
        case magicIms = "magic_ims"
        case rfc850date
        case responseHeaders = "response_headers"
        case responseStatus = "response_status"
        case responseBody = "response_body"
        case responsePause = "response_pause"
        case checkBody = "check_body"
        case expectedType = "expected_type"
        case expectedStatus = "expected_status"
        case expectedResponseHeaders = "expected_response_headers"
        case expectedResponseHeadersMissing = "expected_response_headers_missing"
        case expectedResponseText = "expected_response_text"
        case expectedRequestHeaders = "expected_request_headers"
        case expectedRequestHeadersMissing = "expected_request_headers_missing"
        case expectedMethod = "expected_method"
        case setup
        case setupTests = "setup_tests"
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
            try values.decodeIfPresent(Value.self, forKey: key)
        }
        id = try value(.id)
        requestMethod = try value(.requestMethod)
        requestHeaders = try value(.requestHeaders)
        requestBody = try value(.requestBody)
        queryArg = try value(.queryArg)
        filename = try value(.filename)
        cache = try value(.cache)
        pauseAfter = try value(.pauseAfter)
        disconnect = try value(.disconnect)
        magicLocations = try value(.magicLocations)
        magicIms = try value(.magicIms)
        rfc850date = try value(.rfc850date)
        responseHeaders = try value(.responseHeaders)
        responseStatus = try value(.responseStatus)
        responseBody = try value(.responseBody)
        hasNullBody = values.contains(.responseBody) && responseBody == nil
        responsePause = try value(.responsePause)
        checkBody = try value(.checkBody)
        expectedType = try value(.expectedType)
        expectedStatus = try value(.expectedStatus)
        // Null means that any status is right.
        anyStatus = values.contains(.expectedStatus) && expectedStatus == nil
        expectedResponseHeaders = try value(.expectedResponseHeaders)
        expectedResponseHeadersMissing = try value(.expectedResponseHeadersMissing)
        expectedResponseText = try value(.expectedResponseText)
        expectedRequestHeaders = try value(.expectedRequestHeaders)
        expectedRequestHeadersMissing = try value(.expectedRequestHeadersMissing)
        expectedMethod = try value(.expectedMethod)
        setup = try value(.setup)
        setupTests = try value(.setupTests)
    }

    /// Whether a failed check of a member means that the test can't be run, and not that the cache is wrong.
    func isSetup(_ member: CodingKeys) -> Bool {
        setup == true || setupTests?.contains(member.rawValue) == true
    }
}

/// A status with its reason: `[200, "OK"]`.
struct SuiteStatus: Decodable, Sendable {
    let code: Int

    init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        code = try values.decode(Int.self)
    }
}

/// A header field: a name, or an array of a name, a value and a third element.
struct SuiteHeader: Decodable, Sendable {
    enum Value: Sendable, Hashable {
        case text(String)
        case number(Int)
        case flag(Bool)
    }

    var name: String
    /// The elements after the name.
    var values: [Value]

    init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self.name = name
            values = []
            return
        }
        var elements = try decoder.unkeyedContainer()
        name = try elements.decode(String.self)
        values = []
        while !elements.isAtEnd {
            if let flag = try? elements.decode(Bool.self) {
                values.append(.flag(flag))
            } else if let number = try? elements.decode(Int.self) {
                values.append(.number(number))
            } else {
                values.append(.text(try elements.decode(String.self)))
            }
        }
    }

    /// The value as text. Numbers in date fields are seconds from the origin's time, and locations are relative to a base.
    func text(now: Date, base: String, _ request: SuiteRequest) -> String {
        let name = name.lowercased()
        switch values.first {
        case .text(let text):
            guard ["location", "content-location"].contains(name), request.magicLocations == true else { return text }
            return text.isEmpty ? base : "\(base)/\(text)"
        case .number(let seconds):
            let dates = ["date", "expires", "last-modified", "if-modified-since", "if-unmodified-since"]
            guard dates.contains(name) else { return String(seconds) }
            let isOld = request.rfc850date?.contains(name) == true
            return SuiteDate.text(now.addingTimeInterval(TimeInterval(seconds)), isRFC850: isOld)
        case .flag(let flag): return String(flag)
        case nil: return ""
        }
    }

    /// Whether the response must have the field unchanged.
    var isSaved: Bool { values.count < 2 || values[1] == .flag(true) }
}

enum SuiteDate {
    static func text(_ date: Date, isRFC850: Bool) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = isRFC850 ? "EEEE, dd-MMM-yy HH:mm:ss 'GMT'" : "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }
}
