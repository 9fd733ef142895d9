/// What a server wraps all its results in, such as `{"code": 0, "message": "", "data": {…}}`.
///
/// A target that names one gets the payload decoded, and an ``EnvelopeError`` when the code is not one of success:
///
/// ```swift
/// enum Shop: TargetType {
///     case cart
///     case order(Int)
///
///     var baseURL: URL { URL(string: "https://shop.example.com/api")! }
///     var path: String {
///         switch self {
///         case .cart: "/cart"
///         case .order(let number): "/orders/\(pathSegment: number)"
///         }
///     }
///     var envelope: ResponseEnvelope? { ResponseEnvelope(message: "msg", successCodes: [0, "OK"]) }
/// }
///
/// let order = try await shop.request(.order(7), as: Order.self)
/// ```
///
/// A flag serves as a code: `ResponseEnvelope(code: "success", successCodes: [true])`.
public struct ResponseEnvelope: Sendable, Hashable {
    /// Where the code is: names of members, and indices of array elements, joined by dots.
    ///
    /// Names are those of the JSON here and below, whatever the decoder's key strategy.
    public var code: String

    /// Where the message is, if there is one.
    public var message: String

    /// Where the payload is; nil if its members stand beside the code.
    ///
    /// It may be missing or `null` when the type asked for is an optional or ``EmptyResult``.
    public var data: String?

    /// The codes that mean success.
    public var successCodes: Set<Code>

    /// Creates an envelope; what is left out is as in `{"code": 0, "message": "", "data": {}}`.
    public init(
        code: String = "code",
        message: String = "message",
        data: String? = "data",
        successCodes: Set<Code> = [0]
    ) {
        self.code = code
        self.message = message
        self.data = data
        self.successCodes = successCodes
    }
}
