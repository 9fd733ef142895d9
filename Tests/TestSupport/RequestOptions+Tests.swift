package import TalynCore

extension RequestOptions {
    /// An idle timeout that a busy machine doesn't reach.
    package static let patient = RequestOptions { $0.idleTimeout = .seconds(3_600) }
}
