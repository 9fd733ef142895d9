public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

#if Macros
/// Sends the values of a body as JSON, as is usual.
@attached(peer)
public macro JSON() = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Sends the values of a body as a form, `application/x-www-form-urlencoded`.
@attached(peer)
public macro Form() = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Sends the values of a body as the parts of a multipart one (RFC 7578).
@attached(peer)
public macro Multipart() = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Header fields with the same values in each call.
///
/// - Parameter fields: A dictionary literal; those of an endpoint take the place of the type's.
@attached(peer)
public macro Headers(_ fields: [String: String]) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// How the names of values are written in a query, a form or JSON, and those of JSON in results.
///
/// - Parameter mapping: `.snakeCase` or `.useDefaultKeys`.
@attached(peer)
public macro KeyMapping(_ mapping: Talyn.KeyMapping) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Encodes the JSON of request bodies, in place of the encoder that `@KeyMapping` asks for.
///
/// - Parameter encoder: An expression that is evaluated for each call, such as one of a `static` property.
@attached(peer)
public macro Encoder(_ encoder: JSONEncoder) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Encodes queries and forms, in place of the encoder that `@KeyMapping` asks for.
///
/// - Parameter encoder: An expression that is evaluated for each call.
@attached(peer)
public macro FormEncoder(_ encoder: URLEncodedFormEncoder) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// Decodes results, in place of the decoder that `@KeyMapping` asks for; see `TargetType.decoder`.
///
/// - Parameter decoder: An expression that is evaluated for each call, such as one of a `static` property.
@attached(peer)
public macro Decoder(_ decoder: JSONDecoder) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The JSON that the server wraps results in; see `TargetType.envelope`.
///
/// - Parameter envelope: An expression; nil for an endpoint whose results stand alone.
@attached(peer)
public macro Envelope(_ envelope: ResponseEnvelope?) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// How endpoints are called; see `RequestOptions`, whose properties these are.
///
/// Those of an endpoint take the place of the same ones of the type.
///
/// - Parameters:
///   - timeout: How long an attempt may take.
///   - idleTimeout: How long a server may be silent.
///   - deadline: How long the whole call may take.
///   - cachePolicy: What a cache on the way may answer with.
///   - cookies: Which cookies are sent and kept.
///   - redirects: What becomes of redirects.
///   - idempotency: Whether the call may be made more than once to the same effect.
///   - priority: What comes first when not everything can be done at once.
///   - maximumResponseSize: How many bytes the body of a response may have.
///   - compression: How the body of the request is compressed.
///   - secretHeaderFields: The names of header fields that no other origin may see.
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

/// The statuses with which a call succeeds.
///
/// - Parameter type: What `TargetType.validationType` is.
@attached(peer)
public macro Validation(_ type: ValidationType) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// How `AccessTokenPlugin` authorizes the calls.
///
/// - Parameter type: The scheme of the token; nil for a call that needs none.
@attached(peer)
public macro Authorization(_ type: AuthorizationType?) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The body that a stub answers with.
///
/// - Parameter text: A string literal.
@attached(peer)
public macro Sample(_ text: StaticString) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The body that a stub answers with.
///
/// - Parameter data: An expression.
@attached(peer)
public macro Sample(_ data: Data) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// What a call gives.
///
/// - Parameter type: At an enum, the `ResultType` of all its endpoints; at a case, what the function `Calls` has for it gives.
@attached(peer)
public macro ResultType<Value: Decodable & Sendable>(_ type: Value.Type) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The type of the body with which the server explains a failure.
///
/// - Parameter type: What `TargetType.failureType` is.
@attached(peer)
public macro FailureType<Value: DecodableFailure>(_ type: Value.Type) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")
#endif
