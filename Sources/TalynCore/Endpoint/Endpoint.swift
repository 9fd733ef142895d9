public import HTTPTypes
public import _TalynFoundation
import _TalynSupport

/// A resolved target: the URL, the method, the header fields, the body and the options of a call.
///
/// The provider makes one from each target. A plugin that intercepts a call can continue with a changed copy:
///
/// ```swift
/// var endpoint = endpoint
/// endpoint.headerFields[.acceptLanguage] = "en"
/// return try await next(endpoint)
/// ```
public struct Endpoint: Sendable {
    private struct Values: Sendable {
        var url: String
        var pathTemplate: String
        var hasPathTemplate: Bool
        /// The percent-encoded path of the target, without that of the base URL.
        var path: String
        var method: HTTPRequest.Method
        var headerFields: HTTPFields
        var body: RequestBody
        var options: RequestOptions
        var coding: CodingOptions
    }

    /// The values in one object, so that a copy costs no more than a reference.
    private final class Box: @unchecked Sendable {  // Unchecked: the values change only while the box has one owner.
        var values: Values

        init(_ values: Values) {
            self.values = values
        }
    }

    private var box: Box

    private mutating func change(_ change: (inout Values) -> Void) {
        if !isKnownUniquelyReferenced(&box) { box = Box(box.values) }
        change(&box.values)
    }

    /// The whole URL, with its query. Invalid text fails the call. The schemes `ws` and `wss` become `http` and `https`.
    public var url: String {
        get { box.values.url }
        set { change { $0.url = newValue.withHTTPScheme } }
    }

    /// The template of the target's path, such as `/users/{name}/repos`; see ``RequestPath/template``.
    public var pathTemplate: String { box.values.pathTemplate }

    /// The template with a slash at its start; nil for a path whose template isn't known.
    public var knownPathTemplate: String? {
        guard box.values.hasPathTemplate else { return nil }
        let template = box.values.pathTemplate
        return template.hasPrefix("/") ? template : "/" + template
    }

    /// A URL of the call with the template in place of the target's path, for texts. Values in a path can be secret.
    ///
    /// A path without a known template stays as it is.
    public func concealingPath(in url: String) -> String {
        let values = box.values
        guard values.hasPathTemplate, values.path != values.pathTemplate, !values.path.isEmpty else { return url }
        let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
        guard url[..<end].hasSuffix(values.path) else { return url }
        return url[..<end].dropLast(values.path.count) + values.pathTemplate + url[end...]
    }

    /// The request method.
    public var method: HTTPRequest.Method {
        get { box.values.method }
        set { change { $0.method = newValue } }
    }

    /// The header fields of the request.
    public var headerFields: HTTPFields {
        get { box.values.headerFields }
        set { change { $0.headerFields = newValue } }
    }

    /// The body of the request.
    public var body: RequestBody {
        get { box.values.body }
        set { change { $0.body = newValue } }
    }

    /// The options of the provider, the target and the call together.
    public var options: RequestOptions {
        get { box.values.options }
        set { change { $0.options = newValue } }
    }

    /// The formats of the body.
    var coding: CodingOptions { box.values.coding }

    /// Resolves a target.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - baseURL: A base URL that replaces the target's.
    ///   - options: Options that replace the target's.
    /// - Throws: ``TalynError`` with ``TalynError/Reason/invalidRequest`` if the path isn't one, or the query can't be
    ///   encoded.
    public init(
        _ target: some TargetType,
        baseURL: URL? = nil,
        options: RequestOptions = RequestOptions()
    ) throws(TalynError) {
        try self.init(target, at: (baseURL ?? target.baseURL).absoluteString, options)
    }

    /// - Parameter base: The text of the base URL.
    init(_ target: some TargetType, at base: String, _ options: RequestOptions) throws(TalynError) {
        let coding = target.coding
        let path = target.path
        if let problem = path.problem {
            throw TalynError(.invalidRequest, underlyingError: RequestError.invalidPath(path.template, problem))
        }
        var url = URLJoining.join(base: base, path: path.percentEncoded)
        let query = target.query
        if !query.isEmpty {
            do {
                url = URLJoining.append(query: try query.percentEncoded ?? coding.formText(of: query), to: url)
            } catch {
                throw TalynError(.invalidRequest, underlyingError: error)
            }
        }
        let own = url
        if let other = options.url { url = try Self.resolve(other, against: url) }
        box = Box(
            Values(
                url: url.withHTTPScheme,
                pathTemplate: path.template,
                hasPathTemplate: path.hasTemplate,
                path: path.percentEncoded,
                method: target.method,
                headerFields: target.headerFields.replacing(with: options.headerFields),
                body: target.body,
                options: options,
                coding: coding
            )
        )
        if options.url != nil { keepUserInformation(of: own) }
        if let makeKey = options.idempotency?.makeKey, headerFields[.idempotencyKey] == nil {
            headerFields[.idempotencyKey] = makeKey()
        }
    }

    private static func resolve(_ url: URL, against base: String) throws(TalynError) -> String {
        let resolved = url.baseURL == nil ? URL(string: url.relativeString, relativeTo: URL(string: base)) : url
        guard let text = resolved?.absoluteString else {
            throw TalynError(.invalidRequest, underlyingError: RequestError.invalidURL(url.relativeString))
        }
        return String(text.prefix { $0 != "#" })
    }

    /// Whether the other is a copy of this very value.
    func isIdentical(to other: Endpoint) -> Bool { box === other.box }
}

extension Endpoint {
    /// The request, with a body in memory encoded.
    ///
    /// A JSON or form body sets `Content-Type` if ``headerFields`` doesn't. User information in the URL, which is never
    /// sent as such (RFC 9110, section 4.2.4), becomes an `Authorization` field unless there is one.
    ///
    /// - Throws: ``TalynError`` with ``TalynError/Reason/invalidRequest`` for an invalid URL or a body that can't be
    ///   encoded.
    public func request() throws(TalynError) -> OutgoingRequest {
        let isPlain = ASCIISet.plainURLWithQuery.containsAll(url.utf8)
        guard isPlain || URLJoining.isWellFormed(url) else { throw invalidURL }
        let text = URLText(url)
        // Foundation's parser takes longer than the rest of a request.
        guard (isPlain && text.hasPlainAuthority) || URL(string: url) != nil else { throw invalidURL }
        var request = OutgoingRequest(text, method: method, headerFields: headerFields)
        if let authorization = text.authorization, !request.headerFields.contains(.authorization) {
            request.headerFields[.authorization] = authorization
        }
        do {
            switch body.content {
            case .none, .upload:
                break
            case .data(let data):
                request.body = HTTPBody(data)
            case .json(let value, let encoder):
                let encoder = encoder ?? coding.sharedEncoder
                if let parameters = value as? RequestParameters {
                    request.body = HTTPBody(try encoder.encode(parameters.encodable(for: encoder.keyEncodingStrategy)))
                } else {
                    request.body = HTTPBody(try encoder.encode(value))
                }
                request.setContentTypeIfMissing("application/json")
            case .form(let value):
                request.body = HTTPBody(Data(try coding.formText(of: value).utf8))
                request.setContentTypeIfMissing("application/x-www-form-urlencoded; charset=utf-8")
            }
        } catch {
            throw TalynError(.invalidRequest, underlyingError: error)
        }
        return request
    }

    private var invalidURL: TalynError {
        TalynError(.invalidRequest, underlyingError: RequestError.invalidURL(url, shownAs: concealingPath(in: url)))
    }

    /// Keeps the user information of a URL, which is a credential, for a call of another URL.
    public mutating func keepUserInformation(of url: String) {
        guard headerFields[.authorization] == nil, let authorization = URLText(url).authorization else { return }
        headerFields[.authorization] = authorization
    }
}

extension Endpoint {
    /// Whether a repeated call has the same effect as a single one: by its ``RequestOptions/idempotency``, and without that by its
    /// method (RFC 9110, section 9.2.2) or an `Idempotency-Key` field.
    public var isIdempotent: Bool { Idempotency.allowsRepeating(method, headerFields, options) }

    /// Whether the body of the request can be sent more than once. A stream can't, unless it says so.
    public var isReplayable: Bool { body.isReplayable }
}

extension OutgoingRequest {
    /// Sets the `Content-Type`, unless the request has one.
    fileprivate mutating func setContentTypeIfMissing(_ contentType: String) {
        if !headerFields.contains(.contentType) { headerFields[.contentType] = contentType }
    }
}

extension Endpoint: CustomStringConvertible {
    /// The method and the URL, with the secrets in its query masked.
    public var description: String { "\(method.rawValue) \(Redaction.strict.url(url))" }
}
