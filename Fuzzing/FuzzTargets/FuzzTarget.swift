#if FUZZING
import Foundation

/// A parser, and the properties that hold for each input.
public struct FuzzTarget: Sendable {
    /// The name, as in `Scripts/fuzz events`.
    public let name: String

    private let check: @Sendable (inout FuzzInput) -> Void

    init(_ name: String, _ check: @escaping @Sendable (inout FuzzInput) -> Void) {
        self.name = name
        self.check = check
    }

    /// Checks the properties for an input. A violated property ends the process.
    public func run(_ bytes: UnsafeRawBufferPointer) {
        var input = FuzzInput(bytes)
        check(&input)
    }

    /// All targets, in the order of the folders of Talyn.
    public static let all: [FuzzTarget] =
        streaming + webSockets + headerFields + requests + redaction + recordings + caching + openAPI

    private static let streaming: [FuzzTarget] = [.events, .lines, .jsonLines, .jsonSequence]

    #if AsyncHTTPClient && os(Linux)
    private static let webSockets: [FuzzTarget] = [.webSocketFrames]
    #else
    private static let webSockets: [FuzzTarget] = []
    #endif

    private static let headerFields: [FuzzTarget] = [
        .links, .challenges, .cookies, .cookieJar, .mediaType, .retryAfter, .contentRange, .digests,
        .contentDisposition, .redirects, .structuredFields, .rateLimits, .problemDetails,
    ]

    private static let requests: [FuzzTarget] = [
        .multipart, .urlJoining, .requestPath, .forms, .jsonKeyPath, .curl,
    ]

    private static let redaction: [FuzzTarget] = [.redactJSON, .redactForm, .redactURL, .redactText]

    private static let recordings: [FuzzTarget] = [
        .redactUnread, .redactMultipart, .redactBody, .redactCookies, .pathTemplate, .jsonNode, .har,
    ]

    private static let openAPI: [FuzzTarget] = [.documents]

    private static let caching: [FuzzTarget] = [.cacheFile, .cacheControl, .byteRanges, .cacheStatus, .vary]
}
#endif
