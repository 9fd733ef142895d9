import _TalynSupport

/// A request during the search for a stub. Its parts are parsed once, when a condition needs them.
///
/// Only one task uses it.
final class MatchedRequest {
    let request: ReceivedRequest

    init(_ request: ReceivedRequest) {
        self.request = request
    }

    private(set) lazy var path: [String] = PathTemplate.segments(of: encodedPath).map { PathTemplate.decoded($0) }

    private(set) lazy var query = request.query

    private(set) lazy var json = try? JSONNode(json: request.body)

    private(set) lazy var form = request.form

    private(set) lazy var origin = request.request.origin

    /// The path without the query, as it is sent.
    var encodedPath: Substring { (request.request.head.path ?? "").prefix { $0 != "?" } }
}
