public import Foundation
import Talyn

extension URL {
    /// The URL of a target's requests, before its task adds parameters: the path joined to the base URL.
    ///
    /// An empty path leaves the base URL as it is. A query in the path follows the query of the base URL.
    public init<T: TargetType>(target: T) {
        let (base, path) = (target.baseURL, target.path)
        let segments = path.prefix { $0 != "?" }
        let joined = segments.isEmpty ? base : base.appendingPathComponent(String(segments))
        let query = path.dropFirst(segments.count)
        guard query.count > 1 else {
            self = joined
            return
        }
        self = URL(string: URLJoining.join(base: joined.absoluteString, path: String(query))) ?? joined
    }
}
