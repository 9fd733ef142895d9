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
public struct ResponseEnvelope: Sendable, Hashable {
    let code: String
    let message: String
    let data: String?
    let successCodes: Set<String>

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
        self.code = code
        self.message = message
        self.data = data
        self.successCodes = successCodes
    }
}
