#if !Alamofire
import TalynCore

extension Session {
    /// Decides whether redirects are followed.
    public struct Redirector: Sendable {
        /// The decision about redirects.
        public enum Behavior: Sendable {
            /// Follows them.
            case follow

            /// Hands the redirect itself to the caller, as the response.
            case doNotFollow
        }

        /// Follows redirects.
        public static let follow = Redirector(behavior: .follow)

        /// Hands redirects to the caller, as responses.
        public static let doNotFollow = Redirector(behavior: .doNotFollow)

        /// The decision about redirects.
        public let behavior: Behavior

        /// Creates a redirector.
        public init(behavior: Behavior) {
            self.behavior = behavior
        }

        var policy: RedirectPolicy {
            switch behavior {
            case .follow: .follow
            case .doNotFollow: .doNotFollow
            }
        }
    }
}
#endif
