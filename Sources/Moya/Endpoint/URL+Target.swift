public import Foundation
import Talyn

extension URL {
    /// The URL of a target's requests, before its task adds parameters: the path joined to the base URL.
    ///
    /// A query in either of them is kept, and one slash stands between them.
    public init<T: TargetType>(target: T) {
        self = .joining(target.baseURL, target.path)
    }
}
