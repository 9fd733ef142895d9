#if canImport(Crypto)
import Foundation
import Outside
import Synchronization
import TalynTesting

/// The API of the tests.
enum Shop: TargetType {
    case home
    case item(Int)
    case order(String)

    var baseURL: URL { URL(string: "https://shop.example.com")! }

    var path: RequestPath {
        switch self {
        case .home: "/"
        case .item(let number): "/items/\(number)"
        case .order: "/orders"
        }
    }

    var method: HTTPRequest.Method {
        if case .order = self { .post } else { .get }
    }

    var body: RequestBody {
        if case .order(let text) = self { .json(["text": text]) } else { .none }
    }
}

let signing = RequestSigning(key: Data("a key that only the tests know".utf8))

extension ReceivedRequest {
    /// Whether the server of the tests accepts the signature.
    var isSigned: Bool {
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        return signing.verifies(method, url.path(percentEncoded: true) + query, headerFields, body: body)
    }
}

/// A list that tasks can add to.
final class List<Element: Sendable>: Sendable {
    private let state = Mutex<[Element]>([])

    var elements: [Element] { state.withLock { $0 } }

    func add(_ element: Element) {
        state.withLock { $0.append(element) }
    }
}
#endif
