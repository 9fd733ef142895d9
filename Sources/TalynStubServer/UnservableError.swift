import Foundation

/// What HTTP/1.1 can't carry as it is.
enum UnservableError: Error, Hashable {
    case url
    case status(Int)
    case length
}

extension UnservableError: LocalizedError {
    var errorDescription: String? {
        switch self {
        case .url: "The target of the request and its Host field make no URL."
        case .status(let code): "A response with status \(code) can't be served."
        case .length: "The body of the response is not as long as its Content-Length says."
        }
    }
}
