/// The status codes that a response must have.
public enum ValidationType: Equatable {
    /// Accepts every status code.
    case none

    /// Accepts 200 to 299.
    case successCodes

    /// Accepts 200 to 399.
    case successAndRedirectCodes

    /// Accepts the codes of a list; every code if the list is empty.
    case customCodes([Int])

    /// The accepted codes; empty if every code is accepted.
    var statusCodes: [Int] {
        switch self {
        case .none: []
        case .successCodes: Array(200..<300)
        case .successAndRedirectCodes: Array(200..<400)
        case .customCodes(let codes): codes
        }
    }

    /// Whether a response with a status code is accepted.
    func accepts(_ statusCode: Int) -> Bool {
        let codes = statusCodes
        return codes.isEmpty || codes.contains(statusCode)
    }
}
