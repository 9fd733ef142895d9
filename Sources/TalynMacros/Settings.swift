#if Macros

public import _TalynFoundation
public import Talyn

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

/// The formats of an API: in queries, forms and JSON, in requests and responses. The value of `TargetType.coding`.
///
/// ```swift
/// @API("https://api.example.com") @Coding(keys: .snakeCase, dates: .secondsSince1970)
/// enum Visits {
///     @GET("/visits") case visits(maxCount: Int, since: Date)
///     @GET("/days") @Coding(dates: Formats.day) case days(of: Date)
/// }
/// ```
///
/// Formats of an endpoint override the same formats of the type. Options of an endpoint override all formats of the type.
///
/// - Parameters:
///   - options: Options as an expression, such as a `static` property. It is evaluated for each call.
///   - keys: The format of keys. The macro applies it to the names of values, except those set by `name:`.
///   - dates: The format of dates.
///   - arrays: The format of arrays in queries and forms.
///   - booleans: The format of booleans in queries and forms.
@attached(peer)
public macro Coding(
    _ options: CodingOptions? = nil,
    keys: CodingOptions.KeyFormat? = nil,
    dates: CodingOptions.DateFormat? = nil,
    arrays: CodingOptions.ArrayFormat? = nil,
    booleans: CodingOptions.BooleanFormat? = nil
) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

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
///   - cache: The use of the cache.
///   - cookies: The cookies to send and store.
///   - redirects: The handling of redirects.
///   - idempotency: Whether the call is idempotent.
///   - priority: The priority among waiting calls.
///   - maximumResponseSize: The maximum size of a response body, in bytes.
///   - compression: The compression of the request body.
///   - secretHeaderFields: The names of header fields that are not sent to other origins.
///   - reconnection: The rules by which a stream of events connects again. By default, that of a GET or QUERY does.
///   - endOfEvents: The event that ends a stream of events, such as `.data("[DONE]")`.
///   - firstEventTimeout: The maximum time to the first event of a connection.
///   - eventTimeout: The maximum wait for an event after another one.
///   - countsTokens: Whether a stream of events counts the tokens that the server of a language model tells.
@attached(peer)
public macro Options(
    timeout: Duration? = nil,
    idleTimeout: Duration? = nil,
    deadline: Duration? = nil,
    cache: CachePolicy? = nil,
    cookies: CookiePolicy? = nil,
    redirects: RedirectPolicy? = nil,
    idempotency: Idempotency? = nil,
    priority: RequestPriority? = nil,
    maximumResponseSize: Int64? = nil,
    compression: BodyCompression? = nil,
    secretHeaderFields: Set<String> = [],
    reconnection: ServerSentEvent.Reconnection? = nil,
    endOfEvents: ServerSentEvent.End? = nil,
    firstEventTimeout: Duration? = nil,
    eventTimeout: Duration? = nil,
    countsTokens: Bool? = nil
) = #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")

/// The status codes of a successful call.
///
/// - Parameter validation: The value of `TargetType.validation`.
@attached(peer)
public macro Validation(_ validation: StatusValidation) =
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
/// - Parameter type: The value of `TargetType.failureBodyType`.
@attached(peer)
public macro FailureBodyType<Value: Decodable & Sendable>(_ type: Value.Type) =
    #externalMacro(module: "TalynMacrosPlugin", type: "AttributeMacro")
#endif
