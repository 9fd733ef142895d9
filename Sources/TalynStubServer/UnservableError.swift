#if Tools
import _TalynFoundation

/// A request or a response that HTTP/1.1 can't carry.
enum UnservableError: Error, Hashable {
    case url
    case status(Int)
    case length
}

extension UnservableError: LocalizedError {
    var errorDescription: String? {
        switch self {
        case .url: "The target of the request and its Host field don't form a URL."
        case .status(let code): "A response with status \(code) can't be served."
        case .length: "The body of the response doesn't have the length of its Content-Length."
        }
    }
}
#endif
