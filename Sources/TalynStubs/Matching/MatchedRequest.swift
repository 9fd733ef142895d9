import Foundation

/// A request while a stub is looked for: what conditions ask for is worked out once, when the first one does.
///
/// One task uses it.
final class MatchedRequest {
    let request: ReceivedRequest

    init(_ request: ReceivedRequest) {
        self.request = request
    }

    private(set) lazy var path: [String] = PathTemplate.segments(of: url.path(percentEncoded: true)[...])
        .map { PathTemplate.decoded($0) }

    private(set) lazy var query = request.query

    private(set) lazy var json = try? JSONNode(json: request.body)

    private(set) lazy var form = request.form

    private(set) lazy var origin = Origin(url)

    var url: URL { request.url }
}
