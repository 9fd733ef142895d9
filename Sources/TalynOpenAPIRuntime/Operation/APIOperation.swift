public import HTTPTypes
public import TalynCore
public import TalynStreams
public import _TalynFoundation
import _TalynSupport

/// An operation of an OpenAPI document with its values, ready to be called.
///
/// Generated clients make operations and call them. An operation is a target as any other, so plugins, stubs, recordings, caches
/// and pages know it.
public struct APIOperation<ResultType: Decodable & Sendable>: DecodableTargetType, DescribedOperation {
    public let operationID: String
    public let tag: String
    public let method: HTTPRequest.Method
    public let path: RequestPath
    public let baseURL: URL
    public let query: RequestParameters
    public private(set) var headerFields: HTTPFields
    public let body: RequestBody
    public let security: [[String]]
    public let scopes: [String: Set<String>]
    public let requestOptions: RequestOptions
    private let dates: CodingOptions.DateFormat
    private let failures: [String: any (Decodable & Sendable).Type]
    private let problem: (any Error)?

    /// Creates an operation.
    ///
    /// - Parameters:
    ///   - id: The `operationId`, or the method and the path of an operation without one.
    ///   - tag: The tag.
    ///   - method: The name of the request method, such as `GET`.
    ///   - path: The path, with its parameters.
    ///   - baseURL: The server.
    ///   - query: The parameters of the query.
    ///   - headers: The parameters in header fields and cookies.
    ///   - body: The body.
    ///   - accept: The media types of the result.
    ///   - dates: The format of times that stand alone in the result.
    ///   - endOfEvents: The event that ends a stream of events.
    ///   - failures: The types of failure bodies, by status, by range such as `4XX`, or by `default`.
    ///   - security: The alternatives of credentials: the names of schemes that are needed together.
    ///   - scopes: The scopes of OAuth that the operation needs, by the names of schemes.
    public init(
        _ id: String,
        tag: String,
        _ method: String,
        _ path: RequestPath,
        at baseURL: URL,
        query: [QueryItem?] = [],
        headers: [HeaderItem?] = [],
        body: OperationBody = .none,
        accept: String? = nil,
        dates: CodingOptions.DateFormat = .iso8601,
        endOfEvents: ServerSentEvent.End? = nil,
        failures: [String: any (Decodable & Sendable).Type] = [:],
        security: [[String]] = [],
        scopes: [String: Set<String>] = [:]
    ) {
        operationID = id
        self.tag = tag
        self.method = HTTPRequest.Method(method) ?? .get
        self.path = path
        self.baseURL = baseURL
        self.dates = dates
        requestOptions = RequestOptions { if let endOfEvents { $0.endOfEvents = endOfEvents } }
        self.failures = failures
        self.security = security
        self.scopes = scopes
        let items = query.compactMap { $0 }
        let fields = headers.compactMap { $0 }
        self.query = RequestParameters(percentEncoded: items.map(\.text).filter { !$0.isEmpty }.joined(separator: "&"))
        var headerFields = HTTPFields(fields)
        if let accept { headerFields[.accept] = accept }
        if let contentType = body.contentType { headerFields[.contentType] = contentType }
        self.headerFields = headerFields
        self.body = body.body
        problem = body.problem ?? items.lazy.compactMap(\.problem).first ?? fields.lazy.compactMap(\.problem).first
    }

    public func checkBeforeSending() throws {
        if let problem { throw TalynError(.invalidRequest, underlyingError: problem) }
    }

    public var coding: CodingOptions {
        CodingOptions { $0.dates = dates }
    }

    public var targetName: String { operationID }

    public func decode(_ response: Response) throws -> ResultType {
        // A text in JSON has quotation marks. One of another media type is the whole body.
        if ResultType.self == String.self, response.headerFields[.contentType]?.isJSONMediaType == true,
            case .string(let text) = try response.decode(JSONValue.self),
            let result = text as? ResultType
        {
            return result
        }
        return try UnionForms.$status.withValue(response.statusCode) {
            try response.decode(ResultType.self, for: self)
        }
    }

    public func failureBodyType(forStatus statusCode: Int) -> (any (Decodable & Sendable).Type)? {
        failures["\(statusCode)"] ?? failures["\(statusCode / 100)XX"] ?? failures["default"]
    }
}

/// An operation of a document, whatever the type of its result. Plugins find it as the target of a call.
public protocol DescribedOperation: TargetType {
    /// The `operationId` of the document, or the method and the path of an operation without one.
    var operationID: String { get }

    /// The tag.
    var tag: String { get }

    /// The alternatives of credentials: the names of schemes that are needed together. None means that no credential is needed.
    var security: [[String]] { get }

    /// The scopes of OAuth that the operation needs (RFC 6749, section 3.3), by the names of schemes.
    var scopes: [String: Set<String>] { get }
}

extension APIOperation {
    /// The same operation with another `Accept` field, for a server with several media types.
    public func accepting(_ mediaType: String) -> APIOperation {
        var copy = self
        copy.headerFields[.accept] = mediaType
        return copy
    }
}

extension String {
    /// Whether values of the media type are JSON (RFC 6839, section 3.1). Its parameters make no difference.
    var isJSONMediaType: Bool {
        let mediaType = MediaType(self)
        return mediaType.subtype.hasSuffix("+json")
            || mediaType.subtype == "json" && ["application", "text"].contains(mediaType.type)
    }
}
