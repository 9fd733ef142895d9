public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

#if Macros
/// Sends the values of a body as JSON. This is the default.
@attached(peer)
public macro JSON() = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Sends the values of a body as a form, `application/x-www-form-urlencoded`.
@attached(peer)
public macro Form() = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Sends the values of a body as parts of a multipart body (RFC 7578).
@attached(peer)
public macro Multipart() = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Header fields with the same values in all calls.
///
/// - Parameter fields: A dictionary literal. Fields of an endpoint override those of the type.
@attached(peer)
public macro Headers(_ fields: [String: String]) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The key mapping for the names of values in queries, forms and JSON, and for the JSON of results.
///
/// - Parameter mapping: `.snakeCase` or `.useDefaultKeys`.
@attached(peer)
public macro KeyMapping(_ mapping: Talyn.KeyMapping) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The encoder for JSON bodies. It overrides the encoder of `@KeyMapping`.
///
/// - Parameter encoder: An expression, such as a `static` property. It is evaluated for each call.
@attached(peer)
public macro Encoder(_ encoder: JSONEncoder) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The encoder for queries and forms. It overrides the encoder of `@KeyMapping`.
///
/// - Parameter encoder: An expression. It is evaluated for each call.
@attached(peer)
public macro FormEncoder(_ encoder: URLEncodedFormEncoder) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The decoder for results, as `TargetType.decoder`. It overrides the decoder of `@KeyMapping`.
///
/// - Parameter decoder: An expression, such as a `static` property. It is evaluated for each call.
@attached(peer)
public macro Decoder(_ decoder: JSONDecoder) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The JSON envelope around results, as `TargetType.envelope`.
///
/// - Parameter envelope: An expression; nil for results without an envelope.
@attached(peer)
public macro Envelope(_ envelope: ResponseEnvelope?) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The options of calls. The parameters are the properties of `RequestOptions`.
///
/// Options of an endpoint override the same options of the type.
///
/// - Parameters:
///   - timeout: The maximum duration of an attempt.
///   - idleTimeout: The maximum time without data from the server.
///   - deadline: The maximum duration of the call, including retries.
///   - cachePolicy: The use of caches.
///   - cookies: The cookies to send and store.
///   - redirects: The handling of redirects.
///   - idempotency: Whether the call is idempotent.
///   - priority: The priority among waiting calls.
///   - maximumResponseSize: The maximum size of a response body, in bytes.
///   - compression: The compression of the request body.
///   - secretHeaderFields: The names of header fields that are not sent to other origins.
@attached(peer)
public macro Options(
    timeout: Duration? = nil,
    idleTimeout: Duration? = nil,
    deadline: Duration? = nil,
    cachePolicy: URLRequest.CachePolicy? = nil,
    cookies: CookiePolicy? = nil,
    redirects: RedirectPolicy? = nil,
    idempotency: Idempotency? = nil,
    priority: RequestPriority? = nil,
    maximumResponseSize: Int64? = nil,
    compression: BodyCompression? = nil,
    secretHeaderFields: Set<String> = []
) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The status codes of a successful call.
///
/// - Parameter type: The value of `TargetType.validationType`.
@attached(peer)
public macro Validation(_ type: ValidationType) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The scheme that `AccessTokenPlugin` authorizes calls with.
///
/// - Parameter type: The scheme of the token; nil for a call without authorization.
@attached(peer)
public macro Authorization(_ type: AuthorizationType?) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The body of stubbed responses.
///
/// - Parameter text: A string literal.
@attached(peer)
public macro Sample(_ text: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The body of stubbed responses.
///
/// - Parameter data: An expression.
@attached(peer)
public macro Sample(_ data: Data) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The type of results.
///
/// - Parameter type: On an enum, the `ResultType` of all its endpoints. On a case, the result of its function in `Calls`.
@attached(peer)
public macro ResultType<Value: Decodable & Sendable>(_ type: Value.Type) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The type of the body of failures.
///
/// - Parameter type: The value of `TargetType.failureType`.
@attached(peer)
public macro FailureType<Value: DecodableFailure>(_ type: Value.Type) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")
#endif
