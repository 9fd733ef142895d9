/// The JSON object in which a server sends all results, such as `{"code": 0, "message": "", "data": {…}}`.
///
/// A target with an envelope gets the payload decoded, or an ``EnvelopeError`` if the code isn't a success code:
///
/// ```swift
/// enum Shop: TargetType {
///     case cart
///     case order(Int)
///
///     var baseURL: URL { URL(string: "https://shop.example.com/api")! }
///     var path: RequestPath {
///         switch self {
///         case .cart: "/cart"
///         case .order(let number): "/orders/\(number)"
///         }
///     }
///     var envelope: ResponseEnvelope? { ResponseEnvelope(message: "msg", successCodes: ["0", "OK"]) }
/// }
///
/// let order = try await shop.request(.order(7), as: Order.self)
/// ```
///
/// A code is a number, a text or a flag, as in `ResponseEnvelope(code: "success", successCodes: ["true"])`. Codes are
/// compared as text, since some servers write `"0"` where others write `0`.
///
/// Other servers send an error in place of the payload, such as `{"error": {"code": -32601, "message": "No such method"}}`. Then
/// the absence of the error means success:
///
/// ```swift
/// var envelope: ResponseEnvelope? { ResponseEnvelope(error: "error", data: "result") }
/// ```
public struct ResponseEnvelope: Sendable, Hashable {
    /// The place whose value tells success from failure.
    let mark: String
    let code: String
    let message: String
    let data: String?
    /// The codes that mean success; nil if the absence of the mark means it.
    let successCodes: Set<String>?

    /// Creates an envelope, by default that of `{"code": 0, "message": "", "data": {}}`.
    ///
    /// The places are names of members, and indices of array elements, joined by dots. Names are those of the JSON,
    /// whatever the decoder's key strategy.
    ///
    /// - Parameters:
    ///   - code: The place of the code.
    ///   - message: The place of the message, if there is one.
    ///   - data: The place of the payload; nil if its members stand beside the code. It may be missing or `null` if the
    ///     result is an optional or an ``EmptyResult``.
    ///   - successCodes: The codes that mean success.
    public init(
        code: String = "code",
        message: String = "message",
        data: String? = "data",
        successCodes: Set<String> = ["0"]
    ) {
        mark = code
        self.code = code
        self.message = message
        self.data = data
        self.successCodes = successCodes
    }

    /// Creates an envelope whose failures have an error, such as `{"error": {"code": 7, "message": ""}}`.
    ///
    /// An error that is missing, `null`, `false` or an empty text means success.
    ///
    /// - Parameters:
    ///   - error: The place of the error, such as `error`, or `errors.0` for the first one of an array. For an error whose
    ///     members stand beside the payload, the place of one that only failures have.
    ///   - code: The place of the code, from the top level. By default the member `code` of the error.
    ///   - message: The place of the message, from the top level. By default the member `message` of the error.
    ///   - data: The place of the payload; nil if it has no place of its own. It may be missing or `null` if the result is
    ///     an optional or an ``EmptyResult``.
    public init(error: String, code: String? = nil, message: String? = nil, data: String? = "data") {
        mark = error
        self.code = code ?? "\(error).code"
        self.message = message ?? "\(error).message"
        self.data = data
        successCodes = nil
    }
}
