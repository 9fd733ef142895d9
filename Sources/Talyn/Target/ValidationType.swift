/// The statuses with which a call succeeds.
///
/// A response with any other status fails the call with ``TalynError/underlying(_:_:)``, which holds a
/// ``ValidationError`` and the response.
public enum ValidationType: Sendable, Hashable {
    /// Every status.
    case none

    /// 200 to 299.
    case successCodes

    /// 200 to 399.
    case successAndRedirectCodes

    /// The statuses listed; every one when the list is empty.
    case customCodes([Int])

    /// The accepted statuses; empty when every status is.
    public var statusCodes: [Int] {
        switch self {
        case .none: []
        case .successCodes: Array(200..<300)
        case .successAndRedirectCodes: Array(200..<400)
        case .customCodes(let codes): codes
        }
    }

    /// Whether a call with this status succeeds.
    package func accepts(_ statusCode: Int) -> Bool {
        switch self {
        case .none: true
        case .successCodes: (200..<300).contains(statusCode)
        case .successAndRedirectCodes: (200..<400).contains(statusCode)
        case .customCodes(let codes): codes.isEmpty || codes.contains(statusCode)
        }
    }
}
