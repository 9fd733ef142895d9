public import Foundation

extension URL {
    /// Where a target's requests go, before parameters are added: its path joined to its base URL.
    ///
    /// - Parameter target: The target. If its path makes no valid URL, which a call of it would report, the path is
    ///   appended as one that needs escaping.
    public init<Target: TargetType>(target: Target) {
        let baseURL = target.baseURL
        let url = URLJoining.join(base: baseURL.absoluteString, path: target.path)
        self = URL(string: url) ?? baseURL.appendingPathComponent(target.path)
    }
}
